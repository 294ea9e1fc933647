#include "studies/analysis.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <sstream>

#include "studies/study_methods.h"
#include "studies/work.h"

namespace gnac::detail {
namespace {

constexpr double kTie = 1e-9;  // ARIs that differ only by rounding count as equal

/// The words of `text` that `other` does not have.
std::string words_apart(const std::string& text, const std::string& other) {
  std::istringstream words(text);
  std::string out;
  const std::string padded = " " + other + " ";
  for (std::string word; words >> word;) {
    if (padded.find(" " + word + " ") != std::string::npos) continue;
    out += (out.empty() ? "" : " ") + word;
  }
  return out.empty() ? "other settings" : out;
}

/// The default settings of a method; "" for a variant or an arm of a study.
std::string default_settings(const std::string& name) {
  const auto methods = study_methods();
  const auto found = std::ranges::find(methods, name, &MethodInfo::name);
  return found == methods.end() ? "" : settings_text(*found, published_options());
}

/// For each method, the settings of most of its runs; among equals the default, or the first.
std::map<std::string, std::string> usual_settings(std::span<const RunRecord* const> runs) {
  std::map<std::string, std::map<std::string, std::size_t>> counts;
  for (const RunRecord* run : runs) ++counts[run->method][run->settings];
  std::map<std::string, std::string> usual;
  for (const auto& [method, by_settings] : counts) {
    const std::string standard = default_settings(method);
    usual[method] = std::ranges::max_element(by_settings, {}, [&](const auto& entry) {
                      return std::pair(entry.second, entry.first == standard);
                    })->first;
  }
  return usual;
}

TaskScore summarise(const std::vector<const RunRecord*>& runs) {
  const auto column = [&](std::string_view name) {
    std::vector<double> values;
    for (const RunRecord* run : runs) values.push_back(run->value(name));
    return values;
  };
  TaskScore score;
  const auto ari = column("ari");
  score.ari = mean(ari);
  score.seed_sd = deviation(ari);
  score.ami = mean(column("ami"));
  score.nca = mean(column("nca"));
  score.seconds = mean(column("seconds"));
  score.components = mean(column("components"));
  score.seeds = runs.size();
  score.by_components = std::all_of(runs.begin(), runs.end(), [](const RunRecord* run) {
    return run->value("by_components") == 1;
  });
  return score;
}

}  // namespace

std::vector<std::string> method_names(std::span<const RunRecord* const> runs) {
  const auto usual = usual_settings(runs);
  std::vector<std::string> names;
  for (const RunRecord* run : runs) {
    const std::string& settings = usual.at(run->method);
    names.push_back(run->settings == settings
                        ? run->method
                        : run->method + " [" + words_apart(run->settings, settings) + "]");
  }
  return names;
}

std::map<std::string, MethodScores> task_scores(std::span<const RunRecord> runs,
                                                std::string_view study, std::string_view condition,
                                                double level) {
  std::vector<const RunRecord*> chosen;
  for (const RunRecord& run : runs) {
    if (run.study == study && run.condition == condition && run.level == level)
      chosen.push_back(&run);
  }
  const auto names = method_names(chosen);
  std::map<std::string, std::map<TaskId, std::vector<const RunRecord*>>> groups;
  for (std::size_t r = 0; r < chosen.size(); ++r)
    groups[names[r]][{chosen[r]->subject, chosen[r]->clusters}].push_back(chosen[r]);
  std::map<std::string, MethodScores> scores;
  for (const auto& [name, tasks] : groups) {
    for (const auto& [task, of_task] : tasks) scores[name][task] = summarise(of_task);
  }
  return scores;
}

std::vector<RunRecord> benchmark_beside(std::span<const RunRecord> runs, std::string_view study) {
  std::map<TaskId, std::set<std::uint64_t>> seeds;
  for (const RunRecord& run : runs) {
    if (run.study == study) seeds[{run.subject, run.clusters}].insert(run.seed);
  }
  std::vector<RunRecord> beside;
  for (const RunRecord& run : runs) {
    if (run.study != "benchmark") continue;
    const auto task = seeds.find({run.subject, run.clusters});
    if (task == seeds.end()) continue;
    if (run.seed == kNoSeed || task->second.contains(run.seed)) beside.push_back(run);
  }
  return beside;
}

std::vector<double> values_of(const MethodScores& scores, double TaskScore::*field) {
  std::vector<double> values;
  for (const auto& [task, score] : scores) values.push_back(score.*field);
  return values;
}

Comparison compare(const MethodScores& a, const MethodScores& b) {
  Comparison result;
  std::map<std::string, std::vector<double>> by_dataset;
  for (const auto& [task, score] : a) {
    const auto other = b.find(task);
    if (other == b.end()) continue;
    const double difference = score.ari - other->second.ari;
    by_dataset[task.first].push_back(difference);
    ++result.tasks;
    if (std::abs(difference) <= kTie) {
      ++result.ties;
    } else {
      ++(difference > 0 ? result.wins : result.losses);
    }
  }
  std::vector<double> differences;
  for (const auto& [name, of_dataset] : by_dataset) {
    const double value = mean(of_dataset);
    differences.push_back(std::abs(value) <= kTie ? 0 : value);
  }
  result.datasets = differences.size();
  result.difference = mean(differences);
  result.interval = bootstrap_mean(differences, kReportSeed);
  result.test = wilcoxon(differences);
  return result;
}

}  // namespace gnac::detail
