# What `cmake --install` and `cpack -G DEB` install: gnac and gnac-lab with their manual pages and completions, and for
# C++ programs the headers of include/gnac with one static library, found by find_package(gnac) or pkg-config.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

# The folders behind the public headers, in one archive: those that gnac is linked with, and what they need.
function(gnac_needed_folders target found)
  set(all ${${found}} ${target})
  get_target_property(libraries ${target} LINK_LIBRARIES)
  foreach(library IN LISTS libraries)
    if(library MATCHES "^gnac_" AND NOT library STREQUAL "gnac_settings" AND NOT library IN_LIST all)
      gnac_needed_folders(${library} all)
    endif()
  endforeach()
  set(${found} ${all} PARENT_SCOPE)
endfunction()
set(folders "")
get_target_property(public gnac INTERFACE_LINK_LIBRARIES)
foreach(folder IN LISTS public)
  gnac_needed_folders(${folder} folders)
endforeach()
list(REMOVE_DUPLICATES folders)
list(TRANSFORM folders REPLACE "(.+)" "$<TARGET_OBJECTS:\\1>" OUTPUT_VARIABLE objects)

add_library(gnac_archive STATIC ${objects})
set_target_properties(gnac_archive PROPERTIES OUTPUT_NAME gnac EXPORT_NAME gnac LINKER_LANGUAGE CXX)
target_include_directories(gnac_archive INTERFACE $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
target_compile_features(gnac_archive INTERFACE cxx_std_20)
# Only to link with: no public header includes a header of theirs.
target_link_libraries(gnac_archive PRIVATE Threads::Threads ZLIB::ZLIB fmt::fmt)

# gnac_install_program(TARGET COMPONENT): a program with its manual pages and completions, which come from the program
# itself, so that they match its flags.
function(gnac_install_program target component)
  get_target_property(name ${target} OUTPUT_NAME)
  set(manual ${PROJECT_BINARY_DIR}/man/${name})
  set(completions ${PROJECT_BINARY_DIR}/completions)
  file(MAKE_DIRECTORY ${manual} ${completions})
  add_custom_command(OUTPUT ${manual}/${name}.1 ${completions}/${name} ${completions}/_${name} ${completions}/${name}.fish
    COMMAND ${target} help --man ${manual}
    COMMAND ${target} completion bash > ${completions}/${name}
    COMMAND ${target} completion zsh > ${completions}/_${name}
    COMMAND ${target} completion fish > ${completions}/${name}.fish
    DEPENDS ${target} COMMENT "Manual pages and completions of ${name}" VERBATIM)
  add_custom_target(${target}_manual ALL DEPENDS ${manual}/${name}.1)

  install(TARGETS ${target} RUNTIME COMPONENT ${component})
  install(DIRECTORY ${manual}/ DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 COMPONENT ${component} FILES_MATCHING PATTERN "*.1")
  set(share ${CMAKE_INSTALL_DATADIR})
  install(FILES ${completions}/${name} DESTINATION ${share}/bash-completion/completions COMPONENT ${component})
  install(FILES ${completions}/_${name} DESTINATION ${share}/zsh/site-functions COMPONENT ${component})
  # Debian's zsh looks for completions of packages elsewhere.
  if(EXISTS /etc/debian_version)
    install(FILES ${completions}/_${name} DESTINATION ${share}/zsh/vendor-completions COMPONENT ${component})
  endif()
  install(FILES ${completions}/${name}.fish DESTINATION ${share}/fish/vendor_completions.d COMPONENT ${component})
  install(FILES LICENSE DESTINATION ${share}/doc/${name} COMPONENT ${component} RENAME copyright)
endfunction()
gnac_install_program(gnac_cli program)
gnac_install_program(gnac_lab laboratory)

set(config ${CMAKE_INSTALL_LIBDIR}/cmake/gnac)
configure_package_config_file(cmake/gnacConfig.cmake.in ${PROJECT_BINARY_DIR}/gnacConfig.cmake
  INSTALL_DESTINATION ${config} NO_SET_AND_CHECK_MACRO)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/gnacConfigVersion.cmake COMPATIBILITY SameMinorVersion)
file(RELATIVE_PATH GNAC_PREFIX_FROM_PC ${CMAKE_INSTALL_FULL_LIBDIR}/pkgconfig ${CMAKE_INSTALL_PREFIX})
configure_file(cmake/gnac.pc.in ${PROJECT_BINARY_DIR}/gnac.pc @ONLY)
install(TARGETS gnac_archive EXPORT gnac ARCHIVE COMPONENT development)
install(DIRECTORY include/gnac DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT development)
install(EXPORT gnac FILE gnacTargets.cmake NAMESPACE gnac:: DESTINATION ${config} COMPONENT development)
install(FILES ${PROJECT_BINARY_DIR}/gnacConfig.cmake ${PROJECT_BINARY_DIR}/gnacConfigVersion.cmake
  DESTINATION ${config} COMPONENT development)
install(FILES ${PROJECT_BINARY_DIR}/gnac.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig COMPONENT development)
install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/libgnac-dev COMPONENT development RENAME copyright)

# Three packages: each program with its shared library dependencies, and the files to build C++ programs with.
set(CPACK_PACKAGE_CONTACT "The gnac authors")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "clustering by a cellular automaton on the neighbourhood graph")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_COMPONENTS_ALL program laboratory development)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION science)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_NAME gnac)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_RECOMMENDS libcairo2)  # for PNG
set(CPACK_DEBIAN_LABORATORY_PACKAGE_NAME gnac-lab)
set(CPACK_DEBIAN_LABORATORY_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_LABORATORY_PACKAGE_RECOMMENDS libcairo2)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_NAME libgnac-dev)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_DEPENDS "libfmt-dev, zlib1g-dev")
set(CPACK_COMPONENT_PROGRAM_DESCRIPTION "Partitions points into clusters of any shape; the program gnac.")
set(CPACK_COMPONENT_LABORATORY_DESCRIPTION "Trains the rules of gnac and repeats its experiments; the program gnac-lab.")
set(CPACK_COMPONENT_DEVELOPMENT_DESCRIPTION "Partitions points into clusters of any shape; headers and static library.")
include(CPack)
