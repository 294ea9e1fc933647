#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "gnac/error.h"
#include "gnac/page.h"
#include "page/document.h"
#include "page/facts.h"
#include "page/partitions.h"
#include "page/views.h"
#include "support/team.h"

namespace gnac {

using namespace detail;

std::string comparison_page_html(PointsView points, std::span<const PagePartition> partitions,
                                 const PageExtras& extras) {
  Team team(1);
  const auto names = column_names(extras, points.n, points.d);
  nlohmann::json facts{{"kind", "comparison"}, {"n", points.n}, {"d", points.d}};
  PageArrays arrays;
  std::vector<std::int32_t> first;
  std::vector<std::int32_t> colours;
  facts["partitions"] = nlohmann::json::array();
  for (const PagePartition& partition : partitions) {
    if (std::ssize(partition.labels) != points.n) {
      throw Error(fmt::format("the page was given {} labels of {} for {} points",
                              partition.labels.size(), partition.name, points.n));
    }
    if (std::ranges::any_of(partition.labels,
                            [&](std::int32_t l) { return l < 0 || l >= points.n; }))
      throw Error(
          fmt::format("the page was given labels of {} that do not number its clusters "
                      "from 0",
                      partition.name));
    const auto own = first.empty() ? partition.labels : follow_colours(partition.labels, first);
    if (first.empty()) first = own;
    colours.insert(colours.end(), own.begin(), own.end());
    facts["partitions"].push_back({{"name", partition.name}, {"note", partition.note}});
  }
  arrays.add("colours", colours);
  facts["views"].push_back(add_view(points_view(points, names, team), arrays));
  facts["columns"] = nlohmann::json::array();
  add_extras(extras, facts, arrays);
  return page_document(facts, arrays, team);
}

}  // namespace gnac
