#include "studies/table_formats.h"

#include <gtest/gtest.h>

#include <limits>

namespace gnac::detail {
namespace {

ReportTable sample() {
  ReportTable table;
  table.name = "sample";
  table.title = "A sample";
  table.caption = "50 % of all";
  table.columns = {"Method", "ARI", "Δ", "p"};
  table.rows = {{words("a|b, \"c\""), number(0.1 + 0.2), difference(0.25, 2), p_value(1.31e-8)},
                {words("x_y"), number(std::numeric_limits<double>::quiet_NaN()),
                 difference(-0.25, 2), p_value(0.5)}};
  return table;
}

TEST(Table, Markdown) {
  EXPECT_EQ(to_markdown(sample()),
            "### A sample\n\n"
            "| Method | ARI | Δ | p |\n"
            "|---|---:|---:|---:|\n"
            "| a\\|b, \"c\" | 0.3000 | +0.25 | 1.31e-08 |\n"
            "| x_y | – | -0.25 | 0.5 |\n"
            "\n50 % of all\n");
}

TEST(Table, CsvKeepsEveryDigitAndQuotesWhatNeedsIt) {
  EXPECT_EQ(to_csv(sample()),
            "Method,ARI,Δ,p\n"
            "\"a|b, \"\"c\"\"\",0.30000000000000004,0.25,1.31e-08\n"
            "x_y,,-0.25,0.5\n");
}

TEST(Table, LatexEscapesItsSpecialCharacters) {
  const std::string text = to_latex(sample());
  EXPECT_NE(text.find("\\begin{tabular}{lrrr}"), std::string::npos);
  EXPECT_NE(text.find("x\\_y & -- & $-0.25$ & 0.5 \\\\"), std::string::npos) << text;
  EXPECT_NE(text.find("50 \\% of all"), std::string::npos);
  EXPECT_NE(text.find("$\\Delta$"), std::string::npos);
}

}  // namespace
}  // namespace gnac::detail
