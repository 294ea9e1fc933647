#include "io/npz.h"

#include <gtest/gtest.h>
#include <zlib.h>

#include <random>

#include "gzip.h"
#include "io/graph_file.h"
#include "io/read_points.h"
#include "io/zip.h"
#include "message.h"

namespace gnac::detail {
namespace {

using Values = std::vector<double>;

template <class T>
void put(std::string& out, T value) {
  out.append(reinterpret_cast<const char*>(&value), sizeof value);
}

std::uint32_t checksum(const std::string& bytes) {
  return static_cast<std::uint32_t>(
      crc32(0, reinterpret_cast<const Bytef*>(bytes.data()), static_cast<uInt>(bytes.size())));
}

struct File {
  std::string name = {};
  std::string content = {};
  bool compressed = false;
  bool large = false;  ///< sizes in the 64-bit part
  int method = -1;     ///< other than the true one
  int flags = 0;
  std::uint32_t wrong = 0;  ///< added to the checksum
  std::uint32_t more = 0;   ///< added to the unpacked size
};

/// A zip archive as Python's zipfile writes it.
std::string zip(const std::vector<File>& files) {
  std::string out, directory;
  for (const File& file : files) {
    const std::string packed = file.compressed ? deflated(file.content, -MAX_WBITS) : file.content;
    const auto place = static_cast<std::uint32_t>(out.size());
    const auto method = static_cast<std::uint16_t>(file.method >= 0  ? file.method
                                                   : file.compressed ? 8
                                                                     : 0);
    const auto size = static_cast<std::uint32_t>(file.content.size()) + file.more;
    std::string extra;
    if (file.large) {
      put<std::uint16_t>(extra, 1);
      put<std::uint16_t>(extra, 16);
      put<std::uint64_t>(extra, size);
      put<std::uint64_t>(extra, packed.size());
    }
    const std::uint32_t shown = file.large ? 0xffffffff : size;
    const std::uint32_t shown_packed =
        file.large ? 0xffffffff : static_cast<std::uint32_t>(packed.size());
    const auto head = [&](std::string& to) {
      put<std::uint16_t>(to, 20);
      put<std::uint16_t>(to, static_cast<std::uint16_t>(file.flags));
      put<std::uint16_t>(to, method);
      put<std::uint32_t>(to, 0);
      put<std::uint32_t>(to, checksum(file.content) + file.wrong);
      put<std::uint32_t>(to, shown_packed);
      put<std::uint32_t>(to, shown);
      put<std::uint16_t>(to, static_cast<std::uint16_t>(file.name.size()));
      put<std::uint16_t>(to, static_cast<std::uint16_t>(extra.size()));
    };
    out += "PK\x03\x04";
    head(out);
    out += file.name + extra + packed;
    directory += "PK\x01\x02";
    put<std::uint16_t>(directory, 20);
    head(directory);
    directory.append(10, '\0');  // comment, disk, attributes
    put<std::uint32_t>(directory, place);
    directory += file.name + extra;
  }
  const auto place = static_cast<std::uint32_t>(out.size());
  out += directory + "PK\x05\x06";
  put<std::uint32_t>(out, 0);
  put<std::uint16_t>(out, static_cast<std::uint16_t>(files.size()));
  put<std::uint16_t>(out, static_cast<std::uint16_t>(files.size()));
  put<std::uint32_t>(out, static_cast<std::uint32_t>(directory.size()));
  put<std::uint32_t>(out, place);
  put<std::uint16_t>(out, 0);
  return out;
}

std::string array(const Values& values, std::int64_t cols) {
  return npy_bytes(std::span(values), std::ssize(values) / cols, cols);
}

std::string fails(const std::string& bytes, const std::string& name = "") {
  return message_of([&] { parse_npz(bytes, name, "f.npz"); });
}

const std::string kPoints = array({1, 2, 3, 4, 5, 6}, 2);

TEST(Npz, TheOnlyArrayStoredOrDeflated) {
  for (const bool compressed : {false, true}) {
    for (const bool large : {false, true}) {
      const std::string bytes =
          zip({{.name = "x.npy", .content = kPoints, .compressed = compressed, .large = large}});
      EXPECT_EQ(parse_npz(bytes, "", "f").values, (Values{1, 2, 3, 4, 5, 6}));
      EXPECT_EQ(parse_points(bytes, "f").points.d, 2);
    }
  }
}

TEST(Npz, OneOfSeveralByName) {
  const std::string bytes = zip({{.name = "x.npy", .content = kPoints},
                                 {.name = "notes.txt", .content = "hello"},
                                 {.name = "y.npy", .content = array({7, 8}, 1)}});
  EXPECT_EQ(parse_npz(bytes, "y", "f").values, (Values{7, 8}));
  EXPECT_EQ(parse_points(bytes, "f", {.array = "x"}).points.n, 3);
  EXPECT_EQ(parse_npz(bytes, "", "f").values, (Values{1, 2, 3, 4, 5, 6}))
      << "the only one with several columns";
  EXPECT_EQ(fails(zip({{.name = "x.npy", .content = kPoints},
                       {.name = "y.npy", .content = array({7, 8, 9, 9}, 2)}})),
            "f.npz holds the arrays 'x', 'y'; choose one with --array");
  EXPECT_EQ(fails(bytes, "z"), "f.npz has no array 'z'; it holds 'x', 'y'");
}

/// What scipy.sparse.save_npz() writes.
std::string sparse(const Values& indices, const Values& ends, const Values& values, double side) {
  return zip({{.name = "indices.npy", .content = array(indices, 1)},
              {.name = "indptr.npy", .content = array(ends, 1)},
              {.name = "format.npy", .content = "a word"},
              {.name = "shape.npy", .content = array({side, side}, 1)},
              {.name = "data.npy", .content = array(values, 1)}});
}

TEST(Npz, ASparseMatrixIsAGraphAndNoTable) {
  const std::string bytes = sparse({1, 0, 2, 1}, {0, 1, 3, 4}, {.5, .5, 2, 2}, 3);
  EXPECT_NE(fails(bytes).find("give it with --graph"), std::string::npos);
  const GraphInFile graph = parse_graph(bytes, "f", kNodesOfGraph);
  EXPECT_EQ(graph.nodes, 3);
  EXPECT_EQ(graph.from, (std::vector<std::int32_t>{0, 1, 1, 2}));
  EXPECT_EQ(graph.to, (std::vector<std::int32_t>{1, 0, 2, 1}));
  EXPECT_EQ(graph.distance, (Values{.5, .5, 2, 2}));
  EXPECT_TRUE(parse_graph(sparse({1, 0}, {0, 1, 2}, {1, 1}, 2), "f", 2).distance.empty())
      << "equal values only say which points are joined";
  const std::string coo = zip({{.name = "row.npy", .content = array({0, 1}, 1)},
                               {.name = "col.npy", .content = array({1, 2}, 1)},
                               {.name = "format.npy", .content = "a word"},
                               {.name = "shape.npy", .content = array({3, 3}, 1)},
                               {.name = "data.npy", .content = array({1, 4}, 1)}});
  EXPECT_EQ(parse_graph(coo, "f", 3).to, (std::vector<std::int32_t>{1, 2}));
}

TEST(Npz, DamagedSparseMatricesAreRefused) {
  const auto refusal = [](const std::string& bytes) {
    return message_of([&] { parse_graph(bytes, "f", kNodesOfGraph); });
  };
  EXPECT_NE(refusal(sparse({1, 7}, {0, 1, 2}, {1, 2}, 2)).find("outside"), std::string::npos);
  EXPECT_NE(refusal(sparse({1, 0}, {0, 2, 1}, {1, 2}, 2)).find("overlap"), std::string::npos);
  EXPECT_NE(refusal(sparse({1, 0}, {0, 9, 9}, {1, 2}, 2)).find("overlap"), std::string::npos);
  EXPECT_NE(refusal(sparse({1, .5}, {0, 1, 2}, {1, 2}, 2)).find("whole number"), std::string::npos);
  EXPECT_NE(refusal(sparse({1, 0}, {0, 1, 2}, {1}, 2)).find("differ in length"), std::string::npos);
  EXPECT_NE(refusal(sparse({1, 0}, {0, 1, 2}, {1, -2}, 2)).find("from 0 to 1e150"), std::string::npos);
  EXPECT_NE(refusal(zip({{.name = "x.npy", .content = kPoints}})).find("no sparse matrix"),
            std::string::npos);
}

TEST(Npz, WhatIsNone) {
  EXPECT_NE(fails(zip({{.name = "sheet.xml", .content = "<x/>"}})).find("without an array"),
            std::string::npos);
  EXPECT_EQ(fails(zip({{.name = "x.npy", .content = "hello"}})),
            "'x' in f.npz is not an array in the .npy format");
  EXPECT_NE(fails(zip({{.name = "x.npy", .content = kPoints, .flags = 1}})).find("encrypted"),
            std::string::npos);
  EXPECT_NE(fails(zip({{.name = "x.npy", .content = kPoints, .method = 12}})).find("compressed in"),
            std::string::npos);
}

TEST(Npz, DamageIsNamed) {
  EXPECT_NE(fails(zip({{.name = "x.npy", .content = kPoints, .wrong = 1}})).find("checksum"),
            std::string::npos);
  EXPECT_NE(fails(zip({{.name = "x.npy", .content = kPoints, .more = 1}})).find("size"),
            std::string::npos);
  const std::string whole = zip({{.name = "x.npy", .content = kPoints, .compressed = true}});
  EXPECT_NE(fails(whole.substr(0, whole.size() - 1)).find("truncated"), std::string::npos);
  for (std::size_t size = 4; size < whole.size(); ++size)
    EXPECT_FALSE(fails(whole.substr(0, size)).empty()) << size;
}

// A deflated archive of zeros is a thousand times smaller than what it unpacks to.
TEST(Npz, ABombIsRefused) {
  const Values zeros(6'000'000);
  const std::string bytes =
      zip({{.name = "x.npy", .content = array(zeros, 1), .compressed = true}});
  EXPECT_LT(bytes.size(), 100'000u);
  EXPECT_NE(fails(bytes).find("unpacks to more than"), std::string::npos);
}

TEST(Npz, AnyByteMayBeWrong) {
  const std::string whole = zip({{.name = "x.npy", .content = kPoints, .large = true},
                                 {.name = "y.npy", .content = kPoints, .compressed = true}});
  std::mt19937_64 random(7);
  int refused = 0;
  for (int i = 0; i < 3000; ++i) {
    std::string bytes = whole;
    for (int change = 0; change < 3; ++change)
      bytes[random() % bytes.size()] = static_cast<char>(random());
    try {
      if (is_zip(bytes)) parse_npz(bytes, i % 2 == 0 ? "x" : "y", "f");
    } catch (const Error&) {
      ++refused;
    }
  }
  EXPECT_GT(refused, 1000);
}

}  // namespace
}  // namespace gnac::detail
