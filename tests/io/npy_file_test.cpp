#include "io/npy_file.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>
#include <fstream>
#include <numeric>

#include "message.h"

namespace gnac::detail {
namespace {

namespace fs = std::filesystem;

class NpyFiles : public testing::Test {
 protected:
  void SetUp() override { fs::create_directories(folder_); }
  void TearDown() override { fs::remove_all(folder_); }

  std::string written(const std::string& bytes, const std::string& name = "points.npy") const {
    std::ofstream(folder_ / name, std::ios::binary) << bytes;
    return folder_ / name;
  }

  const fs::path folder_ =
      fs::path(testing::TempDir()) /
      testing::UnitTest::GetInstance()->current_test_info()->test_suite_name() /
      testing::UnitTest::GetInstance()->current_test_info()->name();
};

/// Longer than what is read at once.
constexpr std::int64_t kRows = 30'000;
constexpr std::int64_t kCols = 3;

std::string large(bool fortran) {
  std::vector<double> values(kRows * kCols);
  std::iota(values.begin(), values.end(), 0.0);
  std::string bytes = npy_bytes(std::span<const double>(values), kRows, kCols);
  if (fortran) bytes.replace(bytes.find("False"), 5, "True ");
  return bytes;
}

TEST_F(NpyFiles, AnyRowsAreThoseOfTheWholeFile) {
  for (const bool fortran : {false, true}) {
    const std::string bytes = large(fortran);
    const NpyArray expected = parse_npy(bytes, "f");
    const auto file = NpyFile::open(written(bytes));
    ASSERT_TRUE(file);
    EXPECT_EQ(file->size(), bytes.size());
    EXPECT_EQ(file->whole().values, expected.values);
    for (const auto& [begin, end] :
         {std::pair<std::int64_t, std::int64_t>{0, 1}, {17, 29'000}, {kRows - 1, kRows}, {5, 5}}) {
      std::vector<double> rows((end - begin) * kCols);
      file->rows(begin, end, rows.data());
      EXPECT_TRUE(std::equal(rows.begin(), rows.end(), expected.values.begin() + begin * kCols));
    }
  }
}

TEST_F(NpyFiles, OneThatShrinksMeanwhileIsAnError) {
  for (const bool fortran : {false, true}) {
    const std::string path = written(large(fortran));
    const auto file = NpyFile::open(path);
    ASSERT_TRUE(file);
    for (const std::size_t size : {file->size() - 1, std::size_t{200}, std::size_t{0}}) {
      fs::resize_file(path, size);
      EXPECT_EQ(message_of([&] { file->whole(); }),
                path +
                    " became shorter while it was being read: another program is writing it; "
                    "try again when that has finished");
    }
    fs::remove(path);
    EXPECT_TRUE(message_of([&] { file->whole(); }).starts_with("cannot read " + path));
  }
}

TEST_F(NpyFiles, OtherThingsAreLeftToOtherReaders) {
  EXPECT_FALSE(NpyFile::open(written("1,2\n3,4\n")));
  EXPECT_FALSE(NpyFile::open(written("")));
  EXPECT_FALSE(NpyFile::open(folder_));
  // A pipe is not even opened, which would wait for a writer.
  const std::string pipe = folder_ / "pipe.npy";
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  EXPECT_FALSE(NpyFile::open(pipe));
  EXPECT_TRUE(message_of([&] { NpyFile::open(folder_ / "none.npy"); }).starts_with("cannot read"));
}

TEST_F(NpyFiles, TheSizeIsTheFilesAndNotThatOfTheStart) {
  const std::string bytes = large(false);
  EXPECT_TRUE(message_of([&] {
                NpyFile::open(written(bytes.substr(0, bytes.size() - 1)));
              }).find("is truncated") != std::string::npos);
  EXPECT_TRUE(message_of([&] { NpyFile::open(written(bytes + "x")); }).find("more bytes follow") !=
              std::string::npos);
}

}  // namespace
}  // namespace gnac::detail
