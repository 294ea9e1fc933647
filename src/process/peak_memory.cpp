#include "process/peak_memory.h"

#include <fstream>
#include <limits>
#include <string>

#if defined(__GLIBC__)
#include <malloc.h>
#endif

namespace gnac::detail {

void reset_peak_memory() {
#if defined(__GLIBC__)
  malloc_trim(0);
#endif
  std::ofstream("/proc/self/clear_refs") << 5;  // Linux: VmHWM becomes the present size
}

double peak_memory_mib() {
  std::ifstream status("/proc/self/status");
  for (std::string word; status >> word;) {
    if (word != "VmHWM:") continue;
    double kib = 0;
    status >> kib;
    return kib / 1024;
  }
  return std::numeric_limits<double>::quiet_NaN();
}

}  // namespace gnac::detail
