#include "distributed/input_part.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <optional>

#include "gnac/error.h"
#include "io/npy_file.h"
#include "model/column_sums.h"

namespace gnac::detail {
namespace {

NpyFile opened(const std::string& path) {
  std::optional<NpyFile> file = NpyFile::open(path);
  if (!file)
    throw Error(fmt::format(
        "{} is not a .npy file; gnac-mpi reads only those (numpy.save writes them)", path));
  return std::move(*file);
}

void check_finite(const std::string& path, std::int64_t row, std::span<const double> values,
                  std::int64_t cols) {
  for (std::size_t v = 0; v < values.size(); ++v) {
    if (std::isfinite(values[v])) continue;
    throw Error(fmt::format("{}, row {}, column {}: the value is not finite; fill or drop it", path,
                            row + static_cast<std::int64_t>(v) / cols + 1,
                            static_cast<std::int64_t>(v) % cols + 1));
  }
}

InputPart read(const Comm& comm, const std::vector<std::string>& paths) {
  constexpr std::int64_t kMostRows = std::numeric_limits<std::int32_t>::max();
  std::vector<NpyFile> files;
  InputPart part;
  for (const std::string& path : paths) {
    const NpyLayout& here = files.emplace_back(opened(path)).layout();
    const std::int64_t expected = files.front().layout().cols;
    if (here.cols != expected)
      throw Error(fmt::format("{} has {} columns but {} has {}; give files with the same columns",
                              path, here.cols, paths.front(), expected));
    part.n += here.rows;
  }
  if (part.n < 2)
    throw Error(
        fmt::format("there must be at least 2 points, but {} has {}", paths.front(), part.n));
  if (part.n > kMostRows)
    throw Error(fmt::format("{} points are above the limit of 2^31 - 1; sample them", part.n));
  part.first = part.n * comm.rank / comm.size;
  const std::int64_t last = part.n * (comm.rank + 1) / comm.size;
  const std::int64_t cols = files.front().layout().cols;
  part.rows = {std::vector<double>(static_cast<std::size_t>((last - part.first) * cols)),
               last - part.first, cols};
  std::int64_t file_first = 0;
  for (std::size_t f = 0; f < files.size(); ++f) {
    const std::int64_t begin = std::max(part.first, file_first) - file_first;
    const std::int64_t end = std::min(last, file_first + files[f].layout().rows) - file_first;
    if (begin < end) {
      double* out = part.rows.values.data() + (file_first + begin - part.first) * cols;
      files[f].rows(begin, end, out);
      check_finite(paths[f], begin, {out, static_cast<std::size_t>((end - begin) * cols)}, cols);
    }
    file_first += files[f].layout().rows;
  }
  return part;
}

/// Each rank in turn continues the sums of the one before; then all get the last one's.
void in_turn(Comm& comm, std::vector<Column>& columns, const std::function<void()>& add) {
  constexpr int kTag = 2;
  const auto bytes = static_cast<int>(columns.size() * sizeof(Column));
  if (comm.rank > 0)
    MPI_Recv(columns.data(), bytes, MPI_BYTE, comm.rank - 1, kTag, comm.handle, MPI_STATUS_IGNORE);
  add();
  if (comm.rank + 1 < comm.size)
    MPI_Send(columns.data(), bytes, MPI_BYTE, comm.rank + 1, kTag, comm.handle);
  MPI_Bcast(columns.data(), bytes, MPI_BYTE, comm.size - 1, comm.handle);
}

}  // namespace

InputPart read_part(Comm& comm, const std::vector<std::string>& paths) {
  InputPart part;
  agree(comm, [&] { part = read(comm, paths); });
  return part;
}

InputScaling distributed_fit_scaling(Comm& comm, const InputPart& part, ScaleMode mode,
                                     Metric metric) {
  InputScaling scaling;
  scaling.metric = metric;
  if (mode == ScaleMode::none) return scaling;
  const PointsView rows = part.rows;
  std::vector<double> first(static_cast<std::size_t>(rows.d));
  // If there are fewer rows than ranks, ranks without rows come first.
  const std::int64_t own = rows.n > 0 ? comm.rank : comm.size;
  const auto holder = static_cast<int>(-most(comm, -own));
  if (comm.rank == holder) first.assign(rows.row(0).begin(), rows.row(0).end());
  MPI_Bcast(first.data(), static_cast<int>(first.size()), MPI_DOUBLE, holder, comm.handle);
  std::vector<Column> columns(first.size());
  in_turn(comm, columns, [&] { add_differences(rows, first, columns); });
  finish_centres(first, part.n, columns);
  in_turn(comm, columns, [&] { add_reaches(rows, columns); });
  check_reaches(columns);
  in_turn(comm, columns, [&] { add_squares(rows, columns); });
  scaling = scaling_from(columns, part.n, mode);
  scaling.metric = metric;
  return scaling;
}

}  // namespace gnac::detail
