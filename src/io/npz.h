#pragma once

#include <string>
#include <string_view>

#include "io/npy.h"

namespace gnac::detail {

/// One array of a .npz file, which is a zip archive of .npy files: the one called `array`, or the
/// only one if that is empty. Throws Error, naming `name` and the existing arrays, if there is no
/// such array, and for a damaged or hostile archive.
NpyArray parse_npz(std::string_view bytes, const std::string& array, const std::string& name);

}  // namespace gnac::detail
