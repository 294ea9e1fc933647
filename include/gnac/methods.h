#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "gnac/options.h"
#include "gnac/points.h"
#include "gnac/progress.h"

namespace gnac {

namespace detail {
class Team;
}

// The options of each method, in its own struct with its defaults. method_table() gives every field
// a name, one line of help and a range; set_method_option() sets them from text.

struct KMeansSettings {
  int max_clusters = 30;  ///< if K is chosen, the largest that is tried
  int starts = 10;        ///< k-means++ starts; the lowest inertia wins
  int max_iterations = 300;
  double tolerance = 1e-4;  ///< stop when centres move by less than this share of the mean variance
};

/// How the covariances of a Gaussian mixture's components may differ.
enum class Covariance {
  full,       ///< a full matrix each
  tied,       ///< one matrix for all
  diag,       ///< their own variances, axes uncorrelated
  spherical,  ///< one variance each
};

struct GmmSettings {
  Covariance covariance = Covariance::full;
  int max_clusters = 30;  ///< if K is chosen, the largest that is tried
  int starts = 5;         ///< EM runs from several k-means solutions; the highest likelihood wins
  int max_iterations = 100;
  double tolerance = 1e-3;  ///< stop when the mean log-likelihood gains less than this
  double ridge = 1e-6;      ///< added to every variance, so that no component collapses
};

struct BirchSettings {
  double threshold = 0.5;  ///< largest radius of a subcluster
  int branching = 50;      ///< most entries of a tree node
};

/// The graph that spectral clustering cuts.
enum class Affinity {
  neighbors,  ///< k nearest, self included, averaged with its transpose
  rbf,        ///< exp(-γ·d²) between all points; N² memory
};

struct SpectralSettings {
  Affinity affinity = Affinity::neighbors;
  int neighbors = 20;  ///< k of the neighbour affinity, the point itself included
  double gamma = 1.0;  ///< γ of the rbf affinity
  int starts = 10;     ///< k-means++ starts on the embedding
};

struct GenieSettings {
  double gini = 0.3;  ///< inequality of cluster sizes above which the smallest cluster must merge
};

/// The labels of points that HDBSCAN finds outside of every cluster.
enum class Noise {
  mark,  ///< MethodRun::noise names them
  join,  ///< they are points of the nearest cluster like any other
};

struct HdbscanSettings {
  int min_cluster_size = 5;  ///< fewer points that stay together are no cluster
  int min_samples = 0;       ///< points in the neighbourhood of a core; 0: min_cluster_size
  Noise noise = Noise::mark;
};

/// Options of G-NAC with the universal rule, and of the same without any rule.
struct GraphSettings {
  int neighbors = 0;  ///< per point; 0: chosen from the number of points
  ReadoutChoice readout = ReadoutChoice::spectral;
};

/// The options of all methods.
struct MethodOptions {
  Options gnac;  ///< its seed and threads apply to every method
  GraphSettings universal;
  GraphSettings graph_only;
  KMeansSettings kmeans;
  GmmSettings gmm;
  BirchSettings birch;
  SpectralSettings spectral;
  GenieSettings genie;
  HdbscanSettings hdbscan;
};

/// A figure that a method reports besides the labels, e.g. {"inertia", 12.5}.
struct Fact {
  std::string_view name;
  double value = 0;
};

/// The result of every method.
struct MethodRun {
  std::vector<std::int32_t> labels;  ///< 0..K-1 in order of first appearance, each present
  std::vector<Fact> facts = {};
  /// Rows outside of every cluster, ascending; their labels are those of the nearest. hdbscan only.
  std::vector<std::int64_t> noise = {};
};

/// One option of one method.
struct MethodOption {
  std::string_view name;
  std::string_view help;  ///< one line
  double min = 0;
  double max = 0;
  bool whole = false;                     ///< whole numbers only
  std::vector<std::string_view> choices;  ///< if not empty: the allowed words, numbered from 0
  std::function<double(const MethodOptions&)> get;
  std::function<void(MethodOptions&, double)> set;
};

/// One row of the table of methods.
struct MethodInfo {
  std::string_view name;             ///< e.g. "kmeans"
  std::string_view title;            ///< e.g. "k-means"
  std::string_view reference = {};   ///< where it was published
  std::string_view complexity = {};  ///< time and memory
  bool stochastic = false;           ///< the seed matters
  std::string_view chooses = {};     ///< how K is found if it is not given; "": it must be
  bool takes_clusters = true;        ///< false: K is always found, never given
  std::vector<MethodOption> options = {};
  double (*square_bytes)(std::int64_t n, const MethodOptions&) = nullptr;  ///< memory, if quadratic
  /// Called by run_method().
  MethodRun (*run)(PointsView, int clusters, const MethodOptions&, std::uint64_t seed,
                   detail::Team&) = nullptr;
};

/// Every method, G-NAC first.
std::span<const MethodInfo> method_table();

/// The row for a name; throws Error naming the closest known.
const MethodInfo& method_info(std::string_view name);

/// Defaults, with G-NAC as published: what the studies use.
MethodOptions published_options();

/// An option's value as text that reads back to the same value.
std::string method_option_text(const MethodOptions& options, const MethodOption& option);

/// The values that an option accepts, in words, e.g. "a whole number from 1 to 100" or "full, tied
/// or diag".
std::string method_option_range(const MethodOption& option);

/// Set an option of a method from text; throws Error that names the option and what it accepts.
void set_method_option(MethodOptions& options, const MethodInfo& method, std::string_view name,
                       std::string_view text);

/// Partition the points into exactly `clusters` groups by the method of that name, with
/// options.gnac.threads threads; 0: the method chooses the number, if it can. The same points,
/// options and seed give the same labels at any number of threads. Points are taken as they are:
/// see scaling.h. Throws Error on points that are not finite, on fewer than two of them, on
/// clusters outside 1..N, and when a method needs N² memory that is not available.
///
///     const auto labels = gnac::run_method("genie", points, 3).labels;
///     const auto found = gnac::run_method("hdbscan", points, 0);
MethodRun run_method(std::string_view name, PointsView points, int clusters,
                     const MethodOptions& options = {}, std::uint64_t seed = 7,
                     const Observer& observer = {});

}  // namespace gnac
