#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "gnac/explain.h"

namespace gnac::detail {

/// The words of a text in lower case: runs of letters, digits and bytes beyond ASCII, at least two
/// bytes long.
std::vector<std::string> words_of(std::string_view text);

/// The terms that set each cluster's texts apart, best first, at most five, no two with a word in
/// common: class-based TF-IDF (Grootendorst 2022) over one- and two-word terms, where a term counts
/// once per text. Texts of label -1 do not count. Words that are in more than a tenth of all texts
/// and nowhere twice as frequent as overall are stop words: neither terms nor an end of one. So no
/// list of a language is needed.
std::vector<std::vector<Term>> cluster_terms(std::span<const std::string> texts,
                                             std::span<const std::int32_t> labels, int clusters);

}  // namespace gnac::detail
