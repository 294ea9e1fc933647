#include "model/vote.h"

#include <algorithm>

#include "readout/affinity.h"

namespace gnac::detail {
namespace {

/// Sums of affinity by label, in the order in which the labels appear.
struct Ballot {
  struct Sum {
    std::int32_t label;
    double affinity;
  };
  std::vector<Sum> sums;

  void add(std::int32_t label, double affinity) {
    for (Sum& sum : sums) {
      if (sum.label != label) continue;
      sum.affinity += affinity;
      return;
    }
    sums.push_back({label, affinity});
  }

  std::int32_t winner() const {
    return std::max_element(sums.begin(), sums.end(),
                            [](const Sum& a, const Sum& b) { return a.affinity < b.affinity; })
        ->label;
  }
};

}  // namespace

std::vector<std::int32_t> vote(const NeighborLists& ties, std::span<const double> affinity,
                               std::span<const std::int32_t> labels, Team& team) {
  std::vector<std::int32_t> out(ties.nodes());
  team.for_blocks(ties.nodes(), 256, [&](std::int64_t begin, std::int64_t end) {
    for (std::int64_t i = begin; i < end; ++i) {
      Ballot ballot;
      for (std::int64_t e = ties.offset[i]; e < ties.offset[i + 1]; ++e)
        ballot.add(labels[ties.index[e]], affinity[e]);
      out[i] = ballot.winner();
    }
  });
  return out;
}

Ranking::Ranking(std::span<const double> known) : sorted_(known.begin(), known.end()) {
  std::sort(sorted_.begin(), sorted_.end());
}

double Ranking::affinity(double value) const {
  const auto smaller = std::lower_bound(sorted_.begin(), sorted_.end(), value) - sorted_.begin();
  return affinity_of_rank(smaller, std::ssize(sorted_));
}

}  // namespace gnac::detail
