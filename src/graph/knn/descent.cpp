#include "graph/knn/descent.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <span>
#include <vector>

namespace gnac::detail::knn_detail {
namespace {

constexpr int kRounds = 2;
constexpr double kStill = 0.005;      // a round that changes less than this share is the last
constexpr std::int64_t kBlock = 512;  // positions per item of work

// The front of the lists before a round. The lowest bit of an entry says that the last round put it
// there.
struct Snapshot {
  std::int64_t k = 0;                // entries that are looked at of each list
  std::vector<std::uint32_t> entry;  // n×k: position·2 + new; the lists of rough_lists.h
  std::vector<std::uint32_t>
      back;  // n×k: positions that have this one in their list, in the same form
  std::vector<std::int32_t> back_size;  // n

  std::span<const std::uint32_t> forward(std::int64_t p) const {
    return std::span(entry).subspan(static_cast<std::size_t>(p * k), static_cast<std::size_t>(k));
  }
  std::span<const std::uint32_t> backward(std::int64_t p) const {
    return std::span(back).subspan(static_cast<std::size_t>(p * k),
                                   static_cast<std::size_t>(back_size[p]));
  }
};

constexpr std::uint32_t kNone = ~std::uint32_t{1};  // an empty place of a list

// If too many have a position in their list, keep the k that have it nearest the front.
void reverse(Snapshot& s) {
  std::fill(s.back_size.begin(), s.back_size.end(), 0);
  const auto n = std::ssize(s.back_size);
  for (std::int64_t rank = 0; rank < s.k; ++rank) {
    for (std::int64_t p = 0; p < n; ++p) {
      const std::uint32_t e = s.entry[p * s.k + rank];
      if (e == kNone) continue;
      const auto q = static_cast<std::int64_t>(e >> 1);
      if (s.back_size[q] == s.k) continue;
      s.back[q * s.k + s.back_size[q]++] = static_cast<std::uint32_t>(p) << 1 | (e & 1U);
    }
  }
}

// A set of positions that fits the L1 cache, whatever the number of points.
class Seen {
 public:
  void clear(std::size_t most) {
    const std::size_t wanted = std::bit_ceil(2 * most + 2);
    if (slot_.size() < wanted) slot_.resize(wanted);
    std::fill(slot_.begin(), slot_.end(), -1);
  }

  // False if it was in the set already.
  bool add(std::int32_t position) {
    const std::size_t mask = slot_.size() - 1;
    for (std::size_t at = static_cast<std::uint32_t>(position) * 2654435769U >> 7 & mask;;
         at = (at + 1) & mask) {
      if (slot_[at] == position) return false;
      if (slot_[at] >= 0) continue;
      slot_[at] = position;
      return true;
    }
  }

 private:
  std::vector<std::int32_t> slot_;
};

// Work space of one thread.
struct Space {
  Seen seen;
  std::vector<std::int32_t> candidates;
};

// The neighbours of p's neighbours that p has not been compared with.
void collect(const Snapshot& old, std::int64_t p, Space& space) {
  const auto forward = old.forward(p);
  const auto backward = old.backward(p);
  space.candidates.clear();
  space.seen.clear((forward.size() + backward.size()) * static_cast<std::size_t>(old.k + 1));
  space.seen.add(static_cast<std::int32_t>(p));
  for (const std::uint32_t e : forward) {
    if (e != kNone) space.seen.add(static_cast<std::int32_t>(e >> 1));
  }
  const auto look = [&](std::uint32_t to) {
    const auto r = static_cast<std::int32_t>(to >> 1);
    if (space.seen.add(r)) space.candidates.push_back(r);
  };
  for (const std::uint32_t to : backward) look(to);
  for (const auto list : {forward, backward}) {
    for (const std::uint32_t via : list) {
      if (via == kNone) continue;
      // Two old entries have been compared in an earlier round.
      for (const std::uint32_t to : old.forward(via >> 1)) {
        if (((via | to) & 1U) != 0 && to != kNone) look(to);
      }
    }
  }
}

// Offers the candidates to p; returns how many entries of its list are new.
std::int64_t improve(const RoughRows& rows, RoughLists& lists, std::int64_t p, const Space& space) {
  constexpr std::size_t kAhead = 8;
  constexpr auto kLine = static_cast<std::int64_t>(64 / sizeof(float));
  const auto count = space.candidates.size();
  std::int64_t changed = 0;
  for (std::size_t a = 0; a < count; ++a) {
    if (a + kAhead < count) {
      const float* next = rows.row(space.candidates[a + kAhead]);
      for (std::int64_t c = 0; c < rows.d; c += kLine) __builtin_prefetch(next + c);
    }
    const std::int32_t r = space.candidates[a];
    const float square = rows.squared(p, r, lists.reach(p));
    if (square > lists.reach(p)) continue;
    if (lists.offer(p, r, square)) ++changed;
  }
  return changed;
}

}  // namespace

void descend(const RoughRows& rows, RoughLists& lists, std::int64_t looked_at, double from,
             double to, Team& team) {
  const std::int64_t n = lists.n;
  const std::int64_t length = lists.length;
  const std::int64_t k = std::min(looked_at, length);
  const auto entries = static_cast<std::size_t>(n * k);
  Snapshot old{k, std::vector<std::uint32_t>(entries), std::vector<std::uint32_t>(entries),
               std::vector<std::int32_t>(static_cast<std::size_t>(n))};
  std::vector<Space> spaces(static_cast<std::size_t>(team.size()));
  std::vector<std::int64_t> changed(static_cast<std::size_t>((n + kBlock - 1) / kBlock));
  for (int round = 1; round <= kRounds; ++round) {
    team.for_blocks(n, kBlock, [&](std::int64_t begin, std::int64_t end) {
      for (std::int64_t p = begin; p < end; ++p) {
        for (std::int64_t a = 0; a < k; ++a) {
          const std::int32_t r = lists.neighbour[p * length + a];
          old.entry[p * k + a] =
              r < 0 ? kNone : static_cast<std::uint32_t>(r) << 1 | lists.fresh[p * length + a];
        }
        std::fill_n(lists.fresh.begin() + p * length, length, std::uint8_t{0});
      }
    });
    reverse(old);
    team.for_blocks(n, kBlock, [&](std::int64_t begin, std::int64_t end, int thread) {
      Space& space = spaces[static_cast<std::size_t>(thread)];
      std::int64_t sum = 0;
      for (std::int64_t p = begin; p < end; ++p) {
        collect(old, p, space);
        sum += improve(rows, lists, p, space);
      }
      changed[begin / kBlock] = sum;
    });
    team.advance(std::lerp(from, to, static_cast<double>(round) / kRounds));
    const auto total = std::accumulate(changed.begin(), changed.end(), std::int64_t{0});
    if (static_cast<double>(total) < kStill * static_cast<double>(n * length)) return;
  }
}

}  // namespace gnac::detail::knn_detail
