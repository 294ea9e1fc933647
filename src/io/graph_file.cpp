#include "io/graph_file.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <limits>
#include <span>
#include <unordered_map>

#include "gnac/error.h"
#include "io/bytes.h"
#include "io/npz.h"
#include "io/rows.h"
#include "io/text.h"
#include "io/zip.h"
#include "support/largest_value.h"
#include "support/utf8.h"

namespace gnac::detail {
namespace {

constexpr std::string_view kMatrixMarket = "%%MatrixMarket";

/// Collects entries; its errors name the row.
class GraphReader {
 public:
  GraphReader(const std::string& name, std::int64_t nodes)
      : name_(name), open_(nodes == kNodesOfGraph) {
    if (nodes < 0 || nodes > std::numeric_limits<std::int32_t>::max()) {
      throw Error(name + " cannot be a graph of " + std::to_string(nodes) + " points");
    }
    list_.nodes = nodes;
  }

  void use(bool weighted, bool symmetric, std::int64_t base) {
    weighted_ = weighted;
    symmetric_ = symmetric;
    base_ = base;
  }

  /// One entry: i, j and, if the graph has them, a distance.
  void add(const Rows& rows) {
    const auto fields = rows.fields();
    const std::size_t wanted = weighted_ ? 3 : 2;
    if (fields.size() != wanted) {
      fail(rows.line(), "there are " + std::to_string(fields.size()) + " columns, not " +
                            std::to_string(wanted));
    }
    const std::int32_t i = node(fields[0], rows.line());
    const std::int32_t j = node(fields[1], rows.line());
    push(i, j);
    if (symmetric_ && i != j) push(j, i);
    if (!weighted_) return;
    const double d = distance(fields[2], rows.line());
    list_.distance.push_back(d);
    if (symmetric_ && i != j) list_.distance.push_back(d);
  }

  [[noreturn]] void fail(std::int64_t line, const std::string& reason) const {
    throw Error(name_ + ", row " + std::to_string(line) + ": " + reason);
  }

  GraphInFile finish() {
    if (list_.from.empty()) throw Error(name_ + " is empty: there is no edge in it");
    return std::move(list_);
  }

  /// Nodes are numbered as they come.
  void use_names() { named_ = true; }

  bool open() const { return open_; }

  /// One entry of a matrix.
  void add(std::int64_t i, std::int64_t j, double value) {
    if (i >= list_.nodes || j >= list_.nodes)
      throw Error(name_ + " is damaged: it has an entry outside of its " +
                  std::to_string(list_.nodes) + " rows");
    if (!(value >= 0 && value <= kLargestValue))
      throw Error(name_ + " has an entry that is not a distance: give numbers from 0 to 1e150");
    push(static_cast<std::int32_t>(i), static_cast<std::int32_t>(j));
    if (weighted_) list_.distance.push_back(value);
  }

  void call_similarities() { list_.similarities = true; }

  /// For a matrix, which states the number of points.
  void set_size(std::int64_t rows, std::int64_t columns) {
    if (open_ && rows != columns) throw Error(name_ + " is not square, so it is not a graph");
    if (!open_ && (rows != list_.nodes || columns != list_.nodes))
      throw Error(name_ + " is a graph of " + std::to_string(rows) + " x " +
                  std::to_string(columns) + ", but there are " + std::to_string(list_.nodes) +
                  " points");
    if (rows > std::numeric_limits<std::int32_t>::max())
      throw Error(name_ + " cannot be a graph of " + std::to_string(rows) + " points");
    list_.nodes = rows;
    open_ = false;
  }

 private:
  std::int32_t named_node(std::string_view text) {
    const auto next = static_cast<std::int32_t>(list_.names.size());
    const auto [place, is_new] = number_of_.emplace(text, next);
    if (is_new) {
      list_.names.emplace_back(text);
      list_.nodes = next + 1;
    }
    return place->second;
  }

  void push(std::int32_t i, std::int32_t j) {
    list_.from.push_back(i);
    list_.to.push_back(j);
  }

  std::int32_t node(std::string_view text, std::int64_t line) {
    if (named_) return named_node(text);
    const auto number = parse_whole(text);
    if (!number)
      fail(line, cite(text) + " is not a point's number: points are numbered from " +
                     std::to_string(base_) + ", in the order of the rows");
    if (open_ && *number >= 0 && *number < std::numeric_limits<std::int32_t>::max())
      list_.nodes = std::max(list_.nodes, *number + 1);
    if (*number < base_ || *number >= list_.nodes + base_) {
      fail(line, "there is no point " + std::to_string(*number) + ": the points are numbered " +
                     std::to_string(base_) + " to " + std::to_string(list_.nodes + base_ - 1));
    }
    return static_cast<std::int32_t>(*number - base_);
  }

  double distance(std::string_view text, std::int64_t line) const {
    double value = 0;
    if (!parse_number(text, value) || !(value >= 0 && value <= kLargestValue))
      fail(line, cite(text) + " is not a distance: give a number from 0 to 1e150");
    return value;
  }

