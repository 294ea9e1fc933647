#include "studies/run_log.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "gnac/error.h"
#include "io/bytes.h"
#include "lab/studies/tiny_benchmark.h"

namespace gnac::detail {
namespace {

RunRecord sample_run(std::uint64_t seed) {
  RunRecord run;
  run.study = "robustness";
  run.subject = "fcps/hepta";
  run.clusters = 7;
  run.method = "gnac";
  run.condition = "rewire";
  run.level = 0.05;
  run.seed = seed;
  run.settings = "epochs=100 neighbors=20";
  run.values = {{"ari", 0.1 + 0.2}, {"loss", std::numeric_limits<double>::quiet_NaN()}};
  run.labels = {0, 1, 0, 2};
  return run;
}

TEST(RunLog, LinesReadBackToTheSameRun) {
  const RunRecord run = sample_run(18446744073709551615ULL);
  const RunRecord back = from_json_line(to_json_line(run));
  EXPECT_EQ(key_of(back), key_of(run));
  EXPECT_EQ(back.values.at("ari"), 0.1 + 0.2);
  EXPECT_TRUE(std::isnan(back.values.at("loss")));
  EXPECT_EQ(back.labels, run.labels);
}

TEST(RunLog, EveryFieldThatIdentifiesARunIsInItsKey) {
  const RunRecord base = sample_run(7);
  std::vector<RunRecord> others(8, base);
  others[0].study = "benchmark";
  others[1].subject = "fcps/atom";
  others[2].clusters = 8;
  others[3].method = "genie";
  others[4].condition = "delete";
  others[5].level = 0.1;
  others[6].seed = 17;
  others[7].settings = "epochs=50 neighbors=20";
  for (const RunRecord& other : others) EXPECT_NE(key_of(other), key_of(base));
}

TEST(RunLog, RemembersWhatWasFinished) {
  const TestFolder folder;
  const std::string path = folder / "log.jsonl";
  {
    RunLog log(path);
    log.append_session("{\"version\":\"1\"}");
    log.append(std::vector<RunRecord>{sample_run(7), sample_run(17)});
    EXPECT_TRUE(log.contains(sample_run(7)));
    EXPECT_FALSE(log.contains(sample_run(27)));
  }
  const RunLog again(path);
  EXPECT_TRUE(again.contains(sample_run(17)));
  EXPECT_FALSE(again.contains(sample_run(27)));
  EXPECT_EQ(read_runs(path).size(), 2U);
}

TEST(RunLog, DropsATornLastLineWhereverItIsTorn) {
  const TestFolder folder;
  const std::string path = folder / "log.jsonl";
  const std::string first = to_json_line(sample_run(7)) + "\n";
  const std::string second = to_json_line(sample_run(17)) + "\n";
  for (std::size_t kept = 0; kept < second.size(); ++kept) {
    write_file(path, first + second.substr(0, kept));
    EXPECT_EQ(read_runs(path).size(), 1U);
    {
      RunLog log(path);
      ASSERT_TRUE(log.contains(sample_run(7)));
      ASSERT_FALSE(log.contains(sample_run(17)));
      log.append(std::vector<RunRecord>{sample_run(17)});
    }
    ASSERT_EQ(read_file(path), first + second);
  }
}

TEST(RunLog, GoesOnWithAGzippedFileAndDropsATornPieceOfIt) {
  const TestFolder folder;
  const std::string path = folder / "log.jsonl.gz";
  {
    RunLog log(path);
    log.append(std::vector<RunRecord>{sample_run(7)});
  }
  const std::string first = read_file(path);
  EXPECT_TRUE(is_gzip(first));
  {
    RunLog log(path);
    ASSERT_TRUE(log.contains(sample_run(7)));
    log.append(std::vector<RunRecord>{sample_run(17)});
  }
  const std::string both = read_file(path);
  for (std::size_t kept = first.size(); kept < both.size(); ++kept) {
    write_file(path, both.substr(0, kept));
    ASSERT_EQ(read_runs(path).size(), 1U);
    {
      RunLog log(path);
      ASSERT_FALSE(log.contains(sample_run(17)));
      log.append(std::vector<RunRecord>{sample_run(17)});
    }
    ASSERT_EQ(read_file(path), both);
  }
  write_file(path, gzip("{\"study\""));
  EXPECT_THROW(RunLog log(path), Error);
}

// Names of files, sizes of tables and ticks of axes come from these.
TEST(RunLog, RefusesWhatNoRunCanBe) {
  const std::string fine = to_json_line(sample_run(7));
  const auto with = [&](const std::string& from, const std::string& to) {
    std::string line = fine;
    const std::size_t at = line.find(from);
    EXPECT_NE(at, std::string::npos) << from;
    return line.replace(at, from.size(), to);
  };
  EXPECT_NO_THROW(from_json_line(fine));
  for (const std::string& line : {
           with("fcps/hepta", "a/../../../EXP"),
           with("fcps/hepta", "/etc/passwd"),
           with("fcps/hepta", ".."),
           with("fcps/hepta", "a//b"),
           with("fcps/hepta", "a/"),
           with("fcps/hepta", ""),
           with("fcps/hepta", "a\\nb"),
           with("fcps/hepta", "a\\u0000b"),
           with("\"clusters\":7", "\"clusters\":1e300"),
           with("\"clusters\":7", "\"clusters\":0"),
           with("\"clusters\":7", "\"clusters\":4294967296"),
           with("\"clusters\":7", "\"clusters\":18446744073709551615"),
           with("\"clusters\":7", "\"clusters\":2"),
           with("[0,1,0,2]", "[0,-1]"),
           with("[0,1,0,2]", "[[[]]]"),
           with("[0,1,0,2]", "{}"),
           with("\"seed\":7", "\"seed\":-7"),
           with("\"level\":0.05", "\"level\":1e308"),
           with("0.30000000000000004", "1.7e308"),
           with("0.30000000000000004", "\"x\""),
           with("\"method\":\"gnac\"", "\"method\":[1]"),
           with("\"method\":\"gnac\"", "\"study\":\"x\""),
           std::string("[]"),
           std::string("7"),
           std::string(100000, '['),
       }) {
    EXPECT_THROW(from_json_line(line), Error) << line.substr(0, 200);
  }
}

TEST(RunLog, RefusesADamagedLineInTheMiddle) {
  const TestFolder folder;
  const std::string path = folder / "log.jsonl";
  write_file(path,
             to_json_line(sample_run(7)) + "\n{\"study\":\n" + to_json_line(sample_run(17)) + "\n");
  try {
    const RunLog log(path);
    FAIL() << "a damaged line was accepted";
  } catch (const Error& error) {
    EXPECT_EQ(error.what(),
              path +
                  ", line 2 is not the record of a run (it is not valid JSON: unexpected "
                  "end of input at character 10); "
                  "remove that line to continue");
  }
}

TEST(RunLog, HasOneWriterAtATime) {
  const TestFolder folder;
  const std::string path = folder / "log.jsonl";
  const RunLog first(path);
  EXPECT_THROW(RunLog second(path), Error);
}

}  // namespace
}  // namespace gnac::detail
