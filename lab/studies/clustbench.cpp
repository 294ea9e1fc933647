#include "studies/clustbench.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <set>

#include "gnac/error.h"
#include "io/bytes.h"
#include "io/labels.h"
#include "io/read_points.h"

namespace gnac::detail {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kDataEnding = ".data.gz";

std::vector<fs::path> entries(const fs::path& folder) {
  std::error_code code;
  std::vector<fs::path> paths;
  for (fs::directory_iterator it(folder, code), end; !code && it != end; it.increment(code)) {
    paths.push_back(it->path());
  }
  if (code)
    throw Error("cannot read the benchmark folder " + folder.string() + ": " + code.message());
  return paths;
}

std::int64_t count_rows(const std::string& path) {
  const std::string text = read_bytes(path);
  const std::size_t last = text.find_last_not_of(" \t\r\n");
  if (last == std::string::npos) return 0;
  return 1 + std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(last), '\n');
}

/// The columns of `raw` that are not constant.
Points varying_columns(const Points& raw) {
  std::vector<std::int64_t> kept;
  for (std::int64_t c = 0; c < raw.d; ++c) {
    for (std::int64_t i = 1; i < raw.n; ++i) {
      if (PointsView(raw)(i, c) == PointsView(raw)(0, c)) continue;
      kept.push_back(c);
      break;
    }
  }
  Points out{{}, raw.n, static_cast<std::int64_t>(kept.size())};
  for (std::int64_t i = 0; i < raw.n; ++i) {
    for (const std::int64_t c : kept) out.values.push_back(PointsView(raw)(i, c));
  }
  return out;
}

}  // namespace

std::vector<std::string> benchmark_names(const std::string& folder, std::int64_t max_points) {
  std::vector<std::string> names;
  for (const fs::path& battery : entries(folder)) {
    if (!fs::is_directory(battery)) continue;
    for (const fs::path& path : entries(battery)) {
      const std::string file = path.filename().string();
      if (!file.ends_with(kDataEnding) || count_rows(path.string()) > max_points) continue;
      names.push_back(battery.filename().string() + "/" +
                      file.substr(0, file.size() - kDataEnding.size()));
    }
  }
  std::sort(names.begin(), names.end());
  return names;
}

BenchmarkData read_benchmark(const std::string& folder, const std::string& name) {
  const std::size_t slash = name.find('/');
  if (slash == std::string::npos) {
    throw Error("a benchmark data set is called battery/name, as in wut/x1, not '" + name + "'");
  }
  BenchmarkData data;
  data.battery = name.substr(0, slash);
  data.name = name.substr(slash + 1);
  const std::string stem = (fs::path(folder) / name).string();
  data.points = read_points(stem + std::string(kDataEnding)).points;
  for (int index = 0;; ++index) {
    const std::string path = stem + ".labels" + std::to_string(index) + ".gz";
    if (!fs::exists(path)) break;
    data.references.push_back(read_labels(path));
    if (static_cast<std::int64_t>(data.references.back().size()) != data.points.n) {
      throw Error(path + " has " + std::to_string(data.references.back().size()) +
                  " labels, but the data has " + std::to_string(data.points.n) + " points");
    }
  }
  if (data.references.empty()) throw Error(stem + ".labels0.gz is missing: there is no reference");
  return data;
}

std::vector<int> benchmark_clusters(const BenchmarkData& data) {
  std::set<int> distinct;
  for (const auto& labels : data.references) {
    distinct.insert(*std::max_element(labels.begin(), labels.end()));
  }
  return {distinct.begin(), distinct.end()};
}

Points benchmark_features(const Points& raw) {
  Points out = varying_columns(raw);
  const auto count = static_cast<double>(out.values.size());
  if (out.d == 0) throw Error("every column of the benchmark data is constant");
  std::vector<double> mean(static_cast<std::size_t>(out.d));
  double grand = 0;
  for (std::int64_t i = 0; i < out.n; ++i) {
    for (std::int64_t c = 0; c < out.d; ++c) {
      mean[c] += out.values[i * out.d + c] / static_cast<double>(out.n);
    }
  }
  for (const double m : mean) grand += m / static_cast<double>(out.d);
  double squares = 0;
  for (const double value : out.values) squares += (value - grand) * (value - grand);
  const double deviation = std::sqrt(squares / (count - 1));
  for (std::int64_t i = 0; i < out.n; ++i) {
    for (std::int64_t c = 0; c < out.d; ++c) {
      double& value = out.values[i * out.d + c];
      value = (value - mean[c]) / deviation;
    }
  }
  return out;
}

}  // namespace gnac::detail
