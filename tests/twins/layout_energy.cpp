#include "twins/layout_energy.h"

#include <cmath>

namespace gnac::detail {
namespace {

double squared(std::span<const double> place, int dims, std::int64_t i, std::int64_t j) {
  double sum = 0;
  for (int c = 0; c < dims; ++c) {
    const double difference = place[i * dims + c] - place[j * dims + c];
    sum += difference * difference;
  }
  return sum;
}

/// Σ_{i≠j} m_i m_j q_ij.
double all_pairs(const WeightedGraph& graph, std::span<const double> place, int dims) {
  double sum = 0;
  for (std::int64_t i = 0; i < graph.nodes(); ++i) {
    for (std::int64_t j = 0; j < graph.nodes(); ++j) {
      if (i == j) continue;
      const double masses = static_cast<double>(graph.mass[i]) * static_cast<double>(graph.mass[j]);
      sum += masses / (1 + squared(place, dims, i, j));
    }
  }
  return sum;
}

}  // namespace

double layout_energy(const WeightedGraph& graph, std::span<const double> place, int dims,
                     double attraction) {
  double pull = 0;
  for (std::int64_t i = 0; i < graph.nodes(); ++i) {
    for (std::int64_t e = graph.offset[i]; e < graph.offset[i + 1]; ++e) {
      pull +=
          static_cast<double>(graph.weight[e]) * std::log1p(squared(place, dims, i, graph.to[e]));
    }
  }
  return attraction * pull + std::log(all_pairs(graph, place, dims));
}

std::vector<double> layout_gradient(const WeightedGraph& graph, std::span<const double> place,
                                    int dims, double attraction) {
  std::vector<double> out(place.size(), 0);
  const double all = all_pairs(graph, place, dims);
  for (std::int64_t i = 0; i < graph.nodes(); ++i) {
    const auto add = [&](std::int64_t j, double factor) {
      for (int c = 0; c < dims; ++c)
        out[i * dims + c] += factor * (place[i * dims + c] - place[j * dims + c]);
    };
    for (std::int64_t e = graph.offset[i]; e < graph.offset[i + 1]; ++e) {
      const std::int32_t j = graph.to[e];
      const double q = 1 / (1 + squared(place, dims, i, j));
      add(j, 4 * attraction * static_cast<double>(graph.weight[e]) * q);
    }
    for (std::int64_t j = 0; j < graph.nodes(); ++j) {
      if (i == j) continue;
      const double q = 1 / (1 + squared(place, dims, i, j));
      const double masses = static_cast<double>(graph.mass[i]) * static_cast<double>(graph.mass[j]);
      add(j, -4 * masses * q * q / all);
    }
  }
  return out;
}

}  // namespace gnac::detail
