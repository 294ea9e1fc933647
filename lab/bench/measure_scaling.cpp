// Sections that run whole fits, each in its own process: scaling and million.
#include <fmt/format.h>

#include <array>
#include <cmath>
#include <cstdio>
#include <memory>
#include <nlohmann/json.hpp>

#include "bench/common.h"
#include "bench/measure.h"
#include "bench/problem.h"
#include "gnac/error.h"

namespace gnac::bench {
namespace {

constexpr std::array<const char*, 5> kStages{"knn", "symmetrise", "train", "evolve", "partition"};
constexpr int kAllEpochs = 100;
constexpr std::int64_t kFitFrom = 5000;  // smallest N of the fitted exponents

/// A fit, or the medians of several.
struct Fit {
  double n = 0;
  double edges = 0;
  std::array<double, kStages.size()> seconds{};  ///< by stage; training scaled to all epochs
  double peak_gib = 0;
  int steps = 0;
  int runs = 0;

  double total() const {
    double sum = 0;
    for (const double s : seconds) sum += s;
    return sum;
  }
};

// Standard output of a command. Its arguments hold no quotes.
std::string output_of(const std::string& command) {
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> pipe(popen(command.c_str(), "r"), pclose);
  if (pipe == nullptr) throw Error("cannot run " + command);
  std::string text;
  char buffer[4096];
  while (const std::size_t got = std::fread(buffer, 1, sizeof buffer, pipe.get())) {
    text.append(buffer, got);
  }
  if (text.empty()) throw Error("this command printed nothing: " + command);
  return text;
}

Fit run_once(const ReportOptions& options, std::int64_t n, std::int64_t sample) {
  std::string command = fmt::format("'{}' --n {} --sample {} --set epochs={} --set threads={}",
                                    options.fit_once, n, sample, options.epochs, options.threads);
  for (const std::string& s : options.settings) command += " --set '" + s + "'";
  const auto json = nlohmann::json::parse(output_of(command));
  Fit fit{json.at("n"), json.at("edges"), {}, json.at("peak_gib"), json.at("steps"), 1};
  for (std::size_t s = 0; s < kStages.size(); ++s) fit.seconds[s] = json.at(kStages[s]);
  fit.seconds[2] += (kAllEpochs - options.epochs) * json.at("epoch_median").get<double>();
  return fit;
}

Fit run_fit(const ReportOptions& options, std::int64_t n) {
  const int runs = n <= kRepeatedSize ? options.repeats : 1;
  std::vector<Fit> fits;
  for (int r = 0; r < runs; ++r) fits.push_back(run_once(options, n, 0));
  Fit middle = fits.front();
  middle.runs = runs;
  const auto median_of = [&](auto value) {
    std::vector<double> values;
    for (const Fit& f : fits) values.push_back(value(f));
    return median(values);
  };
  for (std::size_t s = 0; s < kStages.size(); ++s) {
    middle.seconds[s] = median_of([s](const Fit& f) { return f.seconds[s]; });
  }
  middle.peak_gib = median_of([](const Fit& f) { return f.peak_gib; });
  return middle;
}

/// t = c·N^exponent, by least squares of logarithms.
struct Power {
  double exponent = 0;
  double r_squared = 0;
};

Power fit_power(const std::vector<double>& n, const std::vector<double>& t) {
  const auto count = static_cast<double>(n.size());
  double sx = 0, sy = 0, sxx = 0, sxy = 0, syy = 0;
  for (std::size_t i = 0; i < n.size(); ++i) {
    const double x = std::log(n[i]);
    const double y = std::log(std::max(t[i], 1e-9));
    sx += x, sy += y, sxx += x * x, sxy += x * y, syy += y * y;
  }
  const double xx = sxx - sx * sx / count;
  const double xy = sxy - sx * sy / count;
  const double yy = syy - sy * sy / count;
  return {xy / xx, yy > 0 ? xy * xy / (xx * yy) : 1.0};
}

void print_fit(const Fit& fit, bool estimated) {
  const char* about = estimated ? "≈ " : "";
  fmt::print("| {} | {} |", fit.n, fit.edges);
  for (std::size_t s = 0; s < kStages.size(); ++s) {
    fmt::print(" {}{} |", s == 2 ? about : "", short_number(fit.seconds[s]));
  }
  fmt::print(" {}{} | {} | {:.2f} | {} |\n", about, short_number(fit.total()), fit.steps,
             fit.peak_gib, fit.runs);
  std::fflush(stdout);
}

void print_exponents(const std::vector<Fit>& fits) {
  std::vector<Fit> large;
  for (const Fit& f : fits) {
    if (f.n >= static_cast<double>(kFitFrom)) large.push_back(f);
  }
  if (large.size() < 3) {
    fmt::print("\nNo exponents: they need three sizes of at least {} points.\n", kFitFrom);
    return;
  }
  fmt::print("\nTime ∝ N^e over N ≥ {}:\n\n| stage | exponent | R² |\n|---|--:|--:|\n", kFitFrom);
  std::vector<double> n;
  for (const Fit& f : large) n.push_back(f.n);
  const auto row = [&](const char* name, auto value) {
    std::vector<double> t;
    for (const Fit& f : large) t.push_back(value(f));
    const Power power = fit_power(n, t);
    fmt::print("| {} | {:.3f} | {:.4f} |\n", name, power.exponent, power.r_squared);
  };
  for (std::size_t s = 0; s < kStages.size(); ++s) {
    row(kStages[s], [s](const Fit& f) { return f.seconds[s]; });
  }
  row("**total**", [](const Fit& f) { return f.total(); });
  row("peak memory", [](const Fit& f) { return f.peak_gib; });
}

std::string rule_text(const ReportOptions& options) {
  Options use;
  for (const std::string& s : options.settings) {
    const std::size_t equals = s.find('=');
    if (equals == std::string::npos) throw Error("--set needs NAME=VALUE, not '" + s + "'");
    set_option(use, s.substr(0, equals), s.substr(equals + 1));
  }
  return fmt::format("W={} {}", use.width, to_string(use.activation));
}

}  // namespace

void report_scaling(const ReportOptions& options) {
  const bool estimated = options.epochs < kAllEpochs;
  fmt::print("The paper's scaling mixture, d={}, K={}, {}, {} epochs, {} threads. Wall seconds.\n",
             kDimensions, kClusters, rule_text(options), kAllEpochs, options.threads);
  if (estimated) {
    fmt::print(
        "\n≈: estimated. {} epochs were run; the others are assumed to take their median,\n"
        "and evolution used the rule of that shorter training.\n",
        options.epochs);
  }
  fmt::print(
      "\n| N | edges | kNN | symmetrise | train | evolve | partition | total | steps | "
      "peak GiB | runs |\n|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|\n");
  std::vector<Fit> fits;
  for (const std::int64_t n : options.sizes) {
    fits.push_back(run_fit(options, n));
    print_fit(fits.back(), estimated);
  }
  print_exponents(fits);
}

void report_million(const ReportOptions& options) {
  constexpr std::int64_t kSample = 5000;
  const std::int64_t sample = std::min(kSample, options.million);
  const Fit fit = run_once(options, options.million, sample);
  const bool estimated = options.epochs < kAllEpochs;
  fmt::print(
      "N={}, rule ({}) trained on the first {} points, deployed on all; {} threads.\n\n"
      "| stage | wall s |\n|---|--:|\n",
      options.million, rule_text(options), sample, options.threads);
  fmt::print("| train on the sample | {}{:.1f} |\n", estimated ? "≈ " : "", fit.seconds[2]);
  for (const std::size_t s : {0, 1, 3, 4})
    fmt::print("| {} | {:.1f} |\n", kStages[s], fit.seconds[s]);
  fmt::print(
      "| **total** | {}{:.1f} |\n\n{} edges, {} steps of evolution, peak resident memory "
      "{:.2f} GiB.\n",
      estimated ? "≈ " : "", fit.total(), fit.edges, fit.steps, fit.peak_gib);
}

}  // namespace gnac::bench
