// gnac._core: the public C++ API as Python sees it. What it offers is plain (arrays, dicts, bytes);
// the estimators of the package are written on top of it.
#include <pybind11/pybind11.h>

#include "fit.h"
#include "gnac/error.h"
#include "gnac/version.h"
#include "methods.h"
#include "metrics.h"
#include "options.h"

PYBIND11_MODULE(_core, module) {
  namespace py = pybind11;
  module.doc() = "The engine of gnac; use the classes and functions of the package gnac instead.";
  module.attr("__version__") = gnac::version();
  // Python tries the translator registered last first.
  py::register_exception<gnac::Error>(module, "Error", PyExc_ValueError).doc() =
      "What the library raises: one sentence that says what is wrong and what to do about it.";
  py::register_exception<gnac::Cancelled>(module, "Cancelled", PyExc_RuntimeError).doc() =
      "Raised when a callback asked for the work to stop.";
  gnac::python::add_options(module);
  gnac::python::add_fit(module);
  gnac::python::add_methods(module);
  gnac::python::add_metrics(module);
}
