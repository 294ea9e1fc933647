#include "support/memory.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "gnac/error.h"

namespace gnac::detail {
namespace {

namespace fs = std::filesystem;

constexpr double kMiB = 1024.0 * 1024;

/// A stand-in for "/" with the files that a kernel shows.
class Memory : public testing::Test {
 protected:
  void SetUp() override {
    std::string pattern = (fs::temp_directory_path() / "gnac-memory-XXXXXX").string();
    ASSERT_NE(::mkdtemp(pattern.data()), nullptr);
    root_ = pattern;
    put("proc/meminfo",
        "MemTotal: 8388608 kB\nMemFree: 1 kB\nHugePages_Total: 0\n"
        "MemAvailable: 4194304 kB\n");
  }
  void TearDown() override { fs::remove_all(root_); }
  void put(const std::string& name, const std::string& text) const {
    fs::create_directories((root_ / name).parent_path());
    std::ofstream(root_ / name) << text;
  }
  double available() const { return available_memory(root_.string()) / kMiB; }
  fs::path root_;
};

TEST_F(Memory, WithoutGroupsItIsWhatTheMachineHasAvailable) {
  EXPECT_EQ(available(), 4096);
}

TEST_F(Memory, AGroupOfVersion2LeavesItsLimitLessWhatItUses) {
  put("proc/self/cgroup", "0::/box/inner\n");
  put("sys/fs/cgroup/box/inner/memory.max", "max\n");
  put("sys/fs/cgroup/box/memory.max", "536870912\n");
  put("sys/fs/cgroup/box/memory.current", "209715200\n");
  put("sys/fs/cgroup/box/memory.stat", "anon 1\ninactive_file 104857600\n");
  EXPECT_EQ(available(), 512 - 200 + 100);
}

TEST_F(Memory, AGroupOfVersion1Too) {
  put("proc/self/cgroup", "5:cpu,cpuacct:/x\n9:memory:/docker/abc\n1:name=systemd:/\n");
  // Inside the container the group's own folder is the root of the mount.
  put("sys/fs/cgroup/memory/memory.limit_in_bytes", "1073741824\n");
  put("sys/fs/cgroup/memory/memory.usage_in_bytes", "1181116006\n");
  EXPECT_EQ(available(), 0) << "more is used than is allowed";
  put("sys/fs/cgroup/memory/memory.usage_in_bytes", "73741824\n");
  EXPECT_NEAR(available(), 1e9 / kMiB, 0.01);
  put("sys/fs/cgroup/memory/memory.limit_in_bytes", "9223372036854771712\n");
  EXPECT_EQ(available(), 4096) << "that number means no limit";
}

TEST(MemoryText, HasAUnitThatFits) {
  EXPECT_EQ(size_text(812), "812 bytes");
  EXPECT_EQ(size_text(37 * 1024), "37 KiB");
  EXPECT_EQ(size_text(1.5 * kMiB), "1.5 MiB");
  EXPECT_EQ(size_text(1024 * kMiB), "1.0 GiB");
  EXPECT_EQ(size_text(12 * 1024 * kMiB), "12 GiB");
}

TEST(RequireMemory, NamesBothFigures) {
  EXPECT_NO_THROW(require_memory(kMiB, 1, "this", "less"));
  EXPECT_NO_THROW(require_memory(1, 0, "this", "less"));
  try {
    require_memory(30 * kMiB, 0.01, "the graph of 1000 points", "lower neighbors");
    FAIL() << "there was enough";
  } catch (const MemoryError& error) {
    EXPECT_STREQ(error.what(),
                 "the graph of 1000 points needs about 30 MiB but 10 MiB is the limit; raise "
                 "option memory_limit_gib, or lower neighbors");
  }
  EXPECT_THROW(require_memory(1e18, 0, "this", "less"), MemoryError);
}

}  // namespace
}  // namespace gnac::detail
