#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "io/npy.h"

namespace gnac::detail {

/// One array of a .npz file, which is a zip archive of .npy files: the one called `array`; if that
/// is empty, the only one, or the only one with several columns of numbers. Throws Error, naming
/// `name` and the existing arrays, if there is no such array, and for a damaged or hostile archive.
NpyArray parse_npz(std::string_view bytes, const std::string& array, const std::string& name);

/// The entries of a sparse matrix.
struct SparseMatrix {
  std::int64_t rows = 0, columns = 0;
  std::vector<std::int64_t> from, to;  ///< row and column of each; for csc the other way round
  std::vector<double> values;
};

/// A .npz file that scipy.sparse.save_npz() wrote: csr, csc or coo. Places may lie outside of the
/// matrix. Throws Error for anything else.
SparseMatrix parse_sparse_npz(std::string_view bytes, const std::string& name);

}  // namespace gnac::detail
