#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <variant>

#include "gnac/scaling.h"

namespace gnac {

/// The non-linearity between the two linear maps of f_z0, f_e, f_h and f_z.
enum class Activation { silu, relu, tanh };

/// The divisor of the rows of the spectral embedding before k-means: their own length (Ng,
/// Jordan and Weiss 2001), or the root of the cell's degree (Shi and Malik 2000).
enum class Embedding { unit, degree };

/// Where the rule comes from.
enum class RuleSource {
  universal,  ///< the one that ships with the library, trained once on synthetic problems
  train,      ///< of the published form, trained on the points themselves
  none,       ///< no rule: the graph's distances alone decide
};

/// How conductances become clusters.
enum class ReadoutChoice {
  agreement,  ///< of eight cuts the one on which they agree most; those below are among them
  spectral,   ///< eigenvectors of the normalised Laplacian and k-means
  merging,    ///< average linkage on the graph, which lets nodes move
  tree,       ///< the maximum spanning tree without its weakest links
};

/// How neighbours are found.
enum class NeighborSearch {
  automatic,    ///< exact if that takes seconds, else approximate with a recall of 0.99 or more
  exact,        ///< the nearest, always
  approximate,  ///< nearly always the nearest, faster in many dimensions
};

/// Every option of a fit, with its default. `option_table()` describes each field; the program's
/// flags, the Python keywords, the trace and the rule file all draw on that table.
///
///     gnac::Options options;
///     options.neighbors = 10;
///     options.seed = 17;
struct Options {
  // input
  ScaleMode scale = ScaleMode::automatic;  ///< how the columns are brought to one scale
  Metric metric = Metric::automatic;       ///< how distances are measured

  // graph
  int neighbors = 0;  ///< k: nearest neighbours per observation, clipped to N-1; 0: chosen from N
  NeighborSearch neighbor_search = NeighborSearch::automatic;  ///< how they are found

  // rule
  RuleSource rule = RuleSource::universal;   ///< where it comes from
  int hidden = 48;                           ///< d_h: hidden-state dimension
  int domain = 8;                            ///< d_z: domain-state dimension
  int seed_dim = 4;                          ///< d_ξ: stochastic-seed dimension
  int width = 16;                            ///< W: width of f_z0, f_e, f_h and f_z
  Activation activation = Activation::tanh;  ///< between the two maps of those networks
  double update_scale = 0.15;                ///< η: recurrent update scale
  double seed_scale = 0.10;                  ///< s_ξ: share of the stochastic seed

  // training
  int epochs = 100;             ///< training epochs
  int rollout = 16;             ///< T_train: recurrent steps per epoch
  int burn_in = 40;             ///< epochs before a checkpoint may be kept
  double learning_rate = 2e-3;  ///< AdamW step size
  double weight_decay = 1e-5;   ///< AdamW decoupled decay
  double clip = 5.0;            ///< largest global gradient norm
  double smoothness = 1.0;      ///< λ_s: graph smoothness
  double variance = 4.0;        ///< λ_v: variance anti-collapse
  double covariance = 0.10;     ///< λ_c: decorrelation
  double dispersion = 0.10;     ///< λ_u: non-neighbour dispersion
  double temporal = 0.05;       ///< λ_t: late-rollout stability
  double target_sd = 1.0;       ///< γ: standard deviation below which variance is penalised
  int pairs = 3000;             ///< |P_NN|: non-neighbour pairs sampled per epoch
  double temperature = 2.0;     ///< τ: of the dispersion term
  int tail = 4;                 ///< final states kept by the temporal term

  // evolution
  int max_steps = 128;             ///< last checkpoint of the doubling schedule 2, 4, 8, …
  double stop_correlation = 0.95;  ///< ρ: rank agreement at which evolution stops

  // readout
  int max_clusters = 0;      ///< the largest K when K is chosen; 0: any
  int min_cluster_size = 1;  ///< the smallest cluster when K is chosen
  double resolution = 1.0;   ///< when K is chosen: above 1 rather more clusters, below rather fewer
  ReadoutChoice readout = ReadoutChoice::agreement;  ///< how conductances become clusters
  Embedding embedding = Embedding::unit;  ///< what rows of the spectral embedding are divided by
  int kmeans_starts = 20;                 ///< k-means++ starts on the spectral embedding

  // run
  std::uint64_t seed = 7;       ///< of every random stream
  int threads = 0;              ///< 0: every core; the answer does not depend on it
  double memory_limit_gib = 0;  ///< refuse work that needs more; 0: what the machine has available

  /// The published configuration, which the studies run: a rule trained on the points themselves.
  static Options paper();
};

/// k for n points: options.neighbors, or if that is 0: 20 for a rule trained on the points, as
/// published, else 15, and less below 105 points.
int neighbors_for(const Options& options, std::int64_t n);

/// A named configuration: "default" or "paper". Throws Error for any other name.
Options preset_options(std::string_view name);

/// One row of the table of options.
struct OptionInfo {
  std::string_view name;    ///< the field; its flag is --name with '-' for '_'
  std::string_view symbol;  ///< the paper's symbol, or ""
  std::string_view group;   ///< input, graph, rule, training, evolution, readout or run
  std::string_view help;    ///< one line
  std::variant<int Options::*, double Options::*, std::uint64_t Options::*, Activation Options::*,
               Embedding Options::*, ScaleMode Options::*, Metric Options::*, RuleSource Options::*,
               ReadoutChoice Options::*, NeighborSearch Options::*>
      field;
  double min = 0;                                  ///< smallest allowed value
  double max = 0;                                  ///< largest allowed value
  std::span<const std::string_view> choices = {};  ///< names of an enumeration's values, in order
};

/// All options, in the order of the struct.
std::span<const OptionInfo> option_table();

/// The row for a name; throws Error for an unknown one, naming the closest known.
const OptionInfo& option_info(std::string_view name);

/// Throws Error if the caller set an option that this fit would ignore: the shape or training of a
/// published rule if the universal rule or none is used, and vice versa.
void require_use(const OptionInfo& info, bool published);

/// The value of an option as the shortest text that reads back to the same value.
std::string option_text(const Options& options, const OptionInfo& info);

/// Set an option from text; throws Error naming the option and its allowed range.
void set_option(Options& options, std::string_view name, std::string_view text);

/// The burn-in for this many epochs: two fifths, as published.
constexpr int burn_in_for(int epochs) {
  return epochs * 2 / 5;
}

/// Throws Error on the first option outside its range.
void validate(const Options& options);

std::string_view to_string(Activation activation);
std::string_view to_string(Embedding embedding);
std::string_view to_string(RuleSource source);
std::string_view to_string(ReadoutChoice choice);
std::string_view to_string(NeighborSearch search);

}  // namespace gnac
