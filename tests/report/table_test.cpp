#include "report/table.h"

#include <gtest/gtest.h>

#include <limits>

namespace gnac::detail {
namespace {

TEST(Table, TextAlignsByCharactersAndLetsAShortRowRunOn) {
  ReportTable table;
  table.title = "A sample";
  table.caption = "50 % of all";
  table.columns = {"Method", "ARI", "Δ"};
  table.rows = {{words("a|b, \"c\""), number(0.1 + 0.2), Cell{"", 0.25, 2, true}},
                {words("x_y"), number(std::numeric_limits<double>::quiet_NaN()), number(-0.25, 2)},
                {words("z"), words("failed: there was no memory left for it")}};
  EXPECT_EQ(to_text(table),
            "A sample\n\n"
            "Method       ARI      Δ\n"
            "a|b, \"c\"  0.3000  +0.25\n"
            "x_y            –  -0.25\n"
            "z         failed: there was no memory left for it\n"
            "\n50 % of all\n");
}

}  // namespace
}  // namespace gnac::detail
