// The entry point of libFuzzer, for the target that GNAC_FUZZ_TARGET names.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <exception>

#include "gnac/error.h"
#include "targets.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const gnac::detail::fuzz::Target* const target = [] {
    for (const auto& candidate : gnac::detail::fuzz::targets()) {
      if (candidate.name == GNAC_FUZZ_TARGET) return &candidate;
    }
    std::abort();
  }();
  try {
    target->run({reinterpret_cast<const char*>(data), size});
  } catch (const gnac::Error&) {  // refused, as it may be
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s: %s\n", GNAC_FUZZ_TARGET, error.what());
    std::abort();
  }
  return 0;
}
