#pragma once

#include <functional>
#include <vector>

#include "gnac/model.h"
#include "graph/attach.h"
#include "support/team.h"

// How new cells evolve next to fitted ones that do not react to them. Nothing flows back, so a new
// cell's state does not depend on other new cells (up to the rounding of a sum whose order follows
// the layout in memory).
namespace gnac::detail {

/// States of the fitted cells, steps 0 … T*, each nodes × columns in the order of the points.
struct Trajectory {
  std::int64_t columns = 0;
  std::vector<std::vector<float>> steps;
};

/// Calls fn(t, states) for t = 0 … T* as the fitted cells evolve again under the published rule;
/// rows are [h | z].
void replay_published(const Model& model, Team& team,
                      const std::function<void(int t, const std::vector<float>& states)>& fn);

/// z of the new cells after T* steps, new cells × d_z. A new cell starts from ξ = 0, the mean of
/// the stochastic seed, and takes its messages from its hosts, which follow the trajectory.
std::vector<float> join_published(const Model& model, const Trajectory& fitted,
                                  const Attachment& attachment, Team& team);

/// The outcome of the universal rule for new cells.
struct JoinedCells {
  std::vector<float> states;       ///< new cells × d_h
  std::vector<float> conductance;  ///< of each edge of the attachment's graph
};

/// The same under the universal rule; `features` are those of the attachment.
JoinedCells join_universal(const Model& model, const Trajectory& fitted,
                           const Attachment& attachment, const ScaleFree& features, Team& team);

}  // namespace gnac::detail
