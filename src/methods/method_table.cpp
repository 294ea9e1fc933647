#include <type_traits>
#include <utility>
#include <variant>

#include "methods/baselines.h"
#include "options/option_text.h"
#include "support/rand_index.h"

namespace gnac {

using namespace detail;
namespace {

using M = MethodOptions;
constexpr double kMost = 1 << 20;  // for counts: far above any use, far below overflow

/// A row for the field `Member` of the group `Group`; whole numbers only if the field is an
/// integer.
template <auto Group, auto Member>
MethodOption option(std::string_view name, std::string_view help, double min, double max) {
  using Field = std::remove_reference_t<decltype(std::declval<M>().*Group.*Member)>;
  MethodOption o;
  o.name = name;
  o.help = help;
  o.min = min;
  o.max = max;
  o.whole = !std::is_floating_point_v<Field>;
  o.get = [](const M& m) { return static_cast<double>(m.*Group.*Member); };
  o.set = [](M& m, double value) { m.*Group.*Member = static_cast<Field>(value); };
  return o;
}

/// The same for an enumeration, its values named in order.
template <auto Group, auto Member>
MethodOption choice(std::string_view name, std::string_view help,
                    const std::vector<std::string_view>& words) {
  auto o = option<Group, Member>(name, help, 0, static_cast<double>(words.size()) - 1);
  o.choices = words;
  return o;
}

/// The library's own table of options, without those set per run.
std::vector<MethodOption> gnac_options() {
  std::vector<MethodOption> options;
  for (const OptionInfo& info : option_table()) {
    if (info.name == "seed" || info.name == "threads" || info.name == "scale") continue;
    MethodOption o;
    o.name = info.name;
    o.help = info.help;
    o.min = info.min;
    o.max = info.max;
    o.choices.assign(info.choices.begin(), info.choices.end());
    std::visit(
        [&](auto field) {
          using Field = std::remove_cvref_t<decltype(std::declval<Options>().*field)>;
          o.whole = !std::is_floating_point_v<Field>;
          o.get = [field](const M& m) { return static_cast<double>(m.gnac.*field); };
          o.set = [field](M& m, double v) { m.gnac.*field = static_cast<Field>(v); };
        },
        info.field);
    options.push_back(std::move(o));
  }
  return options;
}

MethodInfo gnac_row() {
  MethodInfo row{"gnac", "graph neural automata clustering"};
  row.reference = "the paper this project implements";
  row.complexity =
      "time N·k·W·d_h per step; memory N·k. A rule trained on the points: d_z more, times epochs "
      "and steps of a rollout";
  row.stochastic = true;
  row.chooses = "evidence in the graph (docs/readout.md)";
  row.run = run_gnac;
  row.options = gnac_options();
  return row;
}

/// G-NAC with a rule that is not trained here, or with none.
template <auto G>
MethodInfo graph_row(std::string_view name, std::string_view title, std::string_view reference,
                     std::string_view complexity, decltype(MethodInfo::run) run) {
  using S = GraphSettings;
  MethodInfo row{name, title};
  row.reference = reference;
  row.complexity = complexity;
  row.chooses = row.name == "universal" ? "as gnac" : "";
  row.run = run;
  row.options = {option<G, &S::neighbors>(
                     "neighbors",
                     "nearest neighbours per point; 0: chosen from the number of points", 0, kMost),
                 choice<G, &S::readout>("readout", "how edges become clusters",
                                        {"spectral", "merging", "tree"})};
  return row;
}

MethodInfo kmeans_row() {
  using S = KMeansSettings;
  constexpr auto G = &M::kmeans;
  MethodInfo row{"kmeans", "k-means"};
  row.reference = "MacQueen 1967; Arthur and Vassilvitskii 2007; Hamerly 2010";
  row.complexity = "time at most N·K·d per iteration; memory N·d";
  row.stochastic = true;
  row.chooses = "largest silhouette, of 1,000 points if there are more";
  row.run = run_kmeans;
  row.options = {
      option<G, &S::starts>("starts", "k-means++ starts; the lowest inertia wins", 1, kMost),
      option<G, &S::max_iterations>("max_iterations", "maximum iterations per start", 1, kMost),
      option<G, &S::tolerance>(
          "tolerance", "stop when centres move by less than this share of the variance", 0, 1),
      option<G, &S::max_clusters>("max_clusters", "largest K to try if K is chosen", 1, kMost)};
  return row;
}

MethodInfo gmm_row() {
  using S = GmmSettings;
  constexpr auto G = &M::gmm;
  MethodInfo row{"gmm", "Gaussian mixture"};
  row.reference = "Dempster, Laird and Rubin 1977";
  row.complexity = "time N·K·d² per iteration, N·K·d for diag and spherical; memory N·d";
  row.stochastic = true;
  row.chooses = "lowest BIC; it stops after five numbers in a row without a lower one";
  row.run = run_gmm;
  row.options = {
      choice<G, &S::covariance>("covariance", "how the components' covariances may differ",
                                {"full", "tied", "diag", "spherical"}),
      option<G, &S::starts>("starts", "EM runs; the highest likelihood wins", 1, kMost),
      option<G, &S::max_iterations>("max_iterations", "maximum EM iterations per run", 1, kMost),
      option<G, &S::tolerance>(
          "tolerance", "stop when the mean log-likelihood changes by less than this", 0, kAny),
      option<G, &S::ridge>("ridge", "added to every variance", kTiny, kAny),
      option<G, &S::max_clusters>("max_clusters", "largest K to try if K is chosen", 1, kMost)};
  return row;
}

MethodInfo linkage_row(std::string_view name, std::string_view title, std::string_view reference,
                       std::string_view complexity, decltype(MethodInfo::run) run) {
  MethodInfo row{name, title};
  row.reference = reference;
  row.complexity = complexity;
  row.run = run;
  return row;
}

/// Linkages over the matrix of all distances.
MethodInfo matrix_row(std::string_view name, std::string_view title, std::string_view reference,
                      decltype(MethodInfo::run) run) {
  MethodInfo row = linkage_row(name, title, reference, "time N²; memory N²/2 doubles", run);
  row.square_bytes = [](std::int64_t n, const M&) {
    return pairs_of(static_cast<double>(n)) * sizeof(double);
  };
  return row;
}

MethodInfo birch_row() {
  using S = BirchSettings;
  constexpr auto G = &M::birch;
  MethodInfo row{"birch", "BIRCH"};
  row.reference = "Zhang, Ramakrishnan and Livny 1996";
  row.complexity = "time N·S for S subclusters; memory S·d besides the points";
  row.run = run_birch;
  row.options = {
      option<G, &S::threshold>(
          "threshold", "largest radius of a subcluster; halved while there are fewer than K", 0,
          kAny),
      option<G, &S::branching>("branching", "maximum entries of a tree node", 2, kMost)};
  return row;
}

MethodInfo spectral_row() {
  using S = SpectralSettings;
  constexpr auto G = &M::spectral;
  MethodInfo row{"spectral", "spectral clustering"};
  row.reference = "Shi and Malik 2000; von Luxburg 2007";
  row.complexity = "time of kNN and of K eigenvectors; memory N·k, or N² for rbf";
  row.stochastic = true;
  row.run = run_spectral;
  row.square_bytes = [](std::int64_t n, const M& options) {
    constexpr double kEdgeBytes = 160;  // of the graph, its Laplacian and the solver, per pair
    return options.spectral.affinity == Affinity::rbf
               ? pairs_of(static_cast<double>(n)) * kEdgeBytes
               : 0.0;
  };
  row.options = {
      choice<G, &S::affinity>("affinity", "what joins two points", {"neighbors", "rbf"}),
      option<G, &S::neighbors>("neighbors", "k of the neighbour affinity, self included", 2, kMost),
      option<G, &S::gamma>("gamma", "γ of the rbf affinity exp(-γ·d²)", kTiny, kAny),
      option<G, &S::starts>("starts", "k-means++ starts on the embedding", 1, kMost)};
  return row;
}

MethodInfo genie_row() {
  MethodInfo row{"genie", "Genie"};
  row.reference = "Gagolewski, Bartoszuk and Cena 2016";
  row.complexity = "time about N·log N in low dimension, N² in high; memory N·d";
  row.run = run_genie;
  row.options = {option<&M::genie, &GenieSettings::gini>(
      "gini", "inequality of sizes above which the smallest cluster must merge", 0, 1)};
  return row;
}

MethodInfo hdbscan_row() {
  using S = HdbscanSettings;
  constexpr auto G = &M::hdbscan;
  MethodInfo row{"hdbscan", "HDBSCAN"};
  row.reference = "Campello, Moulavi and Sander 2013";
  row.complexity = "time about N·log N in low dimension, N² in high; memory N·(d + min_samples)";
  row.chooses = "excess of mass";
  row.takes_clusters = false;
  row.run = run_hdbscan;
  row.options = {
      option<G, &S::min_cluster_size>("min_cluster_size",
                                      "fewer points that stay together are no cluster", 2, kMost),
      option<G, &S::min_samples>(
          "min_samples", "points in the neighbourhood of a core; 0: min_cluster_size", 0, kMost),
      choice<G, &S::noise>("noise",
                           "points outside of every cluster: label them -1 (mark), or give them to "
                           "the nearest (join)",
                           {"mark", "join"})};
  return row;
}

std::vector<MethodInfo> make_table() {
  return {
      gnac_row(),
      graph_row<&M::universal>("universal", "G-NAC with the universal rule", "docs/universal.md",
                               "time N·k·W·d_h per step and of K eigenvectors; memory N·k",
                               run_universal),
      graph_row<&M::graph_only>("graph-only", "cut of the neighbourhood graph",
                                "G-NAC without a rule: the graph alone decides",
                                "time of N·k neighbours and of K eigenvectors; memory N·k",
                                run_graph_only),
      kmeans_row(),
      gmm_row(),
      linkage_row("ward", "Ward linkage", "Ward 1963; Murtagh 1983",
                  "time N²·d at worst, far less in low dimension; memory N·d", run_ward),
      matrix_row("average", "average linkage", "Sokal and Michener 1958; Murtagh 1983",
                 run_average),
      matrix_row("complete", "complete linkage", "Sørensen 1948; Murtagh 1983", run_complete),
      linkage_row("single", "single linkage", "Gower and Ross 1969",
                  "time about N·log N in low dimension, N² in high; memory N·d", run_single),
      birch_row(),
      spectral_row(),
      genie_row(),
      hdbscan_row(),
  };
}

}  // namespace

std::span<const MethodInfo> method_table() {
  static const std::vector<MethodInfo> table = make_table();
  return table;
}

}  // namespace gnac
