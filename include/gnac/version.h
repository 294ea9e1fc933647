#pragma once

namespace gnac {

/// "major.minor.patch" of the library that is linked.
///
///     std::string linked = gnac::version();
const char* version();

}  // namespace gnac
