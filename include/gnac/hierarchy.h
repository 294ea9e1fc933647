#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "gnac/model.h"

namespace gnac {

/// One merge of a hierarchy, a row of SciPy's linkage matrix: clusters 0..n-1 are the points, row r
/// makes cluster n + r.
struct Merge {
  std::int32_t a = 0;  ///< a < b
  std::int32_t b = 0;
  double height = 0;  ///< never below that of an earlier row
  std::int64_t size = 0;
};

/// The tree behind the tree cut: N - 1 merges along the maximum spanning tree of the conductance.
/// Heights are 1 - α, and more than 1 between components of the graph. Throws Error for a model
/// with a rule of the published form, which is not read by its conductance.
///
///     std::vector<gnac::Merge> merges = gnac::hierarchy(model);
///     gnac::cut_at_height(merges, 0.5);
std::vector<Merge> hierarchy(const Model& model, const Observer& observer = {});

/// The labels of exactly K clusters (the last K - 1 merges undone), in order of first appearance.
/// Throws Error for clusters outside 1..N, and for merges that are no tree.
std::vector<std::int32_t> cut_at_count(std::span<const Merge> merges, int clusters);

/// The labels after all merges up to and including this height.
std::vector<std::int32_t> cut_at_height(std::span<const Merge> merges, double height);

/// The hierarchy as a Newick tree with branch lengths (differences of height), e.g.
/// "((0:0.1,2:0.1):0.4,1:0.5);". Points are named by their number, or by `names` if given (quoted
/// if they contain a blank or a character that Newick reserves).
std::string newick(std::span<const Merge> merges, std::span<const std::string> names = {});

}  // namespace gnac
