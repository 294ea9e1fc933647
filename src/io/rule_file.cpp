#include "gnac/rule_file.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <functional>
#include <optional>
#include <utility>

#include "gnac/error.h"
#include "io/bytes.h"
#include "io/safetensors.h"
#include "io/text.h"
#include "options/option_text.h"
#include "support/files.h"

namespace gnac {

using namespace detail;
namespace {

constexpr std::string_view kFormat = "gnac-rule";
/// A program that knows only the published form reads version 1 and refuses 2.
constexpr std::string_view version_of(RuleForm form) {
  return form == RuleForm::published ? "1" : "2";
}

using Metadata = std::map<std::string, std::string>;

std::string numbers_text(const std::vector<double>& values) {
  std::string text;
  for (const double value : values) text += (text.empty() ? "" : " ") + number_text(value);
  return text;
}

/// Space-separated finite numbers; nothing if the text is not that.
std::optional<std::vector<double>> parse_numbers(std::string_view text) {
  std::vector<double> numbers;
  while (!text.empty()) {
    const std::size_t space = text.find(' ');
    double value = 0;
    if (!parse_number(text.substr(0, space), value) || !std::isfinite(value)) return std::nullopt;
    numbers.push_back(value);
    text.remove_prefix(space == std::string_view::npos ? text.size() : space + 1);
  }
  return numbers;
}

/// A field of the metadata: its name, which forms have it, and its text from and to a rule. `parse`
/// returns whether the text was valid.
struct Field {
  enum Forms { both, published, universal };
  std::string_view name;
  Forms forms;
  std::function<std::string(const Rule&)> text;
  std::function<bool(Rule&, const std::string&)> parse;

