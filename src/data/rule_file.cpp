#include "gnac/rule_file.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <charconv>
#include <cmath>
#include <cstring>
#include <limits>

#include "data/bytes.h"
#include "data/safetensors.h"
#include "data/text.h"
#include "gnac/error.h"
#include "support/files.h"

namespace gnac {
namespace {

constexpr std::string_view kFormat = "gnac-rule";
constexpr std::string_view kVersion = "1";
constexpr std::string_view kNoChecksum = "0000000000000000";

/// The options that a rule file carries under their names in option_table().
constexpr std::array<std::string_view, 9> kOptions{"hidden",     "domain",     "seed_dim",
                                                   "width",      "activation", "update_scale",
                                                   "seed_scale", "neighbors",  "seed"};

using Metadata = std::map<std::string, std::string>;

/// 64-bit FNV-1a: each step is a bijection of the state, so one altered byte always changes the
/// sum.
std::string checksum(std::string_view bytes) {
  std::uint64_t sum = 0xcbf29ce484222325;
  for (const char c : bytes) sum = (sum ^ static_cast<unsigned char>(c)) * 0x100000001b3;
  std::string text(kNoChecksum);
  for (std::size_t digit = text.size(); digit-- > 0; sum >>= 4) {
    text[digit] = "0123456789abcdef"[sum & 15];
  }
  return text;
}

/// Where the checksum's digits are in the bytes of a file whose metadata holds this checksum.
std::size_t checksum_place(std::string_view bytes, const std::string& value) {
  constexpr std::string_view kKey = "\"checksum\":\"";
  const std::size_t at = bytes.find(std::string(kKey) + value + '"');
  return at == std::string_view::npos ? at : at + kKey.size();
}

std::string numbers_text(const std::vector<double>& values) {
  std::string text;
  std::array<char, 32> buffer{};
  for (const double value : values) {
    if (!text.empty()) text += ' ';
    text.append(buffer.data(),
                std::to_chars(buffer.data(), buffer.data() + buffer.size(), value).ptr);
  }
  return text;
}

Options options_of(const Rule& rule) {
  Options options;
  options.hidden = rule.shape.hidden;
  options.domain = rule.shape.domain;
  options.seed_dim = rule.shape.seed_dim;
  options.width = rule.shape.width;
  options.activation = rule.shape.activation;
  options.update_scale = rule.update_scale;
  options.seed_scale = rule.seed_scale;
  options.neighbors = rule.neighbors;
  options.seed = rule.seed;
  return options;
}

Rule rule_of(const Options& options, int features) {
  Rule rule;
  rule.shape = {.features = features,
                .hidden = options.hidden,
                .domain = options.domain,
                .seed_dim = options.seed_dim,
                .width = options.width,
                .activation = options.activation};
  rule.update_scale = options.update_scale;
  rule.seed_scale = options.seed_scale;
  rule.neighbors = options.neighbors;
  rule.seed = options.seed;
  return rule;
}

const std::string& field(const Metadata& metadata, std::string_view key, const std::string& name) {
  const auto found = metadata.find(std::string(key));
  if (found == metadata.end()) {
    throw Error(name + " is not a rule file: its metadata has no '" + std::string(key) + "'");
  }
  return found->second;
}

int parse_features(const std::string& text, const std::string& name) {
  constexpr std::int64_t kMost = 1 << 24;
  const auto features = parse_whole(text);
  if (!features || *features < 1 || *features > kMost) {
    throw Error(name + " is not a sound rule file: it has " + cite(text) + " features");
  }
  return static_cast<int>(*features);
}

/// Space-separated numbers: none, or one per feature.
std::vector<double> parse_numbers(std::string_view text, int features, const std::string& name) {
  std::vector<double> numbers;
  while (!text.empty()) {
    const std::size_t space = text.find(' ');
    double value = 0;
    if (!parse_number(text.substr(0, space), value) || !std::isfinite(value)) {
      throw Error(name + " is not a sound rule file: its scaling is not a list of numbers");
    }
    numbers.push_back(value);
    text.remove_prefix(space == std::string_view::npos ? text.size() : space + 1);
  }
  if (!numbers.empty() && numbers.size() != static_cast<std::size_t>(features)) {
    throw Error(name + " is not a sound rule file: its scaling is for " +
                std::to_string(numbers.size()) + " columns, and the rule for " +
                std::to_string(features));
  }
  return numbers;
}

std::vector<std::int64_t> shape_of(const Tensor& tensor) {
  if (tensor.cols == 0) return {tensor.rows};
  return {tensor.rows, tensor.cols};
}

/// Tensors in file → the arena. Checks each before space for it is made.
std::vector<float> parse_values(const TensorFile& file, const RuleShape& shape,
                                const std::string& name) {
  const auto table = rule_table(shape);
  if (file.tensors.size() != table.size()) {
    throw Error(name + " is not a rule file: it has " + std::to_string(file.tensors.size()) +
                " tensors, and a rule has " + std::to_string(table.size()));
  }
  std::vector<float> values;
  for (const Tensor& tensor : table) {
    const auto found = file.tensors.find(tensor.name);
    if (found == file.tensors.end()) {
      throw Error(name + " is not a rule file: it has no tensor '" + tensor.name + "'");
    }
    if (found->second.type != TensorType::f32 || found->second.shape != shape_of(tensor)) {
      throw Error(name + " is not a sound rule file: tensor '" + tensor.name +
                  "' does not have the type or shape that its metadata calls for");
    }
    const std::size_t at = values.size();
    values.resize(at + tensor.size());
    std::memcpy(values.data() + at, found->second.bytes.data(), tensor.size() * sizeof(float));
    for (std::size_t i = at; i < values.size(); ++i) {
      if (std::isfinite(values[i])) continue;
      throw Error(name + " is of no use: tensor '" + tensor.name +
                  "' holds a value that is not finite");
    }
  }
  return values;
}

void check_whole(std::string_view bytes, const Metadata& metadata, const std::string& name) {
  const std::string& stored = field(metadata, "checksum", name);
  const std::size_t place = checksum_place(bytes, stored);
  std::string blanked(bytes);
  if (stored.size() == kNoChecksum.size() && place != std::string::npos) {
    blanked.replace(place, stored.size(), kNoChecksum);
    if (checksum(blanked) == stored) return;
  }
  throw Error(name + " was altered after gnac wrote it: its checksum does not match");
}

}  // namespace

std::string rule_bytes(const Rule& rule) {
  TensorFile file;
  for (const Tensor& tensor : rule_table(rule.shape)) {
    assert(tensor.offset + tensor.size() <= rule.values.size());
    const std::span values(rule.values.data() + tensor.offset, tensor.size());
    for (const float value : values) {
      if (!std::isfinite(value)) {
        throw Error("the rule cannot be saved: its tensor '" + tensor.name +
                    "' holds a value that is not finite");
      }
    }
    file.tensors[tensor.name] = make_tensor(values, shape_of(tensor));
  }
  Metadata& metadata = file.metadata;
  metadata.emplace("format", kFormat);
  metadata.emplace("version", kVersion);
  metadata["features"] = std::to_string(rule.shape.features);
  const Options options = options_of(rule);
  for (const std::string_view option : kOptions) {
    metadata[std::string(option)] = option_text(options, option_info(option));
  }
  metadata["scaling_centre"] = numbers_text(rule.scaling.centre);
  metadata["scaling_divisor"] = numbers_text(rule.scaling.divisor);
  metadata.emplace("checksum", kNoChecksum);
  std::string bytes = safetensors_bytes(file);
  return bytes.replace(checksum_place(bytes, std::string(kNoChecksum)), kNoChecksum.size(),
                       checksum(bytes));
}

Rule parse_rule(std::string_view bytes, const std::string& name) {
  const TensorFile file = parse_safetensors(bytes, name);
  const Metadata& metadata = file.metadata;
  if (field(metadata, "format", name) != kFormat) {
    throw Error(name + " is not a rule file: its format is " + cite(metadata.at("format")));
  }
  if (field(metadata, "version", name) != kVersion) {
    throw Error(name + " is a rule file of version " + cite(metadata.at("version")) +
                ", and this program reads version " + std::string(kVersion));
  }
  check_whole(bytes, metadata, name);
  Options options;
  try {
    for (const std::string_view option : kOptions) {
      set_option(options, option, field(metadata, option, name));
    }
  } catch (const Error& error) {
    throw Error(name + " is not a sound rule file: " + error.what());
  }
  Rule rule = rule_of(options, parse_features(field(metadata, "features", name), name));
  const int features = rule.shape.features;
  rule.scaling.centre = parse_numbers(field(metadata, "scaling_centre", name), features, name);
  rule.scaling.divisor = parse_numbers(field(metadata, "scaling_divisor", name), features, name);
  const auto& divisor = rule.scaling.divisor;
  if (rule.scaling.centre.size() != divisor.size() ||
      std::find(divisor.begin(), divisor.end(), 0.0) != divisor.end()) {
    throw Error(name + " is not a sound rule file: its scaling does not have a divisor per column");
  }
  rule.values = parse_values(file, rule.shape, name);
  return rule;
}

void write_rule(const Rule& rule, const std::string& path) {
  write_files({{path, rule_bytes(rule)}});
}

Rule read_rule(const std::string& path) {
  return parse_file(path, parse_rule);
}

}  // namespace gnac
