#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "gnac/graph.h"
#include "gnac/options.h"
#include "gnac/points.h"
#include "gnac/progress.h"
#include "gnac/rule.h"
#include "gnac/stages.h"
#include "gnac/table.h"

namespace gnac {

/// A fit, with everything it was made from. Arrays "per point" follow the rows of the points,
/// arrays "per edge" follow graph.edges.
struct Model {
  int clusters = 0;          ///< K
  Options options;           ///< as used
  InputScaling scaling;      ///< from the caller's columns to `points`
  std::string scale_reason;  ///< why this scaling, if it was left to us
  TableRecipe table;         ///< how the caller's table was read, if there was one
  Points points;             ///< as the rule saw them
  Graph graph;               ///< with the neighbour lists it was made from
  bool own_graph = false;    ///< the graph came from the caller, so new points have no place in it
  Rule rule;                 ///< the one that evolved
  Training training;         ///< empty if the rule was not trained on these points
  Evolution evolution;
  Partition partition;
  Confidence confidence;             ///< of a partition by conductance
  std::vector<ClusterCount> counts;  ///< best first, if K was chosen
  Timings timings;

  /// The answer: one per point, 0..K-1.
  const std::vector<std::int32_t>& labels() const { return partition.labels; }
};

/// The input of a fit: points, and whatever else the caller provides.
struct FitData {
  PointsView points = {};           ///< may have no columns if edges are given
  TableRecipe table = {};           ///< how they were read; columns of 0 and 1 are not scaled
  const EdgeList* edges = nullptr;  ///< the caller's own neighbours instead of the nearest ones
  const Graph* graph = nullptr;     ///< a finished graph of these points instead of a new one
  const Rule* rule = nullptr;  ///< a frozen rule instead of options.rule. One of the published form
                               ///< sees coordinates, so its own scaling replaces options.scale
};

/// Pass this as the number of clusters to have it chosen, from 1 to options.max_clusters.
inline constexpr int kChooseClusters = 0;

/// Partition the points into exactly `clusters` groups: scale, graph, rule, evolution, readout.
/// Throws Error for points that are not finite, fewer than two of them, clusters outside 1..N, and
/// work that needs more memory than there is.
///
///     gnac::Model model = gnac::fit(points);  // as many clusters as there seem to be
///     model.clusters;     // 2
///     model.labels()[0];  // 0
Model fit(const FitData& data, int clusters = kChooseClusters, const Options& options = {},
          const Observer& observer = {});
Model fit(PointsView points, int clusters = kChooseClusters, const Options& options = {},
          const Observer& observer = {});

/// The same for points that are given away: they are freed as soon as they are scaled. `rest` is
/// the other input; its points are ignored.
Model fit(Points&& points, int clusters = kChooseClusters, const Options& options = {},
          const Observer& observer = {});
Model fit(Points&& points, const FitData& rest, int clusters, const Options& options = {},
          const Observer& observer = {});

/// About how many bytes a process has at the peak of fit(), with the points in memory: from sizes
/// alone. fit() refuses beforehand if there are fewer.
double expected_bytes(const FitData& data, int clusters, const Options& options = {});

/// Another number of clusters from the same evolution.
Partition partition(const Model& model, int clusters, const Observer& observer = {});

/// The result of a prediction for new points.
struct Prediction {
  std::vector<std::int32_t> labels;  ///< one per point, from the fitted clusters
  std::vector<float> states;         ///< at T*, row by row, as in Evolution
};

/// Labels for new points, without training and without a new partition. A point equal to a fitted
/// one gets its label and state. Any other joins the fitted graph as a new cell: it is tied to its
/// k nearest fitted points, evolves T* steps next to them under the frozen rule, and takes the
/// label to which the readout's affinity ties it most. The fitted cells do not react, so a point's
/// answer does not depend on the other new points.
///
/// Making a Predictor builds the search tree and replays the fitted cells' evolution once; each
/// call then costs the new points alone.
///
///     gnac::Predictor predictor(model);
///     predictor.predict(more_points).labels;
class Predictor {
 public:
  /// `model` must outlive the predictor. Throws Error for a model made from the caller's own edges:
  /// a new point has no place in such a graph.
  explicit Predictor(const Model& model, const Observer& observer = {});
  ~Predictor();
  Predictor(Predictor&&) noexcept;
  Predictor& operator=(Predictor&&) noexcept;

  /// `points` in the caller's columns, before scaling.
  Prediction predict(PointsView points, const Observer& observer = {}) const;

  /// The probability of every cluster for every point, row by row. A fitted point has those of
  /// gnac::memberships(); a new one has the mean of its neighbours', weighted by conductance, and
  /// the label's is raised if it is not the largest. Throws Error for a rule of the published
  /// form.
  std::vector<float> memberships(PointsView points, const Observer& observer = {}) const;

  /// How little each point belongs to any cluster, in [0, 1]. A fitted point has its score of
  /// gnac::outlier_scores(); a new one is measured against the fitted points by the same terms.
  /// Throws Error for a rule of the published form.
  std::vector<double> outlier_scores(PointsView points, const Observer& observer = {}) const;

 private:
  struct Index;
  std::unique_ptr<Index> index_;
};

/// Columns of the states of a rule: d_z (published) or d_h (universal).
int state_columns(const RuleShape& shape);

/// The universal rule that ships with the library: for points, or for graphs without coordinates.
const Rule& universal_rule(bool coordinates = true);

/// The bytes of a model file, which is a safetensors file (docs/formats.md).
std::string model_bytes(const Model& model);

/// Read a model. Throws Error saying what is wrong with a truncated, altered or foreign file.
Model parse_model(std::string_view bytes, const std::string& name);
Model read_model(const std::string& path);

/// Write a model file, whole or not at all.
void write_model(const Model& model, const std::string& path);

}  // namespace gnac
