#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "problems/parts.h"

namespace gnac::detail::problems {
namespace {

using Place = std::array<double, 2>;

// Positions of the points along a curve, ascending: even, denser at one end, or in a few clumps.
std::vector<double> along(Chance& chance, std::int64_t n) {
  std::vector<double> t(static_cast<std::size_t>(n));
  const double kind = chance.uniform();
  if (kind < 0.65) {
    for (double& v : t) v = chance.uniform();
  } else if (kind < 0.92) {
    const double a = chance.uniform(0.6, 3);
    const double b = chance.uniform(0.6, 3);
    for (double& v : t) v = chance.beta(a, b);
  } else {
    const double waves = chance.uniform(1, 4);
    const double depth = chance.uniform(0.3, 0.85);
    for (double& v : t) {
      do v = chance.uniform();
      while (chance.uniform() >
             1 - depth * (0.5 + 0.5 * std::cos(2 * std::numbers::pi * waves * v)));
    }
  }
  std::sort(t.begin(), t.end());
  return t;
}

std::vector<Place> arc(Chance& chance, const std::vector<double>& t) {
  const double angle = chance.uniform(0.4, 2) * std::numbers::pi;
  const double flat = chance.uniform(0.3, 1);
  std::vector<Place> out;
  for (const double v : t) out.push_back({std::cos(angle * v), flat * std::sin(angle * v)});
  return out;
}

std::vector<Place> spiral(Chance& chance, const std::vector<double>& t) {
  const double angle = chance.uniform(1, 4) * std::numbers::pi;
  const double inner = chance.uniform(0.1, 0.4);
  const double growth = chance.uniform(0.5, 1.5);
  std::vector<Place> out;
  for (const double v : t) {
    const double r = inner + growth * v;
    out.push_back({r * std::cos(angle * v), r * std::sin(angle * v)});
  }
  return out;
}

std::vector<Place> zigzag(Chance& chance, const std::vector<double>& t) {
  const auto turns = static_cast<int>(chance.integer(2, 5));
  const double height = chance.uniform(0.3, 2);
  std::vector<Place> out;
  for (const double v : t) {
    const double u = v * turns;
    const int piece = std::min(static_cast<int>(u), turns - 1);
    const double within = u - piece;
    out.push_back({2 * v, height * (piece % 2 == 0 ? within : 1 - within)});
  }
  return out;
}

std::vector<Place> line(const std::vector<double>& t) {
  std::vector<Place> out;
  for (const double v : t) out.push_back({2 * v, 0});
  return out;
}

// A few sine waves in both coordinates, stretched along the first.
std::vector<Place> smooth(Chance& chance, const std::vector<double>& t) {
  struct Wave {
    double amplitude, phase, frequency;
  };
  const auto waves = static_cast<int>(chance.integer(2, 4));
  const double length = chance.uniform(0, 3);
  std::vector<std::array<Wave, 2>> wave(static_cast<std::size_t>(waves));
  for (int w = 0; w < waves; ++w) {
    for (Wave& one : wave[w]) {
      one = {chance.normal() / (w + 1), chance.uniform(0, 6.3),
             (w + 1) * std::numbers::pi * chance.uniform(0.5, 1.5)};
    }
  }
  std::vector<Place> out;
  for (const double v : t) {
    Place place{length * v, 0};
    for (const auto& pair : wave) {
      for (int c = 0; c < 2; ++c) {
        place[c] += pair[c].amplitude * std::sin(pair[c].frequency * v + pair[c].phase);
      }
    }
    out.push_back(place);
  }
  return out;
}

std::vector<Place> plane_curve(Chance& chance, const std::vector<double>& t) {
  switch (chance.below(6)) {
    case 0:
      return arc(chance, t);
    case 1:
      return spiral(chance, t);
    case 2:
      return zigzag(chance, t);
    case 3:
      return line(t);
    default:
      return smooth(chance, t);
  }
}

// Centred and at most 1 in both coordinates.
void normalise(std::vector<Place>& places) {
  Place mean{};
  for (const Place& place : places) {
    for (int c = 0; c < 2; ++c) mean[c] += place[c] / static_cast<double>(places.size());
  }
  double most = 1e-9;
  for (Place& place : places) {
    for (int c = 0; c < 2; ++c) {
      place[c] -= mean[c];
      most = std::max(most, std::abs(place[c]));
    }
  }
  for (Place& place : places) {
    for (double& v : place) v /= most;
  }
}

}  // namespace

Points curve(Chance& chance, std::int64_t n, std::int64_t d) {
  std::vector<Place> places = plane_curve(chance, along(chance, n));
  normalise(places);
  const double width = chance.log_uniform(0.005, 0.12);
  const bool round = chance.odds(0.6);
  // In space a curve may be extended into a sheet; otherwise it stays a thread.
  const bool sheet = d >= 3 && chance.odds(0.3);
  const double breadth = sheet ? chance.uniform(0.3, 1) : 0;
  const double thickness = chance.uniform(0, 0.1);
  Points out{std::vector<double>(static_cast<std::size_t>(n * d)), n, d};
  for (std::int64_t i = 0; i < n; ++i) {
    double* x = out.values.data() + i * d;
    for (int c = 0; c < 2; ++c) {
      x[c] = places[i][c] + width * (round ? chance.normal() : chance.uniform(-1.7, 1.7));
    }
    for (std::int64_t c = 2; c < d; ++c) x[c] = thickness * chance.normal();
    if (sheet) x[2] += breadth * chance.uniform(-1, 1);
  }
  turn(chance, out);
  return out;
}

}  // namespace gnac::detail::problems
