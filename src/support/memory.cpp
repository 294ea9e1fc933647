#include "support/memory.h"

#include <sys/resource.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <limits>
#include <sstream>

#include "gnac/error.h"

namespace gnac::detail {
namespace {

constexpr double kGiB = 1024.0 * 1024 * 1024;
constexpr double kNone = std::numeric_limits<double>::infinity();  // no limit

/// The value of a line "key: value kB" or "key value"; `otherwise` if there is none.
double value_in(const std::string& path, std::string_view wanted, double otherwise) {
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);) {
    std::istringstream words(line);
    std::string key;
    double value = 0;
    if (words >> key >> value && key == wanted) return value;
  }
  return otherwise;
}

/// A file with one number, or "max" for none.
double number_in(const std::string& path, double otherwise) {
  std::ifstream file(path);
  double value = 0;
  return file >> value ? value : otherwise;
}

struct GroupFiles {
  const char* limit;
  const char* usage;
  const char* reclaimable;  ///< in memory.stat: cached pages that the kernel would free for us
};
constexpr GroupFiles kVersion2{"memory.max", "memory.current", "inactive_file"};
constexpr GroupFiles kVersion1{"memory.limit_in_bytes", "memory.usage_in_bytes",
                               "total_inactive_file"};

/// The memory that a group and its parents leave. A container may see its own group as the root.
double left_by_groups(const std::string& mount, const std::string& group, const GroupFiles& files) {
  namespace fs = std::filesystem;
  double left = kNone;
  for (fs::path at = fs::path(group).relative_path();; at = at.parent_path()) {
    const std::string folder = (fs::path(mount) / at).string();
    const double limit = number_in(folder + "/" + files.limit, kNone);
    // Version 1 writes "no limit" as a number near 2⁶³.
    if (limit < 0x1.0p60) {
      const double used = number_in(folder + "/" + files.usage, 0) -
                          value_in(folder + "/memory.stat", files.reclaimable, 0);
      left = std::min(left, std::max(0.0, limit - std::max(0.0, used)));
    }
    if (at.empty()) return left;
  }
}

/// Lines of /proc/self/cgroup are "number:controllers:group"; version 2 has no controllers.
double left_by_cgroups(const std::string& root) {
  double left = kNone;
  std::ifstream groups(root + "/proc/self/cgroup");
  for (std::string line; std::getline(groups, line);) {
    const std::size_t first = line.find(':');
    const std::size_t second = first == std::string::npos ? first : line.find(':', first + 1);
    if (second == std::string::npos) continue;
    const std::string controllers = "," + line.substr(first + 1, second - first - 1) + ",";
    const std::string group = line.substr(second + 1);
    const std::string mount = root + "/sys/fs/cgroup";
    if (controllers == ",,") {
      left = std::min(left, left_by_groups(mount, group, kVersion2));
    } else if (controllers.find(",memory,") != std::string::npos) {
      left = std::min(left, left_by_groups(mount + "/memory", group, kVersion1));
    }
  }
  return left;
}

double left_by_address_space(const std::string& root) {
  struct rlimit limit {};
  if (::getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) return kNone;
  const double used = value_in(root + "/proc/self/status", "VmSize:", 0) * 1024;
  return std::max(0.0, static_cast<double>(limit.rlim_cur) - used);
}

}  // namespace

double available_memory(const std::string& root) {
  const double machine = value_in(root + "/proc/meminfo", "MemAvailable:", kNone / 1024) * 1024;
  const double left = std::min({machine, left_by_cgroups(root), left_by_address_space(root)});
  return left < kNone ? left : 0;
}

std::string size_text(double bytes) {
  constexpr std::array<const char*, 5> kUnits{"bytes", "KiB", "MiB", "GiB", "TiB"};
  std::size_t unit = 0;
  while (bytes >= 1023.5 && unit + 1 < kUnits.size()) {
    bytes /= 1024;
    ++unit;
  }
  std::array<char, 48> text{};
  const int digits = unit > 0 && bytes < 9.95 ? 1 : 0;
  const int length =
      std::snprintf(text.data(), text.size(), "%.*f %s", digits, bytes, kUnits[unit]);
  return {text.data(), std::min(text.size() - 1, static_cast<std::size_t>(length))};
}

double memory_limit(double limit_gib) {
  return limit_gib > 0 ? limit_gib * kGiB : available_memory();
}

void require_memory(double bytes, double limit_gib, std::string_view what,
                    std::string_view advice) {
  const double limit = memory_limit(limit_gib);
  if (limit <= 0 || bytes <= limit) return;
  throw MemoryError(std::string(what) + " needs about " + size_text(bytes) + " but " +
                    size_text(limit) +
                    (limit_gib > 0 ? " is the limit; raise option memory_limit_gib, or "
                                   : " is available; use a larger machine, or ") +
                    std::string(advice));
}

}  // namespace gnac::detail
