#include "readout/tree_merges.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <iterator>

#include "gnac/error.h"
#include "support/disjoint_sets.h"
#include "support/relabel.h"

namespace gnac::detail {

std::vector<Merge> merges_of(std::span<const TreeLink> links, std::int64_t nodes) {
  assert(std::ssize(links) == nodes - 1);
  DisjointSets sets(nodes);
  std::vector<std::int32_t> cluster(nodes);  // of each representative
  for (std::int64_t v = 0; v < nodes; ++v) cluster[v] = static_cast<std::int32_t>(v);
  std::vector<Merge> merges;
  merges.reserve(links.size());
  double height = 0;
  for (const TreeLink& link : links) {
    const auto [a, b] = std::minmax(cluster[sets.find(link.i)], cluster[sets.find(link.j)]);
    height = std::max(height, 1 - link.strength);
    sets.join(link.i, link.j);
    merges.push_back({a, b, height, sets.size(link.i)});
    cluster[sets.find(link.i)] = static_cast<std::int32_t>(nodes + std::ssize(merges) - 1);
  }
  return merges;
}

}  // namespace gnac::detail

namespace gnac {

using namespace detail;
namespace {

/// Throws Error unless every merge joins two clusters that were there before it, each once.
void check_merges(std::span<const Merge> merges) {
  const auto nodes = std::ssize(merges) + 1;
  std::vector<char> merged(merges.size() * 2 + 1, 0);
  for (std::int64_t r = 0; r < std::ssize(merges); ++r) {
    for (const std::int64_t c : {merges[r].a, merges[r].b}) {
      if (c < 0 || c >= nodes + r || merged[c]++ != 0)
        throw Error(fmt::format(
            "merge {} joins cluster {}, which is not there to be joined; take all merges from "
            "hierarchy()",
            r, c));
    }
  }
}

std::vector<std::int32_t> cut_after(std::span<const Merge> merges, std::int64_t applied) {
  check_merges(merges);
  const auto nodes = std::ssize(merges) + 1;
  // A cluster's label is that of the last merge that contains it, so go from the top down.
  std::vector<std::int32_t> label(nodes + applied);
  for (auto c = std::ssize(label); c-- > 0;) label[c] = static_cast<std::int32_t>(c);
  for (std::int64_t r = applied; r-- > 0;) {
    label[merges[r].a] = label[nodes + r];
    label[merges[r].b] = label[nodes + r];
  }
  label.resize(nodes);
  relabel_by_appearance(label, nodes + applied);
  return label;
}

std::string quoted(const std::string& name) {
  if (!name.empty() && name.find_first_of(" \t\n()[]{}':;,_") == std::string::npos) return name;
  std::string text = "'";
  for (const char c : name) {
    text += c;
    if (c == '\'') text += c;
  }
  return text + "'";
}

}  // namespace

std::vector<std::int32_t> cut_at_count(std::span<const Merge> merges, int clusters) {
  const std::int64_t n = std::ssize(merges) + 1;
  if (clusters < 1 || clusters > n) {
    throw Error(fmt::format("cannot make {} clusters of {} points; give a number from 1 to {}",
                            clusters, n, n));
  }
  return cut_after(merges, n - clusters);
}

std::vector<std::int32_t> cut_at_height(std::span<const Merge> merges, double height) {
  const auto above = std::upper_bound(merges.begin(), merges.end(), height,
                                      [](double h, const Merge& m) { return h < m.height; });
  return cut_after(merges, above - merges.begin());
}

std::string newick(std::span<const Merge> merges, std::span<const std::string> names) {
  check_merges(merges);
  const auto nodes = std::ssize(merges) + 1;
  if (!names.empty() && std::ssize(names) != nodes)
    throw Error(
        fmt::format("there are {} names for {} points; give one for each", names.size(), nodes));
  const auto height = [&](std::int64_t c) { return c < nodes ? 0.0 : merges[c - nodes].height; };
  const auto name = [&](std::int64_t c) {
    return names.empty() ? std::to_string(c) : quoted(names[c]);
  };
  if (nodes == 1) return name(0) + ";";
  std::string text;
  const auto out = std::back_inserter(text);
  // The clusters left to write, next at the end: an explicit stack, because trees can be deep.
  struct Left {
    std::int64_t cluster;
    double above;  // height of the parent
    int stage;     // 0 not begun, 1 first child written, 2 both
  };
  std::vector<Left> stack{{nodes + std::ssize(merges) - 1, 0.0, 0}};
  while (!stack.empty()) {
    Left& top = stack.back();
    const std::int64_t c = top.cluster;
    const bool root = stack.size() == 1;
    if (c >= nodes && top.stage < 2) {
      const Merge& merge = merges[c - nodes];
      text += top.stage == 0 ? '(' : ',';
      const std::int64_t child = top.stage++ == 0 ? merge.a : merge.b;
      stack.push_back({child, merge.height, 0});
      continue;
    }
    text += c < nodes ? name(c) : ")";
    if (root) {
      text += ';';
    } else {
      fmt::format_to(out, ":{:.9g}", top.above - height(c));
    }
    stack.pop_back();
  }
  return text;
}

}  // namespace gnac
