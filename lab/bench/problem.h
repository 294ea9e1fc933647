#pragma once

#include <cstdint>
#include <vector>

#include "automaton/automaton.h"
#include "automaton/epoch.h"
#include "bench/common.h"
#include "gnac/graph.h"
#include "gnac/options.h"
#include "gnac/stages.h"
#include "support/team.h"

// The timed problems.
namespace gnac::bench {

using namespace detail;

inline constexpr int kClusters = 8;     ///< K of the paper's scaling study
inline constexpr int kDimensions = 16;  ///< d of the paper's scaling study

/// The paper's scaling mixture: the first n points of one sample.
Points mixture(std::int64_t n);

/// n points of a standard normal of this many dimensions, turned into 16 dimensions by a fixed
/// linear map with orthogonal columns of length 1 (the identity for 16).
Points cloud(std::int64_t n, int intrinsic);

/// Everything a training epoch works on, prepared as in train().
struct Epoch {
  Epoch(const Points& points, const Graph& graph, const Options& options, Team& team);

  /// One call of training_epoch().
  void run();

  const Options options = Options::paper();
  Team& team;
  RuleShape shape;
  Cells cells;
  Automaton automaton;
  Tape tape;
  std::vector<float> values;
  std::vector<double> gradient;
  Buffer<float> xi;
  std::vector<Edge> pairs;
};

/// A training, and the seconds of each of its epochs except the first, which touches fresh memory.
struct TimedTraining {
  Rule rule;
  std::vector<double> epoch_seconds;
};

TimedTraining timed_training(PointsView points, const Graph& graph, const Options& options,
                             Clock clock = Clock::wall);

}  // namespace gnac::bench
