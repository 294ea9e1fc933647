#include "samples.h"

#include <cmath>
#include <numbers>
#include <set>
#include <sstream>

#include "support/random.h"

namespace gnac::detail::test {

Points arcs(int n) {
  Points points{{}, n, 2};
  Draws draws(3, Stream::generator);
  for (int i = 0; i < n; ++i) {
    const double angle = std::numbers::pi * draws.uniform();
    const bool upper = i % 2 == 0;
    const double x = upper ? std::cos(angle) : 1 - std::cos(angle);
    const double y = upper ? std::sin(angle) : 0.5 - std::sin(angle);
    points.values.push_back(x + 0.03 * draws.normal());
    points.values.push_back(y + 0.03 * draws.normal());
  }
  return points;
}

std::vector<std::int32_t> arc_labels(int n) {
  std::vector<std::int32_t> labels;
  for (int i = 0; i < n; ++i) labels.push_back(i % 2);
  return labels;
}

std::string csv(PointsView points) {
  std::ostringstream text;
  text.precision(17);
  for (std::int64_t i = 0; i < points.n; ++i) {
    for (std::int64_t c = 0; c < points.d; ++c) text << (c == 0 ? "" : ",") << points(i, c);
    text << '\n';
  }
  return text.str();
}

std::vector<std::int32_t> parse_lines(const std::string& text) {
  std::istringstream in(text);
  std::vector<std::int32_t> labels;
  for (std::string line; std::getline(in, line);) labels.push_back(std::stoi(line));
  return labels;
}

std::string lines(const std::vector<std::int32_t>& labels) {
  std::string text;
  for (const std::int32_t label : labels) text += std::to_string(label) + "\n";
  return text;
}

Args quick(Args args) {
  for (const char* word : {"--preset", "paper", "--epochs", "6", "--burn-in", "2", "--quiet"})
    args.emplace_back(word);
  return args;
}

std::string without_timings(const std::string& trace) {
  auto json = nlohmann::ordered_json::parse(trace);
  json.erase("timings");
  return json.dump();
}

int clusters_in(const std::vector<std::int32_t>& labels) {
  const std::set<std::int32_t> distinct(labels.begin(), labels.end());
  const bool whole = !distinct.empty() && *distinct.begin() == 0 &&
                     *distinct.rbegin() == static_cast<std::int32_t>(distinct.size()) - 1;
  return whole ? static_cast<int>(distinct.size()) : -1;
}

}  // namespace gnac::detail::test
