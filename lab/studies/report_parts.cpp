#include "studies/report_parts.h"

#include <fmt/format.h>

#include <cmath>

#include "studies/study_methods.h"

namespace gnac::detail {

std::string method_title(const std::string& name) {
  const std::size_t space = name.find(' ');
  const std::string first = name.substr(0, space);
  const std::string rest = space == std::string::npos ? "" : name.substr(space);
  if (first == "gnac") return "G-NAC" + rest;
  for (const MethodInfo& info : study_methods()) {
    if (info.name == first) return std::string(info.title) + rest;
  }
  return name;
}

int method_colour(std::string_view name) {
  const std::string_view first = name.substr(0, name.find(' '));
  int place = 0;
  for (const MethodInfo& info : study_methods()) {
    if (info.name == first) return place;
    ++place;
  }
  return place;
}

void add_beside(std::vector<Cell>& row, double ours, double paper, int decimals) {
  row.push_back(number(ours, decimals));
  row.push_back(number(paper, decimals));
  row.push_back(difference(ours - paper, decimals));
}

std::vector<std::string> by_mean_ari(const std::map<std::string, MethodScores>& scores) {
  std::vector<std::pair<double, std::string>> order;
  for (const auto& [name, of_method] : scores) {
    order.emplace_back(-mean(values_of(of_method, &TaskScore::ari)), name);
  }
  std::sort(order.begin(), order.end());
  std::vector<std::string> names;
  for (auto& [value, name] : order) names.push_back(std::move(name));
  return names;
}

std::string interval_text(const Interval& interval) {
  if (!std::isfinite(interval.low) || !std::isfinite(interval.high)) return "–";
  return fmt::format("[{:.4f}, {:.4f}]", interval.low, interval.high);
}

std::string record_text(int wins, int ties, int losses) {
  return fmt::format("{}/{}/{}", wins, ties, losses);
}

}  // namespace gnac::detail
