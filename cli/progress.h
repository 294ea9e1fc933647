#pragma once

#include <CLI/App.hpp>
#include <chrono>
#include <string>
#include <string_view>

#include "gnac/progress.h"

namespace gnac::cli {

/// Shows on standard error where the work is: one line that changes in place on a terminal;
/// elsewhere plain lines, one per stage and one per tenth of a stage that takes long.
class ProgressLine {
 public:
  /// `method`: shown before the stage, or in its place where the method has no stages.
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
  bool on_line_ = false;  ///< the terminal's line holds our text
  Stage stage_ = Stage::graph;
  int tenth_ = 0;  ///< of the stage, last shown
  Clock::time_point stage_start_;
  Clock::time_point last_shown_;
};

/// For the library: shows the progress, and answers false once Ctrl-C came. `line` must outlive it.
Observer make_observer(ProgressLine& line);

/// Declares -q,--quiet.
void add_quiet_flag(CLI::App& app, bool& quiet);

/// Say on standard error when fewer threads are used than were asked for.
void note_threads(int asked, bool quiet);

/// "0.4 s", "12 s", "3 min 05 s", "2 h 10 min".
std::string duration_text(double seconds);

/// E.g. "train  epoch 37/100  loss 1.2345  12 s left" where `name` is "train".
std::string progress_text(std::string_view name, const Progress& progress, double stage_seconds);

}  // namespace gnac::cli
