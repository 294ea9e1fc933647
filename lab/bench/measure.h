#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace gnac::bench {

/// The request for a report.
struct ReportOptions {
  std::string commit;     ///< for the heading
  std::string fit_once;   ///< path of the program gnac_fit_once
  int threads = 0;        ///< 0: every core
  std::int64_t n = 5000;  ///< of the epoch section
  std::vector<std::int64_t> sizes{1000, 2000, 5000, 10000, 20000, 50000, 100000};
  int epochs = 100;                      ///< fewer: training times are estimates
  int repeats = 3;                       ///< of fits of at most kRepeatedSize points
  std::int64_t neighbour_size = 100000;  ///< of the neighbours section
  std::int64_t million = 1000000;        ///< points of the million section
  std::vector<std::string> settings;     ///< NAME=VALUE, for the fits
};

inline constexpr std::int64_t kRepeatedSize = 10000;

/// Three significant digits, without an exponent.
std::string short_number(double value);

// The sections. Each prints markdown to standard output.
void report_machine(const ReportOptions& options);
void report_kernels(const ReportOptions& options);
void report_epoch(const ReportOptions& options);
void report_neighbours(const ReportOptions& options);
void report_scaling(const ReportOptions& options);
void report_million(const ReportOptions& options);

}  // namespace gnac::bench
