#pragma once

#include <CLI/App.hpp>
#include <cstdint>
#include <optional>
#include <string>

#include "gnac/graph.h"
#include "option_flags.h"
#include "table_flags.h"

namespace gnac::cli {

using namespace detail;

/// The inputs of fit, deploy and compare.
struct InputFlags : TableFlags {
  std::string graph;                  ///< "": neighbours are computed
  bool similarities = false;          ///< its third column is larger for closer pairs
  std::string reference;              ///< "": none
  std::string ids;                    ///< file of names, one per row; "": none
  std::string texts;                  ///< file of texts, one per row; "": none
  std::optional<std::int32_t> noise;  ///< reference label of points that scores leave out

  /// Whether the rows have names that are written next to the labels.
  bool has_ids() const { return !columns.id_column.empty() || !ids.empty(); }

  /// Every file that is read, with those of `more` that are not "".
  std::vector<std::string> files(std::vector<std::string> more = {}) const;
};

/// Declares DATA, the flags of InputFlags except --graph, and -k/--clusters.
void add_input_flags(
    CLI::App& app, InputFlags& flags, int& clusters,
    const std::string& help = "K: how many clusters to make [as many as there seem to be]");
/// `alone`: the graph may come without points.
void add_graph_flag(CLI::App& app, InputFlags& flags, bool alone);

/// Does the file start as a safetensors file does, with the 8-byte length of its JSON header?
bool is_safetensors(const std::string& path);

/// Throws Error if the rule or model and the table are swapped. `usage` is the right order, e.g.
/// "predict MODEL DATA".
void check_order(const std::string& usage, const std::string& rule,
                 const std::vector<std::string>& data);

/// Throws Error if --neighbors or --neighbor-search is given along with --graph, which gives the
/// neighbours.
void check_graph_flags(const InputFlags& flags, const OptionFlags& options);

/// Throws Error if `mode` would divide by the spread of points that are all equal.
void check_spread(const InputFlags& flags, PointsView points, ScaleMode mode);

/// The inputs, read. Reading is over before any work starts.
struct Input {
  PointTable table;               ///< its labels are the reference, wherever that came from
  std::optional<EdgeList> graph;  ///< the user's own; without DATA the points have no columns
  double seconds = 0;             ///< time spent reading
};

/// Throws Error if the files do not fit together, or if the points cannot make `clusters` clusters.
Input read_input(const InputFlags& flags, int clusters);

}  // namespace gnac::cli
