#include "metrics.h"

#include <string>
#include <vector>

#include "arrays.h"
#include "gnac/metrics.h"
#include "observer.h"

namespace gnac::python {
namespace {

py::list metric_rows() {
  py::list rows;
  for (const MetricInfo& info : metric_table()) {
    py::dict row;
    row["name"] = info.name;
    row["help"] = info.help;
    row["higher_is_better"] = info.higher_is_better;
    row["needs_reference"] = info.needs_reference();
    row["needs_points"] = info.needs_points();
    rows.append(row);
  }
  return rows;
}

double agreement(const std::string& name, const IntVector& reference, const IntVector& labels) {
  MetricInput input;
  input.labels = span_of(labels);
  input.references = {span_of(reference)};
  return Watch(py::none()).run([&](const Observer& observer) {
    return metric_value(metric_info(name), input, 1, observer);
  });
}

double internal(const std::string& name, const DoubleMatrix& points, const IntVector& labels,
                std::int64_t sample, std::uint64_t seed, int threads) {
  MetricInput input;
  input.labels = span_of(labels);
  input.points = points_of(points);
  input.sample = sample;
  input.seed = seed;
  return Watch(py::none()).run([&](const Observer& observer) {
    return metric_value(metric_info(name), input, threads, observer);
  });
}

double boundary(const py::array& pairs, const DoubleVector& distance, const IntVector& reference) {
  const auto flat = whole_numbers(pairs, 0, static_cast<std::int64_t>(reference.size()) - 1,
                                  "the ends of an edge");
  std::vector<Edge> edges(flat.size() / 2);
  for (std::size_t e = 0; e < edges.size(); ++e) edges[e] = {flat[2 * e], flat[2 * e + 1]};
  return boundary_auc(edges, span_of(distance), span_of(reference));
}

}  // namespace

void add_metrics(py::module_& module) {
  using py::arg;
  module.def("metric_table", metric_rows, "Every metric, as dicts.");
  module.def("agreement", agreement, arg("name"), arg("reference"), arg("labels"));
  module.def("internal", internal, arg("name"), arg("points"), arg("labels"), arg("sample"),
             arg("seed"), arg("threads"));
  module.def("boundary_auc", boundary, arg("edges"), arg("distance"), arg("reference"));
}

}  // namespace gnac::python
