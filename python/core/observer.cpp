#include "observer.h"

namespace gnac::python {

bool Watch::look(const Progress& progress) {
  const py::gil_scoped_acquire acquire;
  try {
    if (PyErr_CheckSignals() != 0) throw py::error_already_set();
    if (callback_.is_none()) return true;
    const py::object answer = callback_(stage_name(progress.stage), progress.fraction,
                                        progress.epoch, progress.epochs, progress.loss);
    return !answer.is(py::bool_(false));
  } catch (py::error_already_set& error) {
    raised_.emplace(std::move(error));
    return false;
  }
}

}  // namespace gnac::python
