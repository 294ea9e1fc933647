// The published method on tiny and odd geometry, any K, any sensible options: exactly K labels or
// an Error.
#include "exact_labels.h"
#include "source.h"

void gnac::detail::fuzz::fuzz_api(std::string_view bytes) {
  Source source(bytes);
  Options chosen = Options::paper();
  chosen.threads = 1;
  chosen.memory_limit_gib = 1;  // not what the system has: to ask takes as long as such a fit
  chosen.epochs = 1 + source.below(3);
  chosen.burn_in = source.below(chosen.epochs);
  chosen.neighbors = 1 + source.below(12);
  chosen.rollout = 1 + source.below(5);
  chosen.tail = 1 + source.below(4);
  chosen.hidden = source.below(6);
  chosen.domain = 1 + source.below(4);
  chosen.seed_dim = 1 + source.below(3);
  chosen.width = 1 + source.below(17);
  chosen.pairs = source.below(40);
  chosen.max_steps = 2 << source.below(3);
  chosen.activation = static_cast<Activation>(source.below(3));
  chosen.embedding = static_cast<Embedding>(source.below(2));
  chosen.kmeans_starts = 1 + source.below(3);
  const int clusters = source.below(30) - 1;
  const std::int64_t n = source.below(26);
  const std::int64_t d = source.below(4);
  const Points places = source.points(n, d);
  chosen.scale = static_cast<ScaleMode>((source.below(6) + 1) % 6);
  chosen.rule = static_cast<RuleSource>((source.below(3) + 1) % 3);
  require_exact(fit(places, clusters, chosen), n, clusters);
}
