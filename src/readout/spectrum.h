#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "gnac/graph.h"
#include "gnac/options.h"
#include "gnac/points.h"
#include "readout/eigen.h"
#include "readout/tree.h"
#include "support/team.h"

namespace gnac::detail {

/// The lower end of one component's spectrum and the embedding it gives.
struct ComponentSpectrum {
  std::vector<std::int32_t> node;  ///< the graph's nodes, by row of the embedding
  std::vector<double> values;      ///< eigenvalues, ascending; the first is 0
  std::vector<double> embedding;   ///< rows×values, row by row: eigenvectors divided by √degree
};

/// Enough for partitions into any number of clusters up to `clusters`.
struct Spectrum {
  int clusters = 0;
  std::vector<ComponentSpectrum> components;  ///< empty if no more clusters than components are
                                              ///< wanted: then the components alone decide
  double residual = 0;                        ///< largest ‖Lu - λu‖
  std::string solver;                         ///< of every component solved, e.g. "dense+factor"
};

/// The spectrum of the graph's normalised Laplacian, component by component. Each of c components
/// has one eigenvalue 0, so at most clusters - c + 1 values of any component can be among the
/// `clusters` smallest of all.
Spectrum spectrum(const Graph& graph, std::span<const double> affinity, int clusters,
                  const Options& options, Team& team);

struct SpectrumOptions {
  std::uint64_t seed = 7;
  EigenGoal goal;
  /// A hierarchy of the graph's nodes, strongest merges first. If given, the solvers start from its
  /// clusters, which are close to what the eigenvectors separate.
  std::span<const TreeLink> merges;
};

/// The same with `count` eigenpairs of each component, at least 1 and at most its nodes.
Spectrum spectrum(const Graph& graph, std::span<const double> affinity, int clusters,
                  std::span<const std::int64_t> count, const SpectrumOptions& options, Team& team);

/// How many of the `clusters` smallest eigenvalues of the union each component has. Values that
/// agree to within solver accuracy count as equal, and the larger component takes precedence. Only
/// `kept` components count (empty: all); the others get 0. Requires no more such components than
/// clusters, and clusters <= spectrum.clusters.
std::vector<int> clusters_per_component(const Spectrum& spectrum, int clusters,
                                        std::span<const char> kept = {});

/// The `clusters` smallest eigenvalues of all components together.
std::vector<double> smallest_values(const Spectrum& spectrum, int clusters);

/// The first `columns` columns of a component's embedding, all rows or (`order`) in another order.
Points leading_columns(const ComponentSpectrum& part, int columns,
                       std::span<const std::int64_t> order = {});

/// Divide each row by its length; a row of zeros stays.
void scale_rows_to_unit(Points& rows);

}  // namespace gnac::detail
