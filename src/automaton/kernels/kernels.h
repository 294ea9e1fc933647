#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "gnac/options.h"

// The hot primitives of the cell step and its adjoint, compiled once per instruction set and chosen
// at run time. Each works on one block of at most kBlock rows, so that everything it touches
// between a gather and a scatter stays in L1/L2. They all follow one rule of arithmetic: a sum over
// k runs in the order of k with fused multiply-adds, one accumulator per output element, and
// reductions across a row use eight lanes; results are therefore bitwise equal on every target with
// FMA.
//
// Twin of all of this: tests/twins/twin.cpp, which a newcomer should read first.
namespace gnac::detail {

/// Rows (edges or cells) per block. A multiple of the GEMM tile's 6 rows.
inline constexpr int kBlock = 48;

/// Row lengths are padded with zeros to a multiple of this.
inline constexpr int kLane = 8;

/// Prefetch values that are needed soon.
inline void prefetch(const float* values, std::ptrdiff_t count) {
  constexpr std::ptrdiff_t kLine = 16;  // floats of a cache line
  for (std::ptrdiff_t at = 0; at < count; at += kLine) __builtin_prefetch(values + at);
}

inline int padded(int n) {
  return (n + kLane - 1) / kLane * kLane;
}

/// A row-major matrix, or a view of one: row r begins at data + r·stride.
struct MatrixView {
  const float* data = nullptr;
  std::ptrdiff_t stride = 0;
};
struct MatrixTo {
  float* data = nullptr;
  std::ptrdiff_t stride = 0;
};

/// C = init + A·B, or init + Aᵀ·B, where A is m×k (transposed: k×m), B is k×n and C is m×n. n is a
/// multiple of kLane. init without data means zero; a stride of 0 uses one row (a bias) for all;
/// init may be C itself.
struct Gemm {
  MatrixView a = {};
  bool transpose_a = false;
  MatrixView b = {};
  MatrixView init = {};
  MatrixTo c = {};
  int m = 0;
  int k = 0;
  int n = 0;
};

/// The two ends of each edge of a block, and how many there are.
struct EdgeBlock {
  const std::int32_t* i = nullptr;
  const std::int32_t* j = nullptr;
  int count = 0;
};

/// Neighbour lists with the conductance of each entry's edge.
struct Adjacency {
  const std::int64_t* offset = nullptr;
  const std::int32_t* neighbor = nullptr;
  const std::int32_t* edge = nullptr;
};

/// The second map of f_e: logit = b2 + act(pre)·w2, with rows of `width`.
struct EdgeHead {
  const float* w2 = nullptr;
  float b2 = 0;
  int width = 0;
  Activation activation = Activation::tanh;
};

/// For each edge of a block, with Δ = s_i - s_j and Γ = G_j - G_i (G: gradient of the mean message
/// over degree) and q the gradient of the mean conductance over degree:
/// delta = Δ, u = |Δ|, message = αΓ, dlogit = α(1-α)(Δ·Γ + q_i + q_j).
struct EdgeMessageAdjoint {
  float* delta = nullptr;
  float* u = nullptr;
  float* message = nullptr;
  float* dlogit = nullptr;
  const float* state = nullptr;
  const float* g = nullptr;  ///< G
  const float* q = nullptr;  ///< null: 0
  const float* alpha = nullptr;
  int row = 0;
  EdgeBlock edges = {};
};

/// pre → dpre = dlogit·w2·act'(pre), in place; dfixed[e] += dpre; dw2 += Σ dlogit·act(pre).
struct EdgeLogitAdjoint {
  float* pre = nullptr;
  float* dfixed = nullptr;
  float* dw2 = nullptr;
  const float* dlogit = nullptr;
  EdgeHead head = {};
  int count = 0;
};

/// out[v] = (1/deg v) Σ α (s_u - s_v) over the neighbours u of cells [begin, end); row 0 of out
/// is cell `begin`. A cell without neighbours gets 0.
struct MeanMessage {
  float* out = nullptr;
  const float* state = nullptr;
  const float* alpha = nullptr;
  int row = 0;
  Adjacency adjacency = {};
  std::int64_t begin = 0;
  std::int64_t end = 0;
};

/// For each cell node[c], to[node[c]] += Σ ±from[slot] over entries [start[c], start[c+1]); an
/// entry is slot·2 + (1 for minus). Rows of `row` floats.
struct Gather {
  float* to = nullptr;
  const float* from = nullptr;
  int row = 0;
  const std::int32_t* node = nullptr;
  const std::int32_t* start = nullptr;
  const std::uint32_t* entry = nullptr;
  int cells = 0;
};

/// For each edge of a block, in their order: v = message + sign(delta)·du is added to row i of
/// d_state and taken from row j, and d_pre to both rows of d_sums (null: there are none). sign(0) =
/// 0.
struct EdgeScatter {
  float* d_state = nullptr;
  float* d_sums = nullptr;
  const float* message = nullptr;
  const float* delta = nullptr;
  const float* du = nullptr;
  const float* d_pre = nullptr;
  int row = 0;    ///< floats of a row of d_state, message, delta and du
  int width = 0;  ///< floats of a row of d_sums and d_pre
  EdgeBlock edges = {};
};

struct Kernels {
  const char* target;  ///< the instruction set, e.g. "AVX2"

  void (*gemm)(const Gemm&);

  /// u[e] = |s_i - s_j|, rows of `row` floats.
  void (*edge_difference)(float* u, const float* state, int row, const EdgeBlock&);

  /// out[e] = fixed[e] + share[i] + share[j], rows of `width` floats.
  void (*edge_sum)(float* out, const float* fixed, const float* share, int width, const EdgeBlock&);

  /// logit[e] = b2 + act(pre[e])·w2.
  void (*edge_logit)(float* logit, const float* pre, const EdgeHead&, int count);

  /// y = 1/(1 + e^-x), any number of values, in place or not.
  void (*sigmoid)(float* y, const float* x, int count);

  void (*edge_message_adjoint)(const EdgeMessageAdjoint&);
  void (*edge_logit_adjoint)(const EdgeLogitAdjoint&);

  /// out = message + sign(delta)·du, `values` floats. sign(0) = 0.
  void (*add_signed)(float* out, const float* message, const float* delta, const float* du,
                     int values);

  void (*mean_message)(const MeanMessage&);

  /// out[v - begin] = mean α over the edges of the cells [begin, end); 0 without edges.
  void (*mean_conductance)(float* out, const float* alpha, const Adjacency&, std::int64_t begin,
                           std::int64_t end);

  void (*gather_signed)(const Gather&);
  void (*edge_scatter)(const EdgeScatter&);

  /// y = act(x); here and below, the number of values is a multiple of kLane.
  void (*activate)(float* y, const float* x, int values, Activation);

  /// dy → dx = dy·act'(x), in place.
  void (*activate_adjoint)(float* dy, const float* x, int values, Activation);

  /// y = tanh(x).
  void (*tanh)(float* y, const float* x, int values);
};

/// The kernels of the best instruction set of this CPU, or of the one that the environment variable
/// GNAC_TARGET names (see support/simd_target.h).
const Kernels& kernels();

/// The kernels of one named target; throws Error if it cannot run here.
const Kernels& kernels_for(const std::string& target);

}  // namespace gnac::detail
