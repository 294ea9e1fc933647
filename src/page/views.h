#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "gnac/points.h"
#include "readout/principal.h"
#include "page/trajectory.h"
#include "readout/spectrum.h"
#include "support/team.h"

namespace gnac::detail {

/// The places of the points in one picture, in two or three dimensions.
struct PageView {
  std::string name;  ///< "map", "points", "spectral" or "states"
  std::string title;
  std::vector<std::string> axes;           ///< one name per dimension
  std::vector<std::vector<double>> place;  ///< one column per dimension
  bool one_scale = false;                  ///< all axes have the same unit
};

/// Up to three columns as they are, or the first principal components if there are more. A single
/// column is drawn along a line, with points spread across it so that they do not hide each other.
PageView points_view(PointsView points, std::span<const std::string> names, Team& team);

/// Eigenvectors 2 to 4 of the graph. The components of a graph are placed side by side, in rows.
/// Empty if the spectrum has nothing to show.
PageView spectral_view(const Spectrum& spectrum, std::int64_t nodes);

/// A map (gnac/layout.h) of the fitted points, then the new ones.
PageView map_view(PointsView fitted, PointsView fresh);

/// The states at every step along the principal components of the last one.
struct StatePlaces {
  Principal axes;                                         ///< of the last step
  PageView view;                                          ///< at the last step
  std::vector<std::vector<std::vector<double>>> by_step;  ///< per step, per dimension
};
StatePlaces state_places(const Rollout& rollout, std::int64_t nodes, Team& team);

}  // namespace gnac::detail
