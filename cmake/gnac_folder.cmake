# Compiler settings of all our targets; whoever links with them keeps their own.
add_library(gnac_settings INTERFACE)
target_include_directories(gnac_settings INTERFACE ${PROJECT_SOURCE_DIR}/include ${PROJECT_SOURCE_DIR}/src)
# No contraction: whether a*b+c is fused is written in the source, never left to the compiler, so that one build
# gives the same bytes wherever a loop is inlined.
target_compile_options(gnac_settings INTERFACE -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wno-sign-conversion
                                               -ffp-contract=off -fno-math-errno)
# GCC 12 warns about overlapping copies in std::string's own operator+ (its bug 105651).
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
  target_compile_options(gnac_settings INTERFACE -Wno-restrict)
endif()
# Hardened: a mistake in a reader ends the process instead of becoming a vulnerability (tests/check_hardening).
# Sanitizers find more without it.
if(GNAC_HARDENED AND NOT GNAC_SANITIZE)
  target_compile_options(gnac_settings INTERFACE -fstack-protector-strong)
  if(CMAKE_BUILD_TYPE MATCHES "^Rel")  # it needs optimisation
    target_compile_options(gnac_settings INTERFACE -U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=2)
  endif()
  target_link_options(gnac_settings INTERFACE -Wl,-z,relro,-z,now,-z,noexecstack)
endif()
if(GNAC_WERROR)
  target_compile_options(gnac_settings INTERFACE -Werror)
endif()
if(GNAC_SANITIZE)
  target_compile_options(gnac_settings INTERFACE -fsanitize=${GNAC_SANITIZE} -fno-omit-frame-pointer
                                                 -fno-sanitize-recover=all)
  target_link_options(gnac_settings INTERFACE -fsanitize=${GNAC_SANITIZE})
endif()
if(GNAC_FUZZ)
  target_compile_options(gnac_settings INTERFACE -fsanitize=fuzzer-no-link)
endif()
if(GNAC_COVERAGE)
  set(coverage_options --coverage -fprofile-update=atomic)  # threads count too
  target_link_options(gnac_settings INTERFACE --coverage)
  if(NOT IS_DIRECTORY ${PROJECT_SOURCE_DIR}/src/${GNAC_COVERAGE})
    target_compile_options(gnac_settings INTERFACE ${coverage_options})
  endif()
endif()

# The product's files are compiled several at a time, because headers take most of the time of a first build. Names in
# the anonymous namespaces of a folder must therefore differ. Files that Highway compiles once per instruction set
# are compiled alone.
option(GNAC_UNITY "Compile several files of a folder at once" ON)
function(gnac_compile_together target)
  get_target_property(sources ${target} SOURCES)
  list(FILTER sources INCLUDE REGEX "/(kernels|simd_target|highway)\\.cpp$")
  set_source_files_properties(${sources} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
  set_target_properties(${target} PROPERTIES UNITY_BUILD ${GNAC_UNITY} UNITY_BUILD_BATCH_SIZE 8)
endfunction()

# gnac_folder(NAME [IN lab|mpi] NEEDS folder... LINK library...): the library gnac_NAME from src/NAME, or from that part
# of the project, whose headers the product cannot include.
function(gnac_folder name)
  cmake_parse_arguments(ARG "" "IN" "NEEDS;LINK" ${ARGN})
  set(part src)
  if(ARG_IN)
    set(part ${ARG_IN})
  endif()
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/${part}/${name}/*.cpp)
  add_library(gnac_${name} STATIC ${sources})
  if(ARG_IN)
    target_include_directories(gnac_${name} PUBLIC ${PROJECT_SOURCE_DIR}/${part})
  else()
    gnac_compile_together(gnac_${name})
  endif()
  if(GNAC_COVERAGE STREQUAL name)
    target_compile_options(gnac_${name} PRIVATE ${coverage_options} -O1 -g1)
  endif()
  list(TRANSFORM ARG_NEEDS PREPEND gnac_)
  # The fuzzer learns values from comparisons. In folders that read no foreign bytes they tell it nothing, and reporting
  # them takes half of the time.
  if(GNAC_FUZZ AND name MATCHES "^(support|options|graph|automaton|readout)$")
    target_compile_options(gnac_${name} PRIVATE -fno-sanitize-coverage=trace-cmp)
  endif()
  target_link_libraries(gnac_${name} PRIVATE gnac_settings PUBLIC ${ARG_NEEDS} ${ARG_LINK})
endfunction()
