#pragma once

#include <cstdint>
#include <span>
#include <vector>

// The statistics of the paper's comparisons. None of them draws conclusions; the tables do.
namespace gnac::detail {

double mean(std::span<const double> values);    ///< NaN when there are none
double median(std::span<const double> values);  ///< NaN when there are none

/// Standard deviation with divisor n - ddof; 0 for fewer than two values.
double deviation(std::span<const double> values, int ddof = 1);

/// Linear interpolation between order statistics, like NumPy's percentile; q in 0..1.
double quantile(std::vector<double> values, double q);

struct Wilcoxon {
  double statistic = 0;  ///< the smaller of the two rank sums
  double p = 1;          ///< two-sided
  bool exact = false;    ///< from the exact distribution, not from the normal approximation
};

/// The signed-rank test of paired differences, as SciPy's default does it: zeros are dropped
/// ("wilcox"), no continuity correction, tied magnitudes share their average rank. Exact for up to
/// 50 differences without zeros or ties; otherwise the normal approximation with the variance
/// corrected for ties. (SciPy before 1.13 also used the exact distribution, which does not hold
/// then, on ties.) If nothing differs from zero there is no evidence: p = 1.
Wilcoxon wilcoxon(std::span<const double> differences);

/// Holm's step-down adjustment, in the order of the input.
std::vector<double> holm(std::span<const double> p);

struct Interval {
  double low = 0;
  double high = 0;
};

/// Percentile interval of the mean over bootstrap resamples of the values.
Interval bootstrap_mean(std::span<const double> values, std::uint64_t seed, int resamples = 10000,
                        double level = 0.95);

/// log y = exponent·log x + intercept by least squares.
struct PowerFit {
  double exponent = 0;
  double intercept = 0;
  double r2 = 0;  ///< of the fit of the logarithms
};

/// NaN for fewer than two points or values that are not positive.
PowerFit power_fit(std::span<const double> x, std::span<const double> y);

}  // namespace gnac::detail
