#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "gnac/graph.h"
#include "gnac/options.h"
#include "gnac/result.h"
#include "input.h"

namespace gnac::cli {

/// Everything that one run of fit or deploy knows at its end, for its files and its summary.
struct Run {
  std::string command;   ///< "fit" or "deploy"
  std::string data;      ///< name of the points' file
  std::int64_t n = 0;
  std::int64_t d = 0;
  std::string scale;                       ///< how the points were scaled
  std::vector<std::string> ids;            ///< one per point, or none
  Options options;                         ///< as used
  std::vector<const OptionInfo*> settable; ///< those that the command has
  Graph graph;
  Rule rule;  ///< the one that evolved, with its scaling
  Result result;
  std::optional<double> ari;  ///< against the known answer, where there is one
};

/// Threads that `options` mean on this machine.
int thread_count(const Options& options);

}  // namespace gnac::cli
