#include "support/memory.h"

#include <cmath>
#include <fstream>
#include <limits>
#include <string>

#include "gnac/error.h"
#include "support/option_text.h"

namespace gnac {
namespace {

std::string gib(double bytes) {
  return number_text(std::round(bytes / 0x1.0p30 * 100) / 100);
}

}  // namespace

double available_memory() {
  std::ifstream file("/proc/meminfo");
  std::string name;
  double kib = 0;
  std::string unit;
  while (file >> name >> kib) {
    if (name == "MemAvailable:") return kib * 1024;
    std::getline(file, unit);
  }
  return std::numeric_limits<double>::infinity();
}

void require_memory(std::string_view what, double bytes) {
  const double available = available_memory();
  if (bytes <= available) return;
  throw Error(std::string(what) + " needs " + gib(bytes) + " GiB and " + gib(available) +
              " GiB are available; use fewer points or another method");
}

}  // namespace gnac
