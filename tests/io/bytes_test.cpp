#include "io/bytes.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cstring>
#include <filesystem>
#include <fstream>

#include "gzip.h"
#include "message.h"

namespace gnac::detail {
namespace {

namespace fs = std::filesystem;

std::string noise(std::size_t size) {
  std::string bytes(size, '\0');
  std::uint32_t state = 1;
  for (char& c : bytes) c = static_cast<char>((state = state * 1664525 + 1013904223) >> 24);
  return bytes;
}

TEST(Gunzip, UnpacksOneMemberAndSeveral) {
  const std::string large = noise(3'000'000);  // incompressible: longer than a chunk on both sides
  EXPECT_EQ(gunzip(gzipped(large), "f"), large);
  EXPECT_EQ(gunzip(gzipped(""), "f"), "");
  EXPECT_EQ(gunzip(gzipped("ab") + gzipped("") + gzipped(large) + gzipped("c"), "f"),
            "ab" + large + "c");
  EXPECT_EQ(gunzip(gzipped("ab") + std::string(512, '\0'), "f"), "ab");
  const std::string zeros(5'000'000, '0');  // compresses a thousandfold
  EXPECT_EQ(gunzip(gzipped(zeros), "f"), zeros);
}

TEST(Gunzip, WhatIsLargeIsUnpackedWhole) {
  const std::string piece = noise(60'000);  // longer than what the packer looks back at
  std::string large;
  while (large.size() < (std::size_t{33} << 20)) large += piece;
  EXPECT_EQ(gunzip(gzip(large, 1), "f"), large);
  // The first member alone, where a second one that is beyond what is kept at first is cut short.
  const std::string first = gzip("ab", 1);
  const std::string second = gzip(large, 1);
  const Unpacked whole = gunzip_whole(first + second.substr(0, second.size() - 9), "f");
  EXPECT_EQ(whole.content, "ab");
  EXPECT_EQ(whole.taken, first.size());
}

TEST(Gunzip, EveryTruncationIsFound) {
  const std::string packed = gzipped("some text that is long enough to be packed, packed, packed");
  for (std::size_t n = 2; n < packed.size(); ++n) {
    EXPECT_EQ(message_of([&] { gunzip(packed.substr(0, n), "f"); }),
              "f is truncated: its gzip data ends too early");
  }
  EXPECT_EQ(message_of([&] { gunzip(packed + packed.substr(0, 12), "f"); }),
            "f is truncated: its gzip data ends too early");
}

TEST(Gunzip, DamageIsFound) {
  std::string packed = gzipped(noise(1000));
  packed[packed.size() - 6] = static_cast<char>(packed[packed.size() - 6] ^ 1);  // in the checksum
  EXPECT_EQ(message_of([&] { gunzip(packed, "f"); }),
            "f is damaged: its compressed data cannot be unpacked");
  EXPECT_EQ(message_of([] { gunzip(gzipped("ab") + "garbage", "f"); }),
            "f is damaged: other bytes follow its gzip data");
}

// zlib counts in 32 bits. The input is pages of zeros that take no memory; its checksum, which ends
// the packed bytes, shows that all of them were packed.
TEST(Gzip, PacksMoreThan4GiB) {
  constexpr std::size_t kTail = 100;
  constexpr std::size_t kSize = (std::size_t{1} << 32) + kTail;
  void* zeros =
      ::mmap(nullptr, kSize, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  ASSERT_NE(zeros, MAP_FAILED);
  const std::string packed = gzip({static_cast<const char*>(zeros), kSize}, 1);
  ::munmap(zeros, kSize);
  const std::string tail(kTail, '\0');
  uLong sum = ::crc32(0, reinterpret_cast<const Bytef*>(tail.data()), 1);
  for (int doubled = 0; doubled < 32; ++doubled)
    sum = ::crc32_combine(sum, sum, z_off_t{1} << doubled);
  sum = ::crc32_combine(sum, ::crc32(0, reinterpret_cast<const Bytef*>(tail.data()), kTail), kTail);
  std::uint32_t found = 0;
  ASSERT_GT(packed.size(), 8U);
  std::memcpy(&found, packed.data() + packed.size() - 8, sizeof found);
  EXPECT_EQ(found, sum);
}

class ReadBytes : public testing::Test {
 protected:
  void SetUp() override {
    path_ = (fs::temp_directory_path() / ("gnac-bytes-" + std::to_string(::getpid()))).string();
  }
  void TearDown() override { fs::remove(path_); }
  void put(const std::string& bytes) const { std::ofstream(path_, std::ios::binary) << bytes; }
  std::string path_;
};

TEST_F(ReadBytes, PlainAndGzipped) {
  const std::string large = noise(1'000'000);
  for (const std::string& content : {std::string(), std::string("a\0b", 3), large}) {
    put(content);
    EXPECT_EQ(read_bytes(path_), content);
    put(gzipped(content));
    EXPECT_EQ(read_bytes(path_), content);
  }
}

TEST_F(ReadBytes, StandardInput) {
  put("from a pipe");
  const int saved = ::dup(STDIN_FILENO);
  ASSERT_NE(std::freopen(path_.c_str(), "rb", stdin), nullptr);
  EXPECT_EQ(read_bytes("-"), "from a pipe");
  ::dup2(saved, STDIN_FILENO);
  ::close(saved);
  EXPECT_EQ(display_name("-"), "standard input");
  EXPECT_EQ(display_name("x"), "x");
}

TEST_F(ReadBytes, PathsThatCannotBeReadAreNamed) {
  const std::string folder = fs::temp_directory_path().string();
  EXPECT_EQ(message_of([&] { read_bytes(folder); }), folder + " is a folder; give a file");
  EXPECT_EQ(message_of([&] { read_bytes(path_); }),
            "cannot read " + path_ + ": No such file or directory");
}

}  // namespace
}  // namespace gnac::detail
