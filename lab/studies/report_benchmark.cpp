#include <fmt/format.h>

#include <limits>

#include "studies/published.h"
#include "studies/report.h"
#include "studies/report_parts.h"

namespace gnac::detail {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr std::string_view kGnac = "gnac";

using AllScores = std::map<std::string, MethodScores>;

double average(const MethodScores& scores, double TaskScore::*field) {
  return mean(values_of(scores, field));
}

ReportTable methods_table(const AllScores& scores) {
  ReportTable table;
  table.name = "benchmark-methods";
  table.title = "Aggregate performance over the dataset/K tasks";
  table.caption =
      "Seeds are averaged within a task first. Seed SD: mean within-task standard deviation of "
      "ARI. "
      "Beside each figure the published one and the difference; published times are of other "
      "hardware.";
  table.columns = {"Method", "Tasks", "Seeds",   "Mean ARI", "paper", "Δ",        "Median ARI",
                   "paper",  "Δ",     "Seed SD", "paper",    "Δ",     "Time (s)", "paper"};
  for (const std::string& name : by_mean_ari(scores)) {
    const MethodScores& of_method = scores.at(name);
    const PublishedMethod* paper = published_row(published_methods(), name);
    std::size_t seeds = 0;
    for (const auto& [task, score] : of_method) seeds = std::max(seeds, score.seeds);
    std::vector<Cell> row{words(method_title(name)), count(static_cast<double>(of_method.size())),
                          count(static_cast<double>(seeds))};
    add_beside(row, average(of_method, &TaskScore::ari), paper ? paper->mean_ari : kNan);
    add_beside(row, median(values_of(of_method, &TaskScore::ari)),
               paper ? paper->median_ari : kNan);
    add_beside(row, seeds > 1 ? average(of_method, &TaskScore::seed_sd) : kNan,
               paper ? paper->seed_sd : kNan);
    row.push_back(number(average(of_method, &TaskScore::seconds), 3));
    row.push_back(number(paper ? paper->seconds : kNan, 3));
    table.rows.push_back(std::move(row));
  }
  return table;
}

ReportTable metrics_table(const AllScores& scores) {
  ReportTable table;
  table.name = "benchmark-metrics";
  table.title = "Mean AMI and NCA over the dataset/K tasks";
  table.columns = {"Method", "Mean AMI", "paper", "Δ", "Mean NCA", "paper", "Δ"};
  for (const std::string& name : by_mean_ari(scores)) {
    const PublishedMethod* paper = published_row(published_methods(), name);
    std::vector<Cell> row{words(method_title(name))};
    add_beside(row, average(scores.at(name), &TaskScore::ami), paper ? paper->mean_ami : kNan);
    add_beside(row, average(scores.at(name), &TaskScore::nca), paper ? paper->mean_nca : kNan);
    table.rows.push_back(std::move(row));
  }
  return table;
}

ReportTable batteries_table(const AllScores& scores) {
  ReportTable table;
  table.name = "benchmark-batteries";
  table.title = "Mean ARI by battery";
  table.columns = {"Method"};
  for (const std::string_view battery : kBatteries) {
    table.columns.insert(table.columns.end(), {std::string(battery), "paper", "Δ"});
  }
  for (const std::string& name : by_mean_ari(scores)) {
    const PublishedBatteries* paper = published_row(published_batteries(), name);
    std::vector<Cell> row{words(method_title(name))};
    for (std::size_t b = 0; b < kBatteries.size(); ++b) {
      const std::string start = std::string(kBatteries[b]) + "/";
      const MethodScores part = filtered(
          scores.at(name),
          [&](const TaskId& task, const TaskScore&) { return task.first.starts_with(start); });
      add_beside(row, average(part, &TaskScore::ari), paper ? paper->ari[b] : kNan);
    }
    table.rows.push_back(std::move(row));
  }
  return table;
}

struct Pair {
  std::string method;
  Comparison comparison;
  double p_holm = 1;
};

/// The lead against every other method, Holm-corrected over these comparisons.
std::vector<Pair> compare_with_lead(const AllScores& scores) {
  const std::string lead = lead_method(scores);
  const MethodScores& ours = scores.at(lead);
  std::vector<Pair> pairs;
  std::vector<double> p;
  for (const auto& [name, of_method] : scores) {
    if (name.starts_with(lead)) continue;
    pairs.push_back({name, compare(ours, of_method)});
    p.push_back(pairs.back().comparison.test.p);
  }
  const auto adjusted = holm(p);
  for (std::size_t i = 0; i < pairs.size(); ++i) pairs[i].p_holm = adjusted[i];
  std::stable_sort(pairs.begin(), pairs.end(), [](const Pair& a, const Pair& b) {
    return a.comparison.difference > b.comparison.difference;
  });
  return pairs;
}

/// The comparison of the published method with a baseline, or null if another method leads.
const PublishedPair* published_pair(const std::string& lead, const std::string& method) {
  return lead == kGnac ? published_row(published_pairs(), method) : nullptr;
}

ReportTable pairs_table(const std::vector<Pair>& pairs, const std::string& lead) {
  ReportTable table;
  table.name = "benchmark-pairs";
  table.title = fmt::format("Paired ARI comparisons of {} with the baselines", method_title(lead));
  table.caption = fmt::format(
      "Positive ΔARI favours {}. Tasks of one dataset are averaged before inference; 95 % "
      "interval by bootstrap over datasets (10,000 resamples); two-sided Wilcoxon signed-rank, "
      "Holm-corrected over the rows. W/T/L counts tasks.",
      method_title(lead));
  table.columns = {"Baseline", "Datasets",      "ΔARI",        "paper",    "Δ",      "95 % CI",
                   "paper CI", "W/T/L (tasks)", "paper W/T/L", "p (Holm)", "paper p"};
  for (const Pair& pair : pairs) {
    const Comparison& c = pair.comparison;
    const PublishedPair* paper = published_pair(lead, pair.method);
    std::vector<Cell> row{words(method_title(pair.method)), count(static_cast<double>(c.datasets))};
    row.push_back(difference(c.difference));
    row.push_back(difference(paper ? paper->difference : kNan));
    row.push_back(difference(c.difference - (paper ? paper->difference : kNan)));
    row.push_back(words(interval_text(c.interval)));
    row.push_back(words(paper ? interval_text({paper->low, paper->high}) : "–"));
    row.push_back(words(record_text(c.wins, c.ties, c.losses)));
    row.push_back(words(paper ? record_text(paper->wins, paper->ties, paper->losses) : "–"));
    row.push_back(p_value(pair.p_holm));
    row.push_back(p_value(paper ? paper->p_holm : kNan));
    table.rows.push_back(std::move(row));
  }
  return table;
}

/// Every method on the tasks that G-NAC did not resolve by components alone.
AllScores without_resolved(const AllScores& scores) {
  const MethodScores& gnac = scores.at(std::string(kGnac));
  AllScores rest;
  for (const auto& [name, of_method] : scores) {
    rest[name] = filtered(of_method, [&](const TaskId& task, const TaskScore&) {
      const auto found = gnac.find(task);
      return found != gnac.end() && !found->second.by_components;
    });
  }
  return rest;
}

ReportTable unresolved_table(const AllScores& rest) {
  ReportTable table;
  table.name = "benchmark-unresolved";
  table.title = "Without the tasks that G-NAC resolves by components";
  table.caption =
      "Tasks whose graph has exactly K components are left out (15 of 73 in the paper). ΔARI, "
      "interval and p as in the paired comparisons.";
  table.columns = {"Method", "Tasks", "Mean ARI", "paper", "Δ", "ΔARI", "95 % CI", "p (Holm)"};
  const auto pairs = compare_with_lead(rest);
  for (const std::string& name : by_mean_ari(rest)) {
    const MethodScores& of_method = rest.at(name);
    const PublishedUnresolved* paper = published_row(published_unresolved(), name);
    std::vector<Cell> row{words(method_title(name)), count(static_cast<double>(of_method.size()))};
    add_beside(row, average(of_method, &TaskScore::ari), paper ? paper->mean_ari : kNan);
    const auto pair = std::ranges::find(pairs, name, &Pair::method);
    const bool compared = pair != pairs.end();
    row.push_back(difference(compared ? pair->comparison.difference : kNan));
    row.push_back(words(compared ? interval_text(pair->comparison.interval) : "–"));
    row.push_back(p_value(compared ? pair->p_holm : kNan));
    table.rows.push_back(std::move(row));
  }
  return table;
}

ReportTable tasks_table(const AllScores& scores) {
  ReportTable table;
  table.name = "benchmark-tasks";
  table.title = "Mean ARI by task";
  table.caption = "Averaged over seeds.";
  table.columns = {"Dataset", "K"};
  const auto names = by_mean_ari(scores);
  std::map<TaskId, bool> tasks;
  for (const std::string& name : names) {
    table.columns.push_back(method_title(name));
    for (const auto& [task, score] : scores.at(name)) tasks[task] = true;
  }
  for (const auto& [task, known] : tasks) {
    std::vector<Cell> row{words(task.first), count(task.second)};
    for (const std::string& name : names) {
      const auto found = scores.at(name).find(task);
      row.push_back(number(found == scores.at(name).end() ? kNan : found->second.ari));
    }
    table.rows.push_back(std::move(row));
  }
  return table;
}

BarChart methods_chart(const AllScores& scores) {
  BarChart chart{
      "benchmark-methods", "Mean ARI over the dataset/K tasks", "mean ARI", "published", {}};
  for (const std::string& name : by_mean_ari(scores)) {
    const PublishedMethod* paper = published_row(published_methods(), name);
    Bar bar{method_title(name), average(scores.at(name), &TaskScore::ari)};
    bar.marker = paper ? paper->mean_ari : kNan;
    bar.colour = method_colour(name);
    chart.bars.push_back(std::move(bar));
  }
  return chart;
}

BarChart pairs_chart(const std::vector<Pair>& pairs, const std::string& lead) {
  BarChart chart{"benchmark-pairs",
                 fmt::format("ARI of {} minus that of each baseline", method_title(lead)),
                 "mean difference over datasets, with 95 % interval",
                 "published",
                 {}};
  for (const Pair& pair : pairs) {
    const PublishedPair* paper = published_pair(lead, pair.method);
    const Comparison& c = pair.comparison;
    chart.bars.push_back({method_title(pair.method), c.difference, c.interval.low, c.interval.high,
                          paper ? paper->difference : kNan, method_colour(pair.method)});
  }
  return chart;
}

}  // namespace

Section benchmark_section(std::span<const RunRecord> runs) {
  const AllScores scores = task_scores(runs, "benchmark");
  Section section;
  section.heading = "Benchmark";
  section.tables = {methods_table(scores), metrics_table(scores), batteries_table(scores)};
  section.bars.push_back(methods_chart(scores));
  const std::string lead = lead_method(scores);
  if (scores.contains(lead) && scores.size() > 1) {
    const auto pairs = compare_with_lead(scores);
    section.tables.push_back(pairs_table(pairs, lead));
    if (scores.contains(std::string(kGnac)))
      section.tables.push_back(unresolved_table(without_resolved(scores)));
    section.bars.push_back(pairs_chart(pairs, lead));
  }
  section.tables.push_back(tasks_table(scores));
  return section;
}

}  // namespace gnac::detail
