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
  /// Throws Error if the rule does not fit the graph's features. `rule` is only needed during the
  /// call.
  UniversalRun(const Rule& rule, const Graph& graph, const ScaleFree& features, Team& team);

  /// The same, but frees the features once they are laid out: they are as large as everything that
  /// comes after.
  UniversalRun(const Rule& rule, const Graph& graph, ScaleFree&& features, Team& team);
  UniversalRun(const UniversalRun&) = delete;
  UniversalRun& operator=(const UniversalRun&) = delete;

  /// Back to h⁰.
  void start();

  /// One step of all cells.
  void step();

  /// The hidden state of a cell, d_h floats. Writing to it makes another trajectory: prediction
  /// holds the fitted neighbours of new cells on theirs.
  std::span<float> hidden(std::int64_t node);

  /// Hidden states of all cells, nodes × d_h.
  std::vector<float> hidden_states() const;

  /// The conductance of every undirected edge at the current state, in the order of graph.edges.
  std::vector<float> conductances();
  std::vector<float> logits();

 private:
  UniversalRun(const Rule& rule, Cells cells, Team& team);
  std::vector<float> in_user_order(const Buffer<float>& values) const;

  Cells cells_;
  Automaton automaton_;
  Buffer<float> state_, next_, alpha_;
};

/// What evolution found.
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
double universal_bytes(const RuleShape& shape, std::int64_t n, std::int64_t edges);

}  // namespace gnac::detail
