#include "sample_files.h"

#include <string_view>
#include <utility>
#include <vector>

#include "file_form.h"
#include "output.h"
#include "support/files.h"
#include "tables.h"

namespace gnac::cli {

using namespace detail;

void add_sample_files(CLI::App& app, SampleFiles& files) {
  app.add_option(
         "-o,--output", files.points,
         "points: CSV or, depending on the name, .tsv, .txt, float32 .npy, also .gz [standard "
         "output]")
      ->option_text("FILE");
  app.add_option("--labels", files.labels, "the true labels, one per line; -1 is background noise")
      ->option_text("FILE");
}

void write_sample(const SampleFiles& files, const std::function<Sample()>& make) {
  const bool to_stdout = files.points.empty() || files.points == "-";
  std::vector<FlagAndPath> named;
  if (!to_stdout) named.emplace_back("-o", files.points);
  if (!files.labels.empty()) named.emplace_back("--labels", files.labels);
  for (const auto& [flag, path] : named) check_text_name(flag, path);
  check_outputs(named, {});
  const Sample sample = make();
  const std::string points = points_table(sample.points, files.points);
  const std::string labels = labels_table(sample.labels, {}, 0, files.labels);
  std::vector<std::pair<std::string, std::string_view>> written;
  if (!to_stdout) written.emplace_back(files.points, points);
  if (!files.labels.empty()) written.emplace_back(files.labels, labels);
  write_files(written, [&] {
    if (to_stdout) write_stdout(points);
  });
}

}  // namespace gnac::cli
