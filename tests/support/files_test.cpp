#include "support/files.h"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <thread>

#include "gnac/error.h"

namespace gnac {
namespace {

namespace fs = std::filesystem;

class WriteFiles : public testing::Test {
 protected:
  void SetUp() override {
    std::string pattern = (fs::temp_directory_path() / "gnac-files-XXXXXX").string();
    ASSERT_NE(::mkdtemp(pattern.data()), nullptr);
    folder_ = pattern;
  }
  void TearDown() override { fs::remove_all(folder_); }

  std::string at(const std::string& name) const { return (folder_ / name).string(); }
  std::string content(const std::string& name) const {
    std::ifstream file(at(name), std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
  }
  void put(const std::string& name, const std::string& bytes) const {
    std::ofstream(at(name), std::ios::binary) << bytes;
  }
  std::ptrdiff_t entries() const {
    return std::distance(fs::directory_iterator(folder_), fs::directory_iterator{});
  }
  static std::string message(const std::vector<std::pair<std::string, std::string_view>>& files) {
    try {
      write_files(files);
    } catch (const Error& error) {
      return error.what();
    }
    return "no error";
  }

  fs::path folder_;
};

TEST_F(WriteFiles, WritesEveryByteAndLeavesNothingElse) {
  const std::string binary("a\0b\n\xff", 5);
  const std::string large(3'000'000, 'x');
  write_files({{at("one"), binary}, {at("two"), ""}, {at("three"), large}});
  EXPECT_EQ(content("one"), binary);
  EXPECT_EQ(content("two"), "");
  EXPECT_EQ(content("three"), large);
  EXPECT_EQ(entries(), 3);
}

TEST_F(WriteFiles, ReplacesAndKeepsThePermissions) {
  put("old", "before");
  ASSERT_EQ(::chmod(at("old").c_str(), 0640), 0);
  write_files({{at("old"), "after"}});
  EXPECT_EQ(content("old"), "after");
  struct stat info {};
  ASSERT_EQ(::stat(at("old").c_str(), &info), 0);
  EXPECT_EQ(info.st_mode & 0777U, 0640U);
  EXPECT_EQ(entries(), 1);
}

TEST_F(WriteFiles, WritesThroughASymbolicLink) {
  put("real", "before");
  fs::create_symlink(at("real"), at("link"));
  write_files({{at("link"), "after"}});
  EXPECT_TRUE(fs::is_symlink(at("link")));
  EXPECT_EQ(content("real"), "after");
}

TEST_F(WriteFiles, AFolderIsRefusedBeforeAnythingIsWritten) {
  fs::create_directory(at("folder"));
  const std::string text = message({{at("first"), "x"}, {at("folder"), "y"}});
  EXPECT_EQ(text, "cannot write " + at("folder") + ": it is a folder; give the name of a file");
  EXPECT_EQ(entries(), 1);
}

TEST_F(WriteFiles, AMissingFolderIsNamed) {
  const std::string text = message({{at("first"), "x"}, {at("no/such"), "y"}});
  EXPECT_EQ(text, "cannot write " + at("no/such") + ": there is no folder " + at("no"));
  EXPECT_EQ(entries(), 0);
}

// The last rename fails: the second target becomes a folder while a pipe, longer than its buffer,
// holds the writer up between its checks and its renames.
TEST_F(WriteFiles, AFailureHalfWayPutsBackWhatWasThere) {
  put("first", "before");
  ASSERT_EQ(::mkfifo(at("pipe").c_str(), 0600), 0);
  std::thread reader([&] {
    std::ifstream pipe(at("pipe"), std::ios::binary);
    fs::create_directory(at("second"));
    const std::string all(std::istreambuf_iterator<char>(pipe), {});
    EXPECT_EQ(all.size(), 1'000'000U);
  });
  const std::string large(1'000'000, 'x');
  const std::string text =
      message({{at("first"), "after"}, {at("new"), "n"}, {at("pipe"), large}, {at("second"), "y"}});
  reader.join();
  EXPECT_EQ(text, "cannot write " + at("second") + ": Is a directory");
  EXPECT_EQ(content("first"), "before");
  EXPECT_FALSE(fs::exists(at("new")));
  EXPECT_EQ(entries(), 3);  // first, pipe, second
}

TEST_F(WriteFiles, TheSamePlaceTwiceIsRefused) {
  fs::create_directory(at("sub"));
  const std::string again = at("sub/../one");
  EXPECT_EQ(message({{at("one"), "x"}, {again, "y"}}),
            "cannot write " + again + ": two outputs would go to this one file");
  EXPECT_FALSE(fs::exists(at("one")));
}

TEST_F(WriteFiles, DevicesArePlainlyWritten) {
  write_files({{"/dev/null", "gone"}, {at("one"), "x"}});
  EXPECT_FALSE(fs::is_regular_file("/dev/null"));
  EXPECT_EQ(content("one"), "x");
  EXPECT_EQ(message({{"/dev/full", "x"}}), "cannot write /dev/full: No space left on device");
  EXPECT_EQ(message({{"", "x"}}), "cannot write a file with an empty name");
}

// A redirected /dev/stdout is one position shared with whoever else writes there.
TEST_F(WriteFiles, StandardOutputGoesOnWhereItWas) {
  const int saved = ::dup(STDOUT_FILENO);
  std::fflush(stdout);
  FILE* target = std::fopen(at("out").c_str(), "wb");
  ASSERT_NE(target, nullptr);
  ::dup2(::fileno(target), STDOUT_FILENO);
  const bool ok = ::write(STDOUT_FILENO, "before ", 7) == 7;
  write_files({{"/dev/stdout", "middle "}});
  const bool still = ::write(STDOUT_FILENO, "after", 5) == 5;
  ::dup2(saved, STDOUT_FILENO);
  ::close(saved);
  std::fclose(target);
  EXPECT_TRUE(ok && still);
  EXPECT_EQ(content("out"), "before middle after");
}

}  // namespace
}  // namespace gnac
