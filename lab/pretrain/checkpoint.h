#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "automaton/adamw.h"
#include "pretrain/pretrain.h"

namespace gnac::detail {

/// The state of a pre-training: everything that its continuation depends on.
struct PretrainState {
  Rule rule;  ///< with the values of the last iteration
  AdamW optimiser{0};
  int iteration = 0;    ///< iterations done
  double loss_sum = 0;  ///< of the iterations since the last record
  std::vector<PretrainRecord> records;
  double seconds = 0;
  PretrainWork work;
};

std::string checkpoint_bytes(const PretrainState& state, const PretrainOptions& options);

/// The state in a checkpoint's bytes; `name` is for messages. Throws Error if they belong to a run
/// with other options, naming the first that differs, or if they are damaged.
PretrainState parse_checkpoint(std::string_view bytes, const std::string& name,
                               const PretrainOptions& options);

/// The same from a file; nothing if there is no such file.
std::optional<PretrainState> read_checkpoint(const std::string& path,
                                             const PretrainOptions& options);

}  // namespace gnac::detail
