#pragma once

#include <string>
#include <string_view>

// The pieces of SVG that every figure needs.
namespace gnac {

/// Text with the characters that XML reserves replaced.
std::string svg_escaped(std::string_view text);

/// A colour of the palette, which repeats. Okabe and Ito's, which readers with colour blindness
/// tell apart.
std::string_view palette_colour(int index);

/// The opening of a figure with a white ground and its title in the middle of the top.
std::string svg_open(double width, double height, std::string_view title);

std::string svg_text(double x, double y, std::string_view anchor, std::string_view text);

}  // namespace gnac
