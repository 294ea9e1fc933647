#include "io/edges_file.h"

#include <gtest/gtest.h>

#include "io/message.h"

namespace gnac::detail {
namespace {

TEST(EdgesFile, FindsItsColumnsByName) {
  const auto found =
      parse_edges("domain_distance,j,i,affinity,input_distance\n0.5,2,0,1,3\n", "e", 3);
  EXPECT_EQ(found.edges, (std::vector<Edge>{{0, 2}}));
  EXPECT_EQ(found.domain, std::vector<double>{0.5});
  EXPECT_EQ(found.input, std::vector<double>{3});
}

TEST(EdgesFile, WithoutDomainStatesConductanceTells) {
  const auto found = parse_edges("i,j,input_distance,conductance\n0,2,3,0.75\n", "e", 3);
  EXPECT_EQ(found.domain, std::vector<double>{0.25});
}

TEST(EdgesFile, RefusalsNameFileAndRow) {
  const std::string header = "i,j,input_distance,domain_distance\n";
  const auto refusal = [&](const std::string& text) {
    return message_of([&] { parse_edges(text, "edges.csv", 3); });
  };
  EXPECT_NE(refusal("").find("edges.csv is empty"), std::string::npos);
  EXPECT_NE(refusal(header).find("edges.csv is empty"), std::string::npos);
  EXPECT_NE(refusal("0,1,2,3\n").find("no column i"), std::string::npos);
  EXPECT_NE(refusal(header + "0,1,1,1\n0,3,1,1\n").find("row 3: '3' is not a point"),
            std::string::npos);
  EXPECT_NE(refusal(header + "0,1,1,-1\n").find("row 2: '-1' is not a distance"),
            std::string::npos);
  EXPECT_NE(refusal(header + "0,1,nan,1\n").find("'nan'"), std::string::npos);
  EXPECT_NE(refusal(header + "0,1,1\n").find("row 2: there are 3 columns, not 4"),
            std::string::npos);
}

}  // namespace
}  // namespace gnac::detail
