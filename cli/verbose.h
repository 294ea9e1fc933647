#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "run.h"

namespace gnac::cli {

/// A file that a run wrote besides the labels.
struct WrittenFile {
  std::string flag;
  std::size_t bytes = 0;
  double seconds = 0;  ///< time spent on it
};

/// What -v prints: how long each stage and each file took. From level 2 on also every option in
/// force, with the number of threads and the instruction set.
std::string verbose_text(const Run& run, const std::vector<WrittenFile>& made, int level);

}  // namespace gnac::cli
