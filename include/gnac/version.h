#pragma once

namespace gnac {

/// "major.minor.patch" of the library that is linked.
const char* version();

}  // namespace gnac
