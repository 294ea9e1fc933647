// .npy and .npz
#include "io/npy.h"
#include "tables.h"

void gnac::detail::fuzz::fuzz_arrays(std::string_view bytes) {
  const Points points = read_table(bytes).points;
  const std::string written = npy_bytes(std::span(points.values), points.n, points.d);
  const Points again = parse_points(written, "again").points;
  require(again.values == points.values && again.n == points.n, "an array does not read back");
  if (std::ranges::any_of(points.values, [](double v) { return std::abs(v) > 1e30; })) return;
  const std::vector<float> narrow(points.values.begin(), points.values.end());
  const std::string floats = npy_bytes(std::span(narrow), points.n, points.d);
  require(std::ranges::equal(parse_points(floats, "again").points.values, narrow),
          "an array of floats does not read back");
}
