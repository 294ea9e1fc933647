#include "options/uses.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "options/uses.h"
#include "samples.h"

namespace gnac::detail::test {
namespace {

std::string flag(std::string_view name) {
  std::string text = "--" + std::string(name);
  std::replace(text.begin(), text.end(), '_', '-');
  return text;
}

/// A value for each option that differs from its default and shows in the result.
const std::map<std::string, std::string, std::less<>> kOther{
    {"scale", "none"},
    {"metric", "manhattan"},
    {"neighbors", "7"},
    {"neighbor_search", "approximate"},
    {"rule", "universal"},
    {"hidden", "16"},
    {"domain", "3"},
    {"seed_dim", "2"},
    {"width", "24"},
    {"activation", "silu"},
    {"update_scale", "0.3"},
    {"seed_scale", "0.5"},
    {"epochs", "7"},
    {"rollout", "5"},
    {"burn_in", "5"},
    {"learning_rate", "0.01"},
    {"weight_decay", "0.5"},
    {"clip", "0.01"},
    {"smoothness", "2"},
    {"variance", "1"},
    {"covariance", "3"},
    {"dispersion", "3"},
    {"temporal", "9"},
    {"target_sd", "0.5"},
    {"pairs", "100"},
    {"temperature", "0.5"},
    {"tail", "2"},
    {"max_steps", "2"},
    {"stop_correlation", "1.5"},
    {"max_clusters", "1"},
    {"min_cluster_size", "1000"},
    {"resolution", "0.01"},
    {"readout", "tree"},
    {"embedding", "degree"},
    {"kmeans_starts", "1"},
    {"seed", "8"},
};

/// The answer of a run: labels, rule and trace, without the options that the trace repeats.
std::string answer_of(Args args) {
  const Folder folder;
  args.insert(args.end(), {"--quiet", "--save", folder.path("r"), "--trace", folder.path("t"), "-o",
                           folder.path("l")});
  const Outcome run = gnac(args);
  EXPECT_EQ(run.code, 0) << run.err;
  auto trace = nlohmann::ordered_json::parse(folder.read("t"));
  trace.erase("timings");
  trace.erase("options");
  trace.erase("seed");
  return folder.read("l") + folder.read("r") + trace.dump();
}

/// Flags of the published method.
std::string answer(const std::string& data, const Args& more) {
  Args args = {"fit", data, "-k", "11", "--preset", "paper"};
  const auto has = [&](const char* name) { return std::count(more.begin(), more.end(), name) > 0; };
  if (!has("--epochs")) args.insert(args.end(), {"--epochs", "6"});
  if (!has("--burn-in")) args.insert(args.end(), {"--burn-in", "2"});
  args.insert(args.end(), more.begin(), more.end());
  return answer_of(args);
}

TEST(OptionFlags, EveryOptionIsListedWithSymbolAndDefault) {
  const std::string brief = gnac({"fit", "--help"}).out, help = gnac({"help", "fit"}).out;
  for (const OptionInfo& info : option_table()) {
    const std::size_t at = help.find(flag(info.name) + " ");
    ASSERT_NE(at, std::string::npos) << info.name;
    EXPECT_EQ(brief.find("  " + flag(info.name) + " ") == std::string::npos,
              is_of_trained_rules(info))
        << info.name;
    const std::string line = help.substr(at, help.find("\n  -", at) - at);
    EXPECT_NE(line.find("[" + option_text(Options{}, info) + "]"), std::string::npos) << line;
    if (!info.symbol.empty()) {
      EXPECT_NE(line.find(std::string(info.symbol) + ": "), std::string::npos) << line;
    }
  }
}

// Every option of the table has a flag, and the flag reaches the method.
TEST(OptionFlags, EachChangesTheAnswer) {
  const Folder folder;
  const std::string data = folder.write("arcs.csv", csv(arcs(150)));
  const std::string usual = answer(data, {});
  EXPECT_TRUE(answer(data, {}) == usual);
  for (const OptionInfo& info : option_table()) {
    if (info.name == "threads" || info.name == "memory_limit_gib") continue;
    const auto other = kOther.find(info.name);
    ASSERT_NE(other, kOther.end()) << info.name << " needs a value here";
    if (info.name == "burn_in" || info.name == "rule") continue;
    if (info.name == "neighbor_search") continue;  // finds the same neighbours of few points
    if (info.name == "readout" || info.name == "max_clusters" || info.name == "min_cluster_size" ||
        info.name == "resolution" || info.name == "metric") {  // of the universal rule
      EXPECT_TRUE(answer_of({"fit", data}) !=
                  answer_of({"fit", data, flag(info.name), other->second}))
          << info.name;
      continue;
    }
    EXPECT_TRUE(answer(data, {flag(info.name), other->second}) != usual) << info.name;
  }
  // Steps so large that the loss goes up and down: which epoch is kept then depends on the burn-in.
  const auto kept_after = [&](const char* burn_in) {
    return answer(data, {"--learning-rate", "1", "--epochs", "30", "--burn-in", burn_in});
  };
  EXPECT_TRUE(kept_after("1") != kept_after("29"));
  EXPECT_TRUE(answer_of({"fit", data, "-k", "2"}) !=
              answer_of({"fit", data, "-k", "2", "--rule", "train"}));
}

// A flag that would change nothing is refused, with what it is for.
TEST(OptionFlags, ThoseOfTheOtherKindOfRuleAreRefused) {
  const Folder folder;
  const std::string data = folder.write("arcs.csv", csv(arcs(60)));
  const auto refused = [&](Args args, const char* part) {
    args.insert(args.begin(), {"fit", data});
    const Outcome run = gnac(args);
    EXPECT_EQ(run.code, 2);
    EXPECT_NE(run.err.find(part), std::string::npos) << run.err;
  };
  refused({"-k", "2", "--epochs", "9"}, "--epochs is for rules that are trained");
  refused({"-k", "2", "--kmeans-starts", "9"}, "--kmeans-starts is for rules that are trained");
  refused({"-k", "2", "--method-option", "width=9"}, "width is for rules that are trained");
  refused({"-k", "2", "--preset", "paper", "--readout", "tree"}, "--readout is for the universal");
  refused({"-k", "2", "--max-clusters", "9"}, "leave one of them out");
  refused({"--preset", "paper"}, "only the universal rule can choose");
  refused({"-k", "2", "--preset", "paper", "--metric", "cosine"}, "Euclidean distances alone");
  refused({"-k", "2", "--method", "kmeans", "--metric", "manhattan"}, "only for G-NAC");
}

TEST(OptionFlags, DefaultsGivenInWordsChangeNothing) {
  const Folder folder;
  const std::string data = folder.write("arcs.csv", csv(arcs(150)));
  Args spelled;
  for (const OptionInfo& info : option_table()) {
    if (info.name == "epochs" || info.name == "burn_in" || info.name == "max_clusters" ||
        info.name == "min_cluster_size" || info.name == "resolution" || info.name == "readout")
      continue;
    spelled.insert(spelled.end(), {flag(info.name), option_text(Options::paper(), info)});
  }
  EXPECT_EQ(answer(data, spelled), answer(data, {}));
}

TEST(OptionFlags, MemoryLimitRefusesWorkThatNeedsMore) {
  const Folder folder;
  const std::string data = folder.write("arcs.csv", csv(arcs(400)));
  const Outcome run =
      gnac({"fit", data, "-k", "2", "--memory-limit-gib", "1e-4", "-o", folder.path("labels")});
  EXPECT_EQ(run.code, 1);
  EXPECT_NE(run.err.find("105 KiB is the limit"), std::string::npos) << run.err;
  EXPECT_FALSE(folder.has("labels"));
}

}  // namespace
}  // namespace gnac::detail::test
