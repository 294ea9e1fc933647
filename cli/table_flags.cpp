#include "table_flags.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include "gnac/error.h"
#include "io/bytes.h"

namespace gnac::cli {
namespace {

constexpr std::array<std::pair<std::string_view, Missing>, 3> kMissing{
    {{"drop", Missing::drop}, {"mean", Missing::mean}, {"median", Missing::median}}};

Missing parse_missing(const std::string& text) {
  for (const auto& [name, how] : kMissing) {
    if (name == text) return how;
  }
  throw Error(fmt::format("--missing cannot be '{}'; give drop, mean or median", text));
}

}  // namespace

std::string TableFlags::name() const {
  if (data.size() == 1) return display_name(data[0]);
  if (data.size() == 2) return display_name(data[0]) + " and " + display_name(data[1]);
  return fmt::format("{} and {} more", display_name(data[0]), data.size() - 1);
}

void add_data(CLI::App& app, TableFlags& flags, const std::string& help) {
  app.add_option("DATA", flags.data, help)->option_text(" ")->required();
}

void add_column_flags(CLI::App& app, ReadOptions& columns, const std::string& group) {
  app.add_option("--columns", columns.columns,
                 "features to use, by header or number from 0: a,b,c [all]")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->option_text("LIST")
      ->group(group);
  app.add_option("--categorical", columns.categorical,
                 "text features to use as categories, each of which becomes a column of 0 and 1; "
                 "all: every feature that contains text [none]")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->option_text("LIST")
      ->group(group);
  app.add_option_function<std::string>(
         "--missing",
         [&columns](const std::string& text) { columns.missing = parse_missing(text); },
         "missing values: drop their rows, or fill them with the column's mean or median, "
         "categories with the most frequent [refuse them]")
      ->option_text("NAME")
      ->group(group);
  app.add_option("--array", columns.array, "the array of a .npz file [the only one]")
      ->option_text("NAME")
      ->group(group);
}

void add_id_flag(CLI::App& app, ReadOptions& columns, const std::string& help,
                 const std::string& group) {
  app.add_option("--id-column", columns.id_column, help)->option_text("NAME")->group(group);
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
        fmt::format("{}; --missing drop leaves such rows out, --missing mean or median "
                    "fills such values",
                    error.what()));
  } catch (const TextValue& error) {
    throw Error(fmt::format(
        "{}; if the column names the rows, give it with --id-column; if it is a category, with "
        "--categorical",
        error.what()));
  }
}

}  // namespace gnac::cli
