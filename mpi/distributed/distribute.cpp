#include "distributed/distribute.h"

#include <algorithm>
#include <numeric>
#include <span>
#include <utility>

namespace gnac::detail {
namespace {

constexpr std::int64_t kSample = 100'000;

using Key = std::pair<double, std::int64_t>;  // value in the split column, row

struct Split {
  std::int64_t column = 0;
  Key at;          // left: before it
  int middle = 0;  // the first rank on the right
};

// Splits in preorder: that of ranks [low, high), then those of the left half, then of the right.
class Plan {
 public:
  Plan(PointsView rows, std::span<const std::int64_t> ids, int ranks) : rows_(rows), ids_(ids) {
    std::vector<std::int64_t> all(static_cast<std::size_t>(rows.n));
    std::iota(all.begin(), all.end(), 0);
    split(all, 0, ranks);
  }

  int owner(const double* x, std::int64_t id, int ranks) const {
    int low = 0;
    int high = ranks;
    for (std::size_t at = 0; high - low > 1;) {
      const Split& s = splits_[at];
      if (Key{x[s.column], id} < s.at) {
        high = s.middle;
        at += 1;
      } else {
        at += static_cast<std::size_t>(s.middle - low);  // ranks on the left have one split fewer
        low = s.middle;
      }
    }
    return low;
  }

 private:
  std::int64_t widest(std::span<const std::int64_t> inside) const {
    std::int64_t best = 0;
    double most = -1;
    for (std::int64_t c = 0; c < rows_.d; ++c) {
      double low = rows_(inside[0], c);
      double high = low;
      for (const std::int64_t i : inside) {
        low = std::min(low, rows_(i, c));
        high = std::max(high, rows_(i, c));
      }
      if (high - low <= most) continue;
      most = high - low;
      best = c;
    }
    return best;
  }

  void split(std::span<std::int64_t> inside, int low, int high) {
    if (high - low < 2) return;
    const int middle = low + (high - low) / 2;
    Split s{0, {}, middle};
    std::span<std::int64_t> left, right;
    if (!inside.empty()) {
      s.column = widest(inside);
      const auto key = [&](std::int64_t i) { return Key{rows_(i, s.column), ids_[i]}; };
      const auto place = inside.size() * static_cast<std::size_t>(middle - low) /
                         static_cast<std::size_t>(high - low);
      std::nth_element(inside.begin(), inside.begin() + static_cast<std::ptrdiff_t>(place),
                       inside.end(),
                       [&](std::int64_t a, std::int64_t b) { return key(a) < key(b); });
      s.at = key(inside[place]);
      left = inside.first(place);
      right = inside.subspan(place);
    }
    splits_.push_back(s);
    split(left, low, middle);
    split(right, middle, high);
  }

  PointsView rows_;
  std::span<const std::int64_t> ids_;
  std::vector<Split> splits_;
};

Plan plan_of(Comm& comm, const InputPart& part, Points& sample, std::vector<std::int64_t>& ids) {
  const std::int64_t step = std::max<std::int64_t>(1, part.n / kSample);
  std::vector<double> values;
  std::vector<std::int64_t> own;
  for (std::int64_t i = 0; i < part.rows.n; ++i) {
    if ((part.first + i) % step != 0) continue;
    const auto row = PointsView(part.rows).row(i);
    values.insert(values.end(), row.begin(), row.end());
    own.push_back(part.first + i);
  }
  ids = gather_everywhere(comm, own);
  sample.values = gather_everywhere(comm, values);
  sample.n = std::ssize(ids);
  sample.d = part.rows.d;
  return {sample, ids, comm.size};
}

}  // namespace

OwnPoints distribute(Comm& comm, InputPart part) {
  const std::int64_t d = part.rows.d;
  std::vector<int> owner(static_cast<std::size_t>(part.rows.n));
  {
    Points sample;
    std::vector<std::int64_t> ids;
    const Plan plan = plan_of(comm, part, sample, ids);
    for (std::int64_t i = 0; i < part.rows.n; ++i)
      owner[i] = plan.owner(PointsView(part.rows).row(i).data(), part.first + i, comm.size);
  }
  std::vector<std::int64_t> counts(static_cast<std::size_t>(comm.size));
  for (const int r : owner) ++counts[r];
  Parts<std::int32_t> ids(counts);
  for (std::int64_t& c : counts) c *= d;
  Parts<double> rows(counts);
  std::vector<std::int64_t> next(ids.offset.begin(), ids.offset.end() - 1);
  for (std::int64_t i = 0; i < part.rows.n; ++i) {
    const std::int64_t at = next[owner[i]]++;
    ids.values[at] = static_cast<std::int32_t>(part.first + i);
    const auto row = PointsView(part.rows).row(i);
    std::copy(row.begin(), row.end(), rows.values.begin() + at * d);
  }
  part.rows = {};
  // Ranks read the input in order and keep the order of their rows, so ids arrive ascending.
  OwnPoints own;
  own.n = part.n;
  own.id = exchange(comm, ids).values;
  own.rows.values = exchange(comm, rows).values;
  own.rows.n = std::ssize(own.id);
  own.rows.d = d;
  return own;
}

}  // namespace gnac::detail
