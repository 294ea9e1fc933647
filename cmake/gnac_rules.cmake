# Writes a header with the bytes of the rules that the library ships.
#   usage: cmake -DOUT=HEADER -DRULES=DIR -P gnac_rules.cmake
set(text "// Made from rules/ by cmake/gnac_rules.cmake.\n#pragma once\n\nnamespace gnac::shipped {\n")
foreach(name universal universal_graph)
  string(REPLACE "_" "-" file ${name})
  file(READ ${RULES}/${file}.safetensors bytes HEX)
  string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," bytes "${bytes}")
  string(APPEND text "inline constexpr unsigned char ${name}[] = {${bytes}};\n")
endforeach()
string(APPEND text "}  // namespace gnac::shipped\n")
file(WRITE ${OUT} "${text}")
