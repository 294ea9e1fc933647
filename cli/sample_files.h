#pragma once

#include <CLI/App.hpp>
#include <functional>
#include <string>

#include "samples/generators.h"

namespace gnac::cli {

/// Where a generated sample goes.
struct SampleFiles {
  std::string points;  ///< "" or "-": standard output
  std::string labels;  ///< "": nowhere
};

/// Declares -o,--output and --labels.
void add_sample_files(CLI::App& app, SampleFiles& files);

/// Checks the names, makes the sample and writes both files or none.
void write_sample(const SampleFiles& files, const std::function<detail::Sample()>& make);

}  // namespace gnac::cli
