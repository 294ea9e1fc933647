// The seeds and past findings of every target, and bytes near them, without a fuzzer.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>

#include "gnac/error.h"
#include "targets.h"

namespace gnac::detail::fuzz {
namespace {

namespace fs = std::filesystem;

std::vector<std::string> corpus_of(std::string_view name) {
  std::vector<fs::path> paths;
  for (const auto& entry : fs::directory_iterator(fs::path(GNAC_TEST_DIR) / "fuzz/corpus" / name))
    paths.push_back(entry.path());
  if (const char* more = std::getenv("GNAC_FUZZ_MORE"); more != nullptr) {  // of a long run
    if (fs::exists(fs::path(more) / name)) {
      for (const auto& entry : fs::directory_iterator(fs::path(more) / name))
        paths.push_back(entry.path());
    }
  }
  std::sort(paths.begin(), paths.end());
  std::vector<std::string> all;
  for (const fs::path& path : paths) {
    std::ifstream file(path, std::ios::binary);
    all.emplace_back(std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>());
  }
  return all;
}

/// Damages one to four places.
std::string damaged(std::string bytes, const std::vector<std::string>& others,
                    std::mt19937_64& random) {
  const auto below = [&](std::size_t limit) { return limit == 0 ? 0 : random() % limit; };
  for (std::size_t change = 0; change < 1 + below(4); ++change) {
    const std::size_t at = below(bytes.size() + 1);
    switch (below(6)) {
      case 0:
        if (at < bytes.size()) bytes[at] = static_cast<char>(random());
        break;
      case 1:
        bytes.insert(at, 1 + below(3), "0123456789-.,;:e[]{}\"\n\t \0\xff"[below(26)]);
        break;
      case 2:
        bytes.erase(at, 1 + below(8));
        break;
      case 3:
        bytes.insert(at, bytes.substr(below(bytes.size() + 1), below(40)));
        break;
      case 4: {
        const std::string& other = others[below(others.size())];
        bytes = bytes.substr(0, at) + other.substr(below(other.size() + 1), below(200));
        break;
      }
      default:
        if (at < bytes.size()) bytes[at] = static_cast<char>(bytes[at] ^ (1 << below(8)));
    }
  }
  return bytes;
}

struct Target {
  std::string_view name;
  void (*run)(std::string_view bytes);
};

constexpr std::array kTargets{
#define GNAC_ROW(name) Target{#name, fuzz_##name},
    GNAC_FUZZ_TARGETS(GNAC_ROW)
#undef GNAC_ROW
};

class Replay : public testing::TestWithParam<Target> {};

/// Was it accepted? Whatever it throws beside an Error fails the test that asks.
bool accepted(const Target& target, const std::string& bytes) {
  try {
    target.run(bytes);
    return true;
  } catch (const Error&) {
    return false;
  }
}

TEST_P(Replay, SeedsAreReadOrRefused) {
  int taken = 0;
  for (const std::string& seed : corpus_of(GetParam().name)) {
    ASSERT_NO_THROW(taken += accepted(GetParam(), seed)) << testing::PrintToString(seed);
  }
  EXPECT_GT(taken, 0) << "no seed is accepted: the target looks at refusals only";
}

TEST_P(Replay, NothingButAnErrorComesOfAnyBytes) {
  const std::vector<std::string> seeds = corpus_of(GetParam().name);
  ASSERT_FALSE(seeds.empty());
  std::mt19937_64 random(20);
  for (int i = 0; i < 1000; ++i) {
    const std::string bytes = damaged(seeds[random() % seeds.size()], seeds, random);
    ASSERT_NO_THROW(accepted(GetParam(), bytes)) << testing::PrintToString(bytes);
  }
}

INSTANTIATE_TEST_SUITE_P(Fuzz, Replay, testing::ValuesIn(kTargets),
                         [](const auto& param) { return std::string(param.param.name); });

}  // namespace
}  // namespace gnac::detail::fuzz
