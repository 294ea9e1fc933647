#include "page/facts.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "gnac/error.h"
#include "page/document.h"
#include "page/quantise.h"

namespace gnac::detail {
namespace {

using Json = nlohmann::json;

Json range_json(CodeRange range) {
  return {range.low, range.high};
}

// The nearest code of 12 bits.
std::uint16_t roughly(std::uint16_t code) {
  return static_cast<std::uint16_t>(std::min((code + 8) & ~15, 0xffff));
}

}  // namespace

void require_length(std::size_t found, std::int64_t wanted, const char* what, const char* of) {
  if (found == 0 || std::cmp_equal(found, wanted)) return;
  throw Error(fmt::format("the page was given {} {} for {} {}; give one each, or none", found, what,
                          wanted, of));
}

std::vector<std::string> column_names(const PageExtras& extras, std::int64_t n, std::int64_t d,
                                      std::vector<std::string> known) {
  require_length(extras.columns.size(), d, "column names", "columns");
  require_length(extras.ids.size(), n, "ids", "points");
  require_length(extras.reference.size(), n, "reference labels", "points");
  if (!extras.columns.empty()) return extras.columns;
  if (std::ssize(known) == d) return known;
  std::vector<std::string> names;
  for (std::int64_t c = 0; c < d; ++c) names.push_back(fmt::format("x{}", c));
  return names;
}

Json add_view(const PageView& view, PageArrays& arrays, std::int64_t fresh, bool rough) {
  std::vector<std::uint16_t> codes, fresh_codes;
  Json ranges = Json::array();
  for (const auto& place : view.place) {
    const CodeRange range = range_of(std::span(place));
    const auto fitted = place.size() - static_cast<std::size_t>(fresh);
    append_codes(std::span(place).first(fitted), range, codes);
    append_codes(std::span(place).subspan(fitted), range, fresh_codes);
    ranges.push_back(range_json(range));
  }
  if (rough) std::ranges::transform(codes, codes.begin(), roughly);
  arrays.add("view-" + view.name, codes);
  if (fresh > 0) arrays.add("new-" + view.name, fresh_codes);
  return {{"name", view.name},
          {"title", view.title},
          {"axes", view.axes},
          {"ranges", ranges},
          {"oneScale", view.one_scale}};
}

void add_newcomers(const PageNewcomers& newcomers, Json& facts, PageArrays& arrays) {
  if (newcomers.points.n == 0) return;
  require_length(newcomers.labels.size(), newcomers.points.n, "labels", "new points");
  require_length(newcomers.ids.size(), newcomers.points.n, "ids", "new points");
  facts["newcomers"] = newcomers.points.n;
  arrays.add("new-labels", newcomers.labels);
  if (!newcomers.ids.empty()) arrays.add_json("new-ids", json_for_html(newcomers.ids));
}

void add_extras(const PageExtras& extras, Json& facts, PageArrays& arrays) {
  facts["title"] = extras.title;
  if (!extras.ids.empty()) arrays.add_json("ids", json_for_html(extras.ids));
  if (extras.reference.empty()) return;
  std::map<std::int32_t, std::int32_t> number;  // by ascending label
  for (const std::int32_t label : extras.reference) number[label] = 0;
  Json names = Json::array();
  for (auto& [label, place] : number) {
    place = static_cast<std::int32_t>(names.size());
    names.push_back(label);
  }
  std::vector<std::int32_t> places;
  places.reserve(extras.reference.size());
  for (const std::int32_t label : extras.reference) places.push_back(number[label]);
  arrays.add("reference", places);
  facts["reference"] = names;
}

}  // namespace gnac::detail
