#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <thread>

#include "samples.h"

namespace gnac::detail::test {
namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

/// Waits until the child has shown `text` on standard error.
bool shows(const Child& child, const std::string& text) {
  for (const auto start = Clock::now(); seconds_since(start) < 60;) {
    if (child.err_so_far().find(text) != std::string::npos) return true;
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
  return false;
}

Args long_fit(const std::string& data, const Folder& folder) {
  return {"fit",      data,
          "-k",       "4",
          "--preset", "paper",
          "--epochs", "100000",
          "-o",       folder.path("labels"),
          "--save",   folder.path("rule"),
          "--trace",  folder.path("trace")};
}

class Interrupt : public testing::TestWithParam<int> {};

TEST_P(Interrupt, StopsAndLeavesNoFile) {
  const Folder files;
  const Folder streams;
  const std::string data = files.write("arcs.csv", csv(arcs(4000)));
  Child child(long_fit(data, files), streams);
  ASSERT_TRUE(shows(child, "train"));
  const auto start = Clock::now();
  child.signal(GetParam());
  const Outcome run = child.wait();
  EXPECT_EQ(run.code, 128 + GetParam());
  EXPECT_LT(seconds_since(start), 30) << "far above what a busy machine needs";
  EXPECT_EQ(run.out, "");
  EXPECT_NE(run.err.find("gnac: stopped"), std::string::npos) << run.err;
  EXPECT_EQ(files.names(), std::vector<std::string>{"arcs.csv"});
}

INSTANTIATE_TEST_SUITE_P(Signals, Interrupt, testing::Values(SIGINT, SIGTERM));

TEST(Progress, IsOneChangingLineOnATerminal) {
  const int terminal = posix_openpt(O_RDWR | O_NOCTTY);
  if (terminal < 0 || grantpt(terminal) != 0 || unlockpt(terminal) != 0) {
    GTEST_SKIP() << "there are no pseudo-terminals here";
  }
  const int slave = open(ptsname(terminal), O_RDWR | O_NOCTTY);
  ASSERT_GE(slave, 0);
  const Folder folder;
  const std::string data = folder.write("arcs.csv", csv(arcs(500)));
  Child child({"fit", data, "-k", "3", "--preset", "paper", "--epochs", "40"}, folder, "", slave);
  close(slave);
  std::string shown;
  char buffer[4096];
  for (ssize_t got = 0; (got = read(terminal, buffer, sizeof buffer)) > 0;) {
    shown.append(buffer, static_cast<std::size_t>(got));
  }
  close(terminal);
  EXPECT_EQ(child.wait().code, 0);
  EXPECT_NE(shown.find("\r"), std::string::npos);
  EXPECT_NE(shown.find("loss"), std::string::npos) << shown;
  EXPECT_NE(shown.find(" left"), std::string::npos) << shown;
  EXPECT_EQ(shown.find('\n'), std::string::npos) << "it stays on its line";
  EXPECT_TRUE(shown.ends_with("\r\x1b[K")) << "and wipes it at the end";
}

}  // namespace
}  // namespace gnac::detail::test