  const std::string& name_;
  GraphInFile list_;
  bool open_;  ///< the edges say how many points there are
  bool weighted_ = false;
  bool symmetric_ = false;
  bool named_ = false;
  std::int64_t base_ = 0;
  std::unordered_map<std::string, std::int32_t> number_of_;
};

bool is_number(std::string_view text) {
  double ignored = 0;
  return parse_number(text, ignored);
}

/// Is this a name that people use for a number that is larger for closer pairs?
bool names_similarity(std::string_view header) {
  constexpr std::array<std::string_view, 6> kNames{"similarity", "connectivity", "affinity",
                                                   "weight",     "strength",     "correlation"};
  return std::ranges::find(kNames, lower(header)) != kNames.end();
}

/// Is this a name of the third column, of a similarity or a distance?
bool names_value(std::string_view header) {
  const std::string name = lower(header);
  return name == "distance" || name == "dist" || name == "length" || names_similarity(name);
}

bool are_nodes(std::span<const std::string_view> fields) {
  return parse_whole(fields[0]) && parse_whole(fields[1]);
}

/// Are the first two words of a list of names a header? Those of an edge come again, as a rule.
bool are_titles(std::string_view bytes, const std::string& name) {
  Rows rows(bytes, name, "#%");
  rows.next();
  const std::string from(rows.fields()[0]), to(rows.fields()[1]);
  while (rows.next()) {
    for (const std::string_view field : rows.fields())
      if (field == from || field == to) return false;
  }
  return true;
}

GraphInFile parse_edge_list(std::string_view bytes, const std::string& name, std::int64_t nodes) {
  GraphReader graph(name, nodes);
  Rows rows(bytes, name, "#%");
  if (!rows.next()) return graph.finish();
  const std::size_t columns = rows.fields().size();
  if (columns != 2 && columns != 3) {
    graph.fail(rows.line(), "there are " + std::to_string(columns) +
                                " columns; an edge is 'i j' or 'i j distance'");
  }
  graph.use(columns == 3, false, 0);
  const bool words = std::ranges::none_of(rows.fields(), is_number);
  const bool titles = words && (columns == 3 || are_titles(bytes, name));
  if (titles) {
    const auto title = rows.fields();
    if (columns == 3 && (names_value(title[0]) || names_value(title[1])))
      graph.fail(rows.line(), "an edge is 'i j' or 'i j distance', in this order");
    if (columns == 3 && names_similarity(title[2])) graph.call_similarities();
    if (!rows.next()) return graph.finish();
  }
  if (graph.open() && rows.fields().size() >= 2 && !are_nodes(rows.fields())) graph.use_names();
  do graph.add(rows);
  while (rows.next());
  return graph.finish();
}

struct Banner {
  bool weighted = false;
  bool symmetric = false;
};

/// "%%MatrixMarket matrix coordinate real symmetric" in any case.
Banner parse_banner(std::string_view line, const GraphReader& graph) {
  const std::string text = lower(line);
  Rows words(text, "", "");
  words.next();
  const auto fields = words.fields();
  if (fields.size() != 5 || fields[1] != "matrix" || fields[2] != "coordinate") {
    graph.fail(1, "only MatrixMarket matrices in coordinate format are graphs");
  }
  const bool weighted = fields[3] == "real" || fields[3] == "integer" || fields[3] == "double";
  if (!weighted && fields[3] != "pattern") {
    graph.fail(1, cite(fields[3]) + " entries cannot be distances; give real, integer or pattern");
  }
  if (fields[4] != "general" && fields[4] != "symmetric") {
    graph.fail(1, cite(fields[4]) + " matrices are not graphs; give general or symmetric");
  }
  return {weighted, fields[4] == "symmetric"};
}

GraphInFile parse_matrix_market(std::string_view bytes, const std::string& name,
                                std::int64_t nodes) {
  GraphReader graph(name, nodes);
  std::string_view after = bytes;
  const Banner banner = parse_banner(next_line(after), graph);
  graph.use(banner.weighted, banner.symmetric, 1);
  Rows rows(bytes, name, "%");
  if (!rows.next()) throw Error(name + " is truncated: it has no line with its size");
  std::array<std::int64_t, 3> size{};
  if (rows.fields().size() != size.size())
    graph.fail(rows.line(), "the size is not 'rows columns entries'");
  for (std::size_t i = 0; i < size.size(); ++i) {
    const auto number = parse_whole(rows.fields()[i]);
    if (!number || *number < 0) graph.fail(rows.line(), "the size is not 'rows columns entries'");
    size[i] = *number;
  }
  graph.set_size(size[0], size[1]);
  std::int64_t entries = 0;
  while (rows.next()) {
    if (++entries > size[2]) {
      graph.fail(rows.line(),
                 "there are more entries than the promised " + std::to_string(size[2]));
    }
    graph.add(rows);
  }
  if (entries < size[2]) {
    throw Error(name + " is truncated: it has " + std::to_string(entries) + " of the promised " +
                std::to_string(size[2]) + " entries");
  }
  return graph.finish();
}

GraphInFile parse_sparse_matrix(std::string_view bytes, const std::string& name,
                                std::int64_t nodes) {
  GraphReader graph(name, nodes);
  const SparseMatrix matrix = parse_sparse_npz(bytes, name);
  graph.set_size(matrix.rows, matrix.columns);
  // Equal values only say which points are joined.
  const auto& values = matrix.values;
  graph.use(std::ranges::adjacent_find(values, std::not_equal_to()) != values.end(), false, 0);
  for (std::size_t e = 0; e < values.size(); ++e)
    graph.add(matrix.from[e], matrix.to[e], values[e]);
  return graph.finish();
}

}  // namespace

GraphInFile parse_graph(std::string_view bytes, const std::string& name, std::int64_t nodes) {
  if (bytes.starts_with(kMatrixMarket)) return parse_matrix_market(bytes, name, nodes);
  if (is_zip(bytes)) return parse_sparse_matrix(bytes, name, nodes);
  return parse_edge_list(bytes, name, nodes);
}

GraphInFile read_graph(const std::string& path, std::int64_t nodes) {
  return parse_file(path, [&](std::string_view bytes, const std::string& name) {
    return parse_graph(bytes, name, nodes);
  });
}

}  // namespace gnac::detail
