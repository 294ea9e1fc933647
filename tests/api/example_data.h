#pragma once

#include <gtest/gtest.h>
#include <unistd.h>
#include <cmath>

#include <filesystem>
#include <string>
#include <vector>

#include "gnac/model.h"

/// Two lines of points, far apart.
inline gnac::Points two_lines(int n) {
  gnac::Points points{{}, n, 2};
  for (int i = 0; i < n; ++i) {
    points.values.push_back(0.1 * (i / 2) + 0.15 * std::sin(5.0 * i * i));
    points.values.push_back(i % 2 == 0 ? 0.0 : 3.0);
  }
  return points;
}

/// The names that examples in the public headers use without declaring them, in a folder of their
/// own.
class HeaderExamples : public ::testing::Test {
 protected:
  void SetUp() override {
    std::filesystem::create_directory(folder_);
    std::filesystem::current_path(folder_);
  }
  void TearDown() override {
    std::filesystem::current_path(before_);
    std::filesystem::remove_all(folder_);
  }

  const gnac::Points points = two_lines(60);
  const gnac::Points more_points = two_lines(80);
  const gnac::Model model = gnac::fit(points, 2);
  const std::vector<std::int32_t> labels = model.labels();
  const std::vector<std::int32_t> reference = model.labels();
  const std::int64_t i = 0;

 private:
  const std::filesystem::path before_ = std::filesystem::current_path();
  const std::filesystem::path folder_ =
      std::filesystem::temp_directory_path() / ("gnac-examples-" + std::to_string(::getpid()));
};
