#include "readout/reading.h"

#include <cassert>

#include "readout/affinity.h"
#include "readout/communities.h"
#include "readout/merging.h"
#include "readout/spectral_cut.h"

namespace gnac::detail {
namespace {

using Labels = std::vector<std::int32_t>;

/// All of a reading but its spectrum.
Reading begin(const Graph& graph, PointsView points, std::span<const float> conductance, int fewest,
              int most, Team& team) {
  assert(1 <= fewest && fewest <= most && most <= graph.nodes);
  Reading reading;
  reading.fewest = fewest;
  reading.most = most;
  auto ranks = rank_affinity(graph.distance, team);
  reading.conductance.assign(conductance.begin(), conductance.end());
  reading.affinity = conductance_affinity(conductance, ranks, team);
  reading.bridges = bridges(graph, points, team);
  reading.tree = spanning_tree(graph, conductance, ranks, reading.bridges, team);
  std::vector<double>().swap(ranks);
  reading.tree_cut.emplace(reading.tree, graph.nodes);
  reading.merges = average_merges(graph, reading.affinity, team);
  return reading;
}

Spectrum solve(const Reading& reading, const Graph& graph, int fewest, int most, std::uint64_t seed,
               Team& team) {
  const auto count = spectral_counts(graph, reading.bridges, fewest, most);
  return spectrum(graph, reading.affinity, most, count,
                  {.seed = seed, .goal = kCutGoal, .merges = reading.merges}, team);
}

Labels merging_cut(const Reading& reading, const Graph& graph, int clusters, Team& team) {
  if (!reading.groups) {
    return community_cut({graph, reading.affinity, {}, {}, reading.bridges, reading.merges},
                         clusters, team);
  }
  const Groups& of = *reading.groups;
  const std::vector<double> volume = group_volumes(of, graph, reading.affinity);
  const std::vector<std::int64_t> weight = group_sizes(of);
  return labels_of_nodes(
      of, community_cut({of.graph, of.affinity, weight, volume, of.bridges, of.merges}, clusters,
                        team));
}

}  // namespace

Reading read_conductance(const Graph& graph, PointsView points, std::span<const float> conductance,
                         int fewest, int most, std::uint64_t seed, Team& team) {
  Reading reading = begin(graph, points, conductance, fewest, most, team);
  reading.spectrum = solve(reading, graph, fewest, most, seed, team);
  return reading;
}

Reading survey(const Graph& graph, PointsView points, std::span<const float> conductance, int most,
               std::uint64_t seed, Team& team) {
  if (graph.nodes <= kMostSurveyed)
    return read_conductance(graph, points, conductance, 1, most, seed, team);
  return read_groups(begin(graph, points, conductance, 1, most, team), graph, most, seed, team);
}

Reading read_groups(Reading known, const Graph& graph, int most, std::uint64_t seed, Team& team) {
  known.fewest = 1;
  known.most = most;
  known.sharp.reset();
  const Groups& groups = known.groups.emplace(
      group_nodes(graph, known.affinity, known.merges, known.bridges, kSurveyGroups));
  const auto count = spectral_counts(groups.graph, groups.bridges, 1, most);
  known.spectrum = spectrum(groups.graph, groups.affinity, most, count,
                            {.seed = seed, .goal = kCutGoal, .merges = groups.merges}, team);
  return known;
}

void sharpen(Reading& reading, const Graph& graph, int clusters, std::uint64_t seed, Team& team) {
  if (reading.groups) reading.sharp = solve(reading, graph, clusters, clusters, seed, team);
}

const Spectrum& spectrum_for(const Reading& reading, int clusters) {
  return reading.sharp && reading.sharp->clusters == clusters ? *reading.sharp : reading.spectrum;
}

std::vector<std::int32_t> cut_by(ReadoutChoice readout, const Reading& reading, const Graph& graph,
                                 int clusters, Team& team) {
  assert(reading.fewest <= clusters && clusters <= reading.most);
  switch (readout) {
    case ReadoutChoice::merging:
      return merging_cut(reading, graph, clusters, team);
    case ReadoutChoice::tree:
      return reading.tree_cut->labels(clusters);
    case ReadoutChoice::spectral:
    case ReadoutChoice::agreement:
      break;
  }
  const Spectrum& spectrum = spectrum_for(reading, clusters);
  if (!reading.groups || &spectrum != &reading.spectrum)
    return spectral_cut(spectrum, graph, reading.bridges, clusters, team);
  const Groups& groups = *reading.groups;
  return labels_of_nodes(groups,
                         spectral_cut(spectrum, groups.graph, groups.bridges, clusters, team));
}

}  // namespace gnac::detail
