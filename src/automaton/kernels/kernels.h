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
// Twin of all of this: src/automaton/twin.cpp, which a newcomer should read first.
namespace gnac {

/// Rows (edges or cells) per block. A multiple of the GEMM tile's 6 rows.
inline constexpr int kBlock = 48;

/// Row lengths are padded with zeros to a multiple of this.
inline constexpr int kLane = 8;

/// The adjoint of a ReLU edge network looks four units up at once: in groups of this many a table
/// of all their patterns for 32 units and 56 inputs is 28 KiB. Eight at once would halve the
/// look-ups, but tables of 224 KiB, one of sums for every lane, come from the third cache.
inline constexpr int kUnitsPerGroup = 4;
inline constexpr int kPatterns = 1 << kUnitsPerGroup;

/// Ask for values that are needed soon, while other work goes on.
inline void prefetch(const float* values, std::ptrdiff_t count) {
  constexpr std::ptrdiff_t kLine = 16;  // floats of a cache line
  for (std::ptrdiff_t at = 0; at < count; at += kLine) __builtin_prefetch(values + at);
}

inline int padded(int n) {
  return (n + kLane - 1) / kLane * kLane;
}

/// C = init + A·B over k, where A(r, k) = a[r·a_row + k·a_col] (so Aᵀ·B is the same call), B is K×n
/// row-major, and C is m×n. n is a multiple of kLane. init: null for zero, else a row-major matrix
/// with stride ld_init (0: one row, a bias, for all), which may be c itself.
struct Gemm {
  const float* a = nullptr;
  std::ptrdiff_t a_row = 0;
  std::ptrdiff_t a_col = 0;
  const float* b = nullptr;
  std::ptrdiff_t ld_b = 0;
  const float* init = nullptr;
  std::ptrdiff_t ld_init = 0;
  float* c = nullptr;
  std::ptrdiff_t ld_c = 0;
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
  const std::int32_t* neighbour = nullptr;
  const std::int32_t* edge = nullptr;
};

struct Kernels {
  const char* target;  ///< the instruction set, e.g. "AVX2"

  void (*gemm)(const Gemm&);

  /// u[e] = |s_i - s_j|, rows of `row` floats.
  void (*edge_difference)(float* u, const float* state, int row, const EdgeBlock&);

  /// alpha[e] = sigmoid(b2 + act(pre[e])·w2); pre has rows of `width`.
  void (*edge_conductance)(float* alpha, const float* pre, const float* w2, float b2, int width,
                           Activation, int count);

  /// The same for ReLU, and the bits of its active units: bit w % 8 of mask[e·width/8 + w/8] is set
  /// where pre > 0. The adjoint needs no more of the pre-activations than that.
  void (*edge_conductance_relu)(float* alpha, std::uint8_t* mask, const float* pre, const float* w2,
                                float b2, int width, int count);

  /// For each edge, with Δ = s_i - s_j and Γ = G_j - G_i (G: gradient of the mean message over
  /// degree): delta = Δ, u = |Δ|, message = αΓ, dlogit = α(1-α) Δ·Γ.
  void (*edge_message_adjoint)(float* delta, float* u, float* message, float* dlogit,
                               const float* state, const float* g, const float* alpha, int row,
                               const EdgeBlock&);

  /// pre → dpre = dlogit·w2·act'(pre), in place; dstatic[e] += dpre; dw2 += Σ dlogit·act(pre).
  void (*edge_conductance_adjoint)(float* pre, float* dstatic, float* dw2, const float* dlogit,
                                   const float* w2, int width, Activation, int count);

  /// The whole adjoint of a block of edges for ReLU. With m_g the g-th four bits of an edge's mask:
  /// out = αΓ + sign(Δ)·dlogit·Σ_g forward[g][m_g]; sums[g][m_g] += dlogit·|Δ|; alpha becomes
  /// dlogit. forward and sums are tables of 2·mask_bytes × kPatterns rows (see relu_tables.h).
  void (*edge_adjoint_relu)(float* out, float* alpha, float* sums, const float* state,
                            const float* g, const std::uint8_t* mask, const float* forward, int row,
                            int mask_bytes, const EdgeBlock&);

  /// active[e][w] += dlogit[e] where bit w of mask[e] is set.
  void (*add_active)(float* active, const float* dlogit, const std::uint8_t* mask, int width,
                     int count);

  /// out = message + sign(delta)·du, `values` floats. sign(0) = 0.
  void (*add_signed)(float* out, const float* message, const float* delta, const float* du,
                     int values);

  /// out[v] = (1/deg v) Σ α (s_u - s_v) over the neighbours u of cells [begin, end); row 0 of out
  /// is cell `begin`. A cell without neighbours gets 0.
  void (*mean_message)(float* out, const float* state, const float* alpha, int row,
                       const Adjacency&, std::int64_t begin, std::int64_t end);

  /// For each cell node[c], state[node[c]] += Σ ±buffer[slot] over entries [start[c], start[c+1]);
  /// an entry is slot·2 + (1 for minus).
  void (*gather_signed)(float* state, const float* buffer, int row, const std::int32_t* node,
                        const std::int32_t* start, const std::uint32_t* entry, int cells);

  /// y = act(x).
  void (*activate)(float* y, const float* x, int values, Activation);

  /// dy → dx = dy·act'(x), in place.
  void (*activate_adjoint)(float* dy, const float* x, int values, Activation);

  /// y = tanh(x).
  void (*tanh)(float* y, const float* x, int values);
};

/// The kernels of the best instruction set of this CPU, or of the one that the environment variable
/// GNAC_TARGET names (see support/simd_target.h).
const Kernels& kernels();

/// The kernels of one named target; throws Error when it cannot run here.
const Kernels& kernels_for(const std::string& target);

}  // namespace gnac
