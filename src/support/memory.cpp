#include "support/memory.h"

#include <array>
#include <cstdio>
#include <fstream>
#include <string>

#include "gnac/error.h"

namespace gnac {
namespace {

constexpr double kGiB = 1024.0 * 1024 * 1024;

std::string gib(double bytes) {
  std::array<char, 32> text{};
  const int length = std::snprintf(text.data(), text.size(), "%.1f GiB", bytes / kGiB);
  return {text.data(), static_cast<std::size_t>(length)};
}

}  // namespace

double available_memory() {
  std::ifstream info("/proc/meminfo");
  std::string key;
  double kib = 0;
  std::string unit;
  while (info >> key >> kib >> unit) {
    if (key == "MemAvailable:") return kib * 1024;
    if (unit != "kB") info.clear();
  }
  return 0;
}

double memory_limit(double limit_gib) {
  return limit_gib > 0 ? limit_gib * kGiB : available_memory();
}

void require_memory(double bytes, double limit_gib, std::string_view what,
                    std::string_view advice) {
  const double limit = memory_limit(limit_gib);
  if (limit <= 0 || bytes <= limit) return;
  throw Error(std::string(what) + " needs about " + gib(bytes) + " but " + gib(limit) +
              (limit_gib > 0 ? " is the limit; raise memory_limit_gib"
                             : " is available; use a larger machine") +
              std::string(advice));
}

}  // namespace gnac
