#pragma once

#include <string>

#include "report/panels.h"
#include "run.h"

namespace gnac::cli {

using namespace detail;

/// The bytes of a picture as its file name says: .svg or .png.
std::string picture_bytes(const PanelPicture& picture, const std::string& path);

/// The points of a run in the looks of their clusters.
PanelPicture partition_picture(const Run& run);

/// The same for a terminal: blocks in colour, or a letter a cluster where colours are not shown.
std::string partition_plot(const Run& run, bool colours);

}  // namespace gnac::cli
