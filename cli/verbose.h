#pragma once

#include <CLI/App.hpp>
#include <cstddef>
#include <string>
#include <vector>

#include "comparison.h"
#include "run.h"

// The text of -v and -vv on standard error: times, then also options.
namespace gnac::cli {

/// Declares -v,--verbose; `level` is how often it is given.
void add_verbose_flag(CLI::App& app, int& level);

/// A file that a command made besides its main output.
struct WrittenFile {
  std::string flag;
  std::size_t bytes = 0;
  double seconds = 0;  ///< time spent on it
};

/// One part of the work. -v prints a list of them.
struct TimedPart {
  std::string name;
  double seconds = 0;
  std::string note = {};  ///< e.g. "100000 x 16"
};
std::string timings_text(const std::vector<TimedPart>& parts,
                         const std::vector<WrittenFile>& made = {});

/// Threads and instruction set, then those of the `settable` options that have an effect;
/// `published` says whether the rule has the published form.
std::string options_text(const Options& options, const std::vector<const OptionInfo*>& settable,
                         bool published);

/// The text of -v about a fit: how long each stage and each file took. From level 2 on also every
/// option in force.
std::string verbose_text(const Run& run, const std::vector<WrittenFile>& made, int level);

/// The same about a comparison, in which each method is a stage. `around` has the parts before and
/// after the methods.
struct ComparisonParts {
  TimedPart read;
  TimedPart scores;
};
std::string verbose_text(const Comparison& comparison, const ComparisonParts& around,
                         const std::vector<WrittenFile>& made, int level);

}  // namespace gnac::cli
