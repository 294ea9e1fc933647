#include "gnac/rule_file.h"
#include "io/safetensors.h"
#include "targets.h"

namespace gnac::detail::fuzz {

void fuzz_rule(std::string_view bytes) {
  // With the sum that it must hold, so that more than the sum is looked at.
  const Rule found = parse_rule(checked_bytes(parse_safetensors(bytes, "input")), "input");
  const Rule again = parse_rule(rule_bytes(found), "again");
  require(again.values == found.values && again.shape == found.shape, "a rule does not read back");
}

}  // namespace gnac::detail::fuzz
