#include "distributed/cut.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <span>
#include <utility>

#include "graph/knn.h"
#include "readout/kmeans_blocks.h"
#include "readout/spectral_cut.h"
#include "support/relabel.h"

namespace gnac::detail {
namespace {

constexpr std::int64_t kBlock = 4096;

/// The row with the lowest id among the ranks' candidates, on every rank. `place` is this rank's
/// candidate, or -1; `own` says whether it won.
std::vector<double> row_of_first(Comm& comm, std::span<const std::int32_t> ids, PointsView rows,
                                 std::int64_t place, bool& own) {
  constexpr std::int64_t kNone = std::numeric_limits<std::int64_t>::max();
  const std::int64_t id = place < 0 ? kNone : std::int64_t{ids[place]};
  const std::int64_t lowest = -most(comm, -id);
  own = id == lowest && id != kNone;
  std::vector<double> row(static_cast<std::size_t>(rows.d));
  if (own) row.assign(rows.row(place).begin(), rows.row(place).end());
  sum(comm, row);  // all other ranks add zeros
  return row;
}

/// pivot_rows() of all ranks' rows, as centres.
std::vector<double> distributed_pivots(Comm& comm, std::span<const std::int32_t> ids,
                                       PointsView rows, int clusters, Team& team) {
  std::vector<double> rest(static_cast<std::size_t>(rows.n));
  for (std::int64_t i = 0; i < rows.n; ++i) {
    for (const double x : rows.row(i)) rest[i] += x * x;
  }
  const auto columns = by_column(rows);
  std::vector<double> basis, centres;
  for (int k = 0; k < clusters; ++k) {
    double largest = -1;
    for (const double r : rest) largest = std::max(largest, r);
    largest = most(comm, largest);
    std::int64_t place = -1;  // ids ascend: the first is the lowest
    for (std::int64_t i = 0; i < rows.n && place < 0; ++i) {
      if (is_pivot(rest[i], largest)) place = i;
    }
    bool own = false;
    const std::vector<double> row = row_of_first(comm, ids, rows, place, own);
    if (own) rest[place] = -1;  // not again
    centres.insert(centres.end(), row.begin(), row.end());
    const std::vector<double> direction = orthogonal_part(basis, row);
    if (direction.empty()) continue;
    basis.insert(basis.end(), direction.begin(), direction.end());
    subtract_direction(rest, columns, direction, team);
  }
  return centres;
}

/// Lloyd's algorithm on all ranks' rows; see lloyd().
class Means {
 public:
  Means(Comm& comm, std::span<const std::int32_t> ids, PointsView rows, std::vector<double> centres,
        Team& team)
      : comm_(comm), ids_(ids), rows_(rows), team_(team), centres_(std::move(centres)) {
    clusters_ = std::ssize(centres_) / rows.d;
    labels_.assign(static_cast<std::size_t>(rows.n), -1);
    squared_.resize(labels_.size());
  }

  std::vector<std::int32_t> run(int iterations, double tolerance) {
    assign();
    fill_empty();
    for (int i = 0; i < iterations; ++i) {
      const double step = update();
      const std::int64_t changed = assign();
      const std::int64_t filled = fill_empty();
      if ((changed == 0 && filled == 0) || step <= tolerance) break;
    }
    return std::move(labels_);
  }

 private:
  std::int64_t assign() {
    std::vector<std::int64_t> changed(static_cast<std::size_t>((rows_.n + kBlock - 1) / kBlock));
    team_.for_blocks(rows_.n, kBlock, [&](std::int64_t begin, std::int64_t end) {
      for (auto i = begin; i < end; ++i) {
        double best = std::numeric_limits<double>::infinity();
        std::int32_t label = 0;
        for (std::int64_t a = 0; a < clusters_; ++a) {
          const double s =
              squared_distance(rows_.data + i * rows_.d, &centres_[a * rows_.d], rows_.d);
          if (!(s < best)) continue;
          best = s;
          label = static_cast<std::int32_t>(a);
        }
        changed[begin / kBlock] += label != labels_[i] ? 1 : 0;
        labels_[i] = label;
        squared_[i] = best;
      }
    });
    return sum(comm_, std::accumulate(changed.begin(), changed.end(), std::int64_t{0}));
  }

  std::vector<std::int64_t> sizes() {
    std::vector<std::int64_t> size(static_cast<std::size_t>(clusters_));
    for (const std::int32_t label : labels_) ++size[label];
    sum(comm_, size);
    return size;
  }

  /// Each empty cluster takes the row farthest from its centre among clusters of two or more.
  std::int64_t fill_empty() {
    std::vector<std::int64_t> size = sizes();
    std::int64_t filled = 0;
    for (std::int64_t a = 0; a < clusters_; ++a) {
      if (size[a] > 0) continue;
      double farthest = -1;
      for (std::int64_t i = 0; i < rows_.n; ++i) {
        if (size[labels_[i]] > 1) farthest = std::max(farthest, squared_[i]);
      }
      farthest = most(comm_, farthest);
      std::int64_t place = -1;
      for (std::int64_t i = 0; i < rows_.n && place < 0; ++i) {
        if (size[labels_[i]] > 1 && squared_[i] == farthest) place = i;
      }
      bool own = false;
      row_of_first(comm_, ids_, rows_, place, own);
      if (own) {
        labels_[place] = static_cast<std::int32_t>(a);
        squared_[place] = 0;
      }
      size = sizes();
      ++filled;
    }
    return filled;
  }

