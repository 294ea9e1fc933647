// Where a pre-training stands.
#include "pretrain/checkpoint.h"

#include "io/safetensors.h"
#include "targets.h"

/// The options are put in, so that more than the first that differs is looked at.
void gnac::detail::fuzz::fuzz_checkpoint(std::string_view bytes) {
  const PretrainOptions options;
  TensorFile file = parse_safetensors(bytes, "input");
  file.metadata.emplace("format", "gnac-pretrain");
  for (const auto& [name, value] : option_list(options)) file.metadata.emplace(name, value);
  const PretrainState state = parse_checkpoint(safetensors_bytes(file), "input", options);
  const std::string again = checkpoint_bytes(state, options);
  require(checkpoint_bytes(parse_checkpoint(again, "again", options), options) == again,
          "a checkpoint does not read back");
}
