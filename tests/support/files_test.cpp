#include "support/files.h"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "gnac/error.h"
#include "support/journal.h"

namespace gnac::detail {
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

// /dev/full is written when the files are in their places already.
TEST_F(WriteFiles, AFailureAtTheEndPutsBackWhatWasThere) {
  put("first", "before");
  const std::string text = message({{at("first"), "after"}, {at("new"), "n"}, {"/dev/full", "x"}});
  EXPECT_EQ(text, "cannot write /dev/full: No space left on device");
  EXPECT_EQ(content("first"), "before");
  EXPECT_EQ(entries(), 1);
}

TEST_F(WriteFiles, WhatTheLastCallThrowsUndoesAll) {
  put("first", "before");
  EXPECT_THROW(write_files({{at("first"), "after"}, {at("new"), "n"}},
                           [&] {
                             EXPECT_EQ(content("first"), "after");
                             EXPECT_EQ(content("new"), "n");
                             throw Error("no");
                           }),
               Error);
  EXPECT_EQ(content("first"), "before");
  EXPECT_EQ(entries(), 1);
}

TEST_F(WriteFiles, WritesToTheTargetOfADanglingLink) {
  fs::create_directory(at("sub"));
  fs::create_symlink("sub/real", at("link"));
  write_files({{at("link"), "x"}});
  EXPECT_TRUE(fs::is_symlink(at("link")));
  EXPECT_EQ(content("sub/real"), "x");
  fs::create_symlink("b", at("a"));
  fs::create_symlink("a", at("b"));
  EXPECT_EQ(message({{at("a"), "x"}}),
            "cannot write " + at("a") + ": its symbolic links lead nowhere");
}

TEST_F(WriteFiles, AZeroByteInANameIsRefused) {
  const std::string name = at("one") + std::string(1, '\0') + "two";
  EXPECT_EQ(message({{name, "x"}}), "a file name cannot contain a zero byte: " + at("one"));
  EXPECT_EQ(entries(), 0);
}

TEST_F(WriteFiles, WhatALivingProcessWritesIsLeftAlone) {
  write_files({{at("outer"), "x"}}, [&] {
    mend_files({at("other")});
    write_files({{at("inner"), "y"}});
  });
  EXPECT_EQ(content("outer"), "x");
  EXPECT_EQ(content("inner"), "y");
  EXPECT_EQ(entries(), 2);
}

/// A process that is killed by itself when `moment` comes.
template <class Moment>
void killed(Moment&& moment) {
  const pid_t child = ::fork();
  if (child == 0) {
    moment();
    ::_exit(0);
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  ASSERT_TRUE(WIFSIGNALED(status));
}

TEST_F(WriteFiles, TheFilesOfAKilledProcessAreFinishedOrRemovedByTheNext) {
  fs::create_directory(at("sub"));
  put("first", "before");
  // Killed with everything in place but the journals and the old file.
  killed([&] {
    write_files({{at("first"), "after"}, {at("sub/second"), "new"}}, [] { ::raise(SIGKILL); });
  });
  EXPECT_GT(entries(), 2);
  EXPECT_TRUE(mend_files({at("sub/anything")}).empty()) << "nothing was left to be put in place";
  EXPECT_EQ(entries(), 2);
  EXPECT_EQ(content("first"), "after");
  EXPECT_EQ(content("sub/second"), "new");
  EXPECT_EQ(std::distance(fs::directory_iterator(at("sub")), {}), 1);
}

TEST_F(WriteFiles, ASingleFileIsOldOrNewAfterAKillAndOldAfterAFailure) {
  put("one", "before");
  EXPECT_THROW(write_files({{at("one"), "after"}}, [] { throw Error("no"); }), Error);
  EXPECT_EQ(content("one"), "before");
  EXPECT_EQ(entries(), 1);
  killed([&] {
    Transaction transaction({fs::canonical(folder_).string() + "/one"});
    transaction.stage(0, "after");
    transaction.keep_old(0);
    ::raise(SIGKILL);
  });
  mend_files({at("one")});
  EXPECT_EQ(content("one"), "before");
  EXPECT_EQ(entries(), 1);
  killed([&] { write_files({{at("one"), "after"}}, [] { ::raise(SIGKILL); }); });
  mend_files({at("one")});
  EXPECT_EQ(content("one"), "after");
  EXPECT_EQ(entries(), 1);
}

TEST_F(WriteFiles, ACompleteSetIsPutInPlaceFromEitherFolder) {
  fs::create_directory(at("sub"));
  for (const char* seen_from : {"x", "sub/x"}) {
    put("first", "before");
    fs::remove(at("sub/second"));
    killed([&] {
      const std::string root = fs::canonical(folder_).string();
      Transaction transaction({root + "/first", root + "/sub/second"});
      transaction.stage(0, "after");
      transaction.stage(1, "new");
      transaction.keep_old(0);
      transaction.keep_old(1);
      transaction.commit();
      transaction.place(0);
      ::raise(SIGKILL);
    });
    const std::vector<std::string> put_there = mend_files({at(seen_from)});
    ASSERT_EQ(put_there.size(), 1U);
    EXPECT_TRUE(put_there[0].ends_with("/sub/second"));
    EXPECT_EQ(content("first"), "after");
    EXPECT_EQ(content("sub/second"), "new");
    EXPECT_EQ(entries(), 2);
    EXPECT_EQ(std::distance(fs::directory_iterator(at("sub")), {}), 1);
  }
}

TEST_F(WriteFiles, AFileThatSomebodyElsePutThereSinceIsKept) {
  put("first", "before");
  killed([&] {
    Transaction transaction({fs::canonical(folder_).string() + "/first"});
    transaction.stage(0, "after");
    transaction.keep_old(0);
    transaction.commit();
    ::raise(SIGKILL);
  });
  fs::remove(at("first"));
  put("first", "by somebody else");
  mend_files({at("first")});
  EXPECT_EQ(content("first"), "by somebody else");
  EXPECT_EQ(entries(), 1);
}

// A journal that came with other people's files must not affect other folders.
TEST_F(WriteFiles, AForgedJournalDoesNotReachOutOfItsFolder) {
  fs::create_directory(at("sub"));
  put("victim", "mine");
  const std::string id = "0123456789abcdef";
  struct stat info {};
  put("sub/.gnac-" + id + ".0.tmp", "evil");
  for (const std::string& target : {at(""), std::string("..")}) {
    put("sub/.gnac-" + id + ".journal", "file " + target + " victim - -\ncommit\n");
    mend_files({at("sub/x")});
    EXPECT_EQ(content("victim"), "mine");
  }
  put("sub/.gnac-" + id + ".journal", "file . ../victim - -\ncommit\n");
  mend_files({at("sub/x")});
  EXPECT_EQ(content("victim"), "mine");
  EXPECT_NE(::stat(at("sub/victim").c_str(), &info), 0);
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
  EXPECT_EQ(message({{"", "x"}}), "a file cannot have an empty name");
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
}  // namespace gnac::detail
