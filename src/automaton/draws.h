#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "gnac/graph.h"
#include "gnac/rule.h"
#include "support/random.h"
#include "support/team.h"

// Everything random in the automaton. Draws are keyed by the user's numbering of cells, so that
// renumbering and threads change nothing.
namespace gnac::detail {

/// Initial values of a rule: uniform on ±1/√fan_in, weights and biases.
std::vector<float> initial_values(const RuleShape& shape, std::uint64_t seed);

/// ξ ~ N(0, I) for every cell, n×seed_dim; row v belongs to user's cell user[v].
void draw_seeds(float* xi, std::span<const std::int32_t> user, int seed_dim, std::uint64_t seed,
                Stream stream, std::uint32_t part, Team& team);

/// Samples pairs of cells that are not neighbours in the graph.
class PairSampler {
 public:
  explicit PairSampler(const Graph& graph);

  /// `count` pairs drawn uniformly with replacement for this epoch; each of them once if the graph
  /// has no more than that; none if it is complete.
  std::vector<Edge> sample(int count, std::uint64_t seed, std::uint32_t epoch) const;

  bool none() const { return complement_count_ == 0; }

 private:
  const Graph& graph_;
  std::int64_t complement_count_ = 0;
  std::vector<Edge> complement_;  ///< filled if more than half of all pairs are neighbours
};

}  // namespace gnac::detail
