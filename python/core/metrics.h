#pragma once

#include <pybind11/pybind11.h>

namespace gnac::python {

/// The metrics, by name, and the boundary AUC.
void add_metrics(pybind11::module_& module);

}  // namespace gnac::python
