# What `cmake --install` and `cpack -G DEB` install: the program with its manual pages and completions, and for C++
# programs the headers of include/gnac with one static library, found by find_package(gnac) or pkg-config.
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
target_link_libraries(gnac_archive PRIVATE Threads::Threads ZLIB::ZLIB fmt::fmt PkgConfig::HWY)

# Manual pages and completions come from the program itself, so that they match its flags.
set(manual ${PROJECT_BINARY_DIR}/man)
set(completions ${PROJECT_BINARY_DIR}/completions)
file(MAKE_DIRECTORY ${manual} ${completions})
add_custom_command(OUTPUT ${manual}/gnac.1 ${completions}/gnac ${completions}/_gnac ${completions}/gnac.fish
  COMMAND gnac_cli help --man ${manual}
  COMMAND gnac_cli completion bash > ${completions}/gnac
  COMMAND gnac_cli completion zsh > ${completions}/_gnac
  COMMAND gnac_cli completion fish > ${completions}/gnac.fish
  DEPENDS gnac_cli COMMENT "Manual pages and completions" VERBATIM)
add_custom_target(gnac_manual ALL DEPENDS ${manual}/gnac.1)

install(TARGETS gnac_cli RUNTIME COMPONENT program)
install(DIRECTORY ${manual}/ DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 COMPONENT program FILES_MATCHING PATTERN "*.1")
install(FILES ${completions}/gnac DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions COMPONENT program)
install(FILES ${completions}/_gnac DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/site-functions COMPONENT program)
# Debian's zsh looks for completions of packages elsewhere.
if(EXISTS /etc/debian_version)
  install(FILES ${completions}/_gnac DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/vendor-completions COMPONENT program)
endif()
install(FILES ${completions}/gnac.fish DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d COMPONENT program)
install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT program RENAME copyright)

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

# Two packages: the program with its shared library dependencies, and the files to build C++ programs with.
set(CPACK_PACKAGE_CONTACT "The gnac authors")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "clustering by a cellular automaton on the neighbourhood graph")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_COMPONENTS_ALL program development)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION science)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_NAME gnac)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_NAME libgnac-dev)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_DEPENDS "libhwy-dev, libfmt-dev, zlib1g-dev, pkg-config")
set(CPACK_COMPONENT_PROGRAM_DESCRIPTION "Partitions points into clusters of any shape; the program gnac.")
set(CPACK_COMPONENT_DEVELOPMENT_DESCRIPTION "Partitions points into clusters of any shape; headers and static library.")
include(CPack)
