#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "gnac/model.h"

// Statements of a model about each point besides its label.
namespace gnac {

/// One sentence if the partition should not be trusted as it is, because its clusters are regions
/// of one continuum or its confidence is low: what to try. Otherwise "".
std::string doubt_about(const Model& model);

/// The numbers of clusters that are nearly as good as the model's own: those compared next to it
/// whose scores are within 0.02 of its score. The model's number alone if K was given.
struct ClusterRange {
  int fewest = 1;
  int most = 1;
};
ClusterRange likely_clusters(const Model& model);

/// "3", or "43 (41 to 46)" if more than 20 clusters were found and several numbers are likely.
std::string clusters_text(const Model& model);

/// The probability of every cluster for every point, N×K row by row. Rows sum to 1, and the largest
/// entry is the point's label. Calibrated on synthetic problems: of the points given 0.8, about 0.8
/// are right. Throws Error for a model with a rule of the published form, which is not read by its
/// conductance.
///
///     std::vector<float> share = gnac::memberships(model);
///     share[i * model.clusters + model.labels()[i]];
std::vector<float> memberships(const Model& model, const Observer& observer = {});

/// How little each point belongs to any cluster, in [0, 1]: how much sparser its surroundings are
/// than its neighbours', and how far away they are.
std::vector<double> outlier_scores(const Model& model, const Observer& observer = {});

/// A point with a higher score counts as an outlier: about one in a hundred on synthetic problems
/// without noise.
inline constexpr double kOutlierThreshold = 0.5;

/// The labels with -1 for outliers. Every cluster keeps at least its least unusual point, so
/// exactly K clusters remain.
std::vector<std::int32_t> labels_without_outliers(const Model& model,
                                                  const Observer& observer = {});

}  // namespace gnac
