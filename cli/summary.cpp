#include "summary.h"

#include <fmt/format.h>

#include <algorithm>

namespace gnac::cli {
namespace {

constexpr std::size_t kMostSizes = 12;  // more clusters than this: the range of their sizes

std::string sizes_text(const Result& result) {
  std::vector<std::int64_t> sizes(static_cast<std::size_t>(result.clusters));
  for (const std::int32_t label : result.labels) ++sizes[label];
  if (sizes.size() <= kMostSizes) return fmt::format("of {} points", fmt::join(sizes, ", "));
  const auto [least, most] = std::minmax_element(sizes.begin(), sizes.end());
  return fmt::format("of {} to {} points", *least, *most);
}

std::string training_text(const Training& training) {
  if (training.history.empty()) return "none; the rule came from a file";
  const LossTerms& best = training.history[static_cast<std::size_t>(training.best_epoch) - 1];
  return fmt::format("{} epochs, loss {:.4f} at epoch {}", training.history.size(), best.total,
                     training.best_epoch);
}

std::string evolution_text(const Evolution& evolution) {
  return fmt::format("T* = {}, rho = {:.4f}{}", evolution.steps,
                     evolution.checkpoints.back().correlation,
                     evolution.stable ? "" : " (never reached the threshold)");
}

std::string readout_text(const Partition& partition) {
  if (partition.by_components) return "the graph's components";
  return fmt::format("{}, residual {:.1e}", partition.solver, partition.residual);
}

}  // namespace

std::string summary_text(const Run& run) {
  const Result& result = run.result;
  const Timings& t = result.timings;
  std::string text;
  const auto line = [&](const char* name, const std::string& value) {
    text += fmt::format("{:<10} {}\n", name, value);
  };
  line("points", fmt::format("{} x {} from {}, scale {}", run.n, run.d, run.data, run.scale));
  line("clusters", fmt::format("{} {}", result.clusters, sizes_text(result)));
  line("graph", fmt::format("{} edges, {} component{}", result.edges, result.components,
                            result.components == 1 ? "" : "s"));
  line("training", training_text(result.training));
  line("evolution", evolution_text(result.evolution));
  line("readout", readout_text(result.partition));
  line("seconds",
       fmt::format("graph {:.2f}, train {:.2f}, evolve {:.2f}, readout {:.2f}, total {:.2f}"
                   " ({} threads)",
                   t.graph, t.train, t.evolve, t.readout, t.total(), thread_count(run.options)));
  if (run.ari) line("ARI", fmt::format("{:.4f} against the known answer", *run.ari));
  return text;
}

}  // namespace gnac::cli
