#include "model/vote.h"

#include <algorithm>
#include <cmath>

#include "readout/affinity.h"

namespace gnac {
namespace {

/// Sums of affinity by label, in the order in which the labels were met.
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

double States::distance(std::int64_t i, const States& other, std::int64_t j) const {
  double square = 0;
  for (int c = 0; c < columns; ++c) {
    const double diff =
        static_cast<double>(values[i * columns + c]) - other.values[j * columns + c];
    square += diff * diff;
  }
  return std::sqrt(square);
}

std::vector<std::int32_t> vote(const Graph& fitted, const States& fitted_states,
                               std::span<const std::int32_t> labels, const NeighbourLists& ties,
                               const States& states, Team& team) {
  std::vector<double> scale(fitted.edges.size());
  for (std::size_t e = 0; e < scale.size(); ++e) {
    scale[e] = fitted_states.distance(fitted.edges[e].i, fitted_states, fitted.edges[e].j);
  }
  std::sort(scale.begin(), scale.end());
  const auto affinity = [&](double distance) {
    const auto shorter = std::lower_bound(scale.begin(), scale.end(), distance) - scale.begin();
    return affinity_of_rank(shorter, std::ssize(scale));
  };
  std::vector<std::int32_t> out(ties.nodes());
  team.for_blocks(ties.nodes(), 256, [&](std::int64_t begin, std::int64_t end) {
    for (std::int64_t i = begin; i < end; ++i) {
      Ballot ballot;
      for (const std::int32_t j : ties.indices(i)) {
        ballot.add(labels[j], affinity(states.distance(i, fitted_states, j)));
      }
      out[i] = ballot.winner();
    }
  });
  return out;
}

}  // namespace gnac
