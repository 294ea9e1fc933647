#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "automaton/train.h"
#include "gnac/model.h"
#include "support/team.h"

// The path through the library, on an existing team: called by the public fit() and by the studies,
// which run several fits at a time.
namespace gnac::detail {

/// Which of a fit's arrays are kept. The program knows what it is going to write, and saves the
/// rest.
struct FitPlan {
  /// Only the labels are wanted: no rule is trained if the graph has exactly K components, which
  /// are then the answer.
  bool labels_only = false;
  /// Large arrays are freed as soon as no stage needs them. The model keeps labels, counts, timings
  /// and the edges and components of its graph, and cannot predict.
  bool lean = false;
  /// The owner of the points, if they may be overwritten: they are scaled in place and become the
  /// model's.
  Points* own_points = nullptr;
};

/// fit() of gnac/model.h.
Model fit_on(const FitData& data, int clusters, const Options& options, Team& team,
             const FitPlan& plan = {});

/// expected_bytes() of gnac/model.h.
double expected_bytes(const FitData& data, int clusters, const Options& options,
                      const FitPlan& plan);

/// A fit without the readout, for callers that want several partitions of one evolution. `start`
/// may change the rule's initial values before it is trained.
Model evolve_on(const FitData& data, const Options& options, Team& team,
                const RuleEdit& start = {});

/// partition() of gnac/model.h.
Partition partition_on(const Model& model, int clusters, Team& team);

/// The labels of a fit into each of `numbers`, without fitting again. `points`: those of the fit
/// before scaling; without any, the model's with their scaling undone, whose rounding may move
/// single points. At most as many numbers as there are threads are worked on at a time.
std::vector<std::vector<std::int32_t>> labels_into(const Model& model, std::span<const int> numbers,
                                                   PointsView points, Team& team);

}  // namespace gnac::detail
