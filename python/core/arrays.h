#pragma once

#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>

#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "gnac/points.h"

// NumPy arrays in and out. In: borrowed, not copied (the Python side takes care of type and layout;
// pybind11 converts the rest). Out: the vector moves into the array.
namespace gnac::python {

namespace py = pybind11;

using DoubleMatrix = py::array_t<double, py::array::c_style | py::array::forcecast>;
using DoubleVector = py::array_t<double, py::array::c_style | py::array::forcecast>;
using IntVector = py::array_t<std::int32_t, py::array::c_style | py::array::forcecast>;

/// The rows of a two-dimensional array; valid while the array lives.
inline PointsView points_of(const DoubleMatrix& array) {
  if (array.ndim() != 2) throw py::value_error("the points must be a two-dimensional array");
  return {array.data(), array.shape(0), array.shape(1)};
}

/// The rows of a matrix of float32, which becomes double here and nowhere else; no values for any
/// other type, which pybind11 borrows or converts.
inline Points points_from_floats(const py::array& array) {
  Points points;
  if (!py::isinstance<py::array_t<float>>(array)) return points;
  const auto floats = py::array_t<float, py::array::c_style | py::array::forcecast>(array);
  if (floats.ndim() != 2) throw py::value_error("the points must be a two-dimensional array");
  points.n = floats.shape(0);
  points.d = floats.shape(1);
  points.values.assign(floats.data(), floats.data() + floats.size());
  return points;
}

/// The values of an array of any shape; valid while the array lives.
template <class T, int Flags>
std::span<const T> span_of(const py::array_t<T, Flags>& array) {
  return {array.data(), static_cast<std::size_t>(array.size())};
}

/// Whole numbers that a file, a pickle or a caller gave, each checked to be within [least, most];
/// otherwise a value that does not fit 32 bits would be truncated silently.
inline std::vector<std::int32_t> whole_numbers(const py::array& array, std::int64_t least,
                                               std::int64_t most, const char* what) {
  const char kind = array.dtype().kind();
  if (array.size() > 0 && kind != 'i' && kind != 'u' && kind != 'b')
    throw py::value_error(std::string(what) + " must be whole numbers");
  const auto require = [&](bool fits) {
    if (!fits)
      throw py::value_error(std::string(what) + " must lie between " + std::to_string(least) +
                            " and " + std::to_string(most));
  };
  if (kind == 'u' && array.itemsize() == 8) {  // above 63 bits a cast would wrap
    const auto wide = py::array_t<std::uint64_t, py::array::c_style | py::array::forcecast>(array);
    for (const std::uint64_t value : span_of(wide))
      require(most >= 0 && value <= static_cast<std::uint64_t>(most));
  }
  const auto wide = py::array_t<std::int64_t, py::array::c_style | py::array::forcecast>(array);
  std::vector<std::int32_t> out;
  out.reserve(static_cast<std::size_t>(wide.size()));
  for (const std::int64_t value : span_of(wide)) {
    require(value >= least && value <= most);
    out.push_back(static_cast<std::int32_t>(value));
  }
  return out;
}

/// An array that owns the vector's data.
template <class T>
py::array_t<T> to_array(std::vector<T> values, std::vector<py::ssize_t> shape = {}) {
  if (shape.empty()) shape = {static_cast<py::ssize_t>(values.size())};
  auto owned = std::make_unique<std::vector<T>>(std::move(values));
  const T* data = owned->data();
  const py::capsule free(owned.release(), [](void* p) { delete static_cast<std::vector<T>*>(p); });
  return py::array_t<T>(std::move(shape), data, free);
}

}  // namespace gnac::python
