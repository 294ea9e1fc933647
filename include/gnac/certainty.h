#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "gnac/model.h"

// What a model can say of each point beside its label.
namespace gnac {

/// One sentence with what to try, where the partition should not be trusted as it is; "" elsewhere.
std::string doubt_about(const Model& model);

/// For every point a probability for every cluster, N×K row by row. Rows sum to 1, and the label is
/// the largest. Calibrated on synthetic problems: of the points given 0.8, about 0.8 are right.
/// Throws Error for a model of a rule of the published form, which is not read by its conductance.
///
///     std::vector<float> share = gnac::memberships(model);
///     share[i * model.clusters + model.labels()[i]];
std::vector<float> memberships(const Model& model, const Observer& observer = {});

/// How little each point belongs anywhere, in [0, 1]: by how much sparser it is than its
/// neighbours, and how far from them.
std::vector<double> outlier_scores(const Model& model, const Observer& observer = {});

/// Beyond this score a point counts as an outlier. On synthetic problems without noise about one
/// point in a hundred does.
inline constexpr double kOutlierThreshold = 0.5;

/// The labels with -1 for outliers. Every cluster keeps at least its least unusual point, so
/// exactly K clusters remain.
std::vector<std::int32_t> labels_without_outliers(const Model& model,
                                                  const Observer& observer = {});

}  // namespace gnac
