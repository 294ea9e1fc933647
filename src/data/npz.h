#pragma once

#include <string>
#include <string_view>

#include "data/npy.h"

namespace gnac::detail {

/// One array of a .npz file, which is a zip archive of .npy files: the one called `array`, or the
/// sole one where that is empty. Throws Error, naming `name` and the arrays that are there, for an
/// array that is not, and for a damaged or hostile archive.
NpyArray parse_npz(std::string_view bytes, const std::string& array, const std::string& name);

}  // namespace gnac::detail
