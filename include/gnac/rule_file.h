#pragma once

#include <string>
#include <string_view>

#include "gnac/rule.h"

namespace gnac {

/// The bytes of a safetensors file, which PyTorch can open. Tensors have the names of rule_table();
/// the metadata has every option needed to use the rule and a checksum of the whole file. Throws
/// Error when a value is not finite or, as in a model without a rule, there are none.
std::string rule_bytes(const Rule& rule);

/// Read a rule. Every length in the header is checked. Throws Error saying what is wrong with a
/// truncated, altered or foreign file.
Rule read_rule(const std::string& path);

/// The same from bytes; `name` is for messages.
Rule parse_rule(std::string_view bytes, const std::string& name);

/// Write a rule file, whole or not at all.
///
///     gnac::write_rule(model.rule, "rule.safetensors");
///     gnac::Rule rule = gnac::read_rule("rule.safetensors");
///     gnac::fit({.points = more_points, .rule = &rule}, 2);
void write_rule(const Rule& rule, const std::string& path);

}  // namespace gnac
