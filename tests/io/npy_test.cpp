#include "io/npy.h"

#include <gtest/gtest.h>

#include "message.h"

namespace gnac::detail {
namespace {

template <class T>
std::string raw(std::vector<T> values) {
  return {reinterpret_cast<const char*>(values.data()), values.size() * sizeof(T)};
}

std::string npy(const std::string& dictionary, const std::string& data, char version = 1) {
  std::string bytes = "\x93NUMPY";
  bytes += version;
  bytes += '\0';
  const auto length = static_cast<std::uint32_t>(dictionary.size());
  bytes.append(reinterpret_cast<const char*>(&length), version == 1 ? 2 : 4);
  return bytes + dictionary + data;
}

std::string header(const std::string& type, const std::string& shape, bool fortran = false) {
  return "{'descr': '" + type + "', 'fortran_order': " + (fortran ? "True" : "False") +
         ", 'shape': " + shape + ", }\n";
}

using Values = std::vector<double>;

TEST(Npy, EveryTypeOrderAndVersion) {
  const auto f8 = raw<double>({1, 2, 3, 4, 5, 6.5});
  const NpyArray c = parse_npy(npy(header("<f8", "(3, 2)"), f8), "f");
  EXPECT_EQ(c.rows, 3);
  EXPECT_EQ(c.cols, 2);
  EXPECT_EQ(c.values, (Values{1, 2, 3, 4, 5, 6.5}));
  EXPECT_EQ(parse_npy(npy(header("<f8", "(3, 2)", true), f8), "f").values,
            (Values{1, 4, 2, 5, 3, 6.5}));
  EXPECT_EQ(parse_npy(npy(header("<f8", "(6,)"), f8, 2), "f").cols, 1);
  EXPECT_EQ(parse_npy(npy(header("<f8", "(6,)"), f8, 3), "f").rows, 6);
  EXPECT_EQ(parse_npy(npy(header("<f4", "(1,2)"), raw<float>({0.5F, -1})), "f").values,
            (Values{0.5, -1}));
  EXPECT_EQ(parse_npy(npy(header("<i8", "(1,)"), raw<std::int64_t>({-9})), "f").values, Values{-9});
  EXPECT_EQ(parse_npy(npy(header("<i4", "(1,)"), raw<std::int32_t>({-9})), "f").values, Values{-9});
  EXPECT_EQ(parse_npy(npy(header("<u2", "(1,)"), raw<std::uint16_t>({65535})), "f").values,
            Values{65535});
  EXPECT_EQ(parse_npy(npy(header("|u1", "(2,)"), raw<std::uint8_t>({255, 0})), "f").values,
            (Values{255, 0}));
  EXPECT_EQ(parse_npy(npy(header("|b1", "(2,)"), raw<std::uint8_t>({1, 0})), "f").values,
            (Values{1, 0}));
  const std::string other_order = "{\"shape\":(2,1),\"fortran_order\":False,\"descr\":\"<f4\"}";
  EXPECT_EQ(parse_npy(npy(other_order, raw<float>({3, 4})), "f").values, (Values{3, 4}));
}

TEST(Npy, WrittenArraysReadBackAndAreAligned) {
  for (const std::int64_t rows : {1, 7, 1000}) {
    std::vector<float> values(static_cast<std::size_t>(rows) * 3);
    for (std::size_t i = 0; i < values.size(); ++i) values[i] = static_cast<float>(i) * 0.1F;
    const std::string bytes = npy_bytes(values, rows, 3);
    EXPECT_EQ((bytes.size() - values.size() * 4) % 64, 0U);
    const NpyArray back = parse_npy(bytes, "f");
    EXPECT_EQ(back.rows, rows);
    EXPECT_EQ(back.cols, 3);
    EXPECT_EQ(back.values, Values(values.begin(), values.end()));
  }
}

TEST(Npy, EveryTruncationIsFound) {
  const std::string bytes = npy_bytes(std::vector<float>{1, 2, 3, 4}, 2, 2);
  for (std::size_t n = 6; n < bytes.size(); ++n) {
    EXPECT_TRUE(
        message_of([&] { parse_npy(bytes.substr(0, n), "f"); }).starts_with("f is truncated"));
  }
  EXPECT_EQ(message_of([&] { parse_npy(bytes + "x", "f"); }),
            "f is damaged: more bytes follow its array");
}

TEST(Npy, WhatCannotBeReadIsSaid) {
  const auto fails = [](const std::string& dictionary) {
    return message_of([&] { parse_npy(npy(dictionary, raw<double>({1, 2})), "f"); });
  };
  EXPECT_EQ(fails(header(">f8", "(2,)")),
            "f is big-endian ('>f8'); save it as little-endian float64");
  EXPECT_EQ(fails(header("<c16", "(1,)")),
            "f has numbers of type '<c16'; save it as float32 or float64");
  EXPECT_EQ(fails(header("<f8", "()")),
            "f has 0 dimensions; give one row per point, one column per feature");
  EXPECT_EQ(fails(header("<f8", "(1, 2, 1)")),
            "f has 3 dimensions; give one row per point, one column per feature");
  EXPECT_EQ(fails(header("<f8", "(0, 2)")), "f is empty: its array has no values");
  EXPECT_EQ(
      fails(header("<f8", "(4611686018427387904, 4)")),
      "f is truncated: its header promises 4611686018427387904 x 4 values, but it holds fewer");
  EXPECT_EQ(
      fails(header("<f8", "(4, 4611686018427387904)")),
      "f is truncated: its header promises 4 x 4611686018427387904 values, but it holds fewer");
  EXPECT_EQ(fails(header("<f8", "(-2,)")), "f is damaged: its .npy shape is not readable");
  EXPECT_EQ(fails(header("<f8", "2")), "f is damaged: its .npy shape is not readable");
  EXPECT_EQ(fails("{'descr': [('x', '<f8')], 'fortran_order': False, 'shape': (2,)}"),
            "f holds records; give an array of one number type");
  EXPECT_EQ(fails("{'descr': '<f8', 'shape': (2,)}"),
            "f is damaged: its .npy header has no 'fortran_order'");
  EXPECT_EQ(fails("{'descr': '<f8', 'fortran_order': 1, 'shape': (2,)}"),
            "f is damaged: its .npy 'fortran_order' is neither True nor False");
  EXPECT_EQ(fails("{'descr': "), "f is damaged: its .npy type is not readable");
  EXPECT_EQ(message_of([] { parse_npy(npy(header("<f8", "(1,)"), "", 9), "f"); }),
            "f is .npy version 9; versions 1 to 3 are read");
}

}  // namespace
}  // namespace gnac::detail
