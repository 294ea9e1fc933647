#pragma once

#include <mpi.h>

#include <cstdint>
#include <functional>
#include <numeric>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

// Messages between the ranks of one run. Everything here is collective: all ranks call it.
namespace gnac::detail {

/// The ranks of one run, and what this one has sent so far.
struct Comm {
  MPI_Comm handle = MPI_COMM_WORLD;
  int rank = 0;
  int size = 1;
  std::int64_t bytes_sent = 0;  ///< to other ranks

  explicit Comm(MPI_Comm of);
  bool is_root() const { return rank == 0; }
};

/// Values for or from every rank, one rank after the other.
template <class T>
struct Parts {
  std::vector<T> values;
  std::vector<std::int64_t> offset;  ///< ranks + 1

  Parts() = default;
  explicit Parts(std::vector<std::int64_t> counts) : offset(counts.size() + 1) {
    std::partial_sum(counts.begin(), counts.end(), offset.begin() + 1);
    values.resize(static_cast<std::size_t>(offset.back()));
  }
  static Parts of(const std::vector<std::vector<T>>& lists) {
    Parts parts;
    parts.offset.push_back(0);
    for (const auto& list : lists) {
      parts.values.insert(parts.values.end(), list.begin(), list.end());
      parts.offset.push_back(std::ssize(parts.values));
    }
    return parts;
  }
  std::int64_t count(int rank) const { return offset[rank + 1] - offset[rank]; }
  std::vector<std::int64_t> counts() const {
    std::vector<std::int64_t> out;
    for (std::size_t r = 0; r + 1 < offset.size(); ++r) out.push_back(offset[r + 1] - offset[r]);
    return out;
  }
};

/// Messages on their way. Their buffers must stay until they have arrived: until finish(), or the
/// end of this object.
class PendingMessages {
 public:
  PendingMessages() = default;
  explicit PendingMessages(std::vector<MPI_Request> requests) : requests_(std::move(requests)) {}
  PendingMessages(PendingMessages&& other) noexcept
      : requests_(std::exchange(other.requests_, {})) {}
  PendingMessages& operator=(PendingMessages&& other) noexcept {
    finish();
    requests_ = std::exchange(other.requests_, {});
    return *this;
  }
  ~PendingMessages() { finish(); }
  void finish();

 private:
  std::vector<MPI_Request> requests_;
};

namespace comm_detail {
/// A message's unit of `bytes` bytes: MPI counts are ints, so we count values, not bytes.
class Unit {
 public:
  explicit Unit(std::size_t bytes);
  ~Unit();
  Unit(const Unit&) = delete;
  Unit& operator=(const Unit&) = delete;
  MPI_Datatype type() const { return type_; }

 private:
  MPI_Datatype type_ = MPI_DATATYPE_NULL;
};
/// As MPI takes it; throws Error for more than 2^31 - 1 values.
int as_count(std::int64_t values);
std::vector<std::int64_t> counts_from(Comm& comm, const std::vector<std::int64_t>& counts_to);
PendingMessages begin_exchange(Comm& comm, const void* to,
                               const std::vector<std::int64_t>& to_offset, void* from,
                               const std::vector<std::int64_t>& from_offset, std::size_t bytes);
inline void exchange(Comm& comm, const void* to, const std::vector<std::int64_t>& to_offset,
                     void* from, const std::vector<std::int64_t>& from_offset, std::size_t bytes) {
  begin_exchange(comm, to, to_offset, from, from_offset, bytes).finish();
}
void gather(Comm& comm, const void* own, std::int64_t count, void* all,
            const std::vector<std::int64_t>& offset, std::size_t bytes);
}  // namespace comm_detail

/// Sends each rank what the others have for it.
template <class T>
Parts<T> exchange(Comm& comm, const Parts<T>& to) {
  static_assert(std::is_trivially_copyable_v<T>);
  Parts<T> from(comm_detail::counts_from(comm, to.counts()));
  comm_detail::exchange(comm, to.values.data(), to.offset, from.values.data(), from.offset,
                        sizeof(T));
  return from;
}

/// Starts the same exchange if both sides know the counts.
template <class T>
PendingMessages begin_exchange(Comm& comm, const Parts<T>& to, Parts<T>& from) {
  return comm_detail::begin_exchange(comm, to.values.data(), to.offset, from.values.data(),
                                     from.offset, sizeof(T));
}

/// All ranks' values, in the order of the ranks; at the root only, elsewhere empty.
template <class T>
Parts<T> gather(Comm& comm, const std::vector<T>& own) {
  static_assert(std::is_trivially_copyable_v<T>);
  std::vector<std::int64_t> counts(static_cast<std::size_t>(comm.size));
  const std::int64_t count = std::ssize(own);
  MPI_Allgather(&count, 1, MPI_INT64_T, counts.data(), 1, MPI_INT64_T, comm.handle);
  Parts<T> all(comm.is_root() ? counts : std::vector<std::int64_t>(counts.size()));
  comm_detail::gather(comm, own.data(), count, all.values.data(), Parts<char>(counts).offset,
                      sizeof(T));
  return all;
}

/// The root's values, on every rank.
template <class T>
void broadcast(Comm& comm, std::vector<T>& values) {
  static_assert(std::is_trivially_copyable_v<T>);
  std::int64_t count = std::ssize(values);
  MPI_Bcast(&count, 1, MPI_INT64_T, 0, comm.handle);
  values.resize(static_cast<std::size_t>(count));
  const comm_detail::Unit unit(sizeof(T));
  MPI_Bcast(values.data(), comm_detail::as_count(count), unit.type(), 0, comm.handle);
  if (comm.is_root()) comm.bytes_sent += count * static_cast<std::int64_t>(sizeof(T));
}

/// All ranks' values, on every rank.
template <class T>
std::vector<T> gather_everywhere(Comm& comm, const std::vector<T>& own) {
  std::vector<T> all = gather(comm, own).values;
  broadcast(comm, all);
  return all;
}

/// The number of ranks on this rank's machine, itself included.
int ranks_here(const Comm& comm);

std::int64_t sum(Comm& comm, std::int64_t value);
void sum(Comm& comm, std::vector<std::int64_t>& values);

/// Adds up the ranks' values in the order of the ranks, so that a sum of one run is that of the
/// next, whichever message comes first.
double sum(Comm& comm, double value);
void sum(Comm& comm, std::span<double> values);

/// The largest.
std::int64_t most(Comm& comm, std::int64_t value);
double most(Comm& comm, double value);

/// The sum over the ranks before this one.
std::int64_t sum_before(Comm& comm, std::int64_t value);

/// Runs local work that may fail, then agrees: if any rank failed, all throw the error of the first
/// that did. `work` must not send or receive, or the others would wait forever.
void agree(Comm& comm, const std::function<void()>& work);

}  // namespace gnac::detail
