#include "layout/curve.h"

#include <algorithm>
#include <array>
#include <limits>
#include <utility>

namespace gnac::detail {
namespace {

constexpr int kKeyBits = 32;
constexpr int kDigit = 8;  // bits of a key that one pass sorts by
constexpr std::int64_t kDigits = std::int64_t{1} << kDigit;
constexpr std::int64_t kSorted = 16384;  // entries that one thread sorts at a time
constexpr std::int64_t kTogether = 64;   // points whose keys are made side by side

using Cells = std::array<std::array<std::uint32_t, kTogether>, 3>;

struct Frame {
  std::array<float, 3> low = {};
  float scale = 0;  ///< cells per unit of length, the same on all axes
};

Frame frame_of(std::span<const float> place, int dims, std::uint32_t cells, Team& team) {
  constexpr float kFar = std::numeric_limits<float>::max();
  constexpr std::int64_t kBlock = 16384;
  using Corners = std::array<float, 6>;
  const std::int64_t n = std::ssize(place) / dims;
  std::vector<Corners> box(static_cast<std::size_t>((n + kBlock - 1) / kBlock));
  team.for_blocks(n, kBlock, [&](std::int64_t from, std::int64_t to) {
    Corners own{kFar, kFar, kFar, -kFar, -kFar, -kFar};
    for (std::int64_t i = from; i < to; ++i) {
      for (int c = 0; c < dims; ++c) {
        own[c] = std::min(own[c], place[i * dims + c]);
        own[3 + c] = std::max(own[3 + c], place[i * dims + c]);
      }
    }
    box[from / kBlock] = own;
  });
  Frame frame;
  float widest = 0;
  for (int c = 0; c < dims; ++c) {
    float low = kFar;
    float high = -kFar;
    for (const Corners& corners : box) {
      low = std::min(low, corners[c]);
      high = std::max(high, corners[3 + c]);
    }
    frame.low[c] = low;
    widest = std::max(widest, high - low);
  }
  // Below the largest cell even after rounding.
  frame.scale = widest > 0 ? 0.999F * static_cast<float>(cells) / widest : 0;
  return frame;
}

/// From cells of a grid with 2^bits of them on each axis to places on the curve (Skilling,
/// Programming the Hilbert curve, 2004). Without branches, and the points innermost, so that the
/// compiler can do several at once.
template <int kDims>
void keys_of(Cells& x, std::array<std::uint32_t, kTogether>& key) {
  constexpr int kBits = kKeyBits / kDims;
  for (int bit = kBits - 1; bit > 0; --bit) {
    const std::uint32_t lower = (std::uint32_t{1} << bit) - 1;
    for (std::int64_t p = 0; p < kTogether; ++p) x[0][p] ^= lower & (0U - (x[0][p] >> bit & 1U));
    for (int c = 1; c < kDims; ++c) {
      for (std::int64_t p = 0; p < kTogether; ++p) {
        const std::uint32_t set = 0U - (x[c][p] >> bit & 1U);
        const std::uint32_t swap = (x[0][p] ^ x[c][p]) & lower & ~set;
        x[0][p] ^= swap | (lower & set);
        x[c][p] ^= swap;
      }
    }
  }
  for (int c = 1; c < kDims; ++c) {
    for (std::int64_t p = 0; p < kTogether; ++p) x[c][p] ^= x[c - 1][p];
  }
  std::array<std::uint32_t, kTogether> turn{};
  for (int bit = kBits - 1; bit > 0; --bit) {
    const std::uint32_t lower = (std::uint32_t{1} << bit) - 1;
    for (std::int64_t p = 0; p < kTogether; ++p)
      turn[p] ^= lower & (0U - (x[kDims - 1][p] >> bit & 1U));
  }
  key.fill(0);
  // An order of the loops that does not matter: GCC 12 exchanges loops that shift the key itself.
  for (int bit = 0; bit < kBits; ++bit) {
    for (int c = 0; c < kDims; ++c) {
      const int to = bit * kDims + kDims - 1 - c;
      for (std::int64_t p = 0; p < kTogether; ++p)
        key[p] |= ((x[c][p] ^ turn[p]) >> bit & 1U) << to;
    }
  }
}

/// One pass of a radix sort, which keeps the order of entries with the same digit.
void sort_by_digit(int shift, const std::vector<CurveStop>& in, std::vector<CurveStop>& out,
                   Team& team) {
  const std::int64_t n = std::ssize(in);
  const auto digit = [&](const CurveStop& stop) { return stop.key >> shift & (kDigits - 1); };
  std::vector<std::array<std::int64_t, kDigits>> next(
      static_cast<std::size_t>((n + kSorted - 1) / kSorted));
  team.for_blocks(n, kSorted, [&](std::int64_t from, std::int64_t to) {
    auto& count = next[from / kSorted];
    count.fill(0);
    for (std::int64_t i = from; i < to; ++i) ++count[digit(in[i])];
  });
  std::int64_t at = 0;
  for (std::int64_t d = 0; d < kDigits; ++d) {
    for (auto& block : next) at += std::exchange(block[d], at);
  }
  team.for_blocks(n, kSorted, [&](std::int64_t from, std::int64_t to) {
    auto& place = next[from / kSorted];
    for (std::int64_t i = from; i < to; ++i) out[place[digit(in[i])]++] = in[i];
  });
}

}  // namespace

void along_curve(std::span<const float> place, int dims, std::vector<CurveStop>& stops,
                 std::vector<CurveStop>& spare, Team& team) {
  const std::int64_t n = std::ssize(stops);
  spare.resize(stops.size());
  const Frame frame = frame_of(place, dims, (std::uint32_t{1} << kKeyBits / dims) - 1, team);
  constexpr std::int64_t kBlock = 64 * kTogether;
  team.for_blocks(n, kBlock, [&](std::int64_t from, std::int64_t to) {
    Cells cells{};
    std::array<std::uint32_t, kTogether> key{};
    for (std::int64_t first = from; first < to; first += kTogether) {
      const std::int64_t count = std::min(kTogether, to - first);
      for (int c = 0; c < dims; ++c) {
        for (std::int64_t p = 0; p < count; ++p) {
          const float within = (place[(first + p) * dims + c] - frame.low[c]) * frame.scale;
          cells[c][p] = static_cast<std::uint32_t>(within);
        }
      }
      dims == 2 ? keys_of<2>(cells, key) : keys_of<3>(cells, key);
      for (std::int64_t p = 0; p < count; ++p)
        stops[first + p] = {key[p], static_cast<std::int32_t>(first + p)};
    }
  });
  for (int shift = 0; shift < kKeyBits; shift += kDigit) {
    sort_by_digit(shift, stops, spare, team);
    stops.swap(spare);
  }
}

}  // namespace gnac::detail
