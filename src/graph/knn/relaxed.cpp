#include "graph/knn/relaxed.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "graph/knn.h"

namespace gnac::detail::knn_detail {
namespace {

// Groups of the sample: one of this many, within limits.
constexpr std::int64_t kOneOf = 64;
constexpr std::int64_t kFewestTaken = 8;
constexpr std::int64_t kMostTaken = 32;

constexpr double kSpare = 0.002;  // recall beyond what is asked for: a sample may flatter
constexpr int kSteps = 63;        // of the stretch,
constexpr double kStep = 1.05;    // each longer by this factor
constexpr double kWorthIt = 0.8;  // of the work of the exact search

}  // namespace

SearchSample::SearchSample(const OwnSearches& own, Team& team) : own_(own) {
  const std::int64_t taken =
      std::min(own.groups(), std::clamp(own.groups() / kOneOf, kFewestTaken, kMostTaken));
  for (std::int64_t a = 0; a < taken; ++a) taken_.push_back(own.groups() * a / taken);
  last_.resize(static_cast<std::size_t>(taken * own.group));
  exact_ = run(1, &last_, team);
}

SearchSample::Outcome SearchSample::with(double stretch, Team& team) const {
  return run(stretch, nullptr, team);
}

SearchSample::Outcome SearchSample::run(double stretch, std::vector<Candidate>* last,
                                        Team& team) const {
  std::vector<std::int64_t> asked(taken_.size()), right(taken_.size());
  std::vector<double> work(taken_.size());
  team.for_each(std::ssize(taken_), [&](std::int64_t item) {
    const std::int64_t g = taken_[item];
    Search search = own_.search(g, stretch);
    search.run();
    asked[item] = own_.end(g) - own_.begin(g);
    work[item] = search.work();
    for (std::int64_t q = 0; q < asked[item]; ++q) {
      const auto found = search.neighbours(q);
      const auto at = static_cast<std::size_t>(item * own_.group + q);
      if (last != nullptr) (*last)[at] = found.back();
      // Only real points are found, so one at or before the true last neighbour is a true one.
      right[item] +=
          std::ranges::count_if(found, [&](const Candidate& own) { return !(last_[at] < own); });
    }
  });
  const auto sum = [](const auto& of) { return std::accumulate(of.begin(), of.end(), 0.0); };
  return {sum(right) / (sum(asked) * static_cast<double>(own_.k)), sum(work) / sum(asked)};
}

Relaxed relax(const SearchSample& sample, Team& team) {
  Relaxed best;
  int good = 0;
  int bad = kSteps + 1;
  while (bad - good > 1) {
    const int middle = (good + bad) / 2;
    const double stretch = std::pow(kStep, middle);
    const SearchSample::Outcome outcome = sample.with(stretch, team);
    if (outcome.recall < kLeastRecall + kSpare) {
      bad = middle;
      continue;
    }
    good = middle;
    if (outcome.work < kWorthIt * sample.exact().work) best = {stretch, outcome.recall};
  }
  return best;
}

}  // namespace gnac::detail::knn_detail
