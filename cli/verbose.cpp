#include "verbose.h"

#include <fmt/format.h>

#include <utility>

#include "automaton/kernels/kernels.h"
#include "gnac/error.h"
#include "support/memory.h"

namespace gnac::cli {
namespace {

std::string seconds_line(std::string_view what, double seconds, const std::string& note = "") {
  return fmt::format("{:<18} {:>8.2f} s{}\n", what, seconds, note.empty() ? "" : "  " + note);
}

std::string stages_text(const Run& run) {
  if (run.other) return seconds_line(run.other->method->name, run.other->seconds);
  const Timings& t = run.model.timings;
  std::string text;
  for (const auto& [name, seconds] :
       {std::pair{"graph", t.graph}, std::pair{"train", t.train}, std::pair{"evolve", t.evolve},
        std::pair{"readout", t.readout}})
    if (seconds > 0) text += seconds_line(name, seconds);
  return text;
}

/// Does the option affect this run?
bool in_force(const OptionInfo& info, const Run& run) {
  if (run.other) return info.group == "run" || info.group == "input";
  try {
    require_use(info, run.model.rule.shape.form == RuleForm::published);
    return true;
  } catch (const Error&) {
    return false;
  }
}

std::string options_text(const Run& run) {
  const Options& used =
      run.other ? run.options : run.model.options;  // with values for what was left open
  std::string text = fmt::format("{:<18} {}\n{:<18} {}\n", "threads", thread_count(run.options),
                                 "instructions", kernels().target);
  for (const OptionInfo* info : run.settable) {
    if (info->name == "threads" || !in_force(*info, run)) continue;
    text += fmt::format("{:<18} {}\n", info->name, option_text(used, *info));
  }
  return text;
}

}  // namespace

std::string verbose_text(const Run& run, const std::vector<WrittenFile>& made, int level) {
  std::string text = level > 1 ? options_text(run) : "";
  text += seconds_line("read", run.read_seconds, fmt::format("{} x {}", run.n, run.d));
  text += stages_text(run);
  for (const WrittenFile& file : made)
    text += seconds_line(file.flag, file.seconds, size_text(static_cast<double>(file.bytes)));
  return text;
}

}  // namespace gnac::cli
