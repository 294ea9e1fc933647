#pragma once

#include <pybind11/pybind11.h>

#include "gnac/graph.h"
#include "gnac/result.h"

namespace gnac::python {

/// What a fit or a deployment found out, as a dict of arrays and numbers. Empties the result.
pybind11::dict result_dict(Result& result, Graph& graph);

}  // namespace gnac::python
