#include "readout/reading.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <numeric>
#include <utility>

#include "readout/affinity.h"
#include "readout/agreement.h"
#include "readout/merging.h"
#include "readout/spectral_cut.h"

namespace gnac::detail {
namespace {

// More digits make no difference to k-means on unit rows.
constexpr EigenGoal kGoal{.residual = 1e-4, .error = 1e-2};

Spectrum spectrum_for(const Reading& reading, const Graph& graph, std::uint64_t seed, Team& team) {
  const auto count = spectral_counts(graph, reading.bridges, reading.fewest, reading.most);
  return spectrum(graph, reading.affinity, reading.most, count,
                  {.seed = seed, .goal = kGoal, .merges = reading.merges}, team);
}

bool has_pairs(const Spectrum& spectrum, std::span<const std::int64_t> count) {
  for (std::size_t c = 0; c < count.size(); ++c) {
    const ComponentSpectrum& part = spectrum.components[c];
    if (std::ssize(part.values) < std::min(count[c], std::ssize(part.node))) return false;
  }
  return true;
}

}  // namespace

std::string_view to_string(ReadoutKind readout) {
  constexpr std::array<std::string_view, kReadouts> names{"spectral", "merging", "tree"};
  return names[static_cast<std::size_t>(readout)];
}

Reading read_conductance(const Graph& graph, PointsView points, std::span<const float> conductance,
                         int fewest, int most, std::uint64_t seed, Team& team) {
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
  reading.spectrum = spectrum_for(reading, graph, seed, team);
  return reading;
}

Reading read_further(Reading known, const Graph& graph, int most, std::uint64_t seed, Team& team) {
  assert(most <= graph.nodes);
  known.fewest = 1;
  known.most = std::max(known.most, most);
  if (!has_pairs(known.spectrum, spectral_counts(graph, known.bridges, 1, known.most)))
    known.spectrum = spectrum_for(known, graph, seed, team);
  return known;
}

std::vector<std::int32_t> cut_by(ReadoutKind readout, const Reading& reading, const Graph& graph,
                                 int clusters, Team& team) {
  assert(reading.fewest <= clusters && clusters <= reading.most);
  switch (readout) {
    case ReadoutKind::merging:
      return merge_cut(reading.merges, graph, reading.bridges, clusters);
    case ReadoutKind::tree:
      return reading.tree_cut->labels(clusters);
    case ReadoutKind::spectral:
      break;
  }
  return spectral_cut(reading.spectrum, graph, reading.bridges, clusters, team);
}

std::vector<Candidate> candidates(const Reading& reading, const Graph& graph, int clusters,
                                  Team& team) {
  std::vector<Candidate> all;
  for (const ReadoutKind readout :
       {ReadoutKind::spectral, ReadoutKind::merging, ReadoutKind::tree}) {
    Candidate c{.readout = readout, .labels = cut_by(readout, reading, graph, clusters, team)};
    all.push_back(std::move(c));
  }
  for (std::size_t a = 0; a < all.size(); ++a) {
    double sum = 0;
    for (std::size_t b = 0; b < all.size(); ++b) {
      if (a != b) sum += rand_agreement(all[a].labels, all[b].labels);
    }
    all[a].agreement = sum / (kReadouts - 1);
  }
  return all;
}

}  // namespace gnac::detail
