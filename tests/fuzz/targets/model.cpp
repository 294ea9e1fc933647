#include "gnac/model.h"

#include "io/safetensors.h"
#include "targets.h"

/// What is read as a model writes the same bytes again.
void gnac::detail::fuzz::fuzz_model(std::string_view bytes) {
  // With the sum that it must hold, so that more than the sum is looked at.
  const Model read = parse_model(checked_bytes(parse_safetensors(bytes, "fuzz")), "fuzz");
  const std::string again = model_bytes(read);
  require(model_bytes(parse_model(again, "fuzz")) == again, "a model does not read back");
}
