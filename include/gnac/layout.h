#pragma once

#include "gnac/model.h"
#include "gnac/points.h"
#include "gnac/progress.h"

// A map: places in the plane or in space at which neighbours lie side by side and clusters apart.
namespace gnac {

/// The place of every point, N×dims (2 or 3), in the order of the points: laid out from the graph
/// and the conductances of its edges alone, so it needs no coordinates. Labels have no part in it.
/// There is no seed, and the bytes are the same at any number of threads. Distances between
/// neighbours and the number of groups mean something, the width of a gap little (docs/map.md).
/// Throws Error if dims is neither 2 nor 3, or if the model has no graph.
///
///     gnac::Points map = gnac::layout(model);
///     map.row(0)[1];  // how far up the first point is
Points layout(const Model& model, int dims = 2, const Observer& observer = {});

/// Places of new points, given in the columns of the fit, on a map of the model: each where its
/// nearest fitted points lie, which stay. A point equal to a fitted one gets its place. A place
/// does not depend on the other new points. Throws Error for a model made from the caller's own
/// edges.
///
///     gnac::Points places = gnac::place_on_map(model, map, more_points);
Points place_on_map(const Model& model, PointsView map, PointsView points,
                    const Observer& observer = {});

}  // namespace gnac
