#include "summary.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "gnac/certainty.h"
#include "gnac/explain.h"
#include "io/text.h"

namespace gnac::cli {
namespace {

constexpr std::size_t kMostSizes = 12;  // with more clusters, only the range of their sizes

std::string sizes_text(const Run& run) {
  const std::vector<std::int64_t> sizes = cluster_sizes(run);
  if (sizes.size() <= kMostSizes) return fmt::format("of {} points", fmt::join(sizes, ", "));
  const auto [least, most] = std::minmax_element(sizes.begin(), sizes.end());
  return fmt::format("of {} to {} points", *least, *most);
}

std::string training_text(const Model& model) {
  const Training& training = model.training;
  if (training.history.empty())
    return model.rule.shape.form == RuleForm::universal ? "none; the universal rule"
                                                        : "none; the rule came from a file";
  return fmt::format("{} epochs, loss {:.4f} at epoch {}", training.history.size(),
                     training.best_loss(), training.best_epoch);
}

std::string evolution_text(const Evolution& evolution) {
  if (evolution.checkpoints.empty()) return fmt::format("{} steps", evolution.steps);
  return fmt::format("T* = {}, rho = {:.4f}{}", evolution.steps,
                     evolution.checkpoints.back().correlation,
                     evolution.stable ? "" : " (never reached the threshold)");
}

std::string readout_text(const Partition& partition) {
  if (partition.by_components) return "the graph's components";
  return fmt::format("{}; eigenvectors by {}, residual {:.1e}", partition.readout, partition.solver,
                     partition.residual);
}

/// "0 refund, late parcel; 1 battery, charger": the words of the text column that name clusters.
std::string names_text(const Run& run) {
  std::string text;
  const std::vector<ClusterStory> stories = explain(run.model, {.texts = run.words});
  for (const ClusterStory& story : stories) {
    if (std::cmp_equal(story.label, kMostSizes)) return text + "; …";
    text += fmt::format("{}{} {}", text.empty() ? "" : "; ", story.label + run.base,
                        story.name.empty() ? "(no name)" : story.name);
  }
  return text;
}

/// "3 (0.98), 5 (0.91), 2 (0.64)"
std::string ranking_text(const std::vector<ClusterCount>& counts, std::size_t first,
                         std::size_t most) {
  std::string text;
  for (std::size_t c = first; c < std::min(counts.size(), first + most); ++c)
    text +=
        fmt::format("{}{} ({:.2f})", c == first ? "" : ", ", counts[c].clusters, counts[c].score);
  return text;
}

std::int64_t outlier_count(const Run& run) {
  return std::ranges::count(run.labels(), -1);
}

std::string threads_text(const Run& run) {
  return counted(static_cast<std::size_t>(thread_count(run.options)), "thread");
}

using Lines = std::vector<std::pair<std::string, std::string>>;

void add_gnac(Lines& lines, const Run& run) {
  const Model& model = run.model;
  const Timings& t = model.timings;
  if (!model.counts.empty())
    lines.emplace_back("scores", ranking_text(model.counts, 0, 5) + " by number of clusters");
  if (!model.confidence.clusters.empty()) {
    const auto [least, most] = std::ranges::minmax(model.confidence.clusters);
    lines.emplace_back("confidence", fmt::format("{:.2f}; of its clusters {:.2f} to {:.2f}",
                                                 model.confidence.fit, least, most));
  }
  if (!run.words.empty()) lines.emplace_back("names", names_text(run));
  if (run.flagged) lines.emplace_back("outliers", fmt::format("{}", outlier_count(run)));
  std::string graph = counted(model.graph.edges.size(), "edge") + ", " +
                      counted(static_cast<std::size_t>(model.graph.components), "component");
  if (model.graph.search == NeighborSearch::approximate)
    graph += fmt::format(", approximate search with recall {:.4f}", model.graph.recall);
  else if (!model.own_graph)
    graph += ", exact search";
  lines.emplace_back("graph", graph);
  if (model.evolution.steps > 0) {
    lines.emplace_back("training", training_text(model));
    lines.emplace_back("evolution", evolution_text(model.evolution));
  }
  lines.emplace_back("readout", readout_text(model.partition));
  lines.emplace_back(
      "seconds",
      fmt::format("graph {:.2f}, train {:.2f}, evolve {:.2f}, readout {:.2f}, total {:.2f} ({})",
                  t.graph, t.train, t.evolve, t.readout, t.total(), threads_text(run)));
}

void add_other(Lines& lines, const Run& run) {
  const OtherMethod& other = *run.other;
  lines.emplace_back("method", std::string(other.method->title));
  for (const Fact& fact : other.facts)
    lines.emplace_back(std::string(fact.name), fmt::format("{:.6g}", fact.value));
  lines.emplace_back("seconds", fmt::format("{:.2f} ({})", other.seconds, threads_text(run)));
}

}  // namespace

std::string summary_text(const Run& run) {
  Lines lines;
  std::string scale = run.scale;
  if (run.options.metric != Metric::euclidean)
    scale += fmt::format(", metric {}", to_string(run.options.metric));
  lines.emplace_back("points", run.d == 0 ? fmt::format("{} from {}", run.n, run.data)
                                          : fmt::format("{} x {} from {}, scale {}", run.n, run.d,
                                                        run.data, scale));
  const std::string clusters =
      run.other ? fmt::format("{}", run.clusters) : clusters_text(run.model);
  lines.emplace_back("clusters", clusters + " " + sizes_text(run));
  if (run.ari) lines.emplace_back("ARI", fmt::format("{:.4f} against the known answer", *run.ari));
  if (run.other) {
    add_other(lines, run);
  } else {
    add_gnac(lines, run);
  }
  std::size_t width = 10;
  for (const auto& [name, value] : lines) width = std::max(width, name.size());
  std::string text;
  for (const auto& [name, value] : lines) text += fmt::format("{:<{}} {}\n", name, width, value);
  return text;
}

std::string findings_text(const Run& run, bool summarised) {
  std::string text;
  const Model& model = run.model;
  if (run.other) {
    if (!run.other->chosen || summarised) return text;
    return fmt::format("gnac: {} by {} ({})\n",
                       counted(static_cast<std::size_t>(run.clusters), "cluster"),
                       run.other->method->title, run.other->method->chooses);
  }
  if (!model.counts.empty() && !summarised) {
    text += fmt::format("gnac: {} cluster{}, score {:.2f}", clusters_text(model),
                        run.clusters == 1 ? "" : "s", model.counts.front().score);
    if (model.counts.size() > 1)
      text += fmt::format("; next best {}", ranking_text(model.counts, 1, 2));
    text += "\n";
  }
  if (run.flagged && !summarised) {
    const std::int64_t found = outlier_count(run);
    text += fmt::format("gnac: {} of {} points {} labelled -1, as outliers\n", found, run.n,
                        found == 1 ? "is" : "are");
  }
  const std::string doubt = doubt_about(model);
  if (!doubt.empty()) text += fmt::format("gnac: {}\n", doubt);
  return text;
}

}  // namespace gnac::cli
