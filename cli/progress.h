#pragma once

#include <CLI/App.hpp>
#include <chrono>
#include <string>
#include <string_view>

#include "gnac/progress.h"

namespace gnac::cli {

/// Shows progress on standard error: one line that changes in place on a terminal;
/// elsewhere plain lines, one per stage and one per tenth of a stage that takes long.
class ProgressLine {
 public:
  /// `method`: shown before the stage, or instead of it if the method has no stages.
  explicit ProgressLine(bool quiet, std::string method = "", bool stages = true);
  ~ProgressLine();
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;

  void show(const Progress& progress);

 private:
  using Clock = std::chrono::steady_clock;
  void show_on_terminal(const Progress& progress);
  void show_plain(const Progress& progress);
  double stage_seconds() const;

  std::string name_of(const Progress& progress) const;

  std::string method_;
  bool stages_;
  bool quiet_;
  bool terminal_;
  bool started_ = false;
  bool on_line_ = false;  ///< our text is on the terminal's line
  Stage stage_ = Stage::graph;
  int tenth_ = 0;  ///< of the stage, last shown
  Clock::time_point stage_start_;
  Clock::time_point last_shown_;
};

/// For the library: shows the progress, and returns false after Ctrl-C. `line` must outlive it.
Observer make_observer(ProgressLine& line);

/// Declares -q,--quiet.
void add_quiet_flag(CLI::App& app, bool& quiet);

/// Print a note to standard error if fewer threads are used than requested.
void note_threads(int asked, bool quiet);

/// "0.4 s", "12 s", "3 min 05 s", "2 h 10 min".
std::string duration_text(double seconds);

/// E.g. "train  epoch 37/100  loss 1.2345  12 s left" where `name` is "train".
std::string progress_text(std::string_view name, const Progress& progress, double stage_seconds);

}  // namespace gnac::cli
