#include <gtest/gtest.h>
#include <zlib.h>

#include <algorithm>
#include <sstream>

#include "samples.h"

namespace gnac::detail::test {
namespace {

std::string gzipped(const std::string& bytes, const Folder& folder) {
  const std::string path = folder.path("packed.gz");
  gzFile file = gzopen(path.c_str(), "wb");
  gzwrite(file, bytes.data(), static_cast<unsigned>(bytes.size()));
  gzclose(file);
  return path;
}

std::string npy(PointsView points, bool fortran) {
  std::string header = std::string("{'descr': '<f8', 'fortran_order': ") +
                       (fortran ? "True" : "False") + ", 'shape': (" + std::to_string(points.n) +
                       ", " + std::to_string(points.d) + "), }";
  header.resize(117, ' ');
  std::string bytes("\x93NUMPY\x01\x00\x76\x00", 10);
  bytes += header + "\n";
  const auto add = [&](double value) { bytes.append(reinterpret_cast<const char*>(&value), 8); };
  if (fortran) {
    for (int c = 0; c < points.d; ++c) {
      for (int i = 0; i < points.n; ++i) add(points(i, c));
    }
  } else {
    for (int i = 0; i < points.n * points.d; ++i) add(points.data[i]);
  }
  return bytes;
}

// One table in every supported format: the labels are the same each time.
TEST(Input, EveryFormatGivesTheSameLabels) {
  const Folder folder;
  const Points points = arcs(200);
  const std::string text = csv(points);
  std::string tabs = text;
  std::replace(tabs.begin(), tabs.end(), ',', '\t');
  std::string spaces = text;
  std::replace(spaces.begin(), spaces.end(), ',', ' ');
  const auto labels = [&](const std::string& path, const std::string& input = "") {
    const Outcome run = gnac(quick({"fit", path, "-k", "2"}), input);
    EXPECT_EQ(run.code, 0) << run.err;
    return run.out;
  };
  const std::string expected = labels(folder.write("a.csv", text));
  EXPECT_EQ(clusters_in(parse_lines(expected)), 2);
  EXPECT_EQ(labels(folder.write("header.csv", "x,y\n" + text)), expected);
  EXPECT_EQ(labels(folder.write("a.tsv", tabs)), expected);
  EXPECT_EQ(labels(folder.write("a.txt", spaces)), expected);
  EXPECT_EQ(labels(gzipped(spaces, folder)), expected);
  EXPECT_EQ(labels(folder.write("c.npy", npy(points, false))), expected);
  EXPECT_EQ(labels(folder.write("f.npy", npy(points, true))), expected);
  EXPECT_EQ(labels("-", text), expected);
  EXPECT_EQ(labels("-", folder.read("packed.gz")), expected);
}

// The same points with an id, a known answer and a useless column around them.
class Columns : public testing::Test {
 protected:
  Columns() {
    const Points points = arcs(100);
    std::ostringstream table;
    table.precision(17);
    table << "name,x,junk,y,class\n";
    for (int i = 0; i < 100; ++i) {
      table << (i == 1 ? std::string("\"b, the second\"") : "p" + std::to_string(i)) << ','
            << points.row(i)[0] << ',' << 1e6 * (i % 7) << ',' << points.row(i)[1] << ','
            << (i % 2 == 0 ? "up" : "down") << '\n';
    }
    data = folder.write("table.csv", table.str());
    bare = folder.write("bare.csv", csv(points));
    expected = gnac(quick({"fit", bare, "-k", "2"})).out;
  }
  Folder folder;
  std::string data;
  std::string bare;
  std::string expected;
};

TEST_F(Columns, AreChosenByNameOrNumber) {
  EXPECT_EQ(gnac(quick({"fit", data, "-k", "2", "--columns", "x,y"})).out, expected);
  EXPECT_EQ(gnac(quick({"fit", data, "-k", "2", "--columns", "1,3"})).out, expected);
}

TEST_F(Columns, IdsStandBesideTheirLabels) {
  const Outcome run =
      gnac(quick({"fit", data, "-k", "2", "--columns", "x,y", "--id-column", "name"}));
  EXPECT_EQ(run.code, 0) << run.err;
  std::istringstream in(run.out);
  std::string line;
  std::getline(in, line);
  EXPECT_EQ(line, "id,label");
  std::string labels;
  std::vector<std::string> ids;
  while (std::getline(in, line)) {
    const std::size_t comma = line.rfind(',');
    ids.push_back(line.substr(0, comma));
    labels += line.substr(comma + 1) + "\n";
  }
  EXPECT_EQ(labels, expected);
  ASSERT_EQ(ids.size(), 100u);
  EXPECT_EQ(ids[0], "p0");
  EXPECT_EQ(ids[1], "\"b, the second\"");
}

TEST_F(Columns, LabelColumnIsNoFeatureAndServesTheSummary) {
  const Outcome run = gnac({"fit", data, "-k", "2", "--columns", "x,y", "--label-column", "class",
                            "--neighbors", "8", "--quiet"});
  EXPECT_EQ(run.code, 0) << run.err;
  EXPECT_NE(run.err.find("100 x 2"), std::string::npos) << run.err;
  EXPECT_NE(run.err.find("ARI "), std::string::npos) << run.err;
}

}  // namespace
}  // namespace gnac::detail::test
