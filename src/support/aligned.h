#pragma once

#include <cstddef>
#include <new>
#include <vector>

namespace gnac {

/// Allocates on cache-line boundaries and leaves new elements uninitialised: large buffers are
/// touched first by the threads that fill them.
template <class T>
struct CacheAligned {
  using value_type = T;
  static constexpr std::align_val_t kAlign{64};

  CacheAligned() = default;
  template <class U>
  CacheAligned(const CacheAligned<U>&) {}  // NOLINT: allocators convert

  T* allocate(std::size_t n) { return static_cast<T*>(::operator new(n * sizeof(T), kAlign)); }
  void deallocate(T* p, std::size_t) { ::operator delete(p, kAlign); }
  template <class U>
  void construct(U* p) {
    ::new (static_cast<void*>(p)) U;
  }
  template <class U, class... Args>
  void construct(U* p, Args&&... args) {
    ::new (static_cast<void*>(p)) U(static_cast<Args&&>(args)...);
  }
  bool operator==(const CacheAligned&) const { return true; }
};

/// A buffer for the kernels. Sized without values, it is uninitialised.
template <class T>
using Buffer = std::vector<T, CacheAligned<T>>;

}  // namespace gnac
