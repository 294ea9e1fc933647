#include "io/column_choice.h"

#include <algorithm>
#include <array>

#include "gnac/error.h"
#include "io/number_text.h"
#include "io/table_recipe.h"
#include "io/text.h"

namespace gnac::detail {
namespace {

constexpr std::int64_t kRare = 50;  // a value in fewer than one of this many rows is rare
constexpr std::int64_t kMostCategories = 100;
constexpr std::string_view kFreeText = "free text";

/// The words of a name: "customerID" and "customer_id" are both customer and id.
std::vector<std::string> words_of(std::string_view name) {
  std::vector<std::string> words(1);
  char before = 0;
  for (const char c : name) {
    const bool upper = c >= 'A' && c <= 'Z';
    const bool letter = upper || (c >= 'a' && c <= 'z') || (c & 0x80) != 0;
    const bool digit = c >= '0' && c <= '9';
    const bool hump = upper && before >= 'a' && before <= 'z';
    if ((hump || !(letter || digit)) && !words.back().empty()) words.emplace_back();
    if (letter || digit) words.back() += static_cast<char>(upper ? c | 0x20 : c);
    before = c;
  }
  if (words.back().empty()) words.pop_back();
  return words;
}

bool names_rows(std::string_view name) {
  constexpr std::array<std::string_view, 3> kIds{"id", "uuid", "guid"};
  constexpr std::array<std::string_view, 6> kWhole{"index",  "idx",    "rownames",
                                                   "row id", "rownum", "unnamed 0"};
  const std::vector<std::string> words = words_of(name);
  if (words.empty()) return false;
  std::string joined;
  for (const std::string& word : words) joined += (joined.empty() ? "" : " ") + word;
  return is_one_of(words.front(), kIds) || is_one_of(words.back(), kIds) ||
         is_one_of(joined, kWhole);
}

/// Codes that are written with digits.
bool names_code(std::string_view name) {
  constexpr std::array<std::string_view, 20> kCodes{
      "zip",       "zipcode", "postcode", "postal", "postalcode", "plz",     "phone",
      "telephone", "mobile",  "fax",      "ssn",    "iban",       "isbn",    "ean",
      "barcode",   "code",    "codes",    "type",   "kind",       "category"};
  return std::ranges::any_of(words_of(name),
                             [&](const std::string& word) { return is_one_of(word, kCodes); });
}

/// A known answer, or what --append wrote.
bool names_answer(std::string_view name) {
  constexpr std::array<std::string_view, 5> kAnswers{"label", "labels", "class", "target",
                                                     "cluster"};
  const std::vector<std::string> words = words_of(name);
  const bool counted = words.size() == 2 && words[0] == "cluster" && parse_whole(words[1]);
  return counted || (words.size() == 1 && is_one_of(words[0], kAnswers));
}

/// The column's decimal sign; 0 if nothing shows it.
char own_decimal(const ColumnFacts& facts) {
  if (facts.points != facts.commas) return facts.points > facts.commas ? '.' : ',';
  return 0;
}

char decimal_of(const ColumnFacts& facts, char table, bool semicolons) {
  if (const char own = own_decimal(facts)) return own;
  if (facts.open_points + facts.open_commas == 0) return '.';
  if (table != 0) return table;
  // Only numbers like 1,200 or 1.200: a group of thousands, unless a place says otherwise.
  if (facts.open_commas > 0) return semicolons && facts.unit != "$" ? ',' : '.';
  return facts.unit == "€" || facts.unit == "EUR" ? ',' : '.';
}

bool holds_numbers(const ColumnFacts& facts) {
  // A few words among numbers are slips, which reading will name.
  // Where most have a limit they are classes, such as "<18" and ">65".
  if (2 * (facts.numbers() - facts.limits) <= facts.present()) return false;
  return !facts.mixed_units;
}

bool holds_times(const ColumnFacts& facts) {
  return facts.times > 0 && facts.times == facts.present();
}

bool holds_booleans(const ColumnFacts& facts) {
  return facts.booleans > 0 && facts.booleans == facts.present() && facts.no_values == 0;
}

char order_of(const ColumnFacts& facts) {
  if (facts.day_first) return 'd';
  if (facts.month_first) return 'm';
  if (!facts.open_order) return 'y';
  return facts.dotted ? 'd' : 'm';
}

void fill_booleans(TableColumn& column, const ColumnFacts& facts) {
  column.kind = ColumnKind::boolean;
  column.values = {"no", "yes"};
  for (const auto& [text, count] : facts.values)
    column.values[static_cast<std::size_t>(boolean_of(text))] = text;
}

/// A table with names has numbers that are only ever one of two, such as 0 and 1: no quantity, but
/// yes or no.
bool holds_two_numbers(const ColumnFacts& facts) {
  return facts.whole && !facts.many_values && facts.values.size() == 2 &&
         facts.plain == facts.present() && facts.plain >= kSeveralRows &&
         std::ranges::all_of(facts.values, [](const auto& value) { return value.second > 1; });
}

void fill_two_numbers(TableColumn& column, const ColumnFacts& facts) {
  column.kind = ColumnKind::boolean;
  for (const auto& [text, count] : facts.values) column.values.push_back(text);
  std::ranges::sort(column.values, {}, [](const std::string& text) {
    double value = 0;
    parse_number(text, value);
    return value;
  });
}

/// The values, the rare ones together if there are several. False if none is frequent.
bool fill_category(TableColumn& column, const ColumnFacts& facts) {
  column.kind = ColumnKind::category;
  std::vector<std::string> rare;
  for (const auto& [text, count] : facts.values)
    (kRare * count < facts.rows ? rare : column.values).push_back(text);
  if (column.values.empty() && std::ssize(rare) > kMostCategories) return false;
  column.grouped = rare.size() > 1 && !column.values.empty();
  if (!column.grouped) column.values.insert(column.values.end(), rare.begin(), rare.end());
  std::ranges::sort(column.values);
  return !facts.many_values && std::ssize(column.values) <= kMostCategories;
}

bool few_values(const ColumnFacts& facts) {
  constexpr std::int64_t kFew = 20;
  const auto distinct = std::ssize(facts.values);
  return !facts.many_values && distinct <= kFew && 2 * distinct <= facts.present();
}

void leave_out(TableColumn& column, std::string reason) {
  column.role = ColumnRole::unused;
  column.reason = std::move(reason);
}

/// Text that is no category, in words; "" for a category.
std::string kind_of_text(const ColumnFacts& facts) {
  constexpr std::int64_t kManyWords = 4;
  const std::int64_t texts = std::max<std::int64_t>(facts.words + facts.times + facts.booleans, 1);
  const auto distinct = facts.many_values ? facts.rows : std::ssize(facts.values);
  const std::int64_t present = facts.rows - facts.missing;
  if (!facts.many_values && 2 * distinct <= present) return "";
  return facts.blanks >= (kManyWords - 1) * texts ? std::string(kFreeText) : "names or ids";
}

/// The kind of the cells, and whether they make a feature.
void judge(TableColumn& column, const ColumnFacts& facts, char decimal, bool chosen) {
  if (facts.present() == 0) {
    if (!chosen) leave_out(column, "all of its values are missing");
    return;
  }
  if (holds_times(facts)) {
    column.kind = ColumnKind::time;
    column.order = order_of(facts);
    if (!chosen && facts.dated && facts.grows && facts.times >= kSeveralRows)
      leave_out(column, "its dates grow from row to row");
  } else if (holds_booleans(facts)) {
    fill_booleans(column, facts);
  } else if (!column.name.empty() && holds_two_numbers(facts) && !names_rows(column.name)) {
    fill_two_numbers(column, facts);
  } else if (holds_numbers(facts)) {
    if (!chosen && facts.whole && (facts.zeros_first || names_code(column.name)) &&
        !names_rows(column.name)) {
      // The codes of kinds come back.
      if (few_values(facts)) return static_cast<void>(fill_category(column, facts));
      return leave_out(column, "codes");
    }
    column.decimal = decimal;
    column.limits = facts.limits > 0;
    // Letters in a few cells are slips, which reading will name.
    if (is_sign(facts.unit) || facts.has_unit()) column.unit = facts.unit;
    if (chosen || !facts.whole) return;
    if (names_rows(column.name)) {
      leave_out(column, "ids");
    } else if (facts.counts_rows && !column.name.empty() && facts.numbers() >= kSeveralRows) {
      leave_out(column, "it counts the rows");
    }
  } else if (std::string kind = kind_of_text(facts); !kind.empty() || names_rows(column.name)) {
    column.kind = ColumnKind::text;
    leave_out(column, kind.empty() ? "ids" : kind);
  } else if (!fill_category(column, facts)) {
    column.kind = ColumnKind::text;
    leave_out(column, "names or ids");
  }
}

/// Features first, numbers before columns of 0 and 1; within them as chosen.
void put_in_order(TableRecipe& recipe) {
  std::ranges::stable_sort(recipe.columns, {}, [](const TableColumn& column) {
    return !is_feature(column) ? 2 : is_indicator(column) ? 1 : 0;
  });
}

[[noreturn]] void fail_without_features(const TableRecipe& recipe, const std::string& name) {
  std::string reasons;
  bool texts = false;
  for (const TableColumn& column : recipe.columns) {
    texts = texts || column.reason == kFreeText;
    if (!column.reason.empty())
      reasons += (reasons.empty() ? ": " : ", ") + cite(title(column)) + " holds " + column.reason;
  }
  throw Error(name + " has no column left to use as a feature" + reasons +
              (texts ? "; turn the texts into numbers first (embeddings, one row for each, "
                       "as .npy) and give the texts with --texts"
               : reasons.empty() ? ""
                                 : "; choose columns with --columns"));
}

/// The columns with the roles that were asked for, features in the order asked for.
TableRecipe asked_roles(std::span<const std::string> header, std::size_t count,
                        const AskedColumns& asked, const ReadOptions& options) {
  std::vector<std::size_t> order = asked.features;
  const auto add = [&](std::size_t c) {
    if (std::ranges::find(order, c) == order.end()) order.push_back(c);
  };
  for (const std::size_t c : asked.categorical) add(c);
  const std::size_t chosen = order.size();
  if (asked.features.empty()) order.clear();
  std::vector<bool> listed(count);
  for (const std::size_t c : order) listed[c] = true;
  for (std::size_t c = 0; c < count; ++c) {
    if (!listed[c]) order.push_back(c);
  }
  TableRecipe recipe{.named = !header.empty(),
                     .missing = options.missing.value_or(Missing::nearest)};
  for (std::size_t k = 0; k < order.size(); ++k) {
    const std::size_t c = order[k];
    TableColumn& column = recipe.columns.emplace_back();
    if (!header.empty()) column.name = header[c];
    column.place = static_cast<std::int64_t>(c);
    const bool others = !asked.features.empty() && k >= chosen;
    if (others || asked.excluded[c]) column.role = ColumnRole::unused;
    if (asked.id == c) column.role = ColumnRole::id;
    if (asked.label == c) column.role = ColumnRole::label;
  }
  return recipe;
}

void leave_out_row_names(TableRecipe& recipe, const AskedColumns& asked) {
  const auto features = std::ranges::count_if(recipe.columns, is_feature);
  if (!recipe.named || !asked.features.empty() || features < 2) return;
  const auto first = std::ranges::find(recipe.columns, 0, &TableColumn::place);
  const auto second = std::ranges::find(recipe.columns, 1, &TableColumn::place);
  if (first == recipe.columns.end() || second == recipe.columns.end()) return;
  if (first->name.empty() && !second->name.empty() && is_feature(*first) &&
      std::ranges::find(asked.categorical, 0U) == asked.categorical.end())
    leave_out(*first, "row names");
}

}  // namespace

bool is_special_name(std::string_view name) {
  return names_rows(name) || names_code(name) || names_answer(name);
}

TableRecipe plain_columns(std::span<const std::string> header, std::size_t count,
                          const AskedColumns& asked, const ReadOptions& options,
                          const std::string& name) {
  TableRecipe recipe = asked_roles(header, count, asked, options);
  leave_out_row_names(recipe, asked);
  put_in_order(recipe);
  if (point_columns(recipe) == 0) fail_without_features(recipe, name);
  return recipe;
}

TableRecipe choose_columns(std::span<const ColumnFacts> facts, std::span<const std::string> header,
                           const AskedColumns& asked, const ReadOptions& options, bool semicolons,
                           const std::string& name) {
  TableRecipe recipe = asked_roles(header, facts.size(), asked, options);
  leave_out_row_names(recipe, asked);
  std::int64_t points = 0;
  std::int64_t commas = 0;
  for (const ColumnFacts& f : facts) {
    if (const char own = own_decimal(f)) ++(own == ',' ? commas : points);
  }
  // One column with a decimal comma shows the custom of the whole table.
  const char table = commas > 0 ? ',' : points > 0 ? '.' : 0;
  const bool all_categorical =
      std::ranges::find(options.categorical, kAllCategorical) != options.categorical.end();
  for (TableColumn& column : recipe.columns) {
    if (!is_feature(column)) continue;
    const auto c = static_cast<std::size_t>(column.place);
    const ColumnFacts& f = facts[c];
    const bool asked_for = std::ranges::find(asked.categorical, c) != asked.categorical.end();
    const bool chosen = asked_for || !asked.features.empty();
    const bool has_text = f.words + f.booleans + f.no_values > 0;
    if (asked_for || (all_categorical && has_text)) {
      if (!fill_category(column, f))
        throw Error("column " + cite(title(column)) + " of " + name + " has more than " +
                    std::to_string(kMostCategories) +
                    " categories, so it names rows rather than kinds; leave it out with --exclude "
                    "or set it aside with --id-column");
      continue;
    }
    if (!chosen && names_answer(column.name)) {
      leave_out(column, "it may be a known answer");
      continue;
    }
    judge(column, f, decimal_of(f, table, semicolons), chosen);
    if (!chosen && is_feature(column) && 2 * f.present() < f.rows &&
        recipe.missing != Missing::refuse)
      leave_out(column, "most of its values are missing");
  }
  put_in_order(recipe);
  if (point_columns(recipe) == 0) fail_without_features(recipe, name);
  return recipe;
}

}  // namespace gnac::detail
