#include "bench/machine.h"

#include <sys/resource.h>

#include <cstdlib>
#include <ctime>
#include <fstream>
#include <sstream>

#include "automaton/kernels/kernels.h"
#include "support/team.h"

namespace gnac::bench {

using namespace detail;
namespace {

// The rest of the first line of a file that starts with `key`, after its colon; "" if there is
// none.
std::string field(const char* path, const std::string& key) {
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);) {
    if (line.rfind(key, 0) != 0) continue;
    const std::size_t colon = line.find(':');
    const std::size_t begin = line.find_first_not_of(" \t", colon + 1);
    return begin == std::string::npos ? "" : line.substr(begin);
  }
  return "";
}

std::string today() {
  const std::time_t now = std::time(nullptr);
  char text[16];
  std::strftime(text, sizeof text, "%Y-%m-%d", std::gmtime(&now));
  return text;
}

}  // namespace

std::string provenance(const std::string& commit) {
  const std::string model = field("/proc/cpuinfo", "model name");
  double load[1] = {0};
  std::ostringstream out;
  out << (model.empty() ? "unknown CPU" : model) << ", " << processors() << " cores, "
      << kernels().target << ", " << today();
  if (!commit.empty()) out << ", commit " << commit;
  out.precision(2);
  if (getloadavg(load, 1) == 1) out << ", load average before " << load[0];
  return out.str();
}

double peak_resident_gib() {
  // VmHWM belongs to this program alone; ru_maxrss is inherited from whoever started it.
  const std::string kib = field("/proc/self/status", "VmHWM");
  if (!kib.empty()) return std::strtod(kib.c_str(), nullptr) / (1 << 20);
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_maxrss) / (1 << 20);
}

}  // namespace gnac::bench
