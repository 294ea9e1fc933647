// JSON lines
#include "options/option_text.h"
#include "tables.h"

void gnac::detail::fuzz::fuzz_json_rows(std::string_view bytes) {
  const PointTable table = read_table(bytes);
  const PointsView p = table.points;
  std::string text;
  for (std::int64_t i = 0; i < p.n; ++i) {
    for (std::int64_t c = 0; c < p.d; ++c) text += (c == 0 ? "[" : ",") + number_text(p(i, c));
    text += "]\n";
  }
  require(parse_points(text, "again").points.values == table.points.values,
          "JSON lines do not read back");
}
