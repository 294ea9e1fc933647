#pragma once

#include "gnac/options.h"

// The options of each method, in its own struct with its defaults. method_table() gives every field
// a name, one line of help and a range; text reaches them through set_method_option().
namespace gnac {

struct KMeansSettings {
  int starts = 10;  ///< k-means++ starts; the lowest inertia wins
  int max_iterations = 300;
  double tolerance = 1e-4;  ///< stop when centres move by less than this share of the mean variance
};

/// What the components of a Gaussian mixture may differ in.
enum class Covariance {
  full,       ///< each its own matrix
  tied,       ///< one matrix for all
  diag,       ///< each its own variances, axes uncorrelated
  spherical,  ///< each one variance
};

struct GmmSettings {
  Covariance covariance = Covariance::full;
  int starts = 5;  ///< EM runs from different k-means solutions; the highest likelihood wins
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
  neighbours,  ///< k nearest, self included, averaged with its transpose
  rbf,         ///< exp(-γ·d²) between all points; N² memory
};

struct SpectralSettings {
  Affinity affinity = Affinity::neighbours;
  int neighbors = 20;  ///< k of the neighbour affinity, the point itself included
  double gamma = 1.0;  ///< γ of the rbf affinity
  int starts = 10;     ///< k-means++ starts on the embedding
};

struct GenieSettings {
  double gini = 0.3;  ///< inequality of cluster sizes above which the smallest cluster must merge
};

/// DEC and IDEC: an autoencoder d–W–W–code–W–W–d with ReLU between, linear code and output; then
/// its code is clustered.
struct DeepSettings {
  int code = 10;                ///< dimension of the code
  int width = 32;               ///< W: of the hidden layers
  int pretrain_steps = 500;     ///< gradient steps that train the autoencoder
  int cluster_steps = 200;      ///< most gradient steps of the clustering phase
  int interval = 40;            ///< steps between new target distributions
  int batch = 256;              ///< points per gradient step
  double learning_rate = 1e-3;  ///< of Adam
  double gamma = 0.1;           ///< IDEC only: weight of the clustering loss beside reconstruction
  double tolerance = 1e-3;      ///< stop when fewer than this share of labels change in an interval
};

struct SomSettings {
  int units = 0;        ///< units of the map; 0: 5·√N, at least 4·K, at most N
  int epochs = 20;      ///< batch passes, while the neighbourhood shrinks
  double radius = 0.5;  ///< last radius of the neighbourhood, in units of the grid
};

struct GraphOnlySettings {
  int neighbors = 0;  ///< per point; 0: as many as suit their number
};

/// Everything any method can be told.
struct MethodOptions {
  Options gnac;  ///< its seed and threads are those of the run
  GraphOnlySettings graph_only;
  KMeansSettings kmeans;
  GmmSettings gmm;
  BirchSettings birch;
  SpectralSettings spectral;
  GenieSettings genie;
  DeepSettings dec;
  DeepSettings idec;
  SomSettings som;
};

}  // namespace gnac
