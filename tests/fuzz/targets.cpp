#include "targets.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <nlohmann/json.hpp>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

#include "data/bytes.h"
#include "data/edges_file.h"
#include "data/graph_file.h"
#include "data/json_text.h"
#include "data/labels.h"
#include "data/npy.h"
#include "data/read_points.h"
#include "data/safetensors.h"
#include "gnac/error.h"
#include "gnac/model.h"
#include "gnac/rule_file.h"
#include "studies/report.h"
#include "studies/run.h"

namespace gnac::detail::fuzz {
namespace {

void require(bool holds, const char* what) {
  if (!holds) throw std::logic_error(what);
}

/// Takes values from the front of the bytes; zeros if there are no more.
class Source {
 public:
  explicit Source(std::string_view bytes) : rest_(bytes) {}
  std::uint8_t byte() {
    if (rest_.empty()) return 0;
    const auto first = static_cast<std::uint8_t>(rest_[0]);
    rest_.remove_prefix(1);
    return first;
  }
  int below(int limit) { return byte() % limit; }
  /// Odd coordinates: equal values, whole numbers, very large, very small, zero.
  double coordinate() {
    constexpr std::array kOdd{0.0,   -0.0,  1.0, 1e-300, 5e-324, 1e15,
                              1e149, 1e151, 0.1, -1e9,   1e-9,   1e308};
    const int kind = byte();
    if (kind < 200) return (kind % 16) * 0.5 - 4;
    if (kind < 250) return kOdd[static_cast<std::size_t>(kind) % kOdd.size()];
    double any = 0;
    std::array<char, sizeof any> bits{};
    for (char& b : bits) b = static_cast<char>(byte());
    std::memcpy(&any, bits.data(), sizeof any);
    return any;
  }
  std::string_view rest() const { return rest_; }

