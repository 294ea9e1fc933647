#include <gtest/gtest.h>

#include <sstream>

#include "samples.h"

namespace gnac::detail::test {
namespace {

struct Files {
  std::string labels, rule, trace, states, edges;
  auto operator<=>(const Files&) const = default;
};

Files fit(const std::string& data, const char* threads) {
  const Folder folder;
  const Outcome run = gnac({"fit",
                            data,
                            "-k",
                            "5",
                            "--preset",
                            "paper",
                            "--epochs",
                            "3",
                            "--burn-in",
                            "1",
                            "--quiet",
                            "--threads",
                            threads,
                            "-o",
                            folder.path("l"),
                            "--save",
                            folder.path("r"),
                            "--trace",
                            folder.path("t"),
                            "--states",
                            folder.path("z.npy"),
                            "--edges",
                            folder.path("e")});
  EXPECT_EQ(run.code, 0) << run.err;
  return {folder.read("l"), folder.read("r"), without_timings(folder.read("t")),
          folder.read("z.npy"), folder.read("e")};
}

// 3,000 points have some 40,000 edges: hundreds of blocks for every loop.
TEST(Determinism, SameBytesAtAnyNumberOfThreads) {
  const Folder folder;
  const std::string data = folder.write("arcs.csv", csv(arcs(3000)));
  const Files one = fit(data, "1");
  EXPECT_EQ(clusters_in(parse_lines(one.labels)), 5);
  for (const char* threads : {"2", "4", "7"}) {
    const Files many = fit(data, threads);
    EXPECT_TRUE(many.labels == one.labels) << threads;
    EXPECT_TRUE(many.rule == one.rule) << threads;
    EXPECT_TRUE(many.trace == one.trace) << threads;
    EXPECT_TRUE(many.states == one.states) << threads;
    EXPECT_TRUE(many.edges == one.edges) << threads;
  }
}

// Sums are as wide as an instruction set's registers, so the last bits of states and rules may
// differ from one to another; the labels do not.
TEST(Determinism, LabelsAgreeAcrossInstructionSets) {
  const Folder folder;
  const std::string info = gnac({"info"}).out;
  const std::string start = "this CPU can run: ";
  const std::size_t from = info.find(start) + start.size();
  std::vector<std::string> targets;
  std::istringstream names(info.substr(from, info.find(')') - from));
  for (std::string name; names >> name;) targets.push_back(name.substr(0, name.find(',')));
  ASSERT_GE(targets.size(), 2U) << info;
  for (const std::string sample : {"moons", "spirals", "blobs", "noisy-blobs"}) {
    const std::string data = folder.path(sample + ".csv");
    ASSERT_EQ(gnac({"generate", sample, "-n", "200", "-o", data}).code, 0);
    std::string first;
    for (const std::string& target : targets) {
      const Outcome run =
          shell(folder,
                "GNAC_TARGET=" + target + " \"$GNAC\" fit " + data +
                    " -k 3 --quiet --preset paper --epochs 30 --burn-in 10 --width 8 --hidden 16");
      ASSERT_EQ(run.code, 0) << run.err;
      if (first.empty()) first = run.out;
      EXPECT_TRUE(run.out == first) << sample << " on " << target << " and " << targets[0];
    }
  }
}

// The bytes of the file itself, not only its members: timings stand last.
TEST(Determinism, TraceDiffersInItsLastMemberOnly) {
  const Folder folder;
  const std::string data = folder.write("arcs.csv", csv(arcs(200)));
  const auto head = [&](const char* threads) {
    EXPECT_EQ(
        gnac(quick({"fit", data, "-k", "2", "--threads", threads, "--trace", folder.path("t")}))
            .code,
        0);
    const std::string trace = folder.read("t");
    return trace.substr(0, trace.find("\"timings\""));
  };
  const std::string one = head("1");
  EXPECT_GT(one.size(), 500u);
  EXPECT_EQ(head("3"), one);
}

}  // namespace
}  // namespace gnac::detail::test
