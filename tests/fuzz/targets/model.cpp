#include "gnac/model.h"

#include "targets.h"

/// What is read as a model writes the same bytes again.
void gnac::detail::fuzz::fuzz_model(std::string_view bytes) {
  const Model read = parse_model(bytes, "fuzz");
  const std::string again = model_bytes(read);
  require(model_bytes(parse_model(again, "fuzz")) == again, "a model does not read back");
}
