#include "io/graph_file.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "gnac/error.h"
#include "io/bytes.h"
#include "io/rows.h"
#include "io/text.h"
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

  void call_similarities() { list_.similarities = true; }

  /// For a file that states the number of points.
  void set_nodes(std::int64_t nodes) {
    if (nodes > std::numeric_limits<std::int32_t>::max())
      throw Error(name_ + " cannot be a graph of " + std::to_string(nodes) + " points");
    list_.nodes = nodes;
    open_ = false;
  }

 private:
  void push(std::int32_t i, std::int32_t j) {
    list_.from.push_back(i);
    list_.to.push_back(j);
  }

  std::int32_t node(std::string_view text, std::int64_t line) {
    const auto number = parse_whole(text);
    if (!number) fail(line, cite(text) + " is not a point's number");
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
    if (!parse_number(text, value) || !std::isfinite(value) || value < 0) {
      fail(line, cite(text) + " is not a distance: give a finite number, at least 0");
    }
    return value;
  }

  const std::string& name_;
  GraphInFile list_;
  bool open_;  ///< the edges say how many points there are
  bool weighted_ = false;
  bool symmetric_ = false;
  std::int64_t base_ = 0;
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
  const auto first = rows.fields();
  if (std::ranges::any_of(first, is_number)) {
    graph.add(rows);
  } else {
    if (names_value(first[0]) || names_value(first[1]))
      graph.fail(rows.line(), "an edge is 'i j' or 'i j distance', in this order");
    if (columns == 3 && names_similarity(first[2])) graph.call_similarities();
  }
  while (rows.next()) graph.add(rows);
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
  if (nodes == kNodesOfGraph && size[0] == size[1]) {
    graph.set_nodes(size[0]);
  } else if (size[0] != nodes || size[1] != nodes) {
    if (nodes == kNodesOfGraph) throw Error(name + " is not square, so it is not a graph");
    throw Error(name + " is a graph of " + std::to_string(size[0]) + " x " +
                std::to_string(size[1]) + ", but there are " + std::to_string(nodes) + " points");
  }
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

}  // namespace

GraphInFile parse_graph(std::string_view bytes, const std::string& name, std::int64_t nodes) {
  if (bytes.starts_with(kMatrixMarket)) return parse_matrix_market(bytes, name, nodes);
  return parse_edge_list(bytes, name, nodes);
}

GraphInFile read_graph(const std::string& path, std::int64_t nodes) {
  return parse_file(path, [&](std::string_view bytes, const std::string& name) {
    return parse_graph(bytes, name, nodes);
  });
}

}  // namespace gnac::detail
