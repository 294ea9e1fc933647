#include "methods/baselines.h"
#include "support/option_text.h"

namespace gnac {
namespace {

using M = MethodOptions;
constexpr double kMost = 1 << 20;

/// A row for the field `Member` of the group `Group`; whole numbers where the field is.
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
                    std::vector<std::string_view> words) {
  auto o = option<Group, Member>(name, help, 0, static_cast<double>(words.size()) - 1);
  o.choices = std::move(words);
  return o;
}

std::vector<MethodOption> kmeans_options() {
  using S = KMeansSettings;
  return {option<&M::kmeans, &S::starts>("starts", "k-means++ starts; the lowest inertia wins", 1,
                                         kMost),
          option<&M::kmeans, &S::max_iterations>("max_iterations", "most iterations of a start", 1,
                                                 kMost),
          option<&M::kmeans, &S::tolerance>(
              "tolerance", "stop when centres move by less than this share of the variance", 0, 1)};
}

std::vector<MethodInfo> make_table() {
  std::vector<MethodInfo> table;
  table.push_back(
      {"kmeans", "k-means", "MacQueen 1967; Arthur and Vassilvitskii 2007; Hamerly 2010",
       "time N·K·d per iteration at most, memory N·d", true, kmeans_options(), run_kmeans});
  table.push_back({"ward",
                   "Ward linkage",
                   "Ward 1963; Murtagh 1983",
                   "time N² at worst, about N·√N in low dimension; memory N·d",
                   false,
                   {},
                   run_ward});
  table.push_back({"average",
                   "average linkage",
                   "Sokal and Michener 1958; Murtagh 1983",
                   "time N², memory N²/2 doubles",
                   false,
                   {},
                   run_average});
  table.push_back({"complete",
                   "complete linkage",
                   "Sørensen 1948; Murtagh 1983",
                   "time N², memory N²/2 doubles",
                   false,
                   {},
                   run_complete});
  table.push_back({"single",
                   "single linkage",
                   "Gower and Ross 1969",
                   "time about N·log N in low dimension, memory N·d",
                   false,
                   {},
                   run_single});
  table.push_back(
      {"genie",
       "Genie",
       "Gagolewski, Bartoszuk and Cena 2016",
       "time about N·log N in low dimension, memory N·d",
       false,
       {option<&M::genie, &GenieSettings::gini>(
           "gini", "inequality of sizes above which the smallest cluster must merge", 0, 1)},
       run_genie});
  return table;
}

}  // namespace

std::span<const MethodInfo> method_table() {
  static const std::vector<MethodInfo> table = make_table();
  return table;
}

}  // namespace gnac
