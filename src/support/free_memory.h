#pragma once

#include <type_traits>

namespace gnac::detail {

/// Frees the memory of these vectors. Assigning {} to a vector would only empty it.
template <class... Vectors>
void free_memory(Vectors&... vectors) {
  (std::decay_t<Vectors>().swap(vectors), ...);
}

}  // namespace gnac::detail
