#pragma once

#include <functional>
#include <vector>

#include "automaton/cells.h"
#include "gnac/model.h"
#include "graph/attach.h"
#include "support/aligned.h"
#include "support/team.h"

// How new cells evolve beside fitted ones that do not react to them.
namespace gnac {

/// The fitted cells as they evolved in the fit, step by step.
class Replay {
 public:
  /// Evolves the fitted cells once and keeps every state, where memory allows; otherwise each
  /// evolve_joined() evolves them again.
  Replay(const Model& model, Team& team);

  /// Calls fn(t, state) for t = 0 … T*; a state is n rows of cells().row floats.
  void for_steps(Team& team, const std::function<void(int t, const float* state)>& fn) const;

  const Cells& cells() const { return cells_; }

 private:
  void evolve(Team& team, const std::function<void(int t, const float* state)>& fn) const;

  const Model& model_;
  Cells cells_;
  Buffer<float> kept_;  ///< (T* + 1) × n × row, or empty
};

/// z of the new cells after T* steps, new cells × d_z. A new cell starts from ξ = 0, the mean of
/// the stochastic seed, and takes its messages from its hosts. Nothing flows back, so that a new
/// cell's state depends on no other new cell (to the rounding of a sum whose order follows the
/// layout in memory).
std::vector<float> evolve_joined(const Model& model, const Replay& replay,
                                 const Attachment& attachment, Team& team);

}  // namespace gnac
