#pragma once

#include <pybind11/pybind11.h>

#include <optional>
#include <utility>

#include "gnac/error.h"
#include "gnac/progress.h"

namespace gnac::python {

namespace py = pybind11;

/// Lets Python watch a running call: runs its signal handlers (so Ctrl-C works) and calls
/// `callback(stage, fraction, epoch, epochs, loss)` unless that is None. An exception from either
/// stops the call and is raised at its end.
class Watch {
 public:
  explicit Watch(py::object callback) : callback_(std::move(callback)) {}

  /// fn(observer) without the GIL.
  template <class Fn>
  auto run(Fn&& fn) {
    const Observer observer = [this](const Progress& progress) { return look(progress); };
    try {
      const py::gil_scoped_release release;
      return fn(observer);
    } catch (const Cancelled&) {
      if (raised_) throw py::error_already_set(std::move(*raised_));
      throw;
    }
  }

 private:
  bool look(const Progress& progress);

  py::object callback_;
  std::optional<py::error_already_set> raised_;
};

}  // namespace gnac::python
