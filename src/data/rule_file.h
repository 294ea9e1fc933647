#pragma once

#include <string>

#include "gnac/rule.h"

namespace gnac {

/// The bytes of a safetensors file that PyTorch opens by the names of rule_table(), with every option
/// needed to use the rule and a checksum of the tensors in its metadata.
std::string rule_bytes(const Rule& rule);

/// Read a rule. Every length in the header is checked; a truncated, altered or foreign file throws
/// Error saying what is wrong with it.
Rule read_rule(const std::string& path);

}  // namespace gnac
