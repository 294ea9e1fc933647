#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "io/gzip.h"
#include "io/labels.h"
#include "samples/generators.h"

namespace gnac::detail {

/// A folder of its own for one test, removed with it.
class TestFolder {
 public:
  TestFolder() {
    const auto* test = testing::UnitTest::GetInstance()->current_test_info();
    path_ = std::filesystem::temp_directory_path() /
            ("gnac-" + std::to_string(::getpid()) + "-" + test->name());
    std::filesystem::create_directories(path_);
  }
  ~TestFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  TestFolder(const TestFolder&) = delete;
  TestFolder& operator=(const TestFolder&) = delete;

  std::string operator/(const std::string& name) const { return (path_ / name).string(); }

 private:
  std::filesystem::path path_;
};

inline void write_file(const std::string& path, const std::string& bytes) {
  std::ofstream(path, std::ios::binary) << bytes;
}

inline std::string read_file(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

/// One data set in the layout of the ClustBench suite: three blobs, two reference partitions (one
/// of three clusters, one of two), the first point noise.
inline void write_tiny_data(const std::string& folder, const std::string& name, std::int64_t n,
                            std::uint64_t seed) {
  SampleOptions options;
  options.n = n;
  options.d = 2;
  options.clusters = 3;
  options.seed = seed;
  const Sample sample = generate("blobs", options);
  std::string text;
  for (std::int64_t i = 0; i < n; ++i) {
    const auto row = sample.points.row(i);
    text += std::to_string(row[0]) + " " + std::to_string(row[1]) + "\n";
  }
  std::vector<std::int32_t> three = sample.labels;
  for (auto& label : three) ++label;
  std::vector<std::int32_t> two = three;
  for (auto& label : two) label = std::min(label, 2);
  three[0] = 0;
  std::filesystem::create_directories(folder + "/tiny");
  const std::string base = folder + "/tiny/" + name;
  write_file(base + ".data.gz", gzipped(text));
  write_file(base + ".labels0.gz", gzipped(labels_text(three)));
  write_file(base + ".labels1.gz", gzipped(labels_text(two)));
}

}  // namespace gnac::detail
