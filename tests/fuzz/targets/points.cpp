// Tables in text: CSV, TSV, blanks, with header, ids, labels, categories, gaps, of two files.
#include "options/option_text.h"
#include "tables.h"

void gnac::detail::fuzz::fuzz_points(std::string_view bytes) {
  const PointTable table = read_table(bytes);
  const PointsView p = table.points;
  std::string text;
  for (std::int64_t i = 0; i < p.n; ++i) {
    for (std::int64_t c = 0; c < p.d; ++c) text += (c == 0 ? "" : ",") + number_text(p(i, c));
    text += '\n';
  }
  require(parse_points(text, "again").points.values == table.points.values,
          "points do not read back");
  scale(table, static_cast<unsigned char>(bytes.back()) % 6);
}
