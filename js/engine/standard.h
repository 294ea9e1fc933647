// The parts of C++20 that the sources use and the standard library of Debian's emscripten (libc++
// 13) lacks. Every source is compiled with this header in front; with a newer libc++ it adds
// nothing.
#pragma once

#include <charconv>
#include <version>

#if defined(_LIBCPP_VERSION) && _LIBCPP_VERSION < 15000

#include <algorithm>
#include <functional>
#include <iterator>
#include <type_traits>

namespace std {

from_chars_result from_chars(const char* first, const char* last, double& value);
from_chars_result from_chars(const char* first, const char* last, float& value);
to_chars_result to_chars(char* first, char* last, double value);
to_chars_result to_chars(char* first, char* last, float value);

#if !defined(__cpp_lib_bit_cast)
template <class To, class From>
constexpr To bit_cast(const From& from) noexcept {
  static_assert(sizeof(To) == sizeof(From));
  return __builtin_bit_cast(To, from);
}
#endif

// Algorithms over whole ranges; predicates and projections may be members.
namespace ranges {

#define GNAC_WITH_PREDICATE(NAME)                                                             \
  struct gnac_##NAME {                                                                        \
    template <class Range, class Predicate, class Projection = identity>                      \
    constexpr auto operator()(Range&& range, Predicate predicate, Projection of = {}) const { \
      return std::NAME(std::begin(range), std::end(range), [&](auto&& item) -> bool {         \
        return std::invoke(predicate, std::invoke(of, item));                                 \
      });                                                                                     \
    }                                                                                         \
  };                                                                                          \
  inline constexpr gnac_##NAME NAME{};

#define GNAC_WITH_VALUE(NAME, ALGORITHM)                                                          \
  struct gnac_##NAME {                                                                            \
    template <class Range, class Value, class Projection = identity>                              \
    constexpr auto operator()(Range&& range, const Value& value, Projection of = {}) const {      \
      return std::ALGORITHM(std::begin(range), std::end(range),                                   \
                            [&](auto&& item) -> bool { return std::invoke(of, item) == value; }); \
    }                                                                                             \
    template <class Iterator, class Value, class Projection = identity>                           \
    requires requires(Iterator it) {                                                              \
      *it;                                                                                        \
      ++it;                                                                                       \
    }                                                                                             \
    constexpr auto operator()(Iterator first, Iterator last, const Value& value,                  \
                              Projection of = {}) const {                                         \
      return std::ALGORITHM(first, last,                                                          \
                            [&](auto&& item) -> bool { return std::invoke(of, item) == value; }); \
    }                                                                                             \
  };                                                                                              \
  inline constexpr gnac_##NAME NAME{};

#define GNAC_WITH_PAIRS(NAME, COMPARE)                                                         \
  struct gnac_##NAME {                                                                         \
    template <class Range, class Compare = COMPARE, class Projection = identity>               \
    constexpr auto operator()(Range&& range, Compare compare = {}, Projection of = {}) const { \
      return std::NAME(std::begin(range), std::end(range), [&](auto&& a, auto&& b) -> bool {   \
        return std::invoke(compare, std::invoke(of, a), std::invoke(of, b));                   \
      });                                                                                      \
    }                                                                                          \
  };                                                                                           \
  inline constexpr gnac_##NAME NAME{};

#define GNAC_OF_TWO(NAME)                                                       \
  struct gnac_##NAME {                                                          \
    template <class A, class B>                                                 \
    constexpr bool operator()(A&& a, B&& b) const {                             \
      return std::NAME(std::begin(a), std::end(a), std::begin(b), std::end(b)); \
    }                                                                           \
  };                                                                            \
  inline constexpr gnac_##NAME NAME{};

GNAC_WITH_PREDICATE(all_of)
GNAC_WITH_PREDICATE(any_of)
GNAC_WITH_PREDICATE(none_of)
GNAC_WITH_PREDICATE(find_if)
GNAC_WITH_PREDICATE(count_if)
GNAC_WITH_VALUE(find, find_if)
GNAC_WITH_VALUE(count, count_if)
GNAC_WITH_PAIRS(sort, std::less<>)
GNAC_WITH_PAIRS(stable_sort, std::less<>)
GNAC_WITH_PAIRS(is_sorted, std::less<>)
GNAC_WITH_PAIRS(max_element, std::less<>)
GNAC_WITH_PAIRS(min_element, std::less<>)
GNAC_WITH_PAIRS(adjacent_find, std::equal_to<>)
GNAC_OF_TWO(equal)
GNAC_OF_TWO(lexicographical_compare)

#define GNAC_IN_ORDER(NAME)                                                                       \
  struct gnac_##NAME {                                                                            \
    template <class Range, class Value, class Compare = std::less<>, class Projection = identity> \
    constexpr auto operator()(Range&& range, const Value& value, Compare compare = {},            \
                              Projection of = {}) const {                                         \
      return std::NAME(std::begin(range), std::end(range), value, gnac_order{compare, of});       \
    }                                                                                             \
  };                                                                                              \
  inline constexpr gnac_##NAME NAME{};

template <class Compare, class Projection>
struct gnac_order {  // of items and of the value that they are compared with
  Compare& compare;
  Projection& of;
  template <class A, class B>
  constexpr bool operator()(const A& a, const B& b) const {
    return std::invoke(compare, seen(a), seen(b));
  }
  template <class T>
  constexpr decltype(auto) seen(const T& value) const {
    if constexpr (is_invocable_v<Projection&, const T&>) {
      return std::invoke(of, value);
    } else {
      return (value);
    }
  }
};
template <class Compare, class Projection>
gnac_order(Compare&, Projection&) -> gnac_order<Compare, Projection>;

GNAC_IN_ORDER(lower_bound)
GNAC_IN_ORDER(upper_bound)
GNAC_IN_ORDER(binary_search)

inline constexpr auto copy = [](auto&& range, auto out) {
  return std::copy(std::begin(range), std::end(range), out);
};
inline constexpr auto copy_if = [](auto&& range, auto out, auto predicate) {
  return std::copy_if(std::begin(range), std::end(range), out, predicate);
};
inline constexpr auto transform = [](auto&& range, auto out, auto function) {
  return std::transform(std::begin(range), std::end(range), out, function);
};
inline constexpr auto fill = [](auto&& range, const auto& value) {
  std::fill(std::begin(range), std::end(range), value);
};
inline constexpr auto replace = [](auto&& range, const auto& old, const auto& value) {
  std::replace(std::begin(range), std::end(range), old, value);
};
inline constexpr auto nth_element = [](auto&& range, auto nth) {
  std::nth_element(std::begin(range), nth, std::end(range));
};
inline constexpr auto reverse = [](auto&& range) {
  std::reverse(std::begin(range), std::end(range));
};
inline constexpr auto max = [](auto&& range) {
  return *std::max_element(std::begin(range), std::end(range));
};
inline constexpr auto min = [](auto&& range) {
  return *std::min_element(std::begin(range), std::end(range));
};
template <class T>
struct gnac_least_and_most {
  T min;
  T max;
};
inline constexpr auto minmax = [](auto&& range) {
  const auto [least, most] = std::minmax_element(std::begin(range), std::end(range));
  return gnac_least_and_most<decay_t<decltype(*least)>>{*least, *most};
};

#undef GNAC_IN_ORDER
#undef GNAC_WITH_PREDICATE
#undef GNAC_WITH_VALUE
#undef GNAC_WITH_PAIRS
#undef GNAC_OF_TWO

}  // namespace ranges
}  // namespace std

#endif
