#include "studies/deep/deep_clustering.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "readout/kmeans.h"
#include "studies/deep/network.h"
#include "studies/deep/soft_assignment.h"
#include "support/random.h"

namespace gnac::detail {
namespace {

// Gradients are taken over slices of a batch, by any thread, and added in the order of the slices.
constexpr std::int64_t kSlice = 64;
constexpr std::int64_t kEncodeBlock = 512;

/// The points as d×n floats, centred and divided by one deviation for all columns.
Eigen::MatrixXf standardised(PointsView points) {
  const Eigen::Map<const Eigen::MatrixXd> x(points.data, points.d, points.n);
  const Eigen::VectorXd mean = x.rowwise().mean();
  const Eigen::MatrixXd away = x.colwise() - mean;
  const double deviation = std::sqrt(away.squaredNorm() / static_cast<double>(away.size()));
  return (away / (deviation > 0 ? deviation : 1.0)).cast<float>();
}

/// Batches of rows without replacement, reshuffled whenever all have been seen.
class Batches {
 public:
  Batches(std::int64_t n, std::int64_t size, std::uint64_t seed)
      : order_(static_cast<std::size_t>(n)),
        size_(std::min(n, size)),
        draws_(seed, Stream::method, 2) {
    std::iota(order_.begin(), order_.end(), 0);
    next_ = n;
  }

  std::span<const std::int64_t> next() {
    const auto n = static_cast<std::int64_t>(order_.size());
    if (next_ + size_ > n) {
      for (std::int64_t i = n - 1; i > 0; --i) {
        std::swap(order_[i], order_[draws_.below(static_cast<std::uint64_t>(i) + 1)]);
      }
      next_ = 0;
    }
    next_ += size_;
    return std::span(order_).subspan(static_cast<std::size_t>(next_ - size_),
                                     static_cast<std::size_t>(size_));
  }

