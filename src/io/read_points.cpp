#include "io/read_points.h"

#include <fmt/format.h>

#include <algorithm>
#include <new>
#include <span>
#include <stdexcept>
#include <utility>

#include "io/bytes.h"
#include "io/column_choice.h"
#include "io/column_facts.h"
#include "io/npy_file.h"
#include "io/number_text.h"
#include "io/table_file.h"
#include "io/table_reader.h"
#include "io/table_recipe.h"
#include "io/text.h"

namespace gnac::detail {
namespace {

/// A file, and what its first row says.
struct Opened {
  TableFile file;
  TableStart start = {};
  std::vector<std::string> header = {};  ///< empty if it has none

  bool is_array() const { return file.form == TableFile::Form::array; }
  std::size_t columns() const {
    if (file.array_file) return static_cast<std::size_t>(file.array_file->layout().cols);
    return file.array ? static_cast<std::size_t>(file.array->cols) : start.first.size();
  }
};

bool any_word(const std::vector<std::string>& fields) {
  return std::ranges::any_of(fields, [](const std::string& f) { return is_word(f); });
}

void look(Opened& opened) {
  if (opened.is_array()) return;
  opened.start = look_at_start(opened.file);
  const auto& first = opened.start.first;
  if (first.empty()) throw Error(opened.file.name + " is empty: there are no points in it");
  if (opened.start.alone && !opened.start.certainly_names && std::ranges::all_of(first, is_word))
    throw Error(opened.file.name + " has a header and no rows: there are no points in it");
}

/// A long row without a value is no table, whatever follows; each column would take a kilobyte.
void refuse_separators(const Opened& opened) {
  constexpr std::size_t kMany = 10'000;
  const auto& row = opened.start.first;
  const auto empty = [](const std::string& cell) { return cell.empty(); };
  if (row.size() > kMany && std::ranges::all_of(row, empty)) {
    throw Error(fmt::format("{}, row 1: none of its {} columns has a value; is this a table?",
                            opened.file.name, row.size()));
  }
}

/// The facts of the columns, the first row aside.
std::vector<ColumnFacts> facts_of(const Opened& opened, OtherLength other) {
  std::vector<ColumnFacts> facts(opened.columns());
  const auto add = [&](std::span<const std::string_view> fields, std::int64_t) {
    for (std::size_t c = 0; c < facts.size(); ++c) facts[c].add(fields[c]);
  };
  for_rows(opened.file, opened.start, true, other, add);
  return facts;
}

/// Does the first row name the columns? It does if a column of numbers, dates or booleans has a
/// word there; in a table of nothing but text, if no first field is there again.
bool is_header(std::span<const std::string> first, std::span<const ColumnFacts> facts,
               const AskedColumns& asked) {
  bool any_numbers = false;
  bool unique = true;
  for (std::size_t c = 0; c < first.size(); ++c) {
    const ColumnFacts& f = facts[c];
    const bool kind =
        std::ranges::find(asked.categorical, c) != asked.categorical.end() || asked.id == c ||
        asked.label == c ||
        (!asked.features.empty() && std::ranges::find(asked.features, c) == asked.features.end());
    const bool booleans = 2 * f.booleans > f.present();
    const bool numbers = 2 * (f.numbers() + f.times + f.booleans) > f.present() && f.present() > 0;
    const bool unit = f.has_unit() && take_apart(first[c]);
    if (numbers && !kind && !unit && is_word(first[c]) && !(booleans && boolean_of(first[c]) >= 0))
      return true;
    any_numbers = any_numbers || (numbers && !kind);
    unique = unique && !first[c].empty() && !f.values.contains(first[c]) && is_word(first[c]);
  }
  return !any_numbers && unique;
}

/// The columns of a file that follows the one that the recipe was made from.
Located located(const TableRecipe& recipe, const ReadOptions& options, const Opened& opened) {
  Located found = locate(recipe, options, opened.header, opened.columns(), opened.file.name);
  if (found.absent.empty() && !found.other_width) return found;
  const std::string name = opened.file.name;
  if (!found.absent.empty()) {
    throw Error(name + (found.absent.size() > 1 ? " has no columns " : " has no column ") +
                cite_some(found.absent) + ", which the model was fitted on; its first row is " +
                cite_some(opened.header));
  }
  const auto features = static_cast<std::size_t>(std::ranges::count_if(recipe.columns, is_feature));
  throw Error(
      name + " has " + counted(opened.columns(), "column") + ", but the model was fitted on " +
      counted(features, "column") +
      (recipe.named && opened.header.empty() ? " with names, which this file does not have" : "") +
      "; choose them with --columns");
}

std::string names_of(const Opened& opened) {
  return opened.header.empty() ? "no names" : cite_some(opened.header);
}

/// The same for a file whose rows are joined to those of `first`.
Located joined(const TableRecipe& recipe, const Opened& first, const Opened& opened,
               const ReadOptions& options) {
  Located found = locate(recipe, {}, opened.header, opened.columns(), opened.file.name);
  const bool differ = first.header.empty() != opened.header.empty() || !found.absent.empty() ||
                      (!found.ignored.empty() && options.columns.empty());
  const bool lost = std::ranges::any_of(recipe.columns, [&](const TableColumn& column) {
    const auto c = static_cast<std::size_t>(&column - recipe.columns.data());
    return (column.role == ColumnRole::id || column.role == ColumnRole::label) && !found.place[c];
  });
  if (!differ && !lost && !found.other_width &&
      (recipe.named || opened.columns() == recipe.columns.size()))
    return found;
  const bool names = !first.header.empty() || !opened.header.empty();
  throw Error("rows can only be joined if the columns are the same: " + first.file.name + " has " +
              (names ? names_of(first) : std::to_string(first.columns())) + " and " +
              opened.file.name + " has " +
              (names ? names_of(opened) : std::to_string(opened.columns())));
}

/// Where the recipe was made.
Located in_place(const TableRecipe& recipe) {
  Located found;
  for (const TableColumn& column : recipe.columns)
    found.place.push_back(static_cast<std::size_t>(column.place));
  return found;
}

/// A later file has a header if its first row has a name of the first file's, or a word instead of
/// a number.
void find_header(Opened& opened, const TableRecipe& recipe, const ReadOptions& options) {
  if (opened.is_array()) return;
  const auto& first = opened.start.first;
  const bool header = opened.start.certainly_names || names_columns(options);
  const bool same_width = first.size() == recipe.columns.size();
  bool words = false;
  bool names = false;
  for (const TableColumn& column : recipe.columns) {
    if (!is_feature(column)) continue;
    names = names || (recipe.named && is_word(column.name) &&
                      std::ranges::find(first, column.name) != first.end());
    if (is_indicator(column) || !same_width || column.place < 0) continue;
    words = words || is_word(first[static_cast<std::size_t>(column.place)]);
  }
  const bool numbers_only = indicator_count(recipe) == 0;
  words = words || (numbers_only && any_word(first));
  if (header || names || words) opened.header = first;
}

PointTable read_with(const TableRecipe& recipe, std::span<Opened> files,
                     std::span<const Located> places, const ReadOptions& options, bool plain) {
  TableReader reader(recipe, options, plain);
  for (std::size_t f = 0; f < files.size(); ++f) {
    Opened& opened = files[f];
    if (opened.file.array_file) {
      reader.add(opened.file.array_file->whole(), opened.file.name, places[f]);
    } else if (opened.file.array) {
      reader.add(*opened.file.array, opened.file.name, places[f]);
    } else {
      reader.add(opened.file, opened.start, opened.header, places[f]);
    }
  }
  return reader.finish();
}

/// New rows, read as a fitted table was.
PointTable read_fitted(std::span<Opened> files, ReadOptions options) {
  TableRecipe recipe = *options.fitted;
  const auto has = [&](ColumnRole role) {
    return std::ranges::find(recipe.columns, role, &TableColumn::role) != recipe.columns.end();
  };
  if (!options.id_column.empty() && !has(ColumnRole::id))
    recipe.columns.push_back({.role = ColumnRole::id, .kind = ColumnKind::text});
  std::vector<Located> places;
  for (Opened& opened : files) {
    find_header(opened, *options.fitted, options);
    Located found = located(*options.fitted, options, opened);
    if (recipe.columns.size() > found.place.size()) {
      ReadOptions id;
      id.id_column = options.id_column;
      found.place.push_back(
          asked_columns(id, opened.header, opened.columns(), opened.file.name).id);
    }
    // Labels of new rows are not needed.
    for (std::size_t c = 0; c < recipe.columns.size(); ++c) {
      if (recipe.columns[c].role == ColumnRole::label) found.place[c].reset();
    }
    places.push_back(std::move(found));
  }
  // Ids are one per row or none at all.
  for (std::size_t c = 0; c < recipe.columns.size(); ++c) {
    if (recipe.columns[c].role != ColumnRole::id) continue;
    if (std::ranges::all_of(places, [&](const Located& p) { return p.place[c].has_value(); }))
      continue;
    for (Located& p : places) p.place[c].reset();
  }
  PointTable table = read_with(recipe, files, places, options, false);
  table.recipe = *options.fitted;
  return table;
}

/// Does a column of a table with names count its rows?
bool counts_rows(const PointTable& table, const ReadOptions& options) {
  const PointsView points = table.points;
  if (!table.recipe.named || !options.columns.empty() || points.d < 2 || points.n < kSeveralRows)
    return false;
  for (std::int64_t c = 0; c < points.d; ++c) {
    std::int64_t i = 1;
    while (i < points.n && points(i, c) == points(i - 1, c) + 1) ++i;
    if (i == points.n && (points(0, c) == 0 || points(0, c) == 1)) return true;
  }
  return false;
}

/// Does a column of a table with names hold but two numbers?
bool holds_two_numbers(const PointTable& table) {
  const PointsView points = table.points;
  if (!table.recipe.named || points.n < kSeveralRows) return false;
  for (std::int64_t c = 0; c < points.d; ++c) {
    const double first = points(0, c);
    std::optional<double> second;
    std::int64_t i = 1;
    for (; i < points.n; ++i) {
      if (points(i, c) == first) continue;
      if (second && points(i, c) != *second) break;
      second = points(i, c);
    }
    if (i == points.n && second) return true;
  }
  return false;
}

/// Tables of plain numbers, which need no second look: nothing else is as large. None if a cell is
/// something else or a column may not be a quantity.
std::optional<PointTable> read_plain(std::span<Opened> files, const ReadOptions& options) {
  if (!options.categorical.empty() || options.summaries) return std::nullopt;
  Opened& first = files[0];
  const bool certain = first.start.certainly_names || names_columns(options);
  if (!first.is_array() && certain) first.header = first.start.first;
  const AskedColumns asked = asked_columns(options, first.header, first.columns(), first.file.name);
  TableRecipe recipe =
      plain_columns(first.header, first.columns(), asked, options, first.file.name);
  const bool named = std::ranges::any_of(recipe.columns, [&](const TableColumn& column) {
    return is_feature(column) && !first.is_array() && !first.start.alone &&
           is_word(first.start.first[static_cast<std::size_t>(column.place)]);
  });
  if (named && !certain) {
    first.header = first.start.first;
    recipe = plain_columns(first.header, first.columns(), asked, options, first.file.name);
  }
  if (options.columns.empty() && std::ranges::any_of(first.header, is_special_name))
    return std::nullopt;
  std::vector<Located> places{in_place(recipe)};
  for (std::size_t f = 1; f < files.size(); ++f) {
    find_header(files[f], recipe, options);
    places.push_back(joined(recipe, first, files[f], options));
  }
  const bool arrays = std::ranges::all_of(files, &Opened::is_array);
  try {
    PointTable table = read_with(recipe, files, places, options, !arrays);
    if (!arrays && (counts_rows(table, options) || holds_two_numbers(table))) return std::nullopt;
    return table;
  } catch (const NotPlain&) {
    return std::nullopt;
  }
}

/// Any table: a first pass finds what the columns hold.
PointTable read_any(std::span<Opened> files, const ReadOptions& options) {
  Opened& first = files[0];
  refuse_separators(first);
  const OtherLength other =
      options.missing == Missing::drop ? OtherLength::skip : OtherLength::refuse;
  std::vector<ColumnFacts> facts = facts_of(first, other);
  first.header.clear();
  const bool certain = first.start.certainly_names || names_columns(options);
  if (certain) first.header = first.start.first;
  const AskedColumns asked = asked_columns(options, first.header, first.columns(), first.file.name);
  if (!first.is_array() && !certain && !first.start.alone &&
      is_header(first.start.first, facts, asked))
    first.header = first.start.first;
  if (!first.is_array() && first.header.empty()) {
    for (std::size_t c = 0; c < facts.size(); ++c) facts[c].add(first.start.first[c]);
  }
  // The other files' cells count too, at the places where the first file's columns are.
  const TableRecipe every =
      plain_columns(first.header, first.columns(), asked, options, first.file.name);
  for (Opened& opened : files.subspan(1)) {
    find_header(opened, every, options);
    Located found = joined(every, first, opened, options);
    for_rows(
        opened.file, opened.start, !opened.header.empty(), other,
        [&](std::span<const std::string_view> fields, std::int64_t) {
          for (std::size_t c = 0; c < every.columns.size(); ++c) {
            if (!found.place[c]) continue;
            facts[static_cast<std::size_t>(every.columns[c].place)].add(fields[*found.place[c]]);
          }
        });
  }
  const bool semicolons =
      first.file.form == TableFile::Form::text && separator_of(first.file) == ';';
  const TableRecipe recipe =
      choose_columns(facts, first.header, asked, options, semicolons, first.file.name);
  std::vector<Located> places{in_place(recipe)};
  for (Opened& opened : files.subspan(1)) places.push_back(joined(recipe, first, opened, options));
  PointTable table = read_with(recipe, files, places, options, false);
  std::vector<bool> kinds(facts.size());  // where "unknown" is a value like any other
  for (const TableColumn& column : recipe.columns)
    kinds[static_cast<std::size_t>(column.place)] = column.kind == ColumnKind::category;
  for (std::size_t c = 0; options.summaries && c < facts.size(); ++c) {
    const ColumnFacts& f = facts[c];
    table.summaries.push_back(
        {f.rows, f.missing + (kinds[c] ? 0 : f.no_values),
         f.many_values ? static_cast<std::int64_t>(ColumnFacts::kMostValues) : std::ssize(f.values),
         f.many_values});
  }
  return table;
}

PointTable read_files(std::span<Opened> files, const ReadOptions& options) {
  for (Opened& opened : files) look(opened);
  const auto read = [&] {
    if (options.fitted != nullptr) return read_fitted(files, options);
    if (auto table = read_plain(files, options)) return std::move(*table);
    return read_any(files, options);
  };
  PointTable table = read();
  for (const Opened& opened : files) table.titles += opened.start.titles;
  return table;
}

}  // namespace

PointTable parse_points(std::string_view bytes, const std::string& name,
                        const ReadOptions& options) {
  std::vector<Opened> files(1);
  files[0].file = open_table(bytes, name, options.array);
  return read_files(files, options);
}

PointTable read_points(const std::vector<std::string>& paths, const ReadOptions& options) {
  std::vector<Opened> files(paths.size());
  std::vector<std::string> contents(paths.size());
  std::size_t size = 0;
  try {
    for (std::size_t f = 0; f < paths.size(); ++f) {
      const std::string name = display_name(paths[f]);
      TableFile& file = files[f].file;
      if (paths[f].ends_with(".npy")) file.array_file = NpyFile::open(paths[f]);
      if (file.array_file) {
        file.name = name;
        file.form = TableFile::Form::array;
        size += file.array_file->size();
        continue;
      }
      contents[f] = read_bytes(paths[f]);
      size += contents[f].size();
      file = open_table(contents[f], name, options.array);
    }
    return read_files(files, options);
  } catch (const std::bad_alloc&) {
  } catch (const std::length_error&) {
  }
  throw_too_large(paths.front(), size);
}

PointTable read_points(const std::string& path, const ReadOptions& options) {
  return read_points(std::vector<std::string>{path}, options);
}

}  // namespace gnac::detail
