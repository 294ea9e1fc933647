#include "observer.h"

namespace gnac::python {
namespace {

const char* name_of(Stage stage) {
  switch (stage) {
    case Stage::graph:
      return "graph";
    case Stage::train:
      return "train";
    case Stage::evolve:
      return "evolve";
    case Stage::readout:
      break;
  }
  return "readout";
}

}  // namespace

bool Watch::look(const Progress& progress) {
  const py::gil_scoped_acquire acquire;
  try {
    if (PyErr_CheckSignals() != 0) throw py::error_already_set();
    if (callback_.is_none()) return true;
    const py::object answer = callback_(name_of(progress.stage), progress.fraction, progress.epoch,
                                        progress.epochs, progress.loss);
    return !answer.is(py::bool_(false));
  } catch (py::error_already_set& error) {
    raised_.emplace(std::move(error));
    return false;
  }
}

}  // namespace gnac::python
