#pragma once

#include <sys/mman.h>

#include <cstddef>
#include <new>
#include <vector>

namespace gnac::detail {

/// Allocates on cache-line boundaries and leaves new elements uninitialised: large buffers are
/// touched first by the threads that fill them. From a few megabytes on it starts at a huge page
/// and asks for such pages: rows gathered all over a large buffer would else miss the TLB.
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
    // Advice only: where it is not taken, nothing but speed is lost.
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

/// A buffer for the kernels. Sized without values, it is uninitialised.
template <class T>
using Buffer = std::vector<T, CacheAligned<T>>;

}  // namespace gnac::detail
