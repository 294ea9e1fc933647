#include "studies/statistics.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>

namespace gnac::detail {
namespace {

nlohmann::json golden() {
  std::ifstream file(GNAC_TEST_DIR "/lab/studies/statistics.json");
  return nlohmann::json::parse(file);
}

TEST(Statistics, WilcoxonEqualsSciPy) {
  const nlohmann::json cases = golden()["wilcoxon"];
  ASSERT_GE(cases.size(), 5U);
  for (const auto& c : cases) {
    SCOPED_TRACE(c["name"].get<std::string>());
    const Wilcoxon test = wilcoxon(c["d"].get<std::vector<double>>());
    EXPECT_EQ(test.exact, c["exact"].get<bool>());
    EXPECT_NEAR(test.statistic, c["statistic"].get<double>(), 1e-9);
    const double p = c["p"].get<double>();
    EXPECT_NEAR(test.p, p, 1e-10 * p);
  }
}

TEST(Statistics, WilcoxonWithoutAnyDifferenceFindsNoEvidence) {
  EXPECT_EQ(wilcoxon(std::vector<double>{0, 0, 0}).p, 1);
  EXPECT_EQ(wilcoxon(std::vector<double>{}).p, 1);
}

TEST(Statistics, WilcoxonIsTwoSided) {
  EXPECT_TRUE(rc::check("changing all signs changes nothing", [](std::vector<int> values) {
    std::vector<double> plus(values.begin(), values.end());
    std::vector<double> minus = plus;
    for (double& v : minus) v = -v;
    const double p = wilcoxon(plus).p;
    RC_ASSERT(std::abs(p - wilcoxon(minus).p) < 1e-12);
    RC_ASSERT(p >= 0 && p <= 1);
  }));
}

TEST(Statistics, HolmEqualsItsDefinition) {
  const auto json = golden()["holm"];
  const auto adjusted = holm(json["p"].get<std::vector<double>>());
  const auto expected = json["adjusted"].get<std::vector<double>>();
  ASSERT_EQ(adjusted.size(), expected.size());
  for (std::size_t i = 0; i < expected.size(); ++i) EXPECT_NEAR(adjusted[i], expected[i], 1e-15);
}

TEST(Statistics, PowerFitEqualsSciPyAndThePublishedExponent) {
  const auto json = golden()["power"];
  const PowerFit fit =
      power_fit(json["x"].get<std::vector<double>>(), json["y"].get<std::vector<double>>());
  EXPECT_NEAR(fit.exponent, json["exponent"].get<double>(), 1e-12);
  EXPECT_NEAR(fit.intercept, json["intercept"].get<double>(), 1e-10);
  EXPECT_NEAR(fit.r2, json["r2"].get<double>(), 1e-12);
  EXPECT_NEAR(fit.exponent, 1.023, 5e-4);
  EXPECT_TRUE(std::isnan(power_fit(std::vector<double>{1}, std::vector<double>{1}).exponent));
  EXPECT_TRUE(std::isnan(power_fit(std::vector<double>{1, 2}, std::vector<double>{0, 1}).r2));
}

TEST(Statistics, QuantilesEqualNumPy) {
  const auto json = golden()["quantile"];
  const auto values = json["values"].get<std::vector<double>>();
  for (std::size_t i = 0; i < json["q"].size(); ++i) {
    EXPECT_NEAR(quantile(values, json["q"][i]), json["value"][i].get<double>(), 1e-15);
  }
}

// Two bootstraps agree up to the Monte Carlo error of a percentile: near 2.5 % of 10,000 resamples
// that is about 0.027 standard errors of the mean, or 0.014 half widths; four of them are allowed.
TEST(Statistics, BootstrapAgreesWithSciPy) {
  const auto json = golden()["bootstrap"];
  const auto values = json["values"].get<std::vector<double>>();
  const double tolerance = 0.055 * json["half_width"].get<double>();
  const Interval interval = bootstrap_mean(values, 7);
  EXPECT_NEAR(interval.low, json["low"].get<double>(), tolerance);
  EXPECT_NEAR(interval.high, json["high"].get<double>(), tolerance);
  const Interval again = bootstrap_mean(values, 7);
  EXPECT_EQ(interval.low, again.low);
  EXPECT_EQ(interval.high, again.high);
  EXPECT_NE(interval.low, bootstrap_mean(values, 8).low);
}

TEST(Statistics, SummariesOfFewValues) {
  EXPECT_TRUE(std::isnan(mean({})));
  EXPECT_TRUE(std::isnan(median({})));
  EXPECT_EQ(deviation(std::vector<double>{3}), 0);
  EXPECT_DOUBLE_EQ(deviation(std::vector<double>{1, 3}), std::sqrt(2.0));
  EXPECT_DOUBLE_EQ(deviation(std::vector<double>{1, 3}, 0), 1.0);
  EXPECT_DOUBLE_EQ(median(std::vector<double>{4, 1, 3, 2}), 2.5);
}

}  // namespace
}  // namespace gnac::detail
