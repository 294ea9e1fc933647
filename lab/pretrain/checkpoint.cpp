#include "pretrain/checkpoint.h"

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "gnac/error.h"
#include "io/bytes.h"
#include "io/safetensors.h"

namespace gnac::detail {
namespace {

constexpr const char* kFormat = "gnac-pretrain";
constexpr std::size_t kRecord = 8;    // numbers of a record
constexpr std::size_t kPosition = 6;  // numbers of the position
constexpr double kMostValue = 1e30;   // within a float, and so is what is made of it

TensorData doubles(std::span<const double> values) {
  TensorData t;
  t.type = TensorType::f64;
  t.shape = {std::ssize(values)};
  t.bytes.assign(reinterpret_cast<const char*>(values.data()), values.size_bytes());
  return t;
}

std::vector<double> record_values(const PretrainState& state) {
  std::vector<double> values;
  for (const PretrainRecord& r : state.records) {
    values.insert(values.end(),
                  {static_cast<double>(r.iteration), r.training_loss, r.validation_loss,
                   r.learning_rate, r.seconds, r.work.points, r.work.edges, r.work.edge_steps});
  }
  return values;
}

}  // namespace

std::string checkpoint_bytes(const PretrainState& state, const PretrainOptions& options) {
  TensorFile file;
  const auto vector = [](std::span<const float> v) { return make_tensor(v, {std::ssize(v)}); };
  file.tensors["values"] = vector(state.rule.values);
  file.tensors["cell_mean"] = vector(state.rule.cell.mean);
  file.tensors["cell_deviation"] = vector(state.rule.cell.deviation);
  file.tensors["edge_mean"] = vector(state.rule.edge.mean);
  file.tensors["edge_deviation"] = vector(state.rule.edge.deviation);
  file.tensors["first_moment"] = doubles(state.optimiser.first);
  file.tensors["second_moment"] = doubles(state.optimiser.second);
  file.tensors["records"] = doubles(record_values(state));
  const std::vector<double> position{static_cast<double>(state.iteration),
                                     state.loss_sum,
                                     state.seconds,
                                     state.work.points,
                                     state.work.edges,
                                     state.work.edge_steps};
  file.tensors["position"] = doubles(position);
  file.metadata["format"] = kFormat;
  for (const auto& [name, value] : option_list(options)) file.metadata[name] = value;
  return safetensors_bytes(file);
}

PretrainState parse_checkpoint(std::string_view bytes, const std::string& name,
                               const PretrainOptions& options) {
  const TensorFile file = parse_safetensors(bytes, name);
  const auto format = file.metadata.find("format");
  if (format == file.metadata.end() || format->second != kFormat) {
    throw Error(name + " is not a checkpoint of gnac-lab pretrain; name another file");
  }
  for (const auto& [option, value] : option_list(options)) {
    const auto found = file.metadata.find(option);
    const std::string before = found == file.metadata.end() ? "nothing" : found->second;
    if (before == value) continue;
    throw Error("the checkpoint " + name + " belongs to a run with " + option + " = " + before +
                ", but this one has " + value + "; use the same options or another checkpoint");
  }
  const auto damaged = [&] {
    return Error("the checkpoint " + name + " is damaged; remove it to start over");
  };
  const auto values = [&](const char* tensor) {
    const auto found = file.tensors.find(tensor);
    if (found == file.tensors.end()) {
      throw Error("the checkpoint " + name + " has no tensor '" + tensor +
                  "'; remove it to start over");
    }
    std::vector<double> all = found->second.values();
    if (!std::ranges::all_of(all, [](double v) { return std::abs(v) <= kMostValue; }))
      throw damaged();
    return all;
  };
  const auto floats = [&](const char* tensor) {
    const std::vector<double> from = values(tensor);
    return std::vector<float>(from.begin(), from.end());
  };
  const auto iteration_of = [&](double value) {
    if (!(value >= 0 && value <= options.iterations)) throw damaged();
    return static_cast<int>(value);
  };
  PretrainState state;
  state.rule.values = floats("values");
  state.rule.cell = {floats("cell_mean"), floats("cell_deviation")};
  state.rule.edge = {floats("edge_mean"), floats("edge_deviation")};
  state.optimiser.first = values("first_moment");
  state.optimiser.second = values("second_moment");
  const std::vector<double> position = values("position");
  const std::vector<double> records = values("records");
  // The optimiser has two moments for each of the rule's values.
  const std::size_t size = state.rule.values.size();
  if (position.size() != kPosition || records.size() % kRecord != 0 ||
      state.optimiser.first.size() != size || state.optimiser.second.size() != size) {
    throw damaged();
  }
  state.iteration = iteration_of(position[0]);
  state.optimiser.steps = state.iteration;
  state.loss_sum = position[1];
  state.seconds = position[2];
  state.work = {position[3], position[4], position[5]};
  for (std::size_t r = 0; r < records.size(); r += kRecord) {
    state.records.push_back({iteration_of(records[r]),
                             records[r + 1],
                             records[r + 2],
                             records[r + 3],
                             records[r + 4],
                             {records[r + 5], records[r + 6], records[r + 7]}});
  }
  return state;
}

std::optional<PretrainState> read_checkpoint(const std::string& path,
                                             const PretrainOptions& options) {
  if (path.empty() || !std::filesystem::exists(path)) return std::nullopt;
  return parse_file(path, [&](std::string_view bytes, const std::string& name) {
    return parse_checkpoint(bytes, name, options);
  });
}

}  // namespace gnac::detail
