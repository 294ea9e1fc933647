#include <gtest/gtest.h>

#include <map>
#include <sstream>

#include "samples.h"
#include "support/team.h"

namespace gnac::detail::test {
namespace {

/// The files that a fit of `data` writes with these flags, by flag.
std::map<std::string, std::string> files_of(const std::string& data, const char* threads,
                                            const std::vector<std::string>& flags,
                                            const std::map<std::string, std::string>& outputs) {
  const Folder folder;
  Args args{"fit", data, "--quiet", "--threads", threads};
  args.insert(args.end(), flags.begin(), flags.end());
  for (const auto& [flag, name] : outputs) args.insert(args.end(), {flag, folder.path(name)});
  const Outcome run = gnac(args);
  EXPECT_EQ(run.code, 0) << run.err;
  std::map<std::string, std::string> files;
  for (const auto& [flag, name] : outputs) {
    files[flag] = folder.read(name);
    EXPECT_FALSE(files[flag].empty()) << flag;
  }
  if (files.contains("--trace")) {  // its last member is times
    const std::size_t times = files["--trace"].find("\"timings\"");
    EXPECT_NE(times, std::string::npos);
    files["--trace"].resize(std::min(times, files["--trace"].size()));
  }
  return files;
}

// 3,000 points have some 40,000 edges: hundreds of blocks for every loop. The program never uses
// more threads than there are processors; Threads.* in tests/model tries more.
TEST(Determinism, SameBytesOnOneThreadAndOnTwo) {
  if (processors() < 2) GTEST_SKIP() << "there is one processor, so there is one thread";
  const Folder folder;
  const std::string data = folder.write("arcs.csv", csv(arcs(3000)));
  const auto expect_same = [&](const Args& flags,
                               const std::map<std::string, std::string>& outputs) {
    const auto one = files_of(data, "1", flags, outputs);
    const auto two = files_of(data, "2", flags, outputs);
    for (const auto& [flag, bytes] : one) EXPECT_TRUE(two.at(flag) == bytes) << flag << " differs";
  };
  expect_same({"-k", "5", "--preset", "paper", "--epochs", "3", "--burn-in", "1"},
              {{"-o", "l"},
               {"--save", "r"},
               {"--model", "m"},
               {"--trace", "t"},
               {"--states", "z.npy"},
               {"--edges", "e"}});
  expect_same({}, {{"-o", "l"},
                   {"--model", "m"},
                   {"--trace", "t"},
                   {"--states", "z.npy"},
                   {"--edges", "e"},
                   {"--memberships", "s.npy"},
                   {"--outlier-scores", "u.npy"},
                   {"--linkage", "h.npy"},
                   {"--page", "p.html"},
                   {"--picture", "p.svg"}});
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
    for (const std::string flags :
         {"", "-k 3", "-k 3 --preset paper --epochs 30 --burn-in 10 --width 8 --hidden 16"}) {
      std::string first;
      for (const std::string& target : targets) {
        const Outcome run =
            shell(folder, "GNAC_TARGET=" + target + " \"$GNAC\" fit " + data + " --quiet " + flags);
        ASSERT_EQ(run.code, 0) << run.err;
        if (first.empty()) first = run.out;
        EXPECT_TRUE(run.out == first) << sample << " " << flags << " on " << target;
      }
    }
  }
}

}  // namespace
}  // namespace gnac::detail::test
