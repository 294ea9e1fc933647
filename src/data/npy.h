#pragma once

#include <cstdint>
#include <span>
#include <string>

namespace gnac {

/// The bytes of a .npy file with a rows×cols C-order float32 array.
std::string npy_bytes(std::span<const float> values, std::int64_t rows, std::int64_t cols);

}  // namespace gnac
