#include "graph/knn/search_cells.h"

#include <algorithm>
#include <bit>
#include <limits>
#include <utility>

#include "graph/knn/kernels.h"
#include "graph/spatial/leaf_tree.h"

namespace gnac::detail::knn_detail {
namespace {

constexpr std::int64_t kSize = 64;  // points of a cell, unless that would be too many cells
constexpr std::int64_t kMostCells = 8192;
constexpr std::int64_t kNear = 256;
constexpr std::int64_t kMoves = 32;  // cells that a point may move to
constexpr int kSteps = 3;

// The points of each cell, ascending.
struct Members {
  std::vector<std::int64_t> begin;   // count + 1
  std::vector<std::int32_t> member;  // n
};

Members members_of(const std::vector<std::int32_t>& cell, std::int64_t count) {
  Members out;
  out.begin.assign(static_cast<std::size_t>(count + 1), 0);
  for (const std::int32_t c : cell) ++out.begin[c + 1];
  for (std::int64_t c = 0; c < count; ++c) out.begin[c + 1] += out.begin[c];
  out.member.resize(cell.size());
  std::vector<std::int64_t> next(out.begin.begin(), out.begin.end() - 1);
  for (std::size_t p = 0; p < cell.size(); ++p)
    out.member[next[cell[p]]++] = static_cast<std::int32_t>(p);
  return out;
}

// The mean of each cell's points, count×d; one without points keeps its old place.
void update_middles(const Members& of, const RoughRows& rows, std::vector<float>& middle,
                    Team& team) {
  team.for_blocks(std::ssize(of.begin) - 1, 16, [&](std::int64_t first, std::int64_t last) {
    std::vector<double> sum(static_cast<std::size_t>(rows.d));
    for (std::int64_t cell = first; cell < last; ++cell) {
      const std::int64_t begin = of.begin[cell], end = of.begin[cell + 1];
      if (begin == end) continue;
      std::fill(sum.begin(), sum.end(), 0);
      for (std::int64_t a = begin; a < end; ++a) {
        const float* row = rows.row(of.member[a]);
        for (std::int64_t c = 0; c < rows.d; ++c) sum[c] += row[c];
      }
      for (std::int64_t c = 0; c < rows.d; ++c)
        middle[cell * rows.d + c] = static_cast<float>(sum[c] / static_cast<double>(end - begin));
    }
  });
}

// For each middle the nearest, itself first: count×near.
std::vector<std::int32_t> nearest_middles(const std::vector<float>& middle, std::int64_t d,
                                          std::int64_t count, std::int64_t near,
                                          const Kernels& kernels, Team& team) {
  std::vector<std::int32_t> out(static_cast<std::size_t>(count * near));
  team.for_blocks(count, 16, [&](std::int64_t begin, std::int64_t end) {
    std::vector<std::pair<float, std::int32_t>> others(static_cast<std::size_t>(count));
    for (std::int64_t cell = begin; cell < end; ++cell) {
      const float* own = middle.data() + cell * d;
      for (std::int64_t b = 0; b < count; ++b)
        others[b] = {kernels.apart(own, middle.data() + b * d, d), static_cast<std::int32_t>(b)};
      others[cell].first = -1;
      if (near < count) std::nth_element(others.begin(), others.begin() + near, others.end());
      std::sort(others.begin(), others.begin() + near);
      for (std::int64_t a = 0; a < near; ++a) out[cell * near + a] = others[a].second;
    }
  });
  return out;
}

void fill_panels(const Members& of, const RoughRows& rows, Cells& out, Team& team) {
  out.begin.assign(1, 0);
  for (std::int64_t cell = 0; cell < out.count; ++cell) {
    const std::int64_t points = of.begin[cell + 1] - of.begin[cell];
    out.begin.push_back(out.begin.back() + (points + kLeafWidth - 1) / kLeafWidth);
  }
  const auto places = static_cast<std::size_t>(out.begin.back() * kLeafWidth);
  out.member.assign(places, -1);
  out.rest.assign(places, std::numeric_limits<float>::infinity());
  out.panels.assign(places * static_cast<std::size_t>(rows.d), 0);
  team.for_blocks(out.count, 16, [&](std::int64_t first, std::int64_t last) {
    for (std::int64_t cell = first; cell < last; ++cell) {
      for (std::int64_t a = 0; a < of.begin[cell + 1] - of.begin[cell]; ++a) {
        const std::int32_t p = of.member[of.begin[cell] + a];
        const std::int64_t place = out.begin[cell] * kLeafWidth + a;
        out.member[place] = p;
        out.rest[place] = rows.rest[p] * rows.rest[p];
        float* column = out.panels.data() + place / kLeafWidth * rows.d * kLeafWidth;
        for (std::int64_t c = 0; c < rows.d; ++c)
          column[c * kLeafWidth + place % kLeafWidth] = rows.row(p)[c];
      }
    }
  });
}

}  // namespace

Cells make_cells(const RoughRows& rows, Team& team) {
  Cells out;
  out.count = std::min((rows.n + kSize - 1) / kSize, kMostCells);
  out.near = std::min(out.count, kNear);
  const std::int64_t moves = std::min(out.count, kMoves);
  const Kernels& kernels = rows.kernels;
  std::vector<std::int32_t> cell(static_cast<std::size_t>(rows.n));
  for (std::int64_t p = 0; p < rows.n; ++p)
    cell[p] = static_cast<std::int32_t>(p * out.count / rows.n);
  std::vector<float> middle(static_cast<std::size_t>(out.count * rows.d));
  Members of = members_of(cell, out.count);
  update_middles(of, rows, middle, team);
  for (int step = 0; step < kSteps; ++step) {
    const auto near = nearest_middles(middle, rows.d, out.count, moves, kernels, team);
    team.for_blocks(rows.n, 256, [&](std::int64_t begin, std::int64_t end) {
      for (std::int64_t p = begin; p < end; ++p) {
        std::pair<float, std::int32_t> best{std::numeric_limits<float>::infinity(), cell[p]};
        for (std::int64_t a = 0; a < moves; ++a) {
          const std::int32_t to = near[cell[p] * moves + a];
          best =
              std::min(best, {kernels.apart(rows.row(p), middle.data() + to * rows.d, rows.d), to});
        }
        cell[p] = best.second;
      }
    });
    of = members_of(cell, out.count);
    update_middles(of, rows, middle, team);
  }
  out.nearest = nearest_middles(middle, rows.d, out.count, out.near, kernels, team);
  fill_panels(of, rows, out, team);
  return out;
}

void compare_cells(const Cells& cells, const RoughRows& rows, std::int64_t from, std::int64_t to,
                   RoughLists& lists, Team& team) {
  const Kernels& kernels = rows.kernels;
  team.for_each(cells.count, [&](std::int64_t cell) {
    const std::int64_t begin = cells.begin[cell] * kLeafWidth;
    std::int64_t end = cells.begin[cell + 1] * kLeafWidth;
    while (end > begin && cells.member[end - 1] < 0) --end;
    float squared[kFilterRows * kLeafWidth];
    std::uint32_t survivors[kFilterRows];
    for (std::int64_t a = from; a < std::min(to, cells.near); ++a) {
      const std::int32_t other = cells.nearest[cell * cells.near + a];
      for (std::int64_t panel = cells.begin[other]; panel < cells.begin[other + 1]; ++panel) {
        const std::int32_t* members = cells.member.data() + panel * kLeafWidth;
        for (std::int64_t first = begin; first < end; first += kFilterRows) {
          const auto queries = static_cast<int>(std::min<std::int64_t>(kFilterRows, end - first));
          const float* row[kFilterRows];
          float limit[kFilterRows];
          float rest[kFilterRows];
          for (int r = 0; r < kFilterRows; ++r) {
            const std::int32_t q = cells.member[first + std::min(r, queries - 1)];
            row[r] = rows.row(q);
            rest[r] = rows.rest[q] * rows.rest[q];
            limit[r] = std::min(lists.reach(q), std::numeric_limits<float>::max()) - rest[r];
          }
          kernels.near(row, limit, cells.panels.data() + panel * rows.d * kLeafWidth,
                       cells.rest.data() + panel * kLeafWidth, rows.d, squared, survivors);
          for (int r = 0; r < queries; ++r) {
            const std::int32_t q = cells.member[first + r];
            for (std::uint32_t bits = survivors[r]; bits != 0; bits &= bits - 1) {
              const int at = std::countr_zero(bits);
              if (members[at] != q)
                lists.offer(q, members[at], squared[r * kLeafWidth + at] + rest[r]);
            }
          }
        }
      }
    }
  });
}

}  // namespace gnac::detail::knn_detail
