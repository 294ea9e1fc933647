#pragma once

#include <CLI/App.hpp>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "run.h"

namespace gnac::cli {

/// The outputs of fit and deploy.
struct OutputFlags {
  std::string labels;                        ///< "" or "-": standard output
  std::map<std::string, std::string> paths;  ///< of the other outputs, by flag
  bool one_based = false;
  bool quiet = false;
  int verbose = 0;
  bool summary = false;
  bool outliers = false;  ///< label them -1
  bool plot = false;      ///< draw the clusters in the terminal
};

/// One row of the table of outputs other than the labels.
struct OutputInfo {
  const char* flag;
  const char* help;
  bool after_training = false;  ///< only written by fit
  bool any_method = false;      ///< false: only for G-NAC
  bool needs_rule = false;      ///< only if a rule was run
  std::string_view endings{};   ///< that its name may have (file_form.h); "": --append looks itself
  std::string (*bytes)(const Run& run, const std::string& path);
};

/// Every output other than the labels.
const std::vector<OutputInfo>& output_table();

/// `trains`: there is a new rule to save.
void add_output_flags(CLI::App& app, OutputFlags& flags, bool trains);

/// Does any requested output need the rule to run?
bool wants_rule(const OutputFlags& flags);

/// Is more wanted than labels, rule and figures: something that holds or shows points, cells or
/// edges?
bool wants_arrays(const OutputFlags& flags);

using FlagAndPath = std::pair<std::string, std::string>;

/// Refuse before the work what would fail after it: a missing folder, no permission, one file named
/// twice, an input that would be overwritten (also one that the shell opened as standard input or
/// output). Before that, complete or remove what a killed run left in the folders of these files.
void check_outputs(const std::vector<FlagAndPath>& outputs, const std::vector<std::string>& inputs);

/// Throws Error if --append is given and one of `data` is not a text file that can be read again.
void check_append(const OutputFlags& flags, const std::vector<std::string>& data);
void check_append(const std::string& path, const std::vector<std::string>& data);

/// The flags of `flags` that name a file, with the file; throws Error for a name that promises a
/// format in which that output, or labels with `ids`, is not written.
std::vector<FlagAndPath> named_outputs(const OutputFlags& flags, bool ids);

/// Write bytes to standard output; throws Error on failure. A reader that closes its pipe early is
/// not a failure.
void write_stdout(const std::string& bytes);

/// The same for text that people read, made printable().
void print_text(const std::string& text);

/// True once the reader of standard output has gone.
bool stdout_closed();

/// Write all files of a run, whole or not at all, then print its summary if requested.
void finish_run(const Run& run, const OutputFlags& flags);

}  // namespace gnac::cli
