#include "studies/published.h"

#include <limits>

namespace gnac::detail {
namespace {

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

constexpr PublishedMethod kMethods[]{
    {"gnac", 0.7951, 0.9379, 0.8350, 0.8463, 0.0193, 10.968},
    {"genie", 0.7941, 0.9152, 0.8503, 0.8461, 0.0000, 0.005},
    {"spectral", 0.7011, 0.7668, 0.7747, 0.7840, 0.0222, 0.335},
    {"gmm", 0.6510, 0.8306, 0.7024, 0.7394, 0.0300, 0.055},
    {"kmeans", 0.5580, 0.5819, 0.6256, 0.6909, 0.0022, 0.070},
    {"idec", 0.5572, 0.5694, 0.6294, 0.6979, 0.0637, 3.189},
    {"ward", 0.5559, 0.6015, 0.6338, 0.6898, 0.0000, 0.091},
    {"dec", 0.5388, 0.5722, 0.6190, 0.6801, 0.0575, 2.716},
    {"som", 0.5330, 0.5771, 0.6104, 0.6668, 0.0201, 0.126},
    {"average", 0.5215, 0.5197, 0.6010, 0.6549, 0.0000, 0.072},
    {"birch", 0.4691, 0.4458, 0.5709, 0.6257, 0.0000, 0.014},
};

constexpr PublishedPair kPairs[]{
    {"birch", 0.3587, 0.2729, 0.4466, 62, 3, 8, 1.31e-8},
    {"average", 0.2945, 0.2045, 0.3900, 54, 6, 13, 7.06e-7},
    {"dec", 0.2922, 0.2129, 0.3759, 56, 2, 15, 1.59e-7},
    {"som", 0.2900, 0.2030, 0.3816, 57, 2, 14, 1.59e-7},
    {"idec", 0.2679, 0.1902, 0.3497, 60, 0, 13, 5.05e-8},
    {"ward", 0.2649, 0.1771, 0.3589, 53, 6, 14, 3.60e-7},
    {"kmeans", 0.2627, 0.1733, 0.3586, 50, 7, 16, 2.12e-6},
    {"gmm", 0.1651, 0.0785, 0.2597, 41, 9, 23, 0.00131},
    {"spectral", 0.0834, 0.0352, 0.1371, 38, 16, 19, 0.00607},
    {"genie", 0.00025, -0.0695, 0.0634, 34, 20, 19, 0.358},
};

constexpr PublishedBatteries kByBattery[]{
    {"gnac", {0.9530, 0.8074, 0.7953, 0.7214}},
    {"genie", {0.9249, 0.8004, 0.7837, 0.7434}},
    {"spectral", {0.8786, 0.6444, 0.7553, 0.6409}},
    {"gmm", {0.7646, 0.7203, 0.5718, 0.6013}},
};

constexpr PublishedUnresolved kUnresolved[]{
    {"gnac", 0.7421}, {"genie", 0.7623}, {"gmm", 0.6981}, {"spectral", 0.6741}};

constexpr PublishedRobustness kRobustness[]{
    {"noise", "gnac", {0.7951, 0.7571, 0.7090, 0.5899, 0.4786, 0.3119}},
    {"noise", "genie", {0.7941, 0.7581, 0.6781, 0.5425, 0.4289, 0.2543}},
    {"noise", "spectral", {0.7011, 0.6790, 0.6599, 0.5793, 0.4476, 0.3034}},
    {"noise", "gmm", {0.6510, 0.6392, 0.6227, 0.5405, 0.4615, 0.3353}},
    {"delete", "gnac", {0.7951, 0.7944, 0.7957, 0.7966, 0.7977, 0.7990}},
    {"delete", "shared-spectral", {0.6944, 0.6929, 0.6950, 0.6982, 0.6964, 0.6955}},
    {"rewire", "gnac", {0.7951, 0.6684, 0.5729, 0.5306, 0.4875, 0.4240}},
    {"rewire", "shared-spectral", {0.6944, 0.5914, 0.5486, 0.5063, 0.4479, 0.3583}},
};

constexpr PublishedRobustness kUnresolvedRobustness[]{
    {"rewire", "gnac", {0.7421, 0.6663, 0.6182, 0.5887, 0.5413, 0.4645}},
};

constexpr PublishedScaling kScaling[]{
    {"fit", "Total fit time (s)", {15.27, 30.75, 60.55, 153.27, 333.34}, 1.023, 0.9995},
    {"graph", "Graph construction (s)", {0.54, 1.11, 2.48, 7.51, 17.25}, 1.166, 0.9993},
    {"rest", "Fit excluding graph (s)", {14.74, 29.64, 58.05, 145.82, 315.93}, 1.016, 0.9995},
    {"end_to_end", "End-to-end time (s)", {15.80, 31.88, 62.86, 159.55, 346.79}, 1.025, 0.9995},
    {"peak_mib", "Peak memory (MiB)", {364.8, 717.7, 1421.9, 3548.5, 7085.3}, 0.991, 1.0},
};

constexpr PublishedTransfer kTransfer[]{
    {1000, 0.9729, 0.7343, -0.0366, 10.0}, {2000, kNone, 0.7240, -0.0469, kNone},
    {5000, 0.9735, 0.7621, -0.0089, 15.2}, {20000, 0.9737, 0.7685, -0.0025, 60.0},
    {100000, 0.9739, 0.7709, 0.0, 328.5},
};

constexpr PublishedControl kControls[]{
    {"graph-only", 0.9745, 0.7670},
    {"untrained", 0.9728, 0.7634},
    {"kmeans", 0.9768, 0.6622},
};

}  // namespace

std::span<const PublishedMethod> published_methods() {
  return kMethods;
}
std::span<const PublishedPair> published_pairs() {
  return kPairs;
}
std::span<const PublishedBatteries> published_batteries() {
  return kByBattery;
}
std::span<const PublishedUnresolved> published_unresolved() {
  return kUnresolved;
}
std::span<const PublishedRobustness> published_robustness() {
  return kRobustness;
}
std::span<const PublishedRobustness> published_unresolved_robustness() {
  return kUnresolvedRobustness;
}
std::span<const PublishedScaling> published_scaling() {
  return kScaling;
}
std::span<const PublishedTransfer> published_transfer() {
  return kTransfer;
}
std::span<const PublishedControl> published_controls() {
  return kControls;
}

}  // namespace gnac::detail
