// Model files: a safetensors file with the points, the neighbour lists, the rule (tensors and
// metadata under "rule.") and what the stages found. The graph is rebuilt from its lists.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <nlohmann/json.hpp>
#include <span>
#include <utility>

#include "gnac/error.h"
#include "gnac/model.h"
#include "gnac/rule_file.h"
#include "graph/symmetrise.h"
#include "io/bytes.h"
#include "io/json_text.h"
#include "io/safetensors.h"
#include "io/table_recipe.h"
#include "io/text.h"
#include "model/answer.h"
#include "model/check_model.h"
#include "options/option_text.h"
#include "support/files.h"
#include "support/team.h"

namespace gnac {

using namespace detail;
namespace {

constexpr std::string_view kFormat = "gnac-model";
constexpr std::string_view kVersion = "1";
constexpr std::string_view kRule = "rule.";

template <class T>
constexpr TensorType type_of() {
  if constexpr (std::is_same_v<T, float>) return TensorType::f32;
  if constexpr (std::is_same_v<T, double>) return TensorType::f64;
  if constexpr (std::is_same_v<T, std::int32_t>) return TensorType::i32;
  return TensorType::i64;
}

template <class T>
TensorData to_tensor(const std::vector<T>& values, std::vector<std::int64_t> shape = {}) {
  if (shape.empty()) shape = {std::ssize(values)};
  TensorData tensor{type_of<T>(), std::move(shape), std::string(values.size() * sizeof(T), '\0')};
  if (!values.empty()) std::memcpy(tensor.bytes.data(), values.data(), tensor.bytes.size());
  return tensor;
}

enum class Finite { all, or_gap };

/// A parsed file, and its name for errors.
struct Reader {
  const TensorFile& file;
  const std::string& name;

  [[noreturn]] void fail(const std::string& reason) const {
    throw Error(name + " is not a usable model file: " + reason);
  }

  const std::string& text(const std::string& key) const {
    const auto found = file.metadata.find(key);
    if (found == file.metadata.end()) fail("its metadata has no '" + key + "'");
    return found->second;
  }

  std::int64_t whole(const std::string& key, std::int64_t least, std::int64_t most) const {
    const auto value = parse_whole(text(key));
    if (!value || *value < least || *value > most) {
      fail(fmt::format("its {} is {}, which is not a whole number from {} to {}", key,
                       cite(text(key)), least, most));
    }
    return *value;
  }

  const TensorData& tensor(const std::string& key, TensorType type) const {
    const auto found = file.tensors.find(key);
    if (found == file.tensors.end()) fail("it has no tensor '" + key + "'");
    if (found->second.type != type) fail("tensor '" + key + "' has another type of number");
    return found->second;
  }

  bool has(const std::string& key) const { return file.tensors.contains(key); }

