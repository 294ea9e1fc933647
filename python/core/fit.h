#pragma once

#include <pybind11/pybind11.h>

namespace gnac::python {

/// fit, deploy, predict and the rule's file.
void add_fit(pybind11::module_& module);

}  // namespace gnac::python
