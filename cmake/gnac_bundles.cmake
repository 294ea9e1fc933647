# What is compiled into the library besides its sources, as headers made at build time: the rules that ship
# (shipped_rules) and the page's own files (page_bundle). The library and js/ include this.
get_filename_component(gnac_root ${CMAKE_CURRENT_LIST_DIR} DIRECTORY)
set(shipped_rules ${PROJECT_BINARY_DIR}/shipped_rules/shipped_rules.h)
add_custom_command(OUTPUT ${shipped_rules}
  COMMAND ${CMAKE_COMMAND} -DOUT=${shipped_rules} -DRULES=${gnac_root}/rules -P ${gnac_root}/cmake/gnac_rules.cmake
  DEPENDS ${gnac_root}/rules/universal.safetensors ${gnac_root}/rules/universal-graph.safetensors ${gnac_root}/cmake/gnac_rules.cmake)

# The page's files are joined into one script; each module comes after those it imports.
set(page_web ${gnac_root}/src/page/web)
set(page_modules decode palette data camera webgl canvas colours panels names story find link overlay icicle controls graph rule tree heal stage comparison page)
set(page_bundle ${PROJECT_BINARY_DIR}/page_bundle/page_bundle.h)
list(TRANSFORM page_modules PREPEND ${page_web}/ OUTPUT_VARIABLE page_sources)
list(TRANSFORM page_sources APPEND .js)
string(REPLACE ";" "," page_order "${page_modules}")
add_custom_command(OUTPUT ${page_bundle}
  COMMAND ${CMAKE_COMMAND} -DOUT=${page_bundle} -DWEB=${page_web} -DMODULES=${page_order} -P ${gnac_root}/cmake/gnac_page.cmake
  DEPENDS ${page_sources} ${page_web}/page.html ${page_web}/page.css ${gnac_root}/cmake/gnac_page.cmake)
