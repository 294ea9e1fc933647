#include "layout/descend.h"

#include <algorithm>
#include <array>

#include "layout/push_tree.h"

namespace gnac::detail {
namespace {

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
template <int kDims>
std::array<float, kDims> pull_on(const WeightedGraph& graph, const std::vector<float>& place,
                                 std::int64_t i) {
  std::array<float, kDims> pull{};
  const float* y = &place[i * kDims];
  for (std::int64_t e = graph.offset[i]; e < graph.offset[i + 1]; ++e) {
    const float* other = &place[std::int64_t{graph.to[e]} * kDims];
    std::array<float, kDims> apart{};
    float square = 1;
    for (int c = 0; c < kDims; ++c) {
      apart[c] = other[c] - y[c];
      square += apart[c] * apart[c];
    }
    const float factor = graph.weight[e] / square;
    for (int c = 0; c < kDims; ++c) pull[c] += factor * apart[c];
  }
  return pull;
}

template <int kDims>
void descend_in(const WeightedGraph& graph, std::vector<float>& place, double attraction, int steps,
                const std::function<void()>& stepped, Team& team) {
  const auto rho = static_cast<float>(attraction);
  const double open = graph.nodes() <= kFewNodes ? kOpenFew : kOpen;
  const std::vector<float> degree = degrees(graph);
  PushTree tree(graph.mass, kDims);
  std::vector<float> push(place.size());
  std::vector<float> velocity(place.size(), 0);
  std::vector<float> gain(place.size(), 1);
  std::vector<float> next(place.size());
  for (int step = 0; step < steps; ++step) {
    tree.build(place, team);
    const auto all = static_cast<float>(std::max(tree.push(open, push, team), 1e-30));
    const float momentum = step < kSlowSteps ? kSlow : kFast;
    team.for_blocks(graph.nodes(), kBlock, [&](std::int64_t begin, std::int64_t end) {
      for (std::int64_t i = begin; i < end; ++i) {
        const std::array<float, kDims> pull = pull_on<kDims>(graph, place, i);
        for (int c = 0; c < kDims; ++c) {
          const std::int64_t at = i * kDims + c;
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

}  // namespace

void descend(const WeightedGraph& graph, std::vector<float>& place, int dims, double attraction,
             int steps, const std::function<void()>& stepped, Team& team) {
  const auto in = dims == 2 ? descend_in<2> : descend_in<3>;
  in(graph, place, attraction, steps, stepped, team);
}

}  // namespace gnac::detail
