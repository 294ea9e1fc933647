// The seeds and past findings of every target, and bytes near them, without a fuzzer.
#include <gtest/gtest.h>

#include <algorithm>
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
    for (const auto& entry : fs::directory_iterator(fs::path(more) / name))
      paths.push_back(entry.path());
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

class Replay : public testing::TestWithParam<Target> {};

TEST_P(Replay, NothingButAnErrorComesOfAnyBytes) {
  const Target& target = GetParam();
  const std::vector<std::string> seeds = corpus_of(target.name);
  ASSERT_FALSE(seeds.empty());
  int accepted = 0;
  const auto run = [&](const std::string& bytes) {
    try {
      target.run(bytes);
      ++accepted;
    } catch (const Error&) {
    }
  };
  for (const std::string& seed : seeds) ASSERT_NO_THROW(run(seed)) << testing::PrintToString(seed);
  EXPECT_GT(accepted, 0) << "no seed is accepted: the target looks at refusals only";
  std::mt19937_64 random(20);
  for (int i = 0; i < 1000; ++i) {
    const std::string bytes = damaged(seeds[random() % seeds.size()], seeds, random);
    ASSERT_NO_THROW(run(bytes)) << testing::PrintToString(bytes);
  }
}

INSTANTIATE_TEST_SUITE_P(Fuzz, Replay, testing::ValuesIn(targets().begin(), targets().end()),
                         [](const auto& param) { return std::string(param.param.name); });

}  // namespace
}  // namespace gnac::detail::fuzz
