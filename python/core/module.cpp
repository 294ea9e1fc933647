// gnac._core: the public C++ API for Python, in terms of arrays, dicts and bytes; the estimators of
// the package build on it.
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
  // The translator registered last is tried first.
  auto& error = py::register_exception<gnac::Error>(module, "Error", PyExc_ValueError);
  error.doc() = "Raised by the library: one sentence on what is wrong and what to do about it.";
  py::register_exception<gnac::MemoryError>(module, "MemoryError",
                                            py::make_tuple(error, py::handle(PyExc_MemoryError)))
      .doc() =
      "An Error and a MemoryError: raised before work that needs more memory than there is.";
  py::register_exception<gnac::Cancelled>(module, "Cancelled", PyExc_RuntimeError).doc() =
      "Raised when a callback asks for the work to stop.";
  gnac::python::add_options(module);
  gnac::python::add_fit(module);
  gnac::python::add_methods(module);
  gnac::python::add_metrics(module);
}
