#include "io/graph_file.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include "message.h"

namespace gnac::detail {
namespace {

using Ints = std::vector<std::int32_t>;
using Values = std::vector<double>;

std::string fails(const std::string& text, std::int64_t nodes = 4) {
  return message_of([&] { parse_graph(text, "f", nodes); });
}

TEST(GraphFile, EdgeListsWithAnySeparator) {
  for (const char* text : {"0 1\n2 3\n3 0\n", "0,1\r\n2,3\r\n3,0", "# c\n0\t1\n2\t3\n3\t0\n\n",
                           "from;to\n0;1\n2;3\n3;0\n", "0.0 1\n2e0 3\n3 0\n"}) {
    const EdgeList list = parse_graph(text, "f", 4);
    EXPECT_EQ(list.nodes, 4);
    EXPECT_EQ(list.from, (Ints{0, 2, 3})) << text;
    EXPECT_EQ(list.to, (Ints{1, 3, 0})) << text;
    EXPECT_TRUE(list.distance.empty());
  }
  const EdgeList weighted = parse_graph("i,j,distance\n0,1,0.5\n1,0,0\n", "f", 2);
  EXPECT_EQ(weighted.distance, (Values{0.5, 0}));
}

TEST(GraphFile, MatrixMarketGeneralAndSymmetric) {
  const EdgeList general = parse_graph(
      "%%MatrixMarket matrix coordinate real general\n% comment\n\n4 4 2\n1 2 0.5\n4 3 2\n", "f",
      4);
  EXPECT_EQ(general.from, (Ints{0, 3}));
  EXPECT_EQ(general.to, (Ints{1, 2}));
  EXPECT_EQ(general.distance, (Values{0.5, 2}));
  const EdgeList symmetric = parse_graph(
      "%%MatrixMarket MATRIX Coordinate Integer Symmetric\r\n4 4 2\r\n2 1 3\r\n3 3 1\r\n", "f", 4);
  EXPECT_EQ(symmetric.from, (Ints{1, 0, 2}));
  EXPECT_EQ(symmetric.to, (Ints{0, 1, 2}));
  EXPECT_EQ(symmetric.distance, (Values{3, 3, 1}));
  const EdgeList pattern =
      parse_graph("%%MatrixMarket matrix coordinate pattern symmetric\n2 2 1\n2 1\n", "f", 2);
  EXPECT_EQ(pattern.from, (Ints{1, 0}));
  EXPECT_TRUE(pattern.distance.empty());
}

TEST(GraphFile, AloneSaysHowManyPointsThereAre) {
  EXPECT_EQ(parse_graph("0 1\n5 2\n", "f", kNodesOfGraph).nodes, 6);
  EXPECT_EQ(parse_graph("%%MatrixMarket matrix coordinate real general\n9 9 1\n1 2 0.5\n", "f",
                        kNodesOfGraph)
                .nodes,
            9);
  EXPECT_NE(fails("%%MatrixMarket matrix coordinate real general\n9 8 1\n1 2 1\n", kNodesOfGraph)
                .find("not square"),
            std::string::npos);
  EXPECT_NE(fails("0 -1\n", kNodesOfGraph), "");
}

TEST(GraphFile, TheHeaderTellsSimilaritiesFromDistances) {
  EXPECT_TRUE(parse_graph("source,target,Weight\n0,1,0.5\n", "f", 2).similarities);
  EXPECT_FALSE(parse_graph("source,target,distance\n0,1,0.5\n", "f", 2).similarities);
  EXPECT_FALSE(parse_graph("0,1,0.5\n", "f", 2).similarities);
}

TEST(GraphFile, AloneItMayJoinNames) {
  for (const char* text :
       {"anna,bob\nbob,carl\ncarl,anna\n", "who,whom\nanna,bob\nbob,carl\ncarl,anna"}) {
    const GraphInFile graph = parse_graph(text, "f", kNodesOfGraph);
    EXPECT_EQ(graph.names, (std::vector<std::string>{"anna", "bob", "carl"})) << text;
    EXPECT_EQ(graph.nodes, 3);
    EXPECT_EQ(graph.from, (Ints{0, 1, 2}));
    EXPECT_EQ(graph.to, (Ints{1, 2, 0}));
  }
  const GraphInFile weighted = parse_graph("a b weight\nx y 2\ny z 3\n", "f", kNodesOfGraph);
  EXPECT_TRUE(weighted.similarities);
  EXPECT_EQ(weighted.distance, (Values{2, 3}));
  EXPECT_EQ(parse_graph("x y 2\ny z 3\n", "f", kNodesOfGraph).nodes, 3);
  EXPECT_NE(fails("anna,bob\nbob,anna\n").find("'anna' is not a point's number"),
            std::string::npos);
}

// Whole weights between the ends were taken for points.
TEST(GraphFile, AHeaderInAnotherOrderIsRefused) {
  EXPECT_EQ(fails("source,weight,target\n0,1,2\n2,3,0\n"),
            "f, row 1: an edge is 'i j' or 'i j distance', in this order");
  EXPECT_NE(fails("distance,i,j\n1,0,2\n"), "");
}

TEST(GraphFile, TheFirstBadRowIsNamed) {
  EXPECT_EQ(fails("0 1\n1 4\n"), "f, row 2: there is no point 4: the points are numbered 0 to 3");
  EXPECT_EQ(fails("0 1\n1 -1\n"), "f, row 2: there is no point -1: the points are numbered 0 to 3");
  EXPECT_EQ(fails("0 1\n1 x\n"),
            "f, row 2: 'x' is not a point's number: points are numbered from 0, in the order of "
            "the rows");
  EXPECT_EQ(fails("0 1.5\n"),
            "f, row 1: '1.5' is not a point's number: points are numbered from 0, in the order of "
            "the rows");
  EXPECT_EQ(fails("0 1\n1 2 3\n"), "f, row 2: there are 3 columns, not 2");
  EXPECT_EQ(fails("0 1 1\n1 2 -3\n"),
            "f, row 2: '-3' is not a distance: give a number from 0 to 1e150");
  EXPECT_EQ(fails("0 1 1\n1 2 1e200\n"),
            "f, row 2: '1e200' is not a distance: give a number from 0 to 1e150");
  EXPECT_EQ(fails("0 1 nan\n"), "f, row 1: 'nan' is not a distance: give a number from 0 to 1e150");
  EXPECT_EQ(fails("0\n"), "f, row 1: there are 1 columns; an edge is 'i j' or 'i j distance'");
  EXPECT_EQ(fails(""), "f is empty: there is no edge in it");
  EXPECT_EQ(fails("i j\n"), "f is empty: there is no edge in it");
}

TEST(GraphFile, MatrixMarketThatIsNoGraphIsRefused) {
  const std::string real = "%%MatrixMarket matrix coordinate real general\n";
  EXPECT_EQ(fails(real), "f is truncated: it has no line with its size");
  EXPECT_EQ(fails(real + "4 4\n"), "f, row 2: the size is not 'rows columns entries'");
  EXPECT_EQ(fails(real + "4 x 2\n"), "f, row 2: the size is not 'rows columns entries'");
  EXPECT_EQ(fails(real + "5 5 1\n1 2 1\n"), "f is a graph of 5 x 5, but there are 4 points");
  EXPECT_EQ(fails(real + "4 4 2\n1 2 1\n"), "f is truncated: it has 1 of the promised 2 entries");
  EXPECT_EQ(fails(real + "4 4 1\n1 2 1\n2 1 1\n"),
            "f, row 4: there are more entries than the promised 1");
  EXPECT_EQ(fails(real + "4 4 1\n0 1 1\n"),
            "f, row 3: there is no point 0: the points are numbered 1 to 4");
  EXPECT_EQ(fails("%%MatrixMarket matrix array real general\n"),
            "f, row 1: only MatrixMarket matrices in coordinate format are graphs");
  EXPECT_EQ(fails("%%MatrixMarket matrix coordinate complex general\n"),
            "f, row 1: 'complex' entries cannot be distances; give real, integer or pattern");
  EXPECT_EQ(fails("%%MatrixMarket matrix coordinate real hermitian\n"),
            "f, row 1: 'hermitian' matrices are not graphs; give general or symmetric");
}

TEST(GraphFile, ArbitraryTextNeverCrashes) {
  EXPECT_TRUE(rc::check([] {
    const auto text = *rc::gen::container<std::string>(
        rc::gen::element('0', '1', '2', ' ', '\n', ',', '.', '-', '%', 'e', '"'));
    message_of([&] { parse_graph(text, "f", 3); });
    message_of(
        [&] { parse_graph("%%MatrixMarket matrix coordinate real general\n" + text, "f", 3); });
    message_of([&] { parse_graph("%%MatrixMarket" + text, "f", 3); });
  }));
}

}  // namespace
}  // namespace gnac::detail
