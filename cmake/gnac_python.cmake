# Sets GNAC_PYTHON_EXECUTABLE to the first interpreter that can build and test the package (headers, NumPy, SciPy,
# scikit-learn): the one named with -DPython_EXECUTABLE, else the first python3 in PATH, else the system's.
# GNAC_PYTHON: AUTO builds the package if possible (not with sanitizers, which a plain interpreter cannot
# load, nor for coverage), ON requires it, OFF leaves it out.
set(GNAC_PYTHON AUTO CACHE STRING "Build the Python package: AUTO, ON or OFF")
set_property(CACHE GNAC_PYTHON PROPERTY STRINGS AUTO ON OFF)

function(gnac_find_python)
  set(question "import os, sysconfig, numpy, scipy, sklearn"
               "assert os.path.exists(sysconfig.get_path('include') + '/Python.h')")
  list(JOIN question "\n" question)
  find_program(first_python python3 NO_CACHE)
  set(candidates ${first_python} /usr/bin/python3)
  if(Python_EXECUTABLE)
    set(candidates ${Python_EXECUTABLE})
  endif()
  foreach(candidate IN LISTS candidates)
    execute_process(COMMAND ${candidate} -c ${question} RESULT_VARIABLE code OUTPUT_QUIET ERROR_QUIET)
    if(code EQUAL 0)
      set(GNAC_PYTHON_EXECUTABLE ${candidate} PARENT_SCOPE)
      return()
    endif()
  endforeach()
  set(GNAC_PYTHON_EXECUTABLE "" PARENT_SCOPE)
endfunction()

set(GNAC_PYTHON_BUILT OFF)
set(GNAC_PYTHON_WANTED ${GNAC_PYTHON})
if(GNAC_PYTHON STREQUAL "AUTO" AND (GNAC_SANITIZE OR GNAC_COVERAGE))
  set(GNAC_PYTHON_WANTED OFF)
endif()
if(NOT GNAC_PYTHON_WANTED STREQUAL "OFF")
  gnac_find_python()
  if(GNAC_PYTHON_EXECUTABLE)
    set(Python_EXECUTABLE ${GNAC_PYTHON_EXECUTABLE})
    find_package(Python COMPONENTS Interpreter Development.Module)
    # An interpreter may have its own, newer pybind11 (NumPy 2 needs 2.12).
    execute_process(COMMAND ${Python_EXECUTABLE} -c "import pybind11; print(pybind11.get_cmake_dir())"
                    OUTPUT_VARIABLE own_pybind11 OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
    find_package(pybind11 2.10 CONFIG HINTS ${own_pybind11})
  endif()
  if(pybind11_FOUND AND Python_Development.Module_FOUND)
    set(GNAC_PYTHON_BUILT ON)
  elseif(GNAC_PYTHON_WANTED STREQUAL "AUTO")
    message(STATUS "No Python package: it needs python3-dev, python3-numpy, python3-scipy, python3-sklearn and pybind11-dev")
  else()
    message(FATAL_ERROR "GNAC_PYTHON=ON needs python3-dev, python3-numpy, python3-scipy, python3-sklearn and pybind11-dev")
  endif()
endif()