 private:
  std::vector<std::int64_t> order_;
  std::int64_t size_;
  std::int64_t next_ = 0;
  Draws draws_;
};

struct Trainer {
  const Eigen::MatrixXf& x;  ///< d×n
  Network network;
  Eigen::MatrixXf centres;  ///< code×K
  Team& team;
};

/// The loss of one step.
struct Loss {
  float reconstruction = 0;                 ///< weight of the mean squared error; 0: no decoder
  float divergence = 0;                     ///< weight of the mean divergence; 0: no centres
  const Eigen::MatrixXf* target = nullptr;  ///< K×n
};

struct Gradient {
  std::vector<float> tensors;
  Eigen::MatrixXf centres;
};

/// The gradient over some rows of a batch of `total`.
Gradient slice_gradient(const Trainer& t, const Loss& loss, std::span<const std::int64_t> rows,
                        std::int64_t total) {
  const Network& net = t.network;
  Gradient g;
  g.tensors.assign(net.values.size(), 0);
  g.centres = Eigen::MatrixXf::Zero(t.centres.rows(), t.centres.cols());
  Outputs encoded(1);
  encoded[0] = t.x(Eigen::all, rows);
  forward(net, 0, net.encoder, encoded);
  const Eigen::MatrixXf& code = encoded.back();
  Eigen::MatrixXf at_code = Eigen::MatrixXf::Zero(code.rows(), code.cols());
  if (loss.reconstruction > 0) {
    Outputs decoded(1);
    decoded[0] = code;
    forward(net, net.encoder, net.layers.size(), decoded);
    const float scale = 2 * loss.reconstruction / static_cast<float>(total * t.x.rows());
    Eigen::MatrixXf grad = scale * (decoded.back() - encoded[0]);
    backward(net, net.encoder, net.layers.size(), decoded, grad, g.tensors);
    at_code = grad;
  }
  if (loss.divergence > 0) {
    const float scale = loss.divergence / static_cast<float>(total);
    const Eigen::MatrixXf p = (*loss.target)(Eigen::all, rows);
    at_code += scale * divergence_gradient(code, t.centres, p, g.centres);
    g.centres *= scale;
  }
  backward(net, 0, net.encoder, encoded, at_code, g.tensors);
  return g;
}

/// One Adam step on a batch; tensors first, then the centres.
void train_step(Trainer& t, const Loss& loss, std::span<const std::int64_t> rows, Adam& tensors,
                Adam& centres) {
  const auto total = static_cast<std::int64_t>(rows.size());
  std::vector<Gradient> slices(static_cast<std::size_t>((total + kSlice - 1) / kSlice));
  t.team.for_each(std::ssize(slices), [&](std::int64_t s) {
    const auto begin = static_cast<std::size_t>(s * kSlice);
    const auto count = std::min(rows.size() - begin, static_cast<std::size_t>(kSlice));
    slices[s] = slice_gradient(t, loss, rows.subspan(begin, count), total);
  });
  for (std::size_t s = 1; s < slices.size(); ++s) {
    for (std::size_t v = 0; v < slices[0].tensors.size(); ++v) {
      slices[0].tensors[v] += slices[s].tensors[v];
    }
    slices[0].centres += slices[s].centres;
  }
  tensors.step(t.network.values, slices[0].tensors);
  if (loss.divergence > 0) {
    const auto size = static_cast<std::size_t>(t.centres.size());
    centres.step({t.centres.data(), size}, {slices[0].centres.data(), size});
  }
}

/// Codes of all points, code×n.
Eigen::MatrixXf encode(const Trainer& t) {
  const Network& net = t.network;
  Eigen::MatrixXf codes(net.layers[net.encoder - 1].out, t.x.cols());
  t.team.for_blocks(t.x.cols(), kEncodeBlock, [&](std::int64_t begin, std::int64_t end) {
    Outputs outputs(1);
    outputs[0] = t.x.middleCols(begin, end - begin);
    forward(net, 0, net.encoder, outputs);
    codes.middleCols(begin, end - begin) = outputs.back();
  });
  return codes;
}

double reconstruction_error(const Trainer& t) {
  const double sum =
      t.team.sum_blocks(t.x.cols(), kEncodeBlock, [&](std::int64_t b, std::int64_t e) {
        Outputs outputs(1);
        outputs[0] = t.x.middleCols(b, e - b);
        forward(t.network, 0, t.network.layers.size(), outputs);
        return static_cast<double>((outputs.back() - outputs[0]).squaredNorm());
      });
  return sum / static_cast<double>(t.x.size());
}

/// k-means on the codes: labels now, centres for the next phase.
std::vector<std::int32_t> start_centres(Trainer& t, int clusters, std::uint64_t seed) {
  const Eigen::MatrixXd codes = encode(t).cast<double>();
  const auto result =
      kmeans({codes.data(), codes.cols(), codes.rows()}, clusters,
             {.starts = 20, .seed = seed, .stream = Stream::method, .part = 3}, t.team);
  t.centres = Eigen::Map<const Eigen::MatrixXd>(result.centres.data(), codes.rows(), clusters)
                  .cast<float>();
  return result.labels;
}

std::vector<std::int32_t> hardest(const Eigen::MatrixXf& q) {
  std::vector<std::int32_t> labels(static_cast<std::size_t>(q.cols()));
  for (Eigen::Index i = 0; i < q.cols(); ++i) {
    Eigen::Index best = 0;
    q.col(i).maxCoeff(&best);
    labels[i] = static_cast<std::int32_t>(best);
  }
  return labels;
}

}  // namespace

DeepResult deep_clustering(PointsView points, int clusters, const DeepSettings& o, bool reconstruct,
                           std::uint64_t seed, Team& team) {
  const Eigen::MatrixXf x = standardised(points);
  Trainer t{x, make_autoencoder(points.d, o.width, o.code, seed), {}, team};
  Batches batches(points.n, o.batch, seed);
  const int steps = o.pretrain_steps + o.cluster_steps;
  Adam pretraining(o.learning_rate);
  for (int step = 0; step < o.pretrain_steps; ++step) {
    train_step(t, {.reconstruction = 1}, batches.next(), pretraining, pretraining);
    if (step % 16 == 0) team.advance(static_cast<double>(step) / steps);
  }
  DeepResult result;
  result.reconstruction = reconstruction_error(t);
  result.labels = start_centres(t, clusters, seed);

  Adam tensors(o.learning_rate);
  Adam centres(o.learning_rate);
  while (true) {
    const Eigen::MatrixXf q = soft_assignment(encode(t), t.centres);
    auto labels = hardest(q);
    std::int64_t changed = 0;
    for (std::size_t i = 0; i < labels.size(); ++i) changed += labels[i] != result.labels[i];
    result.labels = std::move(labels);
    const bool settled = static_cast<double>(changed) < o.tolerance * static_cast<double>(points.n);
    if (result.steps >= o.cluster_steps || (settled && result.steps > 0)) return result;
    const Eigen::MatrixXf target = target_distribution(q);
    const Loss loss{.reconstruction = reconstruct ? 1.0F : 0.0F,
                    .divergence = reconstruct ? static_cast<float>(o.gamma) : 1.0F,
                    .target = &target};
    for (int s = 0; s < o.interval && result.steps < o.cluster_steps; ++s, ++result.steps) {
      train_step(t, loss, batches.next(), tensors, centres);
    }
    team.advance(static_cast<double>(o.pretrain_steps + result.steps) / steps);
  }
}

}  // namespace gnac::detail
