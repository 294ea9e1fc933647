#pragma once

#include <CLI/App.hpp>
#include <cstdint>
#include <optional>
#include <string>

#include "data/read_points.h"
#include "data/scaling.h"
#include "gnac/graph.h"

namespace gnac::cli {

/// What fit, deploy and compare read.
struct InputFlags {
  std::string data;
  ReadOptions columns;
  std::string graph;                  ///< "": neighbours are computed
  std::string reference;              ///< "": none
  std::optional<std::int32_t> noise;  ///< reference label of points that scores leave out
};

/// Declares DATA, the flags of InputFlags but --graph, and -k/--clusters.
void add_input_flags(CLI::App& app, InputFlags& flags, int& clusters);
void add_graph_flag(CLI::App& app, InputFlags& flags);
void add_scale_flag(CLI::App& app, ScaleMode& scale);

/// What was read. Reading is over before any work starts.
struct Input {
  PointTable table;               ///< its labels are the reference, wherever that came from
  std::optional<EdgeList> graph;  ///< the user's own
};

/// Throws Error when the files do not fit together, or when `clusters` cannot be had from the
/// points.
Input read_input(const InputFlags& flags, int clusters);

/// The scaling that `mode` means for these points; throws Error where it would divide by nothing.
InputScaling choose_scaling(const InputFlags& flags, PointsView points, ScaleMode mode);

/// The user's graph, or the neighbour graph of the points.
Graph make_graph(const Input& input, PointsView points, const Options& options,
                 const Observer& observer);

}  // namespace gnac::cli
