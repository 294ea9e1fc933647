#include "table_flags.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include "gnac/error.h"
#include "io/bytes.h"
#include "io/table_recipe.h"
#include "io/text.h"

namespace gnac::cli {
namespace {

constexpr std::array<std::pair<std::string_view, Missing>, 5> kMissing{
    {{"refuse", Missing::refuse},
     {"drop", Missing::drop},
     {"mean", Missing::mean},
     {"median", Missing::median},
     {"nearest", Missing::nearest}}};

Missing parse_missing(const std::string& text) {
  for (const auto& [name, how] : kMissing) {
    if (name == text) return how;
  }
  throw Error(
      fmt::format("--missing cannot be '{}'; give refuse, drop, nearest, median or mean", text));
}

void add_list(CLI::App& app, const char* flag, std::vector<std::string>& list,
              const std::string& help, const std::string& group) {
  app.add_option(flag, list, help)
      ->delimiter(',')
      ->allow_extra_args(false)
      ->option_text("LIST")
      ->group(group);
}

void add_missing(CLI::App& app, ReadOptions& columns, const std::string& help,
                 const std::string& group) {
  app.add_option_function<std::string>(
         "--missing",
         [&columns](const std::string& text) { columns.missing = parse_missing(text); }, help)
      ->option_text("NAME")
      ->group(group);
}

void add_array(CLI::App& app, ReadOptions& columns, const std::string& group) {
  app.add_option("--array", columns.array,
                 "the array of a .npz file [the only one], or the sheet of a workbook [the first]")
      ->option_text("NAME")
      ->group(group);
}

}  // namespace

std::string TableFlags::name() const {
  if (data.empty()) return "the graph";
  if (data.size() == 1) return display_name(data[0]);
  if (data.size() == 2) return display_name(data[0]) + " and " + display_name(data[1]);
  return fmt::format("{} and {} more", display_name(data[0]), data.size() - 1);
}

void add_data(CLI::App& app, TableFlags& flags, const std::string& help) {
  app.add_option("DATA", flags.data, help)->option_text(" ")->required();
}

void add_column_flags(CLI::App& app, ReadOptions& columns, const std::string& group) {
  add_list(app, "--columns", columns.columns,
           "features to use, by header or number from 0: a,b,c [all that make sense]", group);
  add_list(app, "--exclude", columns.exclude, "columns to leave out, by header or number from 0",
           group);
  add_list(app, "--categorical", columns.categorical,
           "features to use as categories, each of which becomes a column of 0 and 1; all: every "
           "feature that contains text [texts that repeat]",
           group);
  add_missing(
      app, columns,
      "missing values: refuse them, drop their rows (and those with more or fewer columns), "
      "or fill them from the nearest rows, or with the column's median or mean [nearest]",
      group);
  add_array(app, columns, group);
}

void add_new_row_flags(CLI::App& app, ReadOptions& columns) {
  const char* group = "Input";
  add_list(app, "--columns", columns.columns,
           "columns to use where names differ, in the order of the fit's features [by name]",
           group);
  add_missing(app, columns,
              "missing values: refuse them, drop their rows, or fill them from the nearest fitted "
              "rows, or with the median or mean of the fit: nearest, median, mean [as in the fit]",
              group);
  add_array(app, columns, group);
}

void add_id_flag(CLI::App& app, ReadOptions& columns, const std::string& help,
                 const std::string& group) {
  app.add_option("--id-column", columns.id_column, help)->option_text("NAME")->group(group);
}

void add_text_flag(CLI::App& app, ReadOptions& columns) {
  app.add_option("--text-column", columns.text_column,
                 "not a feature: texts whose words name the clusters")
      ->option_text("NAME")
      ->group("Input");
}

void check_stdin(const std::vector<std::string>& inputs) {
  if (std::ranges::count(inputs, "-") > 1)
    throw Error("standard input can only be read once; give the other input as a file");
}

void check_several(const TableFlags& flags, std::int64_t points) {
  if (points < 2)
    throw Error(
        fmt::format("there must be at least 2 points, but {} has {}", flags.name(), points));
}

PointTable read_table(const TableFlags& flags) {
  check_stdin(flags.data);
  try {
    return read_points(flags.data, flags.columns);
  } catch (const MissingValue& error) {
    throw Error(
        fmt::format("{}; --missing drop leaves such rows out, --missing nearest fills "
                    "such values",
                    error.what()));
  } catch (const RaggedRow& error) {
    throw Error(
        fmt::format("{}; correct it, or give --missing drop to leave such rows out", error.what()));
  } catch (const TextValue& error) {
    throw Error(fmt::format(
        "{}; correct it, or give the column with --categorical if it is a category, with --exclude "
        "to leave it out",
        error.what()));
  }
}

std::string left_out_columns(const TableRecipe& recipe) {
  constexpr std::size_t kMost = 8;
  std::vector<std::string> texts;
  for (const TableColumn& column : recipe.columns) {
    if (column.role == ColumnRole::unused && !column.reason.empty())
      texts.push_back(fmt::format("{} ({})", cite(title(column)), column.reason));
  }
  const bool more = texts.size() > kMost;
  texts.resize(std::min(texts.size(), kMost));
  return fmt::format("{}{}", fmt::join(texts, ", "), more ? ", …" : "");
}

}  // namespace gnac::cli
