#pragma once

#include <functional>
#include <span>

#include "automaton/epoch.h"

// Training with known answers: the logits of the last state against "both ends are in one cluster".
// Twin: tests/twins/universal_twin.cpp. Equations: docs/method.md, "The universal form".
namespace gnac::detail {

/// The target of each edge, in the order of the cells' edges.
struct EdgeTargets {
  Buffer<float> same;    ///< 1: both ends in one cluster; 0: the edge should be cut
  Buffer<float> weight;  ///< share in the loss
};

/// Targets from labels, which follow the user's numbering; 0 is noise, whose edges have weight 0.
/// Kept and cut edges have equal total weight, except that fewer than 20 cut edges weigh as if they
/// were part of 20, so that a few stray ones do not dominate a problem.
EdgeTargets edge_targets(const Cells& cells, std::span<const std::int32_t> labels);

/// Weighted binary cross-entropy of the logits; d_logit (may be null) gets its gradient.
double supervised_loss(float* d_logit, const float* logit, const EdgeTargets& targets, Team& team);

/// A loss of the logits, which writes its gradient to d_logit.
using LogitLoss = std::function<double(float* d_logit, const float* logit)>;

/// A rollout of `steps` steps in the universal form, the loss of its logits, and that loss's
/// gradient by every value of the rule. The tape must have room for as many steps.
double supervised_epoch(std::span<double> gradient, Automaton& automaton, Tape& tape,
                        std::span<const float> values, const LogitLoss& loss_of, int steps);

}  // namespace gnac::detail
