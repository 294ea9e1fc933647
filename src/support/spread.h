#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace gnac::detail {

/// A place in [0, 1) for each number, by the golden ratio: consecutive numbers, and every second or
/// third of them, are spread evenly. Picks some of the points without a seed, whatever their order.
inline double golden_place(std::int64_t number) {
  constexpr double kGolden = 0.6180339887498949;
  return std::fmod(static_cast<double>(number) * kGolden, 1.0);
}

/// A number made from the values of a row alone: FNV-1a, eight bytes at a time.
inline std::uint64_t hash_values(std::span<const double> values,
                                 std::uint64_t hash = 0xcbf29ce484222325) {
  for (const double value : values) {
    hash = (hash ^ std::bit_cast<std::uint64_t>(value)) * 0x100000001b3;
    hash ^= hash >> 32;
  }
  return hash;
}

/// At most `most` rows by the hashes of their values, ascending: the same ones in any order of the
/// rows.
inline std::vector<std::int64_t> rows_by_hash(std::span<const std::uint64_t> hashes,
                                              std::int64_t most) {
  std::vector<std::pair<std::uint64_t, std::int64_t>> rows;
  for (std::int64_t i = 0; i < std::ssize(hashes); ++i) rows.emplace_back(hashes[i], i);
  if (std::ssize(rows) > most) {
    std::ranges::nth_element(rows, rows.begin() + most);
    rows.resize(static_cast<std::size_t>(most));
  }
  std::vector<std::int64_t> chosen;
  for (const auto& [hash, row] : rows) chosen.push_back(row);
  std::ranges::sort(chosen);
  return chosen;
}

}  // namespace gnac::detail
