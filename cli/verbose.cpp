#include "verbose.h"

#include <fmt/format.h>

#include <cmath>
#include <utility>

#include "automaton/kernels/kernels.h"
#include "gnac/error.h"
#include "json.h"
#include "option_flags.h"
#include "support/memory.h"

namespace gnac::cli {
namespace {

std::vector<TimedPart> stages(const Run& run) {
  if (run.other) return {{std::string(run.other->method->name), run.other->seconds}};
  const Timings& t = run.model.timings;
  std::vector<TimedPart> parts;
  for (const auto& [name, seconds] :
       {std::pair{"graph", t.graph}, std::pair{"train", t.train}, std::pair{"evolve", t.evolve},
        std::pair{"readout", t.readout}})
    if (seconds > 0) parts.push_back({name, seconds});
  return parts;
}

bool has_an_effect(const OptionInfo& info, bool published) {
  try {
    require_use(info, published);
    return true;
  } catch (const Error&) {
    return false;
  }
}

std::string option_line(std::string_view name, std::string_view value) {
  return fmt::format("{:<18} {}\n", name, value);
}

/// The ones that also apply to methods other than G-NAC.
std::vector<const OptionInfo*> of_any_method(const std::vector<const OptionInfo*>& settable) {
  std::vector<const OptionInfo*> chosen;
  for (const OptionInfo* info : settable) {
    if (info->group == "run" || info->group == "input") chosen.push_back(info);
  }
  return chosen;
}

std::string method_options_text(const MethodInfo& method, const MethodOptions& options) {
  std::string text;
  const auto values = method_options_json(method, options);
  for (const auto& [name, value] : values.items()) {
    text += option_line(fmt::format("{}.{}", method.name, name),
                        value.is_string() ? value.get<std::string>() : value.dump());
  }
  return text;
}

}  // namespace

void add_verbose_flag(CLI::App& app, int& level) {
  app.add_flag(
         "-v,--verbose", level,
         "print to standard error how long each stage and file took; -vv: also every option in "
         "force")
      ->group("Output");
}

std::string timings_text(const std::vector<TimedPart>& parts,
                         const std::vector<WrittenFile>& made) {
  std::string text;
  const auto add = [&](std::string_view name, double seconds, const std::string& note) {
    text += fmt::format("{:<18} {:>8.2f} s{}\n", name, seconds, note.empty() ? "" : "  " + note);
  };
  for (const TimedPart& part : parts) add(part.name, part.seconds, part.note);
  for (const WrittenFile& file : made)
    add(file.flag, file.seconds, size_text(static_cast<double>(file.bytes)));
  return text;
}

std::string options_text(const Options& options, const std::vector<const OptionInfo*>& settable,
                         bool published) {
  std::string text = option_line("threads", std::to_string(thread_count(options)));
  text += option_line("instructions", kernels().target);
  for (const OptionInfo* info : settable) {
    if (info->name == "threads" || !has_an_effect(*info, published)) continue;
    text += option_line(info->name, option_text(options, *info));
  }
  return text;
}

std::string verbose_text(const Run& run, const std::vector<WrittenFile>& made, int level) {
  std::string text;
  if (level > 1 && run.other) {
    text = options_text(run.options, of_any_method(run.settable), true) +
           method_options_text(*run.other->method, run.other->options);
  } else if (level > 1) {
    Options used = run.model.options;  // with what was left open
    used.threads = run.options.threads;
    text = options_text(used, run.settable, run.model.rule.shape.form == RuleForm::published);
  }
  std::vector<TimedPart> parts = stages(run);
  parts.insert(parts.begin(), {"read", run.read_seconds, fmt::format("{} x {}", run.n, run.d)});
  return text + timings_text(parts, made);
}

std::string verbose_text(const Comparison& comparison, const ComparisonParts& around,
                         const std::vector<WrittenFile>& made, int level) {
  std::string text;
  if (level > 1) {
    std::vector<const OptionInfo*> settable = run_options();
    settable.push_back(&option_info("scale"));
    settable.push_back(&option_info("metric"));
    text = options_text(comparison.options.gnac, settable, true);
    for (const Compared& row : comparison.rows)
      text += method_options_text(*row.method, comparison.options);
  }
  std::vector<TimedPart> parts{around.read};
  for (const Compared& row : comparison.rows) {
    const double peak = row.outcome.peak_mib;
    parts.push_back({std::string(row.method->name), row.outcome.seconds,
                     row.outcome.failed()  ? "failed"
                     : std::isfinite(peak) ? "at most " + size_text(peak * 1024 * 1024)
                                           : ""});
  }
  parts.push_back(around.scores);
  return text + timings_text(parts, made);
}

}  // namespace gnac::cli
