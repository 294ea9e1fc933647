#include "progress.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cmath>
#include <utility>

#include "console.h"
#include "signals.h"
#include "support/team.h"

namespace gnac::cli {

using namespace detail;
namespace {

constexpr auto kRedraw = std::chrono::milliseconds(100);
constexpr auto kPlainPause = std::chrono::seconds(1);
constexpr const char* kClear = "\r\x1b[K";  // to the first column, and clear to the end of the line

}  // namespace

std::string duration_text(double seconds) {
  if (seconds < 9.95) return fmt::format("{:.1f} s", seconds);
  const auto whole = std::lround(seconds);
  if (whole < 60) return fmt::format("{} s", whole);
  if (whole < 3600) return fmt::format("{} min {:02} s", whole / 60, whole % 60);
  return fmt::format("{} h {:02} min", whole / 3600, whole % 3600 / 60);
}

std::string progress_text(std::string_view name, const Progress& progress, double stage_seconds) {
  if (progress.fraction == 0 && progress.epoch == 0) {
    if (stage_seconds < 1) return std::string(name);
    // Not every method knows how far it is.
    return fmt::format("{:<7}  {} so far", name, duration_text(stage_seconds));
  }
  std::string text = fmt::format("{:<7}", name);
  if (progress.epochs > 0 && progress.epoch > 0) {
    text +=
        fmt::format("  epoch {}/{}  loss {:.4f}", progress.epoch, progress.epochs, progress.loss);
  } else {
    text += fmt::format("  {:.0f} %", 100 * progress.fraction);
  }
  if (progress.fraction > 0 && progress.fraction < 1) {
    const double left = stage_seconds * (1 - progress.fraction) / progress.fraction;
    text += "  " + duration_text(left) + " left";
  }
  return text;
}

ProgressLine::ProgressLine(bool quiet, std::string method, bool stages)
    : method_(std::move(method)),
      stages_(stages),
      quiet_(quiet),
      terminal_(isatty(STDERR_FILENO) != 0) {}

ProgressLine::~ProgressLine() {
  if (on_line_) print_error(kClear);
}

std::string ProgressLine::name_of(const Progress& progress) const {
  if (!stages_) return method_;
  return method_ + (method_.empty() ? "" : " ") + stage_name(progress.stage);
}

double ProgressLine::stage_seconds() const {
  return std::chrono::duration<double>(Clock::now() - stage_start_).count();
}

void ProgressLine::show(const Progress& progress) {
  if (quiet_) return;
  if (!started_ || (stages_ && progress.stage != stage_)) {
    started_ = true;
    stage_ = progress.stage;
    stage_start_ = Clock::now();
    last_shown_ = {};
    tenth_ = -1;
  }
  if (terminal_) {
    show_on_terminal(progress);
  } else {
    show_plain(progress);
  }
}

void ProgressLine::show_on_terminal(const Progress& progress) {
  const auto now = Clock::now();
  if (now - last_shown_ < kRedraw) return;
  last_shown_ = now;
  on_line_ = true;
  print_error(kClear + progress_text(name_of(progress), progress, stage_seconds()));
}

void ProgressLine::show_plain(const Progress& progress) {
  const auto now = Clock::now();
  const int tenth = static_cast<int>(10 * progress.fraction + 1e-9);
  if (tenth <= tenth_ || now - last_shown_ < kPlainPause) return;
  tenth_ = tenth;
  last_shown_ = now;
  print_error(progress_text(name_of(progress), progress, stage_seconds()) + "\n");
}

void add_quiet_flag(CLI::App& app, bool& quiet) {
  app.add_flag("-q,--quiet", quiet, "show neither progress nor notes")->group("Output");
}

void note_threads(int asked, bool quiet) {
  const int used = usable_threads(asked);
  if (quiet || asked <= used) return;
  print_error(
      fmt::format("gnac: using {} instead of {} threads, one per processor\n", used, asked));
}

Observer make_observer(ProgressLine& line) {
  return [&line](const Progress& progress) {
    line.show(progress);
    return !interrupted();
  };
}

}  // namespace gnac::cli