  bool in(RuleForm form) const {
    return forms == both || (forms == published) == (form == RuleForm::published);
  }
};

template <class Get>
Field whole(std::string_view name, Field::Forms forms, std::int64_t low, std::int64_t high,
            Get get) {
  return {name, forms, [=](const Rule& r) { return std::to_string(get(const_cast<Rule&>(r))); },
          [=](Rule& r, const std::string& text) {
            const auto value = parse_whole(text);
            if (!value || *value < low || *value > high) return false;
            get(r) = static_cast<int>(*value);
            return true;
          }};
}

template <class Get>
Field flag(std::string_view name, Get get) {
  return {name, Field::universal,
          [=](const Rule& r) { return std::string(get(const_cast<Rule&>(r)) ? "yes" : "no"); },
          [=](Rule& r, const std::string& text) {
            get(r) = text == "yes";
            return text == "yes" || text == "no";
          }};
}

/// A field that is also an option of the method: texts and ranges come from option_table().
template <class Value, class Get>
Field option(std::string_view name, Field::Forms forms, Value Options::*member, Get get) {
  return {name, forms,
          [=](const Rule& r) {
            Options o;
            o.*member = get(const_cast<Rule&>(r));
            return option_text(o, option_info(name));
          },
          [=](Rule& r, const std::string& text) {
            Options o;
            set_option(o, name, text);
            get(r) = o.*member;
            return true;
          }};
}

Field numbers(std::string_view name, std::vector<double> InputScaling::*member) {
  return {name, Field::published, [=](const Rule& r) { return numbers_text(r.scaling.*member); },
          [=](Rule& r, const std::string& text) {
            auto values = parse_numbers(text);
            const bool fine =
                values && (values->empty() || std::ssize(*values) == r.shape.features);
            if (fine) r.scaling.*member = std::move(*values);
            return fine;
          }};
}

/// The table of metadata (docs/formats.md lists it), in the order of reading: a field comes after
/// those that its check needs.
const std::vector<Field>& fields() {
  constexpr std::int64_t kMost = 1 << 24;
  static const std::vector<Field> kFields{
      whole("features", Field::both, 1, kMost, [](Rule& r) -> int& { return r.shape.features; }),
      whole("edge_features", Field::universal, 1, kMost,
            [](Rule& r) -> int& { return r.shape.edge_features; }),
      option("hidden", Field::both, &Options::hidden,
             [](Rule& r) -> int& { return r.shape.hidden; }),
      option("domain", Field::published, &Options::domain,
             [](Rule& r) -> int& { return r.shape.domain; }),
      option("seed_dim", Field::published, &Options::seed_dim,
             [](Rule& r) -> int& { return r.shape.seed_dim; }),
      option("width", Field::both, &Options::width, [](Rule& r) -> int& { return r.shape.width; }),
      option("activation", Field::both, &Options::activation,
             [](Rule& r) -> Activation& { return r.shape.activation; }),
      option("update_scale", Field::both, &Options::update_scale,
             [](Rule& r) -> double& { return r.update_scale; }),
      option("seed_scale", Field::published, &Options::seed_scale,
             [](Rule& r) -> double& { return r.seed_scale; }),
      option("neighbors", Field::both, &Options::neighbors,
             [](Rule& r) -> int& { return r.neighbors; }),
      option("seed", Field::both, &Options::seed, [](Rule& r) -> std::uint64_t& { return r.seed; }),
      whole("steps", Field::universal, 0, 100000, [](Rule& r) -> int& { return r.steps; }),
      flag("sum", [](Rule& r) -> bool& { return r.shape.sum; }),
      flag("openness", [](Rule& r) -> bool& { return r.shape.openness; }),
      {"feature_set", Field::universal, [](const Rule& r) { return r.feature_set; },
       [](Rule& r, const std::string& text) {
         r.feature_set = text;
         return text == "coordinates" || text == "graph";
       }},
      numbers("scaling_centre", &InputScaling::centre),
      numbers("scaling_divisor", &InputScaling::divisor),
  };
  return kFields;
}

/// The tensors in addition to those of rule_table(): the standardisation of a universal rule.
struct Constants {
  const char* name;
  std::vector<float>& values;  ///< empty: the identity
  int size;
  float identity;
};
std::vector<Constants> constants(Rule& rule) {
  if (rule.shape.form == RuleForm::published) return {};
  return {{"cell_mean", rule.cell.mean, rule.shape.features, 0},
          {"cell_deviation", rule.cell.deviation, rule.shape.features, 1},
          {"edge_mean", rule.edge.mean, rule.shape.edge_features, 0},
          {"edge_deviation", rule.edge.deviation, rule.shape.edge_features, 1}};
}

const std::string& field(const Metadata& metadata, std::string_view key, const std::string& name) {
  const auto found = metadata.find(std::string(key));
  if (found == metadata.end()) {
    throw Error(name + " is not a rule file: its metadata has no '" + std::string(key) + "'");
  }
  return found->second;
}

std::vector<std::int64_t> shape_of(const Tensor& tensor) {
  if (tensor.cols == 0) return {tensor.rows};
  return {tensor.rows, tensor.cols};
}

void require_finite(std::span<const float> values, const std::string& tensor,
                    const std::string& start) {
  for (const float value : values) {
    if (!std::isfinite(value)) {
      throw Error(start + " tensor '" + tensor + "' holds a value that is not finite");
    }
  }
}

/// A tensor of the file. Its type and shape are checked before memory for it is allocated.
std::vector<float> parse_tensor(const TensorFile& file, const std::string& tensor,
                                const std::vector<std::int64_t>& shape, const std::string& name) {
  const auto found = file.tensors.find(tensor);
  if (found == file.tensors.end()) {
    throw Error(name + " is not a rule file: it has no tensor '" + tensor + "'");
  }
  if (found->second.type != TensorType::f32 || found->second.shape != shape) {
    throw Error(name + " is not a valid rule file: tensor '" + tensor +
                "' does not have the type or shape that its metadata calls for");
  }
  std::vector<float> values(static_cast<std::size_t>(found->second.size()));
  // Without hidden states some tensors are empty.
  if (!values.empty())
    std::memcpy(values.data(), found->second.bytes.data(), values.size() * sizeof(float));
  require_finite(values, tensor, name + " cannot be used:");
  return values;
}

void parse_tensors(Rule& rule, const TensorFile& file, const std::string& name) {
  const auto table = rule_table(rule.shape);
  const auto others = constants(rule);
  if (file.tensors.size() != table.size() + others.size()) {
    throw Error(name + " is not a rule file: it has " + std::to_string(file.tensors.size()) +
                " tensors, but a rule has " + std::to_string(table.size() + others.size()));
  }
  for (const Tensor& tensor : table) {
    const auto values = parse_tensor(file, tensor.name, shape_of(tensor), name);
    rule.values.insert(rule.values.end(), values.begin(), values.end());
  }
  for (const Constants& c : others) c.values = parse_tensor(file, c.name, {c.size}, name);
  for (const Standardisation* s : {&rule.cell, &rule.edge}) {
    if (std::find(s->deviation.begin(), s->deviation.end(), 0.0f) != s->deviation.end()) {
      throw Error(name + " is not a valid rule file: a deviation is 0");
    }
  }
}

/// A file with gnac's own layout must match the checksum that it states. A file without one, or one
/// that another program rewrote (PyTorch orders header and tensors differently), is accepted as it
/// is: if it kept our checksum, that was of other bytes.
void check_whole(std::string_view bytes, const TensorFile& file, const std::string& name) {
  if (matches_checksum(bytes, file) || safetensors_bytes(file) != bytes) return;
  throw Error(name + " was altered after gnac wrote it: its checksum does not match");
}

RuleForm parse_form(const Metadata& metadata, const std::string& name) {
  if (field(metadata, "format", name) != kFormat) {
    if (metadata.at("format") == "gnac-model") {
      throw Error(name +
                  " is a fitted model, not a rule; gnac predict labels points by a model, gnac fit "
                  "--save writes a rule");
    }
    throw Error(name + " is not a rule file: its format is " + cite(metadata.at("format")));
  }
  const std::string& version = field(metadata, "version", name);
  for (const RuleForm form : {RuleForm::published, RuleForm::universal}) {
    if (version == version_of(form)) return form;
  }
  throw Error(name + " is a rule file of version " + cite(version) +
              ", but this program reads versions 1 and 2");
}

}  // namespace

std::string rule_bytes(const Rule& rule) {
  TensorFile file;
  const auto add = [&](const std::string& name, std::span<const float> values,
                       std::vector<std::int64_t> shape) {
    require_finite(values, name, "the rule cannot be saved: its");
    file.tensors[name] = make_tensor(values, std::move(shape));
  };
  const auto table = rule_table(rule.shape);
  if (table.back().offset + table.back().size() != rule.values.size())
    throw Error("there is no rule to save: its values do not fit its shape");
  for (const Tensor& tensor : table) {
    add(tensor.name, std::span(rule.values).subspan(tensor.offset, tensor.size()),
        shape_of(tensor));
  }
  for (const Constants& c : constants(const_cast<Rule&>(rule))) {
    const std::vector<float> identity(static_cast<std::size_t>(c.size), c.identity);
    add(c.name, c.values.empty() ? identity : c.values, {c.size});
  }
  Metadata& metadata = file.metadata;
  metadata.emplace("format", kFormat);
  metadata.emplace("version", version_of(rule.shape.form));
  for (const Field& f : fields()) {
    if (f.in(rule.shape.form)) metadata[std::string(f.name)] = f.text(rule);
  }
  return checked_bytes(std::move(file));
}

Rule parse_rule(std::string_view bytes, const std::string& name) {
  const TensorFile file = parse_safetensors(bytes, name);
  Rule rule;
  rule.shape.form = parse_form(file.metadata, name);
  check_whole(bytes, file, name);
  if (rule.shape.form == RuleForm::universal) {
    rule.shape.domain = 0;
    rule.shape.seed_dim = 0;
    rule.seed_scale = 0;
  }
  for (const Field& f : fields()) {
    if (!f.in(rule.shape.form)) continue;
    const std::string& text = field(file.metadata, f.name, name);
    try {
      if (f.parse(rule, text)) continue;
    } catch (const Error& error) {
      throw Error(name + " is not a valid rule file: " + error.what());
    }
    throw Error(name + " is not a valid rule file: its " + std::string(f.name) + " is " +
                cite(text));
  }
  const auto& divisor = rule.scaling.divisor;
  if (rule.scaling.centre.size() != divisor.size() ||
      std::find(divisor.begin(), divisor.end(), 0.0) != divisor.end()) {
    throw Error(name + " is not a valid rule file: its scaling does not have a divisor per column");
  }
  parse_tensors(rule, file, name);
  return rule;
}

void write_rule(const Rule& rule, const std::string& path) {
  write_files({{path, rule_bytes(rule)}});
}

Rule read_rule(const std::string& path) {
  return parse_file(path, parse_rule);
}

}  // namespace gnac
