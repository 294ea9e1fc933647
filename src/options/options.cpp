#include "gnac/options.h"

#include <algorithm>
#include <array>

#include "gnac/error.h"
#include "gnac/stages.h"
#include "options/option_text.h"
#include "options/uses.h"

namespace gnac {

using namespace detail;
namespace {

constexpr double kMost =
    1 << 20;  // for dimensions and counts: far above any use, far below overflow

constexpr std::array<std::string_view, 3> kActivations{"silu", "relu", "tanh"};
constexpr std::array<std::string_view, 2> kEmbeddings{"unit", "degree"};
constexpr std::array<std::string_view, 7> kScales{"global", "none",  "standard", "robust",
                                                  "rank",   "table", "auto"};
constexpr std::array<std::string_view, 5> kMetrics{"euclidean", "cosine", "correlation",
                                                   "manhattan", "auto"};
constexpr std::array<std::string_view, 3> kSources{"universal", "train", "none"};
constexpr std::array<std::string_view, 4> kReadouts{"agreement", "spectral", "merging", "tree"};

constexpr std::array<std::string_view, 3> kSearches{"auto", "exact", "approximate"};

using O = Options;
const std::array kTable{
    OptionInfo{
        "scale", "", "input",
        "global: centre, one deviation for all columns; standard: one each; robust: quartiles; "
        "rank; table: standard, long tails as logarithms; none; auto: global or table, whichever "
        "fits the columns",
        &O::scale, 0, 6, kScales},
    OptionInfo{"metric", "", "input",
               "distance of points: euclidean, cosine (directions), correlation, manhattan; auto: "
               "euclidean, cosine or correlation, whichever fits the columns",
               &O::metric, 0, 4, kMetrics},

    OptionInfo{"neighbors", "k", "graph",
               "nearest neighbours per point; 0: chosen from the number of points", &O::neighbors,
               0, kMost},
    OptionInfo{
        "neighbor_search", "", "graph",
        "exact; approximate: faster for many points in many dimensions; auto: exact where that "
        "takes seconds, else approximate with a recall of at least 0.99",
        &O::neighbor_search, 0, 2, kSearches},

    OptionInfo{"rule", "", "rule",
               "universal: the one that ships; train: on the points, as published; none", &O::rule,
               0, 2, kSources},
    OptionInfo{"hidden", "d_h", "rule", "hidden-state dimension", &O::hidden, 0, 4096},
    OptionInfo{"domain", "d_z", "rule", "domain-state dimension", &O::domain, 2, 4096},
    OptionInfo{"seed_dim", "d_ξ", "rule", "stochastic-seed dimension", &O::seed_dim, 1, 4096},
    OptionInfo{"width", "W", "rule", "width of f_z0, f_e, f_h and f_z", &O::width, 1, 4096},
    OptionInfo{"activation", "", "rule", "silu, relu or tanh", &O::activation, 0, 2, kActivations},
    OptionInfo{"update_scale", "η", "rule", "recurrent update scale", &O::update_scale, kTiny, 10},
    OptionInfo{"seed_scale", "s_ξ", "rule", "share of the stochastic seed", &O::seed_scale, 0, 100},

    OptionInfo{"epochs", "", "training", "training epochs", &O::epochs, 1, kMost},
    OptionInfo{"rollout", "T_train", "training", "recurrent steps per epoch", &O::rollout, 1, 4096},
    OptionInfo{"burn_in", "", "training", "epochs before a checkpoint may be kept", &O::burn_in, 0,
               kMost},
    OptionInfo{"learning_rate", "", "training", "AdamW step size", &O::learning_rate, 0, 1},
    OptionInfo{"weight_decay", "", "training", "AdamW decoupled decay", &O::weight_decay, 0, 1},
    OptionInfo{"clip", "", "training", "largest global gradient norm", &O::clip, kTiny, kAny},
    OptionInfo{"smoothness", "λ_s", "training", "weight of graph smoothness", &O::smoothness, 0,
               kAny},
    OptionInfo{"variance", "λ_v", "training", "weight of variance anti-collapse", &O::variance, 0,
               kAny},
    OptionInfo{"covariance", "λ_c", "training", "weight of decorrelation", &O::covariance, 0, kAny},
    OptionInfo{"dispersion", "λ_u", "training", "weight of non-neighbour dispersion",
               &O::dispersion, 0, kAny},
    OptionInfo{"temporal", "λ_t", "training", "weight of late-rollout stability", &O::temporal, 0,
               kAny},
    OptionInfo{"target_sd", "γ", "training", "standard deviation below which variance is penalised",
               &O::target_sd, 0, kAny},
    OptionInfo{"pairs", "|P_NN|", "training", "non-neighbour pairs sampled per epoch", &O::pairs, 1,
               1e9},
    OptionInfo{"temperature", "τ", "training", "temperature of the dispersion term",
               &O::temperature, 0, kAny},
    OptionInfo{"tail", "", "training", "final states kept by the temporal term", &O::tail, 1, 4096},

    OptionInfo{"max_steps", "", "evolution", "last checkpoint of the schedule 2, 4, 8, …",
               &O::max_steps, 2, kMost},
    OptionInfo{"stop_correlation", "ρ", "evolution", "rank agreement at which evolution stops",
               &O::stop_correlation, -1, 2},

    OptionInfo{"max_clusters", "", "readout", "largest K when K is chosen; 0: any number",
               &O::max_clusters, 0, kMost},
    OptionInfo{"min_cluster_size", "", "readout", "points of the smallest cluster when K is chosen",
               &O::min_cluster_size, 1, kMost},
    OptionInfo{"resolution", "", "readout",
               "when K is chosen: above 1 rather more clusters, below 1 rather fewer",
               &O::resolution, 0.01, 100},
    OptionInfo{"readout", "", "readout",
               "how conductances become clusters: spectral, merging or tree, or the cut on which "
               "these and "
               "four more views agree most (agreement)",
               &O::readout, 0, 3, kReadouts},
    OptionInfo{
        "embedding", "", "readout",
        "rows of the spectral embedding: scaled to length 1 (unit) or divided by √degree (degree)",
        &O::embedding, 0, 1, kEmbeddings},
    OptionInfo{"kmeans_starts", "", "readout", "k-means++ starts on the spectral embedding",
               &O::kmeans_starts, 1, kMost},

    OptionInfo{"seed", "", "run", "seed of every random stream", &O::seed, 0, 0x1.0p64},
    OptionInfo{"threads", "", "run", "threads; 0: every core; the answer does not depend on it",
               &O::threads, 0, 4096},
    OptionInfo{"memory_limit_gib", "", "run",
               "refuse work that needs more GiB than this; 0: what is available",
               &O::memory_limit_gib, 0, kAny},
};

[[noreturn]] void out_of_range(const OptionInfo& info, std::string_view text) {
  std::string message =
      "option " + std::string(info.name) + " cannot be '" + std::string(text) + "'; give ";
  if (!info.choices.empty()) {
    message += listed(info.choices, " or ");
  } else {
    const bool whole = !std::holds_alternative<double Options::*>(info.field);
    message += range_text(info.min, info.max, whole);
  }
  throw Error(message);
}

template <class T>
bool parse(const OptionInfo& info, std::string_view text, T& value) {
  if constexpr (std::is_enum_v<T>) {
    const auto found = std::ranges::find(info.choices, text);
    value = static_cast<T>(found - info.choices.begin());
    return found != info.choices.end();
  } else {
    return parse_value(text, value);
  }
}

/// Also takes values outside the enumeration, because the error about them prints them.
template <class T>
std::string_view name_at(std::span<const std::string_view> names, T value) {
  const auto at = static_cast<std::size_t>(value);
  return at < names.size() ? names[at] : "unknown";
}

bool allowed(const OptionInfo& info, double value) {
  return in_range(value, info.min, info.max);
}

}  // namespace

std::string_view to_string(Activation activation) {
  return name_at(kActivations, activation);
}

std::string_view to_string(Embedding embedding) {
  return name_at(kEmbeddings, embedding);
}

std::string_view to_string(ScaleMode mode) {
  return name_at(kScales, mode);
}

std::string_view to_string(Metric metric) {
  return name_at(kMetrics, metric);
}

std::span<const LossTermInfo> loss_terms() {
  static constexpr std::array kTerms{
      LossTermInfo{"smoothness", &LossTerms::smoothness, &Options::smoothness},
      LossTermInfo{"variance", &LossTerms::variance, &Options::variance},
      LossTermInfo{"covariance", &LossTerms::covariance, &Options::covariance},
      LossTermInfo{"dispersion", &LossTerms::dispersion, &Options::dispersion},
      LossTermInfo{"temporal", &LossTerms::temporal, &Options::temporal},
  };
  return kTerms;
}

std::string_view to_string(RuleSource source) {
  return name_at(kSources, source);
}

std::string_view to_string(ReadoutChoice choice) {
  return name_at(kReadouts, choice);
}

std::string_view to_string(NeighborSearch search) {
  return name_at(kSearches, search);
}

Options Options::paper() {
  Options options;
  options.neighbors = 20;
  options.rule = RuleSource::train;
  options.scale = ScaleMode::global;
  options.metric = Metric::euclidean;
  options.readout = ReadoutChoice::spectral;
  return options;
}

int neighbors_for(const Options& options, std::int64_t n) {
  if (options.neighbors > 0) return options.neighbors;
  if (options.rule == RuleSource::train) return Options::paper().neighbors;
  return static_cast<int>(std::clamp<std::int64_t>(n / 7, 5, 15));
}

Options preset_options(std::string_view name) {
  if (name == "default") return {};
  if (name == "paper") return Options::paper();
  throw Error("there is no preset '" + std::string(name) + "'; give default or paper");
}

std::span<const OptionInfo> option_table() {
  return kTable;
}

const OptionInfo& option_info(std::string_view name) {
  const auto found = std::find_if(kTable.begin(), kTable.end(),
                                  [&](const OptionInfo& info) { return info.name == name; });
  if (found != kTable.end()) return *found;
  std::array<std::string_view, kTable.size()> names{};
  std::transform(kTable.begin(), kTable.end(), names.begin(),
                 [](const OptionInfo& info) { return info.name; });
  throw Error("there is no option '" + std::string(name) + "'; " +
              suggestion(name, names, "docs/options.md lists them"));
}

void require_use(const OptionInfo& info, bool published) {
  const std::string_view name = info.name;
  const bool of_conductance = name == "max_clusters" || name == "min_cluster_size" ||
                              name == "resolution" || name == "readout";
  if (is_of_trained_rules(info) && !published) {
    throw Error("option " + std::string(name) +
                " is for rules that are trained on the points; leave it out, or train one (rule "
                "train, or preset paper)");
  }
  if (of_conductance && published) {
    throw Error("option " + std::string(name) +
                " is for the universal rule; leave it out, or use that rule");
  }
}

std::string option_text(const Options& options, const OptionInfo& info) {
  return std::visit(
      [&](auto field) -> std::string {
        const auto value = options.*field;
        if constexpr (std::is_enum_v<decltype(value)>) {
          return std::string(to_string(value));
        } else if constexpr (std::is_same_v<decltype(value), const double>) {
          return number_text(value);
        } else {
          return std::to_string(value);
        }
      },
      info.field);
}

void set_option(Options& options, std::string_view name, std::string_view text) {
  const OptionInfo& info = option_info(name);
  std::visit(
      [&](auto field) {
        auto value = options.*field;
        if (!parse(info, text, value) || !allowed(info, static_cast<double>(value)))
          out_of_range(info, text);
        options.*field = value;
      },
      info.field);
}

void validate(const Options& options) {
  for (const OptionInfo& info : kTable) {
    const bool ok = std::visit(
        [&](auto field) { return allowed(info, static_cast<double>(options.*field)); }, info.field);
    if (!ok) out_of_range(info, option_text(options, info));
  }
  if (options.burn_in >= options.epochs) {
    throw Error("option burn_in (" + std::to_string(options.burn_in) +
                ") must be below option epochs (" + std::to_string(options.epochs) +
                "), or no checkpoint would ever be kept");
  }
}

}  // namespace gnac

namespace gnac::detail {

bool is_of_trained_rules(const OptionInfo& info) {
  return info.group == "training" || info.group == "evolution" ||
         (info.group == "rule" && info.name != "rule") || info.name == "embedding" ||
         info.name == "kmeans_starts";
}

}  // namespace gnac::detail
