#pragma once

#include <string>

#include "report/panels.h"
#include "run.h"

namespace gnac::cli {

using namespace detail;

/// The bytes of a picture: .svg or .png, depending on the file name.
std::string picture_bytes(const PanelPicture& picture, const std::string& path);

/// The points of a run in the colours and marks of their clusters.
PanelPicture partition_picture(const Run& run);

/// The same for a terminal: blocks in colour, or one letter per cluster if there are no colours.
std::string partition_plot(const Run& run, bool colours);

}  // namespace gnac::cli