  /// Moves centres to the means. Returns the sum of squared movements.
  double update() {
    std::vector<double> mean(centres_.size());
    for (std::int64_t i = 0; i < rows_.n; ++i) {
      double* to = mean.data() + labels_[i] * rows_.d;
      for (std::int64_t c = 0; c < rows_.d; ++c) to[c] += rows_(i, c);
    }
    sum(comm_, mean);
    const std::vector<std::int64_t> size = sizes();
    double moved = 0;
    for (std::int64_t a = 0; a < clusters_; ++a) {
      for (std::int64_t c = 0; c < rows_.d; ++c)
        mean[a * rows_.d + c] /= static_cast<double>(size[a]);
      moved += squared_distance(&mean[a * rows_.d], &centres_[a * rows_.d], rows_.d);
    }
    centres_ = std::move(mean);
    return moved;
  }

  Comm& comm_;
  std::span<const std::int32_t> ids_;
  PointsView rows_;
  Team& team_;
  std::vector<double> centres_;  // K×d
  std::int64_t clusters_ = 0;
  std::vector<std::int32_t> labels_;
  std::vector<double> squared_;  // per row: to its centre
};

/// Labels of this rank's rows of a component that all ranks solved together.
std::vector<std::int32_t> distributed_divide(Comm& comm, const EmbeddingPart& part, int clusters,
                                             Team& team) {
  Points rows{std::vector<double>(part.id.size() * static_cast<std::size_t>(clusters)),
              std::ssize(part.id), clusters};
  for (std::int64_t i = 0; i < rows.n; ++i)
    std::copy_n(part.rows.begin() + i * part.columns, clusters, rows.values.begin() + i * clusters);
  scale_rows_to_unit(rows);
  std::vector<double> centres = distributed_pivots(comm, part.id, rows, clusters, team);
  return Means(comm, part.id, rows, std::move(centres), team).run(kLloydRounds, kLloydTolerance);
}

/// How many clusters each component is divided into; empty if whole components are joined.
std::vector<std::int32_t> shares(Comm& comm, DistributedSpectrum& found, const Graph& graph,
                                 const std::vector<Bridge>& bridges, int clusters) {
  std::vector<std::int32_t> share;
  agree(comm, [&] {
    if (!comm.is_root()) return;
    std::vector<char> unnamed(found.spectrum.components.size());
    for (std::size_t c = 0; c < unnamed.size(); ++c)
      unnamed[c] = found.spectrum.components[c].node.empty() ? 1 : 0;
    for (std::int64_t v = 0; v < graph.nodes; ++v) {
      const std::int32_t c = graph.component[v];
      if (unnamed[c] != 0)
        found.spectrum.components[c].node.push_back(static_cast<std::int32_t>(v));
    }
    const Absorption absorption = absorb_small(graph, bridges, clusters);
    if (absorption.count >= clusters) return;
    share = clusters_per_component(found.spectrum, clusters, absorption.kept);
  });
  broadcast(comm, share);
  return share;
}

}  // namespace

std::vector<std::int32_t> distributed_cut(Comm& comm, DistributedSpectrum found, const Graph& graph,
                                          const std::vector<Bridge>& bridges, int clusters,
                                          Team& team) {
  const std::vector<std::int32_t> share = shares(comm, found, graph, bridges, clusters);
  std::vector<std::int32_t> labels;
  if (comm.is_root()) labels.assign(static_cast<std::size_t>(graph.nodes), -1);
  std::int32_t next = 0;
  for (std::size_t c = 0; c < share.size(); ++c) {
    if (share[c] == 0) continue;
    const auto part = std::find_if(found.parts.begin(), found.parts.end(), [&](const auto& p) {
      return p.component == static_cast<std::int32_t>(c);
    });
    if (share[c] > 1 && part != found.parts.end()) {
      const std::vector<std::int32_t> own =
          gather(comm, distributed_divide(comm, *part, share[c], team)).values;
      const std::vector<std::int32_t> ids = gather(comm, part->id).values;
      for (std::size_t p = 0; p < ids.size(); ++p) labels[ids[p]] = next + own[p];
    } else {
      agree(comm, [&] {
        if (!comm.is_root()) return;
        const ComponentSpectrum& whole = found.spectrum.components[c];
        const auto own = divide_component(whole, share[c], team);
        for (std::size_t i = 0; i < own.size(); ++i) labels[whole.node[i]] = next + own[i];
      });
    }
    next += share[c];
  }
  agree(comm, [&] {
    if (!comm.is_root()) return;
    if (share.empty()) {
      labels = spectral_cut(found.spectrum, graph, bridges, clusters, team);
      return;
    }
    label_absorbed(graph, bridges, absorb_small(graph, bridges, clusters), labels);
    relabel_by_appearance(labels, graph.nodes);
  });
  return labels;
}

}  // namespace gnac::detail
