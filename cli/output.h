#pragma once

#include <CLI/App.hpp>
#include <string>
#include <utility>
#include <vector>

#include "run.h"

namespace gnac::cli {

/// What fit and deploy write. An empty path: not wanted.
struct OutputFlags {
  std::string labels;  ///< "" or "-": standard output
  std::string save;
  std::string trace;
  std::string states;
  std::string edges;
  bool one_based = false;
  bool quiet = false;
  bool summary = false;
};

/// `trains`: there is a new rule to save.
void add_output_flags(CLI::App& app, OutputFlags& flags, bool trains);

using FlagAndPath = std::pair<std::string, std::string>;

/// Refuse before the work what would fail after it: no such folder, no permission, one file named
/// twice, an input that would be overwritten, also one that the shell opened as standard input or
/// output. Before that, finish or remove what a killed run left in the folders of these files.
void check_outputs(const std::vector<FlagAndPath>& outputs, const std::vector<std::string>& inputs);

/// The flags of `flags` that name a file, with the file.
std::vector<FlagAndPath> named_outputs(const OutputFlags& flags);

/// Write bytes to standard output; throws Error when it does not take them. A reader that has seen
/// enough and closed its pipe is no failure.
void write_stdout(const std::string& bytes);

/// The same for text that people read, made printable().
void print_text(const std::string& text);

/// True once the reader of standard output has gone.
bool stdout_closed();

/// Write all files of a run, whole or not at all, then print its summary if it is wanted.
void finish_run(const Run& run, const OutputFlags& flags);

}  // namespace gnac::cli
