#include "process/child.h"

#include <gtest/gtest.h>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <thread>

#include "gnac/error.h"

namespace gnac::detail {
namespace {

using namespace std::chrono_literals;

bool go_on(const Progress&) {
  return true;
}

std::string sleep_long(const Observer&) {
  std::this_thread::sleep_for(60s);
  return "late";
}

void expect_no_children() {
  EXPECT_EQ(waitpid(-1, nullptr, WNOHANG), -1);
  EXPECT_EQ(errno, ECHILD);
}

TEST(Child, AnswersWithAllBytesAndLeavesThisProcessAlone) {
  int touched = 0;
  const std::string sent(3'000'000, '\0');  // more than a pipe holds
  const ChildAnswer answer = run_in_child(
      [&](const Observer&) {
        touched = 1;
        return std::string(sent);
      },
      go_on);
  EXPECT_FALSE(answer.failed()) << answer.failure;
  EXPECT_EQ(answer.bytes, sent);
  EXPECT_EQ(touched, 0);
  expect_no_children();
}

TEST(Child, ProgressReachesTheObserverHere) {
  double last = 0;
  const ChildAnswer answer = run_in_child(
      [](const Observer& tell) {
        tell({Stage::train, 0.5, 3, 100, 1.25});
        return std::string("done");
      },
      [&](const Progress& progress) {
        last = progress.loss;
        return true;
      });
  EXPECT_EQ(answer.bytes, "done");
  EXPECT_EQ(last, 1.25);
}

TEST(Child, WhatTheWorkThrowsIsTheFailure) {
  const ChildAnswer answer =
      run_in_child([](const Observer&) -> std::string { throw Error("no such column"); }, go_on);
  EXPECT_EQ(answer.failure, "no such column");
  EXPECT_FALSE(answer.late);
}

TEST(Child, ADeathIsTold) {
  const ChildAnswer answer = run_in_child(
      [](const Observer&) -> std::string {
        kill(getpid(), SIGKILL);
        return "never";
      },
      go_on);
  EXPECT_NE(answer.failure.find("killed"), std::string::npos) << answer.failure;
}

TEST(Child, TheTimeLimitEndsIt) {
  const ChildAnswer answer = run_in_child(sleep_long, go_on, 0.2);
  EXPECT_TRUE(answer.late);
  EXPECT_EQ(answer.failure, "stopped after 0.2 seconds");
  expect_no_children();
}

TEST(Child, AnObserverThatDeclinesEndsIt) {
  EXPECT_THROW(run_in_child(sleep_long, [](const Progress&) { return false; }), Cancelled);
  expect_no_children();
}

#if defined(__linux__)
TEST(Child, EndsWithAKilledParent) {
  std::array<int, 2> ends{};
  ASSERT_EQ(pipe(ends.data()), 0);
  const pid_t parent = fork();
  ASSERT_GE(parent, 0);
  if (parent == 0) {
    run_in_child(
        [&](const Observer& tell) {
          const bool said = write(ends[1], "x", 1) == 1;
          return said ? sleep_long(tell) : "";
        },
        go_on);
    _exit(0);
  }
  close(ends[1]);
  char byte = 0;
  EXPECT_EQ(read(ends[0], &byte, 1), 1);  // the child is at work
  kill(parent, SIGKILL);
  waitpid(parent, nullptr, 0);
  pollfd closed{ends[0], POLLIN, 0};
  EXPECT_EQ(poll(&closed, 1, 10'000), 1);  // its end of the pipe closes when it dies
  EXPECT_EQ(read(ends[0], &byte, 1), 0);
  close(ends[0]);
}
#endif

}  // namespace
}  // namespace gnac::detail
