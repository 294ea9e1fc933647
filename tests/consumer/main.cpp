// Two heaps of points, as somebody's own program clusters them with the installed library. It calls
// something of every part that is public, so that a part which is not installed does not link.
#include <gnac/certainty.h>
#include <gnac/hierarchy.h>
#include <gnac/methods.h>
#include <gnac/metrics.h>
#include <gnac/model.h>
#include <gnac/page.h>

#include <cstdio>

int main() {
  gnac::Points points;
  points.n = 40;
  points.d = 2;
  for (int i = 0; i < 40; ++i) {
    points.values.push_back((i % 2) * 50 + i % 7);
    points.values.push_back(i % 5);
  }
  const gnac::Model model = gnac::fit(points, 2);
  for (int i = 0; i < 40; ++i) {
    if (model.labels()[i] != i % 2) return 1;
  }
  const gnac::MethodRun other = gnac::run_method("kmeans", points, 2);
  gnac::MetricInput input;
  input.labels = other.labels;
  input.references = {model.labels()};
  if (gnac::metric_value(gnac::metric_info("ari"), input) != 1) return 2;
  if (gnac::hierarchy(model).size() != 39 || gnac::outlier_scores(model).size() != 40) return 3;
  if (gnac::page_html(model).find("</html>") == std::string::npos) return 4;
  std::puts("two heaps found");
  return 0;
}
