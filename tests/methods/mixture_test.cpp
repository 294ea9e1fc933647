#include "methods/mixture/mixture.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <Eigen/LU>
#include <cmath>
#include <limits>
#include <numbers>

#include "gnac/error.h"
#include "methods/cases.h"
#include "methods/method.h"

namespace gnac::detail {
namespace {

/// One EM step written down as in a textbook, on explicit responsibilities and covariances.
struct PlainMixture {
  Eigen::VectorXd weight;
  Eigen::MatrixXd mean;  ///< K×d
  std::vector<Eigen::MatrixXd> covariance;
};

Eigen::MatrixXd matrix(const Points& p) {
  Eigen::MatrixXd x(p.n, p.d);
  for (std::int64_t i = 0; i < p.n; ++i) {
    for (std::int64_t c = 0; c < p.d; ++c) x(i, c) = p.row(i)[c];
  }
  return x;
}

double plain_density(const PlainMixture& m, Eigen::Index k, const Eigen::VectorXd& x) {
  const Eigen::VectorXd away = x - m.mean.row(k).transpose();
  const double square = away.dot(m.covariance[k].inverse() * away);
  const double volume =
      std::pow(2 * std::numbers::pi, static_cast<double>(x.size())) * m.covariance[k].determinant();
  return m.weight[k] * std::exp(-square / 2) / std::sqrt(volume);
}

/// Responsibilities n×K and the log-likelihood.
std::pair<Eigen::MatrixXd, double> plain_expectation(const PlainMixture& m,
                                                     const Eigen::MatrixXd& x) {
  Eigen::MatrixXd r(x.rows(), m.mean.rows());
  double likelihood = 0;
  for (Eigen::Index i = 0; i < x.rows(); ++i) {
    for (Eigen::Index k = 0; k < r.cols(); ++k) r(i, k) = plain_density(m, k, x.row(i));
    likelihood += std::log(r.row(i).sum());
    r.row(i) /= r.row(i).sum();
  }
  return {r, likelihood};
}

PlainMixture plain_maximisation(const Eigen::MatrixXd& r, const Eigen::MatrixXd& x, Covariance kind,
                                double ridge) {
  PlainMixture m;
  const auto n = static_cast<double>(x.rows());
  const Eigen::Index d = x.cols();
  m.weight = r.colwise().sum() / n;
  m.mean = (r.transpose() * x).array().colwise() / (m.weight * n).array();
  Eigen::MatrixXd tied = Eigen::MatrixXd::Zero(d, d);
  for (Eigen::Index k = 0; k < r.cols(); ++k) {
    const Eigen::MatrixXd away = x.rowwise() - m.mean.row(k);
    Eigen::MatrixXd c = away.transpose() * r.col(k).asDiagonal() * away / (m.weight[k] * n);
    tied += m.weight[k] * c;
    if (kind == Covariance::diag) c = Eigen::MatrixXd(c.diagonal().asDiagonal());
    if (kind == Covariance::spherical) {
      c = Eigen::MatrixXd::Identity(d, d) * (c.trace() / static_cast<double>(d));
    }
    m.covariance.push_back(c);
  }
  for (auto& c : m.covariance) {
    if (kind == Covariance::tied) c = tied;
    c.diagonal().array() += ridge;
  }
  return m;
}

TEST(Mixture, StepsEqualTheTextbook) {
  EXPECT_TRUE(rc::check([] {
    const auto kind = *rc::gen::element(Covariance::full, Covariance::tied, Covariance::diag,
                                        Covariance::spherical);
    const auto n = *rc::gen::inRange<std::int64_t>(20, 400);
    const auto d = *rc::gen::inRange<std::int64_t>(1, 5);
    const int clusters = *rc::gen::inRange(1, 4);
    const auto seed = *rc::gen::inRange<std::uint64_t>(0, 1000000);
    const Points p = group_points(n, d, clusters, 2, seed);
    const Eigen::MatrixXd x = matrix(p);
    Labels labels;
    Eigen::MatrixXd hard = Eigen::MatrixXd::Zero(n, clusters);
    for (std::int64_t i = 0; i < n; ++i) {
      labels.push_back(static_cast<std::int32_t>(i % clusters));
      hard(i, i % clusters) = 1;
    }
    PlainMixture plain = plain_maximisation(hard, x, kind, 1e-3);
    Eigen::MatrixXd anywhere = Eigen::MatrixXd::Constant(clusters, d, 0.25);
    Mixture mixture = maximisation(hard_sums(p, labels, anywhere, kind), anywhere,
                                   static_cast<double>(n), kind, 1e-3);
    Team team(2);
    double last = -1e300;
    for (int step = 0; step < 4; ++step) {
      const auto [r, likelihood] = plain_expectation(plain, x);
      Labels best(static_cast<std::size_t>(n));
      const MixtureSums sums = expectation(mixture, p, best, team);
      RC_ASSERT(std::abs(sums.log_likelihood - likelihood) < 1e-7 * (1 + std::abs(likelihood)));
      RC_ASSERT(sums.log_likelihood > last - 0.05 * static_cast<double>(n) * 1e-3);
      last = sums.log_likelihood;
      for (std::int64_t i = 0; i < n; ++i) {
        RC_ASSERT(r(i, best[i]) > r.row(i).maxCoeff() - 1e-9);
      }
      plain = plain_maximisation(r, x, kind, 1e-3);
      mixture = maximisation(sums, mixture.mean, static_cast<double>(n), kind, 1e-3);
      RC_ASSERT((mixture.mean - plain.mean).cwiseAbs().maxCoeff() < 1e-7);
    }
  }));
}

TEST(Mixture, SeesGroupsOfDifferentWidthWhereKMeansCutsHalfWay) {
  // A narrow group beside a wide one: half way between the centres is far inside the wide one.
  Points p = normal_points(2000, 2, 3);
  Labels expected;
  for (std::int64_t i = 0; i < p.n; ++i) {
    for (std::int64_t c = 0; c < 2; ++c) p.values[2 * i + c] *= i % 2 == 0 ? 0.3 : 2.0;
    p.values[2 * i] += 5.0 * static_cast<double>(i % 2);
    expected.push_back(static_cast<std::int32_t>(i % 2));
  }
  Team team(2);
  const auto agree = [&](const char* method) {
    const auto labels = run_method(method, p, 2, {}, 7, team).labels;
    std::int64_t same = 0;
    for (std::int64_t i = 0; i < p.n; ++i) same += labels[i] == expected[i];
    return static_cast<double>(same) / static_cast<double>(p.n);
  };
  EXPECT_GT(agree("gmm"), 0.98);
  EXPECT_LT(agree("kmeans"), 0.97);
}

TEST(Mixture, DependentColumnsAtALargeScaleAreHandled) {
  Points p = normal_points(200, 1, 5);
  Points wide{.values = {}, .n = 200, .d = 3};
  for (const double v : p.values) {
    wide.values.insert(wide.values.end(), {v * 1e8, v * 2e8, v * 1e8 + 5});
  }
  Team team(1);
  EXPECT_NO_THROW(run_method("gmm", wide, 3, {}, 7, team));
}

TEST(Mixture, EqualPointsFarFromTheOldMeanAreHandled) {
  // Their variance is 0, of which rounding leaves something below 0 that the ridge does not lift.
  constexpr double kAway = 1e8;
  MixtureSums sums;
  sums.weight = Eigen::VectorXd::Constant(1, 3);
  sums.first = Eigen::MatrixXd::Constant(1, 1, 3 * kAway);
  sums.second = {Eigen::MatrixXd::Constant(1, 1, 3 * kAway * kAway * (1 - 1e-15))};
  const Eigen::MatrixXd centres = Eigen::MatrixXd::Zero(1, 1);
  for (const auto kind : {Covariance::full, Covariance::tied, Covariance::diag}) {
    const Mixture mixture = maximisation(sums, centres, 3, kind, 1e-6);
    EXPECT_TRUE(std::isfinite(mixture.whiten[0](0, 0)) && std::isfinite(mixture.log_det[0]));
  }
  sums.second[0](0, 0) = std::numeric_limits<double>::infinity();
  EXPECT_THROW(maximisation(sums, centres, 3, Covariance::full, 1e-6), Error);
}

}  // namespace
}  // namespace gnac::detail
