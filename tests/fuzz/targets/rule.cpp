#include "gnac/rule_file.h"
#include "io/safetensors.h"
#include "targets.h"

namespace gnac::detail::fuzz {
namespace {

/// The sum that the file's metadata must hold, so that more than the sum is looked at.
std::string with_checksum(TensorFile file) {
  const std::string none(16, '0');
  file.metadata["checksum"] = none;
  std::string bytes = safetensors_bytes(file);
  std::uint64_t sum = 0xcbf29ce484222325;
  for (const char c : bytes) sum = (sum ^ static_cast<unsigned char>(c)) * 0x100000001b3;
  std::string digits(16, '0');
  for (std::size_t digit = 16; digit-- > 0; sum >>= 4) digits[digit] = "0123456789abcdef"[sum & 15];
  const std::size_t at = bytes.find("\"checksum\":\"" + none);
  return at == std::string::npos ? bytes : bytes.replace(at + 12, 16, digits);
}

}  // namespace

void fuzz_rule(std::string_view bytes) {
  const Rule found = parse_rule(with_checksum(parse_safetensors(bytes, "input")), "input");
  const Rule again = parse_rule(rule_bytes(found), "again");
  require(again.values == found.values && again.shape == found.shape, "a rule does not read back");
}

}  // namespace gnac::detail::fuzz
