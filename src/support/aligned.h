#pragma once

#include <sys/mman.h>

#include <cstddef>
#include <new>
#include <vector>

namespace gnac::detail {

/// Allocates on cache-line boundaries and leaves new elements uninitialised: large buffers are
/// touched first by the threads that fill them. Buffers of a few megabytes or more start at a huge
/// page and ask for huge pages: without them, gathering rows from all over a large buffer would
/// miss the TLB.
template <class T>
struct CacheAligned {
  using value_type = T;
  static constexpr std::align_val_t kLine{64};
  static constexpr std::size_t kHugePage = std::size_t{2} << 20;

  CacheAligned() = default;
  template <class U>
  CacheAligned(const CacheAligned<U>&) {}  // NOLINT: allocators convert

  static std::align_val_t alignment(std::size_t n) {
    return n * sizeof(T) >= 2 * kHugePage ? std::align_val_t{kHugePage} : kLine;
  }
  T* allocate(std::size_t n) {
    void* p = ::operator new(n * sizeof(T), alignment(n));
    // Only advice: if the system ignores it, we lose speed and nothing else.
    if (alignment(n) != kLine) static_cast<void>(madvise(p, n * sizeof(T), MADV_HUGEPAGE));
    return static_cast<T*>(p);
  }
  void deallocate(T* p, std::size_t n) { ::operator delete(p, alignment(n)); }
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

/// A buffer for the kernels. Uninitialised when sized without a value.
template <class T>
using Buffer = std::vector<T, CacheAligned<T>>;

}  // namespace gnac::detail
