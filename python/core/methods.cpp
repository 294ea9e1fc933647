#include "methods.h"

#include <algorithm>
#include <string>
#include <utility>

#include "arrays.h"
#include "gnac/methods.h"
#include "gnac/scaling.h"
#include "observer.h"
#include "options.h"

namespace gnac::python {
namespace {

py::object default_of(const MethodOption& option) {
  const double value = option.get(MethodOptions{});
  if (!option.choices.empty()) return py::cast(option.choices[static_cast<std::size_t>(value)]);
  if (option.whole) return py::cast(static_cast<std::int64_t>(value));
  return py::cast(value);
}

py::list method_rows() {
  py::list rows;
  for (const MethodInfo& info : method_table()) {
    py::dict row;
    row["name"] = info.name;
    row["title"] = info.title;
    row["reference"] = info.reference;
    row["complexity"] = info.complexity;
    row["stochastic"] = info.stochastic;
    row["takes_clusters"] = info.takes_clusters;
    py::dict options;
    for (const MethodOption& option : info.options) {
      py::dict entry;
      entry["help"] = option.help;
      entry["range"] = method_option_range(option);
      entry["default"] = default_of(option);
      options[py::cast(option.name)] = entry;
    }
    row["options"] = options;
    rows.append(row);
  }
  return rows;
}

/// Labels, facts and number of clusters. `values`: options of the method; `keywords`: scale,
/// random_state and n_jobs, as of a fit.
py::tuple run(const std::string& name, const DoubleMatrix& array, int clusters,
              const py::dict& values, const py::dict& keywords, py::object callback) {
  const MethodInfo& method = method_info(name);
  MethodOptions options;
  for (const auto& [option, value] : values) {
    set_method_option(options, method, option.cast<std::string>(),
                      py::str(value).cast<std::string>());
  }
  const Options common = options_of(keywords);
  options.gnac.threads = common.threads;
  const PointsView raw = points_of(array);
  const Points points = apply_scaling(raw, fit_scaling(raw, common.scale));
  MethodRun found = Watch(std::move(callback)).run([&](const Observer& observer) {
    return run_method(name, points, clusters, options, common.seed, observer);
  });
  const std::int32_t count = 1 + *std::max_element(found.labels.begin(), found.labels.end());
  for (const std::int64_t i : found.noise) found.labels[i] = -1;
  py::dict facts;
  for (const Fact& fact : found.facts) facts[py::cast(fact.name)] = fact.value;
  return py::make_tuple(to_array(std::move(found.labels)), facts, count);
}

}  // namespace

void add_methods(py::module_& module) {
  using py::arg;
  module.def("method_table", method_rows, "Every clustering method with its options, as dicts.");
  module.def("run_method", run, arg("name"), arg("points"), arg("clusters"), arg("options"),
             arg("keywords"), arg("callback"));
}

}  // namespace gnac::python
