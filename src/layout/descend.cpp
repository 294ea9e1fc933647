#include "layout/descend.h"

#include <algorithm>
#include <array>

#include "layout/push_tree.h"

namespace gnac::detail {
namespace {

constexpr int kRebuild = 8;     // steps between new divisions of the tree
constexpr int kSlowSteps = 20;  // with little momentum, while the places are rough
constexpr float kSlow = 0.5F;   // momentum of these steps
constexpr float kFast = 0.8F;   // of all others
constexpr float kLongest = 5;   // a step, along one axis
constexpr float kLeastGain = 0.05F;
constexpr std::int64_t kBlock = 256;

/// Σ_j p_ij of every node.
std::vector<float> degrees(const WeightedGraph& graph) {
  std::vector<float> out;
  for (std::int64_t i = 0; i < graph.nodes(); ++i) {
    float sum = 0;
    for (std::int64_t e = graph.offset[i]; e < graph.offset[i + 1]; ++e) sum += graph.weight[e];
    out.push_back(std::max(sum, 1e-30F));
  }
  return out;
}

/// Σ_j p_ij q (y_j - y_i) with q = 1/(1 + ‖y_i - y_j‖²).
std::array<float, 3> pull_on(const WeightedGraph& graph, const std::vector<float>& place, int dims,
                             std::int64_t i) {
  std::array<float, 3> pull{};
  const float* y = &place[i * dims];
  for (std::int64_t e = graph.offset[i]; e < graph.offset[i + 1]; ++e) {
    const float* other = &place[std::int64_t{graph.to[e]} * dims];
    std::array<float, 3> apart{};
    float square = 1;
    for (int c = 0; c < dims; ++c) {
      apart[c] = other[c] - y[c];
      square += apart[c] * apart[c];
    }
    const float factor = graph.weight[e] / square;
    for (int c = 0; c < dims; ++c) pull[c] += factor * apart[c];
  }
  return pull;
}

}  // namespace

void descend(const WeightedGraph& graph, std::vector<float>& place, int dims, double attraction,
             int steps, const std::function<void()>& stepped, Team& team) {
  const auto rho = static_cast<float>(attraction);
  const std::vector<float> degree = degrees(graph);
  PushTree tree(graph.mass, dims);
  std::vector<float> push(place.size());
  std::vector<float> velocity(place.size(), 0);
  std::vector<float> gain(place.size(), 1);
  std::vector<float> next(place.size());
  for (int step = 0; step < steps; ++step) {
    if (step % kRebuild == 0) {
      tree.build(place, team);
    } else {
      tree.move(place, team);
    }
    const auto all = static_cast<float>(std::max(tree.push(kOpen, push, team), 1e-30));
    const float momentum = step < kSlowSteps ? kSlow : kFast;
    team.for_blocks(graph.nodes(), kBlock, [&](std::int64_t begin, std::int64_t end) {
      for (std::int64_t i = begin; i < end; ++i) {
        const std::array<float, 3> pull = pull_on(graph, place, dims, i);
        for (int c = 0; c < dims; ++c) {
          const std::int64_t at = i * dims + c;
          const float force = rho * pull[c] + graph.mass[i] / all * push[at];
          const bool onward = (force > 0) == (velocity[at] > 0);
          gain[at] = onward ? gain[at] + 0.2F : std::max(0.8F * gain[at], kLeastGain);
          velocity[at] = std::clamp(momentum * velocity[at] + gain[at] * force / (rho * degree[i]),
                                    -kLongest, kLongest);
          next[at] = place[at] + velocity[at];
        }
      }
    });
    place.swap(next);
    stepped();
  }
}

}  // namespace gnac::detail
