#include "explain/terms.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <unordered_map>

namespace gnac::detail {
namespace {

constexpr std::size_t kMostTerms = 5;
constexpr double kFrequent = 0.1;    // share of texts from which a word may be a stop word
constexpr double kSpecific = 2;      // times as frequent in some cluster: it is none
constexpr std::int64_t kFewest = 2;  // texts of a cluster that must have a term

bool in_word(unsigned char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c >= 0x80;
}

/// In how many texts of each cluster a term is.
using Counts = std::unordered_map<std::string, std::vector<std::int64_t>>;

std::int64_t total_of(const std::vector<std::int64_t>& counts) {
  std::int64_t total = 0;
  for (const std::int64_t count : counts) total += count;
  return total;
}

}  // namespace

std::vector<std::string> words_of(std::string_view text) {
  std::vector<std::string> words;
  std::string word;
  for (std::size_t at = 0; at <= text.size(); ++at) {
    const auto c = static_cast<unsigned char>(at < text.size() ? text[at] : ' ');
    if (in_word(c)) {
      word += static_cast<char>(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
    } else {
      if (word.size() > 1) words.push_back(word);
      word.clear();
    }
  }
  return words;
}

std::vector<std::vector<Term>> cluster_terms(std::span<const std::string> texts,
                                             std::span<const std::int32_t> labels, int clusters) {
  std::vector<std::vector<std::string>> words;
  words.reserve(texts.size());
  for (const std::string& text : texts) words.push_back(words_of(text));
  std::vector<std::int64_t> size(static_cast<std::size_t>(clusters), 0);
  for (const std::int32_t label : labels) {
    if (label >= 0) ++size[label];
  }

  Counts counts;
  const auto count = [&](std::size_t i, const std::set<std::string>& terms) {
    if (labels[i] < 0) return;
    for (const std::string& term : terms) {
      auto& row = counts[term];
      row.resize(static_cast<std::size_t>(clusters));
      ++row[labels[i]];
    }
  };
  for (std::size_t i = 0; i < texts.size(); ++i)
    count(i, std::set<std::string>(words[i].begin(), words[i].end()));
  std::set<std::string> stop;
  const auto n = static_cast<double>(std::ranges::count_if(labels, [](auto l) { return l >= 0; }));
  for (const auto& [word, row] : counts) {
    const double overall = static_cast<double>(total_of(row)) / n;
    double most = 0;
    for (int k = 0; k < clusters; ++k) {
      most = std::max(most, static_cast<double>(row[k]) /
                                static_cast<double>(std::max<std::int64_t>(size[k], 1)));
    }
    if (overall > kFrequent && most < kSpecific * overall && clusters > 1) stop.insert(word);
  }
  for (const std::string& word : stop) counts.erase(word);
  for (std::size_t i = 0; i < texts.size(); ++i) {
    std::set<std::string> pairs;
    for (std::size_t w = 0; w + 1 < words[i].size(); ++w) {
      if (!stop.contains(words[i][w]) && !stop.contains(words[i][w + 1]))
        pairs.insert(words[i][w] + " " + words[i][w + 1]);
    }
    count(i, pairs);
  }

  double terms_per_cluster = 0;  // A of class-based TF-IDF
  for (const auto& [term, row] : counts)
    terms_per_cluster += static_cast<double>(total_of(row)) / clusters;
  std::vector<std::vector<Term>> found(static_cast<std::size_t>(clusters));
  for (const auto& [term, row] : counts) {
    const std::int64_t total = total_of(row);
    const double rarity = std::log1p(terms_per_cluster / static_cast<double>(total));
    for (int k = 0; k < clusters; ++k) {
      if (row[k] < kFewest) continue;
      const double share = static_cast<double>(row[k]) / static_cast<double>(size[k]);
      const double others = n - static_cast<double>(size[k]);
      const double rest = others > 0 ? static_cast<double>(total - row[k]) / others : 0;
      if (share > rest) found[k].push_back({term, share * rarity, share, rest});
    }
  }
  for (std::vector<Term>& terms : found) {
    std::ranges::sort(terms, [](const Term& a, const Term& b) {
      return a.score != b.score ? a.score > b.score : a.text < b.text;
    });
    std::vector<Term> chosen;
    std::set<std::string> used;
    for (const Term& term : terms) {
      const std::vector<std::string> own = words_of(term.text);
      if (std::ranges::any_of(own, [&](const auto& word) { return used.contains(word); })) continue;
      used.insert(own.begin(), own.end());
      chosen.push_back(term);
      if (chosen.size() == kMostTerms) break;
    }
    terms = std::move(chosen);
  }
  return found;
}

}  // namespace gnac::detail
