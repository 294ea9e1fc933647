#pragma once

#include <stdexcept>
#include <string_view>

// What hostile bytes are thrown at. Each target takes any bytes; the library may refuse them by
// gnac::Error, and what it accepts must have the properties that the target checks. Anything else
// (another exception, a violated property, what a sanitizer sees) is a finding.
//
// A target NAME is fuzz_NAME() in targets/NAME.cpp, with seeds and past findings in corpus/NAME and
// words in dictionaries/NAME.dict. Each is a program of its own that links only what it needs: the
// fuzzer looks at every counter of its program after every input.
#define GNAC_FUZZ_TARGETS(TARGET) \
  TARGET(points)                  \
  TARGET(arrays)                  \
  TARGET(json_rows)               \
  TARGET(files)                   \
  TARGET(labels)                  \
  TARGET(graph)                   \
  TARGET(edges)                   \
  TARGET(safetensors)             \
  TARGET(rule)                    \
  TARGET(model)                   \
  TARGET(checkpoint)              \
  TARGET(gzip)                    \
  TARGET(json)                    \
  TARGET(log)                     \
  TARGET(report)                  \
  TARGET(results)                 \
  TARGET(config)                  \
  TARGET(options)                 \
  TARGET(api)                     \
  TARGET(universal)

namespace gnac::detail::fuzz {

#define GNAC_DECLARE(name) void fuzz_##name(std::string_view bytes);
GNAC_FUZZ_TARGETS(GNAC_DECLARE)
#undef GNAC_DECLARE

inline void require(bool holds, const char* what) {
  if (!holds) throw std::logic_error(what);
}

}  // namespace gnac::detail::fuzz
