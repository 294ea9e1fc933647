#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "automaton/automaton.h"
#include "gnac/graph.h"
#include "gnac/rule.h"
#include "graph/scale_free.h"
#include "support/team.h"

// Running a trained universal rule on a graph.
namespace gnac::detail {

/// A universal rule running on a graph, one step at a time. Cells and edges are named by the
/// caller's numbers: rows of the features, entries of graph.edges.
class UniversalRun {
 public:
  /// Throws Error when the rule does not fit the graph's features. `rule` and `graph` are needed
  /// during the call only. Features that are moved here are laid out where they are: they are as
  /// large as all that comes after.
  ///
  /// Cells that `late` marks (by node; empty: none) are another machine's: the caller writes their
  /// states, and a step is on_time_edges(), then, with those states in place, late_edges() and
  /// update(). A graph with cells elsewhere is a part of one that needs many machines' memory, so
  /// nothing is kept that can be recomputed; the states are the same to the last bit.
  UniversalRun(const Rule& rule, const Graph& graph, ScaleFree features, Team& team,
               std::span<const char> late = {});
  UniversalRun(const UniversalRun&) = delete;
  UniversalRun& operator=(const UniversalRun&) = delete;

  /// Back to h⁰.
  void start();

  /// One step of all cells.
  void step();

  /// The parts of it, for a run with late cells.
  void on_time_edges();
  void late_edges();
  void update();

  /// The hidden state of a cell, d_h floats. Writing to it makes another trajectory: prediction
  /// holds the fitted neighbours of new cells on theirs.
  std::span<float> hidden(std::int64_t node);

  /// Hidden states of all cells, nodes × d_h.
  std::vector<float> hidden_states() const;

  /// The conductance of every undirected edge at the current state, in the order of graph.edges.
  std::vector<float> conductances();

  /// Those that the last on_time_edges() and late_edges() computed, in the same order.
  std::vector<float> present_conductances() const { return in_user_order(alpha_); }
  std::vector<float> logits();

 private:
  UniversalRun(const Rule& rule, Cells cells, Keeps keeps, Team& team);
  std::vector<float> in_user_order(const Buffer<float>& values) const;

  Cells cells_;
  Automaton automaton_;
  Buffer<float> state_, next_, alpha_;
};

/// The result of an evolution.
struct UniversalEvolution {
  std::vector<float> conductance;          ///< α of the last step, in the order of graph.edges
  std::vector<float> logit;                ///< its logit: finer where α is near 0 or 1
  std::vector<std::vector<float>> hidden;  ///< of the steps 0 … T, nodes × d_h, if requested
};

/// rule.steps steps from h⁰, then the conductance of every edge.
UniversalEvolution evolve_universal(const Rule& rule, const Graph& graph, const ScaleFree& features,
                                    Team& team, bool record_states = false);

/// Bytes that evolve_universal uses at its peak, in addition to graph, features and recorded
/// states.
double universal_bytes(const RuleShape& shape, std::int64_t n, std::int64_t edges,
                       Keeps keeps = Keeps::shares);

}  // namespace gnac::detail
