#include "gnac/version.h"

namespace gnac {

const char* version() {
  return GNAC_VERSION;
}

}  // namespace gnac
