#pragma once

#include <functional>

namespace gnac {

/// The stages of a fit, in the order in which the data passes through them, and the map.
enum class Stage { graph, train, evolve, readout, map };

/// "graph", "train", "evolve", "readout" or "map".
constexpr const char* stage_name(Stage stage) {
  constexpr const char* kNames[] = {"graph", "train", "evolve", "readout", "map"};
  return kNames[static_cast<int>(stage)];
}

/// Where a running call is.
struct Progress {
  Stage stage = Stage::graph;
  double fraction = 0;  ///< of this stage, 0..1
  int epoch = 0;        ///< training epoch just finished, 0 outside training
  int epochs = 0;       ///< training epochs in all, 0 outside training
  double loss = 0;      ///< loss of that epoch
};

/// Called from the calling thread at each change and at least every 100 ms of work (a heartbeat
/// with the last values). Return false to stop: the running call then throws gnac::Cancelled.
///
///     gnac::Observer observer = [](const gnac::Progress& now) { return now.fraction <= 1; };
///     gnac::fit(points, 2, {}, observer);
using Observer = std::function<bool(const Progress&)>;

}  // namespace gnac
