#include "studies/result_files.h"

#include <algorithm>
#include <filesystem>
#include <map>

#include "gnac/error.h"
#include "io/bytes.h"
#include "options/option_text.h"
#include "studies/analysis.h"
#include "studies/table_formats.h"

namespace gnac::detail {
namespace {

std::string file_name(const std::string& subject, int clusters) {
  return subject + ".result" + std::to_string(clusters) + ".gz";
}

std::string column_name(const std::string& method, std::uint64_t seed) {
  return seed == kNoSeed ? method : method + "@" + std::to_string(seed);
}

std::string csv_of(const std::map<std::string, const RunRecord*>& columns) {
  std::string text;
  for (const auto& [name, run] : columns) text += (text.empty() ? "" : ",") + csv_field(name);
  text += '\n';
  const std::size_t rows = columns.begin()->second->labels.size();
  for (const auto& [name, run] : columns) {
    if (run->labels.size() != rows)
      throw Error("the runs of " + run->subject + " do not have equally many labels: " + name +
                  " has " + std::to_string(run->labels.size()) + ", another " +
                  std::to_string(rows));
  }
  for (std::size_t i = 0; i < rows; ++i) {
    bool first = true;
    for (const auto& [name, run] : columns) {
      if (!first) text += ',';
      first = false;
      text += std::to_string(run->labels[i] + 1);
    }
    text += '\n';
  }
  return text;
}

/// The fields of one line, without quotes around them.
std::vector<std::string> fields_of(std::string_view line) {
  if (line.ends_with('\r')) line.remove_suffix(1);
  std::vector<std::string> fields(1);
  bool quoted = false;
  char before = 0;
  for (const char c : line) {
    if (c == '"') {
      quoted = !quoted;
      if (quoted && before == '"') fields.back() += c;  // two are one quote
    } else if (c == ',' && !quoted) {
      fields.emplace_back();
    } else {
      fields.back() += c;
    }
    before = c;
  }
  return fields;
}

std::int32_t label_of(const std::string& text, int clusters, const std::string& place) {
  std::int32_t label = 0;
  if (!parse_value(std::string_view(text), label) || label < 1 || label > clusters)
    throw Error(place + " is '" + text + "'; a label lies between 1 and " +
                std::to_string(clusters));
  return label - 1;
}

RunRecord imported_run(const StudyData& data, int clusters, const std::string& column,
                       const std::vector<std::int32_t>& labels, const std::string& group) {
  RunRecord run;
  run.study = "benchmark";
  run.subject = data.name;
  run.clusters = clusters;
  run.settings = "imported";
  run.method = column;
  const std::size_t at = column.rfind('@');
  if (at != std::string::npos && parse_value(std::string_view(column).substr(at + 1), run.seed))
    run.method = column.substr(0, at);
  if (!group.empty()) run.method = group + "/" + run.method;
  const Scores scores = score_labels(data, clusters, labels);
  run.values = {{"ari", scores.ari}, {"ami", scores.ami}, {"nca", scores.nca}};
  run.labels = labels;
  return run;
}

}  // namespace

ResultColumns parse_results(std::string_view text, const std::string& name, int clusters,
                            std::int64_t points) {
  ResultColumns columns;
  std::int64_t line_number = 0;
  for (std::size_t begin = 0; begin < text.size(); ++line_number) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    const auto fields = fields_of(text.substr(begin, end - begin));
    begin = end + 1;
    if (line_number == 0) {
      columns.names = fields;
      columns.labels.resize(fields.size());
      continue;
    }
    const std::string row = name + ", row " + std::to_string(line_number);
    if (fields.size() != columns.names.size())
      throw Error(row + " has " + std::to_string(fields.size()) + " fields but the header has " +
                  std::to_string(columns.names.size()));
    for (std::size_t c = 0; c < fields.size(); ++c) {
      columns.labels[c].push_back(
          label_of(fields[c], clusters, row + ", column " + std::to_string(c + 1)));
    }
  }
  const std::int64_t found = std::max<std::int64_t>(0, line_number - 1);
  if (found != points)
    throw Error(name + " has " + std::to_string(found) + " rows but the data set has " +
                std::to_string(points));
  return columns;
}

std::vector<std::pair<std::string, std::string>> export_results(std::span<const RunRecord> runs) {
  std::vector<const RunRecord*> kept;
  for (const RunRecord& run : runs) {
    if (run.study == "benchmark" && !run.labels.empty()) kept.push_back(&run);
  }
  if (kept.empty())
    throw Error("no run of the benchmark kept its labels; run it with --keep-labels");
  const auto names = method_names(kept);
  std::map<TaskId, std::map<std::string, const RunRecord*>> files;
  for (std::size_t r = 0; r < kept.size(); ++r) {
    const RunRecord& run = *kept[r];
    files[{run.subject, run.clusters}].emplace(column_name(names[r], run.seed), &run);
  }
  std::vector<std::pair<std::string, std::string>> out;
  for (const auto& [task, columns] : files)
    out.emplace_back(file_name(task.first, task.second), gzip(csv_of(columns)));
  return out;
}

std::vector<RunRecord> import_results(const std::string& folder,
                                      std::span<const std::shared_ptr<const StudyData>> tasks,
                                      const std::string& group) {
  std::vector<RunRecord> runs;
  for (const auto& task : tasks) {
    for (const int clusters : task->clusters) {
      const std::string path = folder + "/" + file_name(task->name, clusters);
      if (!std::filesystem::exists(path)) continue;
      const ResultColumns columns =
          parse_file(path, [&](std::string_view bytes, const std::string& name) {
            return parse_results(bytes, name, clusters, task->points.n);
          });
      for (std::size_t c = 0; c < columns.names.size(); ++c) {
        runs.push_back(imported_run(*task, clusters, columns.names[c], columns.labels[c], group));
      }
    }
  }
  if (runs.empty())
    throw Error("there is no file battery/dataset.resultK.gz for any of the tasks in " + folder);
  return runs;
}

}  // namespace gnac::detail
