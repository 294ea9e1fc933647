// The entry point of libFuzzer, for the target that GNAC_FUZZ_TARGET names.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <exception>

#include "gnac/error.h"
#include "targets.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  try {
    gnac::detail::fuzz::GNAC_FUZZ_TARGET({reinterpret_cast<const char*>(data), size});
  } catch (const gnac::Error&) {  // refused, as it may be
  } catch (const std::exception& error) {
    std::fprintf(stderr, "not an Error: %s\n", error.what());
    std::abort();
  }
  return 0;
}
