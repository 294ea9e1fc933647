// Conditions, traits and rules in words.
#include <fmt/format.h>

#include <chrono>
#include <cmath>
#include <string>
#include <vector>

#include "gnac/explain.h"

namespace gnac {
namespace {

/// "52,000": commas from five digits on, as people write them.
std::string grouped_digits(double value) {
  std::string text = fmt::format("{}", value);
  if (text.find('e') != std::string::npos) return text;
  const std::size_t sign = value < 0 ? 1 : 0;
  std::size_t point = std::min(text.find('.'), text.size());
  if (point - sign < 5) return text;
  while (point > sign + 3) text.insert(point -= 3, ",");
  return text;
}

/// "2021-03-01", and the number itself if there is no such date.
std::string date_text(double days) {
  constexpr double kFarthest = 3'000'000;  // days: within the years of std::chrono
  if (!(std::abs(days) < kFarthest)) return grouped_digits(days);
  const std::chrono::sys_days day{std::chrono::days{static_cast<int>(std::floor(days))}};
  const std::chrono::year_month_day date{day};
  return fmt::format("{:04}-{:02}-{:02}", static_cast<int>(date.year()),
                     static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()));
}

std::string percent(double share) {
  return fmt::format("{:.0f} %", 100 * share);
}

}  // namespace

std::string condition_text(const Condition& condition) {
  const auto value = [&](double v) { return condition.is_date ? date_text(v) : grouped_digits(v); };
  if (condition.is_category) return fmt::format("{} is {}", condition.column, condition.category);
  const bool from = std::isfinite(condition.low);
  const bool to = std::isfinite(condition.high);
  if (from && to)
    return fmt::format("{} between {} and {}", condition.column, value(condition.low),
                       value(condition.high));
  if (from) return fmt::format("{} above {}", condition.column, value(condition.low));
  if (to) return fmt::format("{} below {}", condition.column, value(condition.high));
  return fmt::format("any {}", condition.column);
}

std::string trait_text(const Trait& trait) {
  return fmt::format("{} ({}, rest {})", condition_text(trait.condition), percent(trait.share),
                     percent(trait.rest));
}

std::string rule_text(const ClusterStory& story) {
  if (story.rule.empty()) return "";
  std::vector<std::string> parts;
  for (const Condition& condition : story.rule) parts.push_back(condition_text(condition));
  return fmt::format("{} (precision {}, recall {})", fmt::join(parts, " and "),
                     percent(story.precision), percent(story.recall));
}

}  // namespace gnac
