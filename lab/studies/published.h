#pragma once

#include <array>
#include <span>
#include <string_view>

// The numbers of the paper (Miller and Crawford: "G-NAC: Graph Neural Automata Clustering via
// Emergent Domain Formation", September 2026), table by table. Methods have the names of
// study_methods().
namespace gnac::detail {

/// Table "Aggregate clustering performance across the 73 dataset/K tasks".
struct PublishedMethod {
  std::string_view method;
  double mean_ari, median_ari, mean_ami, mean_nca, seed_sd, seconds;
};
std::span<const PublishedMethod> published_methods();

/// Table "Paired ARI comparisons between G-NAC and the baseline methods".
struct PublishedPair {
  std::string_view method;
  double difference, low, high;
  int wins, ties, losses;
  double p_holm;
};
std::span<const PublishedPair> published_pairs();

/// Table "Mean ARI by benchmark battery for the strongest methods".
inline constexpr std::array<std::string_view, 4> kBatteries{"fcps", "sipu", "graves", "wut"};
struct PublishedBatteries {
  std::string_view method;
  std::array<double, 4> ari;  ///< in the order of kBatteries
};
std::span<const PublishedBatteries> published_batteries();

/// Section "Component-Resolved Readout Sensitivity": mean ARI of the 58 other tasks.
struct PublishedUnresolved {
  std::string_view method;
  double mean_ari;
};
std::span<const PublishedUnresolved> published_unresolved();

/// Table "Mean task-level ARI under measurement and graph corruption".
inline constexpr std::array<double, 6> kCorruptionLevels{0, 0.05, 0.10, 0.20, 0.30, 0.50};
struct PublishedRobustness {
  std::string_view condition;  ///< "noise", "delete" or "rewire"
  std::string_view method;
  std::array<double, 6> ari;  ///< in the order of kCorruptionLevels
};
std::span<const PublishedRobustness> published_robustness();

/// The same for the 58 tasks that the components of the clean graph do not settle, as far as
/// section "Component-Resolved Readout Sensitivity" reports it.
std::span<const PublishedRobustness> published_unresolved_robustness();

/// Table "Empirical G-NAC scalability": an RTX 5070, medians of three seeds.
inline constexpr std::array<double, 5> kScalingSizes{5000, 10000, 20000, 50000, 100000};
struct PublishedScaling {
  std::string_view quantity;    ///< a value of the runs of the scaling study
  std::string_view title;       ///< as in the table
  std::array<double, 5> value;  ///< in the order of kScalingSizes
  double exponent, r2;
};
std::span<const PublishedScaling> published_scaling();

/// Table "Sparse-to-full transfer to independent 100,000-node target graphs", and the text of that
/// section for sizes and arms that the table leaves out. NaN if neither has the number.
struct PublishedTransfer {
  double size;
  double gaussian, noisy, noisy_difference, seconds;
};
std::span<const PublishedTransfer> published_transfer();

/// Section "Relation to Local Graph Geometry": controls on the 100,000-node targets.
struct PublishedControl {
  std::string_view arm;
  double gaussian, noisy;
};
std::span<const PublishedControl> published_controls();

}  // namespace gnac::detail