 private:
  std::string_view rest_;
};

std::string text_of(double value) {
  std::array<char, 32> buffer{};
  return {buffer.data(), std::to_chars(buffer.data(), buffer.data() + buffer.size(), value).ptr};
}

void points(std::string_view bytes) {
  Source source(bytes);
  ReadOptions options;
  const int choice = source.byte();
  if ((choice & 1) != 0) options.columns = {"0", "1"};
  if ((choice & 2) != 0) options.id_column = "2";
  if ((choice & 4) != 0) options.label_column = "a";
  if ((choice & 8) != 0) options.categorical = {"all"};
  if ((choice & 16) != 0) options.categorical = {"1"};
  if ((choice & 32) != 0) options.array = "x";
  if ((choice & 64) != 0) options.missing = Missing::median;
  const PointTable table = parse_points(source.rest(), "input", options);
  const PointsView p = table.points;
  require(p.n > 0 && p.d > 0, "a table without points");
  require(std::ssize(table.points.values) == p.n * p.d, "values are not rows times columns");
  require(std::ranges::all_of(table.points.values, [](double v) { return std::isfinite(v); }),
          "a value is not finite");
  require(table.ids.empty() || std::ssize(table.ids) == p.n, "ids are not one per row");
  require(table.labels.empty() || std::ssize(table.labels) == p.n, "labels are not one per row");
  std::string text;
  for (std::int64_t i = 0; i < p.n; ++i) {
    for (std::int64_t c = 0; c < p.d; ++c) text += (c == 0 ? "" : ",") + text_of(p(i, c));
    text += '\n';
  }
  require(parse_points(text, "again").points.values == table.points.values,
          "points do not read back");
  apply_scaling(p, fit_scaling(p, ScaleMode::global));
}

void labels(std::string_view bytes) {
  const auto found = parse_labels(bytes, "input");
  require(!found.empty(), "no labels");
  require(parse_labels(labels_text(found), "again") == found, "labels do not read back");
}

constexpr std::int64_t kNodes = 40;

void graph(std::string_view bytes) {
  const EdgeList list = parse_graph(bytes, "input", kNodes);
  require(list.nodes == kNodes && list.from.size() == list.to.size(), "ends do not pair up");
  require(list.distance.empty() || list.distance.size() == list.from.size(),
          "distances are not one per edge");
  Points places{std::vector<double>(kNodes * 2), kNodes, 2};
  for (std::int64_t i = 0; i < kNodes; ++i) places.values[2 * i] = static_cast<double>(i % 7);
  Options options = Options::paper();
  options.threads = 1;
  const Graph built = graph_from_edges(list, places, options);
  require(std::ranges::all_of(built.edges,
                              [](const Edge& e) { return e.i >= 0 && e.i < e.j && e.j < kNodes; }),
          "an edge has no such end");
}

void edges(std::string_view bytes) {
  const EdgeDistances found = parse_edges(bytes, "input", kNodes);
  for (const Edge& e : found.edges)
    require(std::min(e.i, e.j) >= 0 && std::max(e.i, e.j) < kNodes, "an edge has no such end");
  require(found.input.size() == found.edges.size() && found.domain.size() == found.edges.size(),
          "distances are not one per edge");
}

void safetensors(std::string_view bytes) {
  const TensorFile file = parse_safetensors(bytes, "input");
  for (const auto& [name, tensor] : file.tensors) tensor.values();
  const std::string written = safetensors_bytes(file);
  const TensorFile again = parse_safetensors(written, "again");
  require(again.metadata == file.metadata && again.tensors.size() == file.tensors.size(),
          "tensors do not read back");
}

/// The checksum that the file's metadata must have, so that the fuzzer gets past it.
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

void rule(std::string_view bytes) {
  const Rule found = parse_rule(with_checksum(parse_safetensors(bytes, "input")), "input");
  const Rule again = parse_rule(rule_bytes(found), "again");
  require(again.values == found.values && again.shape == found.shape, "a rule does not read back");
}

void gzip_bytes(std::string_view bytes) {
  require(gunzip(gzip(bytes), "own") == bytes, "gzip does not come back");
  gunzip_whole(bytes, "input");
  gunzip(bytes, "input");
}

void json(std::string_view bytes) {
  parse_json(bytes);
}

void study_log(std::string_view bytes) {
  std::vector<RunRecord> runs;
  while (!bytes.empty() && runs.size() < 50) {
    const std::size_t end = std::min(bytes.find('\n'), bytes.size());
    try {
      runs.push_back(from_json_line(bytes.substr(0, end)));
    } catch (const Error&) {
      bytes.remove_prefix(std::min(end + 1, bytes.size()));
      continue;
    }
    bytes.remove_prefix(std::min(end + 1, bytes.size()));
    const RunRecord again = from_json_line(to_json_line(runs.back()));
    require(key_of(again) == key_of(runs.back()), "a run does not read back");
  }
  for (const auto& [name, content] : report_files(report_sections(runs)))
    require(name.find("..") == std::string::npos, "a file of the report lies elsewhere");
}

void options(std::string_view bytes) {
  Options chosen = Options::paper();
  while (!bytes.empty()) {
    const std::size_t end = std::min(bytes.find('\n'), bytes.size());
    const std::string_view line = bytes.substr(0, end);
    bytes.remove_prefix(std::min(end + 1, bytes.size()));
    const std::size_t equals = std::min(line.find('='), line.size());
    try {
      set_option(chosen, line.substr(0, equals), line.substr(std::min(equals + 1, line.size())));
    } catch (const Error&) {
    }
  }
  for (const OptionInfo& info : option_table()) {
    Options again;
    set_option(again, info.name, option_text(chosen, info));
    require(option_text(again, info) == option_text(chosen, info), "an option does not read back");
  }
  validate(chosen);
}

/// Tiny and odd geometry, any K, any sensible options: exactly K labels or an Error.
void api(std::string_view bytes) {
  Source source(bytes);
  Options chosen = Options::paper();
  chosen.threads = 1;
  chosen.epochs = 1 + source.below(3);
  chosen.burn_in = source.below(chosen.epochs);
  chosen.neighbors = 1 + source.below(12);
  chosen.rollout = 1 + source.below(5);
  chosen.tail = 1 + source.below(4);
  chosen.hidden = 1 + source.below(5);
  chosen.domain = 1 + source.below(4);
  chosen.seed_dim = 1 + source.below(3);
  chosen.width = 1 + source.below(17);
  chosen.pairs = source.below(40);
  chosen.max_steps = 2 << source.below(3);
  chosen.activation = static_cast<Activation>(source.below(3));
  chosen.embedding = static_cast<Embedding>(source.below(2));
  chosen.kmeans_starts = 1 + source.below(3);
  const int clusters = source.below(30) - 1;
  const std::int64_t n = source.below(26);
  const std::int64_t d = source.below(4);
  Points places{{}, n, d};
  for (std::int64_t i = 0; i < n * d; ++i) places.values.push_back(source.coordinate());
  chosen.scale = static_cast<ScaleMode>((source.below(6) + 1) % 6);
  chosen.rule = static_cast<RuleSource>((source.below(3) + 1) % 3);
  const Model found = fit(places, clusters, chosen);
  require(std::ssize(found.labels()) == n, "labels are not one per point");
  const std::set<std::int32_t> seen(found.labels().begin(), found.labels().end());
  require(clusters == kChooseClusters || found.clusters == clusters, "another K was made");
  require(std::ssize(seen) == found.clusters && *seen.begin() == 0 &&
              *seen.rbegin() == found.clusters - 1,
          "the labels are not exactly K");
}

/// A model that was read writes the same bytes again.
void model(std::string_view bytes) {
  const Model read = parse_model(bytes, "fuzz");
  const std::string again = model_bytes(read);
  require(model_bytes(parse_model(again, "fuzz")) == again, "a model does not read back");
}

constexpr std::array kTargets{
    Target{"points", points},   Target{"labels", labels}, Target{"graph", graph},
    Target{"edges", edges},     Target{"rule", rule},     Target{"safetensors", safetensors},
    Target{"gzip", gzip_bytes}, Target{"json", json},     Target{"log", study_log},
    Target{"options", options}, Target{"model", model},   Target{"api", api},
};

}  // namespace

std::span<const Target> targets() {
  return kTargets;
}

}  // namespace gnac::detail::fuzz
