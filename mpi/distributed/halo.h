#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "distributed/comm.h"

namespace gnac::detail {

/// The exchanges with other ranks: own points that other ranks have as ghosts, and the ghosts here.
/// Both ascend by id within a rank, so that only values need to be sent.
struct Halo {
  std::vector<std::int64_t> send_offset;  ///< ranks + 1
  std::vector<std::int32_t> send;         ///< node numbers of own points
  std::vector<std::int64_t> recv_offset;  ///< ranks + 1
  std::vector<std::int32_t> recv;         ///< node numbers of ghosts
};

/// Brings the ghosts' values up to date: get(node, out) writes `width` values of an own node, and
/// set(node, in) takes those of a ghost. `out` and `in` are buffers that are kept between calls.
template <class T>
class HaloExchange {
 public:
  HaloExchange(const Halo& halo, std::int64_t width) : halo_(halo), width_(width) {
    for (const auto at : halo.send_offset) out_.offset.push_back(at * width);
    for (const auto at : halo.recv_offset) in_.offset.push_back(at * width);
    out_.values.resize(halo.send.size() * static_cast<std::size_t>(width));
    in_.values.resize(halo.recv.size() * static_cast<std::size_t>(width));
  }

  template <class Get, class Set>
  void run(Comm& comm, const Get& get, const Set& set) {
    begin(comm, get);
    end(set);
  }

  /// The two halves of run(), between which other work may be done.
  template <class Get>
  void begin(Comm& comm, const Get& get) {
    for (std::size_t s = 0; s < halo_.send.size(); ++s)
      get(halo_.send[s], out_.values.data() + s * width_);
    pending_ = begin_exchange(comm, out_, in_);
  }
  template <class Set>
  void end(const Set& set) {
    pending_.finish();
    for (std::size_t r = 0; r < halo_.recv.size(); ++r)
      set(halo_.recv[r], in_.values.data() + r * width_);
  }

  /// `width` values per node, row by row.
  void run(Comm& comm, T* values) {
    run(
        comm, [&](std::int32_t v, T* out) { std::copy_n(values + v * width_, width_, out); },
        [&](std::int32_t v, const T* in) { std::copy_n(in, width_, values + v * width_); });
  }

 private:
  const Halo& halo_;
  std::int64_t width_;
  Parts<T> out_, in_;
  PendingMessages pending_;
};

}  // namespace gnac::detail
