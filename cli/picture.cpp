#include "picture.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>

#include "console.h"
#include "file_form.h"
#include "gnac/scaling.h"
#include "plane.h"

namespace gnac::cli {
namespace {

constexpr int kAcross = 72;  // characters of a plot
constexpr int kDown = 24;    // each character shows two cells above each other

Plane plane_of(const Run& run) {
  const auto scaled =
      apply_scaling(run.points, fit_scaling(run.points, run.options.scale, run.table));
  return cli::plane_of(scaled);
}

std::string title_of(const Run& run) {
  return fmt::format("{} points, K = {}", run.n, run.clusters);
}

/// The most frequent label in each cell of a grid; kEmpty if there are no points.
struct Grid {
  static constexpr int kEmpty = -2;
  int across = 0;
  int down = 0;
  std::vector<int> label;

  int at(int column, int row) const { return row < down ? label[row * across + column] : kEmpty; }
};

Grid grid_of(const Plane& plane, const std::vector<std::int32_t>& labels) {
  const auto [left, right] = std::ranges::minmax(plane.x);
  const auto [lower, upper] = std::ranges::minmax(plane.y);
  const double unit = std::max({(right - left) / kAcross, (upper - lower) / (2 * kDown), 1e-300});
  Grid grid;
  grid.across = std::min(kAcross, static_cast<int>((right - left) / unit) + 1);
  grid.down = std::min(2 * kDown, static_cast<int>((upper - lower) / unit) + 1);
  std::vector<std::map<int, int>> votes(grid.across * grid.down);
  for (std::size_t i = 0; i < labels.size(); ++i) {
    const int column = std::min(grid.across - 1, static_cast<int>((plane.x[i] - left) / unit));
    const int row = std::min(grid.down - 1, static_cast<int>((upper - plane.y[i]) / unit));
    ++votes[row * grid.across + column][labels[i]];
  }
  for (const auto& cell : votes) {
    const auto most = std::ranges::max_element(cell, {}, [](const auto& v) { return v.second; });
    grid.label.push_back(cell.empty() ? Grid::kEmpty : most->first);
  }
  return grid;
}

char letter_of(int label) {
  constexpr std::string_view kLetters =
      "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
  if (label == Grid::kEmpty) return ' ';
  if (label < 0) return '.';
  return kLetters[static_cast<std::size_t>(label) % kLetters.size()];
}

/// "38;2;0;114;178": a colour for a terminal's escape sequence.
std::string ansi(int layer, int label) {
  const std::string shown(cluster_look(label).colour.substr(1));
  const long value = std::strtol(shown.c_str(), nullptr, 16);
  return fmt::format("{};2;{};{};{}", layer, value >> 16, (value >> 8) & 255, value & 255);
}

/// One character for two cells above each other.
std::string block(int upper, int lower) {
  if (upper == Grid::kEmpty && lower == Grid::kEmpty) return " ";
  if (lower == Grid::kEmpty) return fmt::format("\x1b[{}m▀\x1b[0m", ansi(38, upper));
  if (upper == Grid::kEmpty) return fmt::format("\x1b[{}m▄\x1b[0m", ansi(38, lower));
  return fmt::format("\x1b[{};{}m▀\x1b[0m", ansi(38, upper), ansi(48, lower));
}

}  // namespace

std::string picture_bytes(const PanelPicture& picture, const std::string& path) {
  const Drawing drawing = draw(picture);
  return file_form(path).ending == ".png" ? to_png(drawing) : to_svg(drawing);
}

PanelPicture partition_picture(const Run& run) {
  Plane plane = plane_of(run);
  PanelPicture picture{title_of(run), std::move(plane.x), std::move(plane.y), {}};
  picture.panels.push_back({printable(std::filesystem::path(run.data).filename().string()),
                            plane.note, labels_in(plane, run.labels())});
  return picture;
}

std::string partition_plot(const Run& run, bool colours) {
  const Plane plane = plane_of(run);
  const Grid grid = grid_of(plane, labels_in(plane, run.labels()));
  std::string text = title_of(run) + (plane.note.empty() ? "\n" : "; " + plane.note + "\n");
  for (int row = 0; row < grid.down; row += 2) {
    std::string line;
    for (int column = 0; column < grid.across; ++column) {
      const int upper = grid.at(column, row);
      const int lower = grid.at(column, row + 1);
      line += colours ? block(upper, lower)
                      : std::string(1, letter_of(upper == Grid::kEmpty ? lower : upper));
    }
    line.erase(line.find_last_not_of(' ') + 1);
    text += line + "\n";
  }
  return text;
}

}  // namespace gnac::cli
