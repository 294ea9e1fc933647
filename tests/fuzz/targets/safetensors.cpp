#include "io/safetensors.h"

#include "targets.h"

void gnac::detail::fuzz::fuzz_safetensors(std::string_view bytes) {
  const TensorFile file = parse_safetensors(bytes, "input");
  for (const auto& [name, tensor] : file.tensors) tensor.values();
  const TensorFile again = parse_safetensors(safetensors_bytes(file), "again");
  require(again.metadata == file.metadata && again.tensors.size() == file.tensors.size(),
          "tensors do not read back");
  for (const auto& [name, tensor] : file.tensors)
    require(again.tensors.at(name).bytes == tensor.bytes, "a tensor does not read back");
}
