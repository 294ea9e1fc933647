#include "io/columns.h"

#include <algorithm>
#include <charconv>
#include <unordered_map>
#include <unordered_set>

#include "gnac/error.h"
#include "io/table_recipe.h"
#include "io/text.h"

namespace gnac::detail {
namespace {

std::optional<std::size_t> column_number(std::string_view text) {
  std::size_t number = 0;
  const char* end = text.data() + text.size();
  const auto [stop, code] = std::from_chars(text.data(), end, number);
  if (stop != end || code != std::errc()) return std::nullopt;
  return number;
}

std::size_t find_column(const std::string& text, std::span<const std::string> header,
                        std::size_t count, const std::string& name) {
  if (const auto number = column_number(text)) {
    if (*number < count) return *number;
    throw Error(name + " has no column " + text + ": it has " + std::to_string(count) +
                ", counted from 0");
  }
  const auto found = std::ranges::find(header, text);
  if (found != header.end()) return static_cast<std::size_t>(found - header.begin());
  throw Error(name + " has no column " + cite(text) +
              (header.empty() ? ", because it has no column names"
                              : "; its first row is " + cite_some(header)));
}

/// For each column of the recipe, how many columns of its name come before it in the fitted table.
std::vector<std::size_t> occurrence(const TableRecipe& recipe) {
  std::vector<std::size_t> order(recipe.columns.size());
  for (std::size_t c = 0; c < order.size(); ++c) order[c] = c;
  std::ranges::sort(order, {}, [&](std::size_t c) { return recipe.columns[c].place; });
  std::unordered_map<std::string, std::size_t> seen;
  std::vector<std::size_t> before(order.size());
  for (const std::size_t c : order) before[c] = seen[recipe.columns[c].name]++;
  return before;
}

Located by_name(const TableRecipe& recipe, std::span<const std::string> header,
                std::span<const std::size_t> candidates) {
  std::unordered_map<std::string, std::vector<std::size_t>> places;
  for (const std::size_t c : candidates) places[header[c]].push_back(c);
  const std::vector<std::size_t> before = occurrence(recipe);
  Located found;
  std::unordered_set<std::size_t> used;
  for (std::size_t c = 0; c < recipe.columns.size(); ++c) {
    const TableColumn& column = recipe.columns[c];
    const auto here = places.find(column.name);
    const bool there = here != places.end() && before[c] < here->second.size();
    found.place.push_back(there ? std::optional(here->second[before[c]]) : std::nullopt);
    if (there) used.insert(here->second[before[c]]);
    if (!there && is_feature(column)) found.absent.push_back(column.name);
  }
  for (const std::size_t c : candidates) {
    if (!used.contains(c)) found.ignored.push_back(header[c]);
  }
  return found;
}

/// The features one after another at these places.
Located in_order(const TableRecipe& recipe, std::span<const std::size_t> candidates) {
  Located found;
  found.place.resize(recipe.columns.size());
  std::size_t next = 0;
  for (std::size_t c = 0; c < recipe.columns.size(); ++c) {
    if (!is_feature(recipe.columns[c])) continue;
    if (next == candidates.size()) found.other_width = true;
    if (next < candidates.size()) found.place[c] = candidates[next++];
  }
  found.other_width = found.other_width || next < candidates.size();
  return found;
}

/// Models of before recipes only know the names of their categories.
Located around_categories(const TableRecipe& recipe, std::span<const std::string> header,
                          std::size_t count, std::vector<std::size_t> candidates,
                          const std::string& name) {
  TableRecipe numbers = recipe;
  std::vector<std::optional<std::size_t>> place(recipe.columns.size());
  for (std::size_t c = 0; c < recipe.columns.size(); ++c) {
    if (recipe.columns[c].name.empty()) continue;
    place[c] = find_column(recipe.columns[c].name, header, count, name);
    std::erase(candidates, *place[c]);
    numbers.columns[c].role = ColumnRole::unused;
  }
  Located found = in_order(numbers, candidates);
  for (std::size_t c = 0; c < place.size(); ++c)
    found.place[c] = place[c] ? place[c] : found.place[c];
  return found;
}

}  // namespace

bool names_columns(const ReadOptions& options) {
  const auto is_name = [](const std::string& text) {
    return !text.empty() && !column_number(text) && text != kAllCategorical;
  };
  return is_name(options.id_column) || is_name(options.label_column) ||
         is_name(options.text_column) || std::ranges::any_of(options.columns, is_name) ||
         std::ranges::any_of(options.exclude, is_name) ||
         std::ranges::any_of(options.categorical, is_name);
}

AskedColumns asked_columns(const ReadOptions& options, std::span<const std::string> header,
                           std::size_t count, const std::string& name) {
  std::vector<bool> taken(count);
  const auto find = [&](const std::string& text) { return find_column(text, header, count, name); };
  const auto take = [&](const std::string& text) {
    const std::size_t column = find(text);
    if (taken[column]) throw Error("column " + cite(text) + " of " + name + " is chosen twice");
    taken[column] = true;
    return column;
  };
  AskedColumns asked;
  asked.excluded.resize(count);
  if (!options.id_column.empty()) asked.id = take(options.id_column);
  if (!options.label_column.empty()) asked.label = take(options.label_column);
  if (!options.text_column.empty()) asked.excluded[take(options.text_column)] = true;
  for (const std::string& text : options.exclude) asked.excluded[take(text)] = true;
  for (const std::string& text : options.categorical) {
    if (text != kAllCategorical) asked.categorical.push_back(take(text));
  }
  for (const std::string& text : options.columns) {
    const std::size_t column = find(text);
    const bool categorical =
        std::ranges::find(asked.categorical, column) != asked.categorical.end();
    asked.features.push_back(categorical ? column : take(text));
  }
  return asked;
}

Located locate(const TableRecipe& recipe, const ReadOptions& options,
               std::span<const std::string> header, std::size_t count, const std::string& name) {
  const AskedColumns asked = asked_columns(options, header, count, name);
  std::vector<std::size_t> candidates;
  for (std::size_t c = 0; c < count && asked.features.empty(); ++c) {
    if (!asked.excluded[c] && asked.id != c && asked.label != c) candidates.push_back(c);
  }
  if (!asked.features.empty()) candidates = asked.features;
  const auto features = static_cast<std::size_t>(std::ranges::count_if(recipe.columns, is_feature));
  Located found;
  if (recipe.named && !header.empty()) {
    found = by_name(recipe, header, candidates);
    if (!found.absent.empty() && asked.features.size() == features)
      found = in_order(recipe, candidates);
  } else if (!recipe.named && std::ranges::any_of(recipe.columns, [](const TableColumn& c) {
               return !c.name.empty();
             })) {
    found = around_categories(recipe, header, count, candidates, name);
  } else {
    const bool same =
        asked.features.empty() && count == recipe.columns.size() &&
        std::ranges::none_of(recipe.columns, [](const TableColumn& c) { return c.place < 0; });
    if (same) {
      for (const TableColumn& column : recipe.columns)
        found.place.push_back(static_cast<std::size_t>(column.place));
    } else {
      found = in_order(recipe, candidates);
    }
    found.by_place = recipe.named;
  }
  for (std::size_t c = 0; c < recipe.columns.size(); ++c) {
    const ColumnRole role = recipe.columns[c].role;
    if (role == ColumnRole::id && asked.id) found.place[c] = asked.id;
    if (role == ColumnRole::label && asked.label) found.place[c] = asked.label;
  }
  return found;
}

}  // namespace gnac::detail
