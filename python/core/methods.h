#pragma once

#include <pybind11/pybind11.h>

namespace gnac::python {

/// The baselines, by name.
void add_methods(pybind11::module_& module);

}  // namespace gnac::python
