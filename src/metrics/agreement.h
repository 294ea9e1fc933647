#pragma once

#include "metrics/contingency.h"

// Agreement of a partition with a reference. Each is 1 for equal partitions, however their labels
// are numbered. Logarithms are natural.
namespace gnac::detail {

/// Adjusted Rand index (Hubert and Arabie 1985): pairs of points, corrected for chance. 0 on
/// average for random labels of the same sizes; may be negative. 1 if both partitions are trivial
/// in the same way.
double adjusted_rand(const Contingency& table);

/// Mutual information of the two labellings.
double mutual_information(const Contingency& table);

/// Its exact expectation over random labellings of the same sizes (Vinh, Epps, Bailey 2010). The
/// hypergeometric weights are summed outward from their mode and normalised by their own sum, which
/// needs no factorials and keeps its accuracy for any number of points.
double expected_mutual_information(const Contingency& table);

/// Adjusted mutual information with the arithmetic mean of the entropies.
double adjusted_mutual_information(const Contingency& table);

/// Mutual information divided by the arithmetic mean of the entropies.
double normalised_mutual_information(const Contingency& table);

/// 1 - H(reference | prediction) / H(reference): each cluster holds one class only.
double homogeneity(const Contingency& table);

/// 1 - H(prediction | reference) / H(prediction): each class lies in one cluster only.
double completeness(const Contingency& table);

/// Harmonic mean of homogeneity and completeness (Rosenberg and Hirschberg 2007).
double v_measure(const Contingency& table);

/// Fowlkes–Mallows index: geometric mean of the precision and the recall of pairs; 0 when no pair
/// of points is together in both.
double fowlkes_mallows(const Contingency& table);

/// Share of points that belong to the most frequent class of their cluster.
double purity(const Contingency& table);

/// Normalised clustering accuracy (Gagolewski 2022): reference rows divided by their sums, clusters
/// matched to classes one to one for the largest sum S, (S - 1) / (K - 1) with K reference classes.
/// Clusters that are missing count as empty; surplus ones stay unmatched, and only then can the
/// value fall below 0. With one class: 1 when the prediction has one cluster too, else the share of
/// its largest cluster. Throws Error above 2^26 cells of the padded table.
double normalised_clustering_accuracy(const Contingency& table);

}  // namespace gnac::detail
