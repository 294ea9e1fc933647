#include <gtest/gtest.h>

#include <cmath>

#include "methods/cases.h"
#include "studies/deep/deep_clustering.h"
#include "studies/deep/network.h"
#include "studies/deep/soft_assignment.h"

namespace gnac::detail {
namespace {

Eigen::MatrixXf normal_matrix(Eigen::Index rows, Eigen::Index columns, std::uint64_t seed) {
  Draws draws(seed, Stream::generator);
  Eigen::MatrixXf m(rows, columns);
  for (Eigen::Index j = 0; j < columns; ++j) {
    for (Eigen::Index i = 0; i < rows; ++i) m(i, j) = static_cast<float>(draws.normal());
  }
  return m;
}

/// <output, direction>, whose gradient at the output is `direction`.
double projected(const Network& net, const Eigen::MatrixXf& x, const Eigen::MatrixXf& direction) {
  Outputs outputs{x};
  forward(net, 0, net.layers.size(), outputs);
  return outputs.back().cast<double>().cwiseProduct(direction.cast<double>()).sum();
}

TEST(Deep, AdjointEqualsDifferences) {
  Network net = make_autoencoder(3, 8, 2, 5);
  const Eigen::MatrixXf x = normal_matrix(3, 20, 1);
  const Eigen::MatrixXf direction = normal_matrix(3, 20, 2);
  Outputs outputs{x};
  forward(net, 0, net.layers.size(), outputs);
  std::vector<float> gradient(net.values.size());
  Eigen::MatrixXf grad = direction;
  backward(net, 0, net.layers.size(), outputs, grad, gradient);
  double worst = 0;
  double norm = 0;
  for (std::size_t v = 0; v < net.values.size(); ++v) {
    const float kept = net.values[v];
    const float h = 1e-3F;
    net.values[v] = kept + h;
    const double up = projected(net, x, direction);
    net.values[v] = kept - h;
    const double down = projected(net, x, direction);
    net.values[v] = kept;
    const double difference = (up - down) / (2.0 * h);
    worst += std::pow(difference - gradient[v], 2);
    norm += std::pow(difference, 2);
  }
  // Single precision and the kinks of ReLU leave an error of about one percent.
  EXPECT_LT(std::sqrt(worst / norm), 0.02);
}

TEST(Deep, DivergenceGradientEqualsDifferences) {
  Eigen::MatrixXf codes = normal_matrix(3, 12, 3);
  Eigen::MatrixXf centres = normal_matrix(3, 4, 4);
  const Eigen::MatrixXf p = target_distribution(soft_assignment(normal_matrix(3, 12, 5), centres));
  const auto divergence = [&] {
    const Eigen::MatrixXd q = soft_assignment(codes, centres).cast<double>();
    const Eigen::MatrixXd t = p.cast<double>();
    return (t.array() * (t.array() / q.array()).log()).sum();
  };
  Eigen::MatrixXf at_centres = Eigen::MatrixXf::Zero(3, 4);
  const Eigen::MatrixXf at_codes = divergence_gradient(codes, centres, p, at_centres);
  const auto check = [&](Eigen::MatrixXf& values, const Eigen::MatrixXf& gradient) {
    for (Eigen::Index v = 0; v < values.size(); ++v) {
      const float kept = values.data()[v];
      const float h = 4e-3F;
      values.data()[v] = kept + h;
      const double up = divergence();
      values.data()[v] = kept - h;
      const double down = divergence();
      values.data()[v] = kept;
      EXPECT_NEAR(gradient.data()[v], (up - down) / (2.0 * h), 2e-3);
    }
  };
  check(codes, at_codes);
  check(centres, at_centres);
}

TEST(Deep, TargetSharpensTheAssignment) {
  const Eigen::MatrixXf q = soft_assignment(normal_matrix(2, 50, 6), normal_matrix(2, 3, 7));
  const Eigen::MatrixXf p = target_distribution(q);
  EXPECT_NEAR(static_cast<double>(q.colwise().sum().minCoeff()), 1, 1e-5);
  EXPECT_NEAR(static_cast<double>(p.colwise().sum().maxCoeff()), 1, 1e-5);
  EXPECT_GT(p.colwise().maxCoeff().mean(), q.colwise().maxCoeff().mean());
}

TEST(Deep, PretrainingLearnsToReconstruct) {
  const Points p = group_points(600, 3, 4, 3, 8);
  Team team(2);
  DeepSettings settings;
  settings.cluster_steps = 0;
  settings.pretrain_steps = 0;
  const double before = deep_clustering(p, 4, settings, false, 7, team).reconstruction;
  settings.pretrain_steps = 300;
  const double after = deep_clustering(p, 4, settings, false, 7, team).reconstruction;
  EXPECT_LT(after, 0.05 * before);
}

}  // namespace
}  // namespace gnac::detail