  /// `size` < 0: any number of values.
  template <class T, Finite finite = Finite::all>
  std::vector<T> values(const std::string& key, std::int64_t size) const {
    const TensorData& data = tensor(key, type_of<T>());
    if (size >= 0 && data.size() != size) {
      fail(fmt::format("tensor '{}' has {} values instead of {}", key, data.size(), size));
    }
    std::vector<T> out(static_cast<std::size_t>(data.size()));
    if (!out.empty()) std::memcpy(out.data(), data.bytes.data(), data.bytes.size());
    if constexpr (std::is_floating_point_v<T>) {
      const auto usable = [](T v) {
        return std::isfinite(v) || (finite == Finite::or_gap && v == kNoValue);
      };
      if (!std::all_of(out.begin(), out.end(), usable))
        fail("tensor '" + key + "' holds a value that is not finite");
    }
    return out;
  }
};

void put_options(TensorFile& file, const Options& options) {
  for (const OptionInfo& info : option_table()) {
    if (info.name == "threads" || info.name == "memory_limit_gib") continue;
    file.metadata["option." + std::string(info.name)] = option_text(options, info);
  }
}

Options read_options(const Reader& reader) {
  Options options;
  try {
    for (const OptionInfo& info : option_table()) {
      if (info.name == "threads" || info.name == "memory_limit_gib") continue;
      // A file older than an option gets its default.
      const auto found = reader.file.metadata.find("option." + std::string(info.name));
      if (found != reader.file.metadata.end()) set_option(options, info.name, found->second);
    }
    validate(options);
  } catch (const Error& error) {
    reader.fail(error.what());
  }
  return options;
}

void put_rule(TensorFile& file, const Rule& rule) {
  TensorFile own = parse_safetensors(rule_bytes(rule), "the rule");
  for (auto& [key, tensor] : own.tensors)
    file.tensors[std::string(kRule) + key] = std::move(tensor);
  for (auto& [key, text] : own.metadata) file.metadata[std::string(kRule) + key] = text;
}

Rule read_rule_of(const Reader& reader) {
  TensorFile own;
  for (const auto& [key, tensor] : reader.file.tensors) {
    if (key.starts_with(kRule)) own.tensors[key.substr(kRule.size())] = tensor;
  }
  for (const auto& [key, text] : reader.file.metadata) {
    if (key.starts_with(kRule)) own.metadata[key.substr(kRule.size())] = text;
  }
  return parse_rule(safetensors_bytes(own), reader.name);
}

void put_training(TensorFile& file, const Training& training) {
  const auto terms = loss_terms();
  std::vector<double> values;
  for (const LossTerms& epoch : training.history) {
    for (const LossTermInfo& term : terms) values.push_back(epoch.*term.value);
    values.push_back(epoch.total);
  }
  file.tensors["losses"] = to_tensor(values, {std::ssize(training.history), std::ssize(terms) + 1});
  file.metadata["best_epoch"] = std::to_string(training.best_epoch);
  file.metadata["no_pairs"] = training.no_pairs ? "1" : "0";
}

Training read_training(const Reader& reader) {
  const auto terms = loss_terms();
  const auto values = reader.values<double>("losses", -1);
  const auto columns = terms.size() + 1;
  if (values.size() % columns != 0) reader.fail("tensor 'losses' has an incomplete row");
  Training training;
  for (std::size_t at = 0; at < values.size(); at += columns) {
    LossTerms& epoch = training.history.emplace_back();
    for (std::size_t t = 0; t < terms.size(); ++t) epoch.*terms[t].value = values[at + t];
    epoch.total = values[at + columns - 1];
  }
  training.best_epoch =
      static_cast<int>(reader.whole("best_epoch", 0, std::ssize(training.history)));
  training.no_pairs = reader.whole("no_pairs", 0, 1) == 1;
  return training;
}

NeighborLists read_lists(const Reader& reader, std::int64_t n) {
  NeighborLists lists;
  lists.offset = reader.values<std::int64_t>("lists.offset", n + 1);
  lists.index = reader.values<std::int32_t>("lists.index", -1);
  lists.distance = reader.values<double>("lists.distance", std::ssize(lists.index));
  if (lists.offset.front() != 0 || lists.offset.back() != std::ssize(lists.index) ||
      !std::is_sorted(lists.offset.begin(), lists.offset.end())) {
    reader.fail("its neighbour lists do not follow each other");
  }
  for (std::int64_t i = 0; i < n; ++i) {
    const auto index = lists.indices(i);
    const auto distance = lists.distances(i);
    for (std::size_t e = 0; e < index.size(); ++e) {
      const bool inside = index[e] >= 0 && index[e] < n && index[e] != i && distance[e] >= 0;
      // Distances are sorted by their squares; distinct squares may have the same root.
      const bool ordered = e == 0 || (distance[e - 1] <= distance[e] && index[e - 1] != index[e]);
      if (!inside || !ordered)
        reader.fail(fmt::format(
            "the neighbour list of point {} is not sorted or names a point that does not exist",
            i));
    }
  }
  return lists;
}

Partition read_partition(const Reader& reader, std::int64_t n, std::int64_t edges, int clusters) {
  Partition partition;
  partition.labels = reader.values<std::int32_t>("labels", n);
  std::vector<bool> seen(static_cast<std::size_t>(clusters));
  for (const std::int32_t label : partition.labels) {
    if (label < 0 || label >= clusters) reader.fail(fmt::format("it has a label {}", label));
    seen[label] = true;
  }
  if (std::find(seen.begin(), seen.end(), false) != seen.end())
    reader.fail(fmt::format("its labels do not name all of its {} clusters", clusters));
  partition.affinity = reader.values<double>("affinity", edges);
  partition.eigenvalues = reader.values<double>("eigenvalues", -1);
  if (!parse_number(reader.text("residual"), partition.residual))
    reader.fail("its residual is not a number");
  partition.readout = reader.text("readout");
  partition.solver = reader.text("solver");
  partition.by_components = reader.whole("by_components", 0, 1) == 1;
  return partition;
}

/// None, or the n values of each of d columns in ascending order.
void check_ranks(const Reader& reader, std::span<const double> ranked, std::int64_t n,
                 std::int64_t d) {
  if (ranked.empty()) return;
  if (std::ssize(ranked) != n * d) reader.fail("its ranks are not those of its points");
  for (std::int64_t c = 0; c < d; ++c) {
    const auto column =
        ranked.subspan(static_cast<std::size_t>(c * n), static_cast<std::size_t>(n));
    if (!std::is_sorted(column.begin(), column.end())) reader.fail("its ranks are not in order");
  }
}

/// Files of before recipes only name their categories: [["colour", ["blue", "red"]], …]. A name
/// that is a whole number was a column's number.
TableRecipe read_categories(const Reader& reader, std::int64_t d) {
  TableRecipe table;
  nlohmann::json columns = nlohmann::json::array();
  if (reader.file.metadata.contains("categories")) {
    if (const std::string problem = parse_json(reader.text("categories"), columns);
        !problem.empty())
      reader.fail("its list of categories " + problem);
  }
  try {
    for (const auto& column : columns) {
      TableColumn& category = table.columns.emplace_back();
      category.kind = ColumnKind::category;
      category.name = column.at(0).get<std::string>();
      category.values = column.at(1).get<std::vector<std::string>>();
      if (category.values.empty() ||
          std::ranges::adjacent_find(category.values, std::greater_equal()) !=
              category.values.end())
        reader.fail("its categories are not in order");
    }
  } catch (const nlohmann::json::exception&) {
    reader.fail("its categories are not readable");
  }
  const std::int64_t numbers = d - indicator_count(table);
  if (numbers < 0) reader.fail("it has more categories than columns");
  table.columns.insert(table.columns.begin(), static_cast<std::size_t>(numbers), TableColumn{});
  return table;
}

TableRecipe read_table(const Reader& reader, std::int64_t d) {
  if (!reader.file.metadata.contains("table")) return read_categories(reader, d);
  TableRecipe table;
  if (const std::string problem = parse_recipe(reader.text("table"), table); !problem.empty())
    reader.fail("its table " + problem);
  if (!table.columns.empty() && point_columns(table) != d)
    reader.fail(fmt::format("its table has {} columns, its points {}", point_columns(table), d));
  if (reader.has("table.rows")) {
    table.rows = reader.values<double, Finite::or_gap>("table.rows", -1);
    if (d == 0 || std::ssize(table.rows) % d != 0) reader.fail("its table has incomplete rows");
  }
  return table;
}

Confidence read_confidence(const Reader& reader, int clusters) {
  Confidence confidence;
  confidence.clusters = reader.values<double>("confidence.clusters", -1);
  const auto known = std::ssize(confidence.clusters);
  if (known != 0 && known != clusters) reader.fail("it does not have one confidence per cluster");
  if (!parse_number(reader.text("confidence"), confidence.fit) ||
      !(confidence.fit >= 0 && confidence.fit <= 1))
    reader.fail("its confidence is not a number from 0 to 1");
  if (!reader.file.metadata.contains("confidence.open")) return confidence;  // before 0.3
  if (!parse_number(reader.text("confidence.open"), confidence.open) ||
      !(confidence.open >= 0 && confidence.open <= 1))
    reader.fail("the conductance between its clusters is not a number from 0 to 1");
  return confidence;
}

std::vector<ClusterCount> read_counts(const Reader& reader, std::int64_t n) {
  const auto clusters = reader.values<std::int32_t>("counts.clusters", -1);
  const auto score = reader.values<double>("counts.score", std::ssize(clusters));
  std::vector<ClusterCount> counts;
  for (std::size_t c = 0; c < clusters.size(); ++c) {
    if (clusters[c] < 1 || clusters[c] > n)
      reader.fail(fmt::format("it ranks {} clusters of {} points", clusters[c], n));
    counts.push_back({clusters[c], score[c]});
  }
  return counts;
}

}  // namespace

std::string model_bytes(const Model& model) {
  require_whole(model);
  TensorFile file;
  file.metadata = {{"format", std::string(kFormat)},
                   {"version", std::string(kVersion)},
                   {"clusters", std::to_string(model.clusters)},
                   {"own_graph", model.own_graph ? "1" : "0"},
                   {"steps", std::to_string(model.evolution.steps)},
                   {"stable", model.evolution.stable ? "1" : "0"},
                   {"residual", number_text(model.partition.residual)},
                   {"readout", model.partition.readout},
                   {"solver", model.partition.solver},
                   {"by_components", model.partition.by_components ? "1" : "0"}};
  put_options(file, model.options);
  file.metadata["table"] = recipe_json(model.table);
  if (!model.table.rows.empty()) {
    file.tensors["table.rows"] = to_tensor(
        model.table.rows, {std::ssize(model.table.rows) / model.points.d, model.points.d});
  }
  if (!model.rule.values.empty()) put_rule(file, model.rule);
  put_training(file, model.training);
  auto& tensors = file.tensors;
  tensors["points"] = to_tensor(model.points.values, {model.points.n, model.points.d});
  tensors["scaling.centre"] = to_tensor(model.scaling.centre);
  tensors["scaling.divisor"] = to_tensor(model.scaling.divisor);
  tensors["scaling.ranked"] = to_tensor(model.scaling.ranked);
  if (!model.scaling.bend_divisor.empty()) {
    tensors["scaling.bend_centre"] = to_tensor(model.scaling.bend_centre);
    tensors["scaling.bend_divisor"] = to_tensor(model.scaling.bend_divisor);
  }
  tensors["lists.offset"] = to_tensor(model.graph.lists.offset);
  tensors["lists.index"] = to_tensor(model.graph.lists.index);
  tensors["lists.distance"] = to_tensor(model.graph.lists.distance);
  tensors["states"] = to_tensor(model.evolution.states);
  tensors["domain_distance"] = to_tensor(model.evolution.edge_distance);
  tensors["conductance"] = to_tensor(model.evolution.conductance);
  std::vector<std::int32_t> step;
  std::vector<double> correlation;  // of every checkpoint except the first, which has none
  for (const Checkpoint& checkpoint : model.evolution.checkpoints) {
    if (!step.empty()) correlation.push_back(checkpoint.correlation);
    step.push_back(checkpoint.step);
  }
  tensors["checkpoint.step"] = to_tensor(step);
  tensors["checkpoint.correlation"] = to_tensor(correlation);
  tensors["labels"] = to_tensor(model.partition.labels);
  tensors["affinity"] = to_tensor(model.partition.affinity);
  tensors["eigenvalues"] = to_tensor(model.partition.eigenvalues);
  tensors["confidence.clusters"] = to_tensor(model.confidence.clusters);
  file.metadata["confidence"] = number_text(model.confidence.fit);
  file.metadata["confidence.open"] = number_text(model.confidence.open);
  std::vector<std::int32_t> count;
  std::vector<double> score;
  for (const ClusterCount& c : model.counts) {
    count.push_back(c.clusters);
    score.push_back(c.score);
  }
  tensors["counts.clusters"] = to_tensor(count);
  tensors["counts.score"] = to_tensor(score);
  return checked_bytes(std::move(file));
}

Model parse_model(std::string_view bytes, const std::string& name) {
  const TensorFile file = parse_safetensors(bytes, name);
  const Reader reader{file, name};
  if (reader.text("format") != kFormat) {
    if (reader.text("format") == "gnac-rule") {
      throw Error(name +
                  " is a rule, not a fitted model; gnac deploy evolves a rule on points, gnac fit "
                  "--model writes a model");
    }
    throw Error(name + " is not a model file: its format is " + cite(reader.text("format")));
  }
  if (reader.text("version") != kVersion) {
    throw Error(name + " is a model file of version " + cite(reader.text("version")) +
                ", but this program reads version " + std::string(kVersion));
  }
  if (!matches_checksum(bytes, file)) {
    throw Error(name +
                " was altered after gnac wrote it: its checksum does not match; copy it again, or "
                "fit again");
  }
  Model model;
  model.options = read_options(reader);
  const bool has_rule = file.metadata.contains(std::string(kRule) + "format");
  if (has_rule) model.rule = read_rule_of(reader);
  const std::vector<std::int64_t> shape = reader.tensor("points", TensorType::f64).shape;
  if (shape.size() != 2 || shape[0] < 2 || shape[1] < 0) reader.fail("it holds no points");
  const std::int64_t n = shape[0];
  const std::int64_t d = shape[1];
  model.points = {reader.values<double>("points", n * d), n, d};
  model.scaling.centre = reader.values<double>("scaling.centre", -1);
  model.scaling.divisor =
      reader.values<double>("scaling.divisor", std::ssize(model.scaling.centre));
  model.scaling.ranked = reader.values<double>("scaling.ranked", -1);
  model.scaling.metric = model.options.metric;
  check_ranks(reader, model.scaling.ranked, n, d);
  if (reader.has("scaling.bend_divisor")) {
    const auto bends = std::ssize(model.scaling.centre);
    model.scaling.bend_centre = reader.values<double>("scaling.bend_centre", bends);
    model.scaling.bend_divisor = reader.values<double>("scaling.bend_divisor", bends);
    if (std::ranges::any_of(model.scaling.bend_divisor, [](double v) { return v < 0; }))
      reader.fail("a divisor of its scaling is negative");
  }
  const auto columns = std::ssize(model.scaling.centre);
  const auto& divisor = model.scaling.divisor;
  if ((columns != 0 && columns != d) ||
      std::find(divisor.begin(), divisor.end(), 0.0) != divisor.end())
    reader.fail("its scaling does not have a divisor for each column");
  model.table = read_table(reader, d);
  model.clusters = static_cast<int>(reader.whole("clusters", 1, n));
  model.own_graph = reader.whole("own_graph", 0, 1) == 1;
  Team team(model.options.threads);
  model.graph = symmetrise(read_lists(reader, n), team);
  const auto edges = std::ssize(model.graph.edges);
  model.training = read_training(reader);
  model.evolution.steps = static_cast<int>(reader.whole("steps", 0, 1 << 20));
  model.evolution.stable = reader.whole("stable", 0, 1) == 1;
  const RuleShape& rule = model.rule.shape;
  const bool published = has_rule && rule.form == RuleForm::published;
  model.evolution.states = reader.values<float>("states", has_rule ? n * state_columns(rule) : 0);
  model.evolution.edge_distance = reader.values<double>("domain_distance", published ? edges : 0);
  model.evolution.conductance = reader.values<float>("conductance", has_rule ? edges : 0);
  const auto step = reader.values<std::int32_t>("checkpoint.step", -1);
  const auto correlation = reader.values<double>("checkpoint.correlation",
                                                 std::max<std::int64_t>(std::ssize(step) - 1, 0));
  for (std::size_t c = 0; c < step.size(); ++c) {
    model.evolution.checkpoints.push_back(
        {step[c], c == 0 ? std::numeric_limits<double>::quiet_NaN() : correlation[c - 1]});
  }
  model.partition = read_partition(reader, n, edges, model.clusters);
  model.confidence = read_confidence(reader, model.clusters);
  model.counts = read_counts(reader, n);
  return model;
}

Model read_model(const std::string& path) {
  return parse_file(path, parse_model);
}

void write_model(const Model& model, const std::string& path) {
  write_files({{path, model_bytes(model)}});
}

}  // namespace gnac
