#include "distributed/comm.h"

#include <algorithm>
#include <limits>
#include <new>

#include "gnac/error.h"
#include "support/files.h"

namespace gnac::detail {
namespace {

enum class Failure : int { none, storage, refused, cancelled, too_large, memory, unexpected };

[[noreturn]] void throw_again(Failure failure, const std::string& what) {
  switch (failure) {
    case Failure::storage:
      throw StorageError(what);
    case Failure::refused:
      throw Error(what);
    case Failure::cancelled:
      throw Cancelled();
    case Failure::too_large:
      throw MemoryError(what);
    case Failure::memory:
      throw std::bad_alloc();
    default:
      throw std::runtime_error(what);
  }
}

}  // namespace

Comm::Comm(MPI_Comm of) : handle(of) {
  MPI_Comm_rank(of, &rank);
  MPI_Comm_size(of, &size);
}

void PendingMessages::finish() {
  MPI_Waitall(static_cast<int>(requests_.size()), requests_.data(), MPI_STATUSES_IGNORE);
  requests_.clear();
}

namespace comm_detail {

int as_count(std::int64_t values) {
  if (values > std::numeric_limits<int>::max())
    throw Error("one message would have more than 2^31 values; use more ranks");
  return static_cast<int>(values);
}

Unit::Unit(std::size_t bytes) {
  MPI_Type_contiguous(static_cast<int>(bytes), MPI_BYTE, &type_);
  MPI_Type_commit(&type_);
}

Unit::~Unit() {
  MPI_Type_free(&type_);
}

std::vector<std::int64_t> counts_from(Comm& comm, const std::vector<std::int64_t>& counts_to) {
  std::vector<std::int64_t> from(counts_to.size());
  MPI_Alltoall(counts_to.data(), 1, MPI_INT64_T, from.data(), 1, MPI_INT64_T, comm.handle);
  return from;
}

// Point to point, because offsets may exceed 2^31 and distant ranks exchange nothing.
PendingMessages begin_exchange(Comm& comm, const void* to,
                               const std::vector<std::int64_t>& to_offset, void* from,
                               const std::vector<std::int64_t>& from_offset, std::size_t bytes) {
  constexpr int kTag = 1;
  const Unit unit(bytes);
  std::vector<MPI_Request> requests;
  const auto* out = static_cast<const char*>(to);
  auto* in = static_cast<char*>(from);
  const auto at = [&](std::int64_t offset) { return offset * static_cast<std::int64_t>(bytes); };
  for (int r = 0; r < comm.size; ++r) {
    const std::int64_t count = from_offset[r + 1] - from_offset[r];
    if (count == 0) continue;
    MPI_Irecv(in + at(from_offset[r]), as_count(count), unit.type(), r, kTag, comm.handle,
              &requests.emplace_back());
  }
  for (int r = 0; r < comm.size; ++r) {
    const std::int64_t count = to_offset[r + 1] - to_offset[r];
    if (count == 0) continue;
    MPI_Isend(out + at(to_offset[r]), as_count(count), unit.type(), r, kTag, comm.handle,
              &requests.emplace_back());
    if (r != comm.rank) comm.bytes_sent += at(count);
  }
  return PendingMessages(std::move(requests));
}

void gather(Comm& comm, const void* own, std::int64_t count, void* all,
            const std::vector<std::int64_t>& offset, std::size_t bytes) {
  // An exchange in which only the root receives anything.
  std::vector<std::int64_t> to(static_cast<std::size_t>(comm.size) + 1, count);
  to[0] = 0;
  std::vector<std::int64_t> from(to.size(), 0);
  exchange(comm, own, to, all, comm.is_root() ? offset : from, bytes);
}

}  // namespace comm_detail

int ranks_here(const Comm& comm) {
  MPI_Comm here = MPI_COMM_NULL;
  MPI_Comm_split_type(comm.handle, MPI_COMM_TYPE_SHARED, comm.rank, MPI_INFO_NULL, &here);
  int ranks = 1;
  MPI_Comm_size(here, &ranks);
  MPI_Comm_free(&here);
  return ranks;
}

std::int64_t sum(Comm& comm, std::int64_t value) {
  MPI_Allreduce(MPI_IN_PLACE, &value, 1, MPI_INT64_T, MPI_SUM, comm.handle);
  return value;
}

double sum(Comm& comm, double value) {
  sum(comm, {&value, 1});
  return value;
}

void sum(Comm& comm, std::vector<std::int64_t>& values) {
  MPI_Allreduce(MPI_IN_PLACE, values.data(), comm_detail::as_count(std::ssize(values)), MPI_INT64_T,
                MPI_SUM, comm.handle);
}

void sum(Comm& comm, std::span<double> values) {
  const std::size_t count = values.size();
  std::vector<double> all(count * static_cast<std::size_t>(comm.size));
  MPI_Allgather(values.data(), comm_detail::as_count(std::ssize(values)), MPI_DOUBLE, all.data(),
                comm_detail::as_count(std::ssize(values)), MPI_DOUBLE, comm.handle);
  std::fill(values.begin(), values.end(), 0.0);
  for (std::size_t at = 0; at < all.size(); ++at) values[at % count] += all[at];
}

std::int64_t most(Comm& comm, std::int64_t value) {
  MPI_Allreduce(MPI_IN_PLACE, &value, 1, MPI_INT64_T, MPI_MAX, comm.handle);
  return value;
}

double most(Comm& comm, double value) {
  MPI_Allreduce(MPI_IN_PLACE, &value, 1, MPI_DOUBLE, MPI_MAX, comm.handle);
  return value;
}

std::int64_t sum_before(Comm& comm, std::int64_t value) {
  std::int64_t before = 0;
  MPI_Exscan(&value, &before, 1, MPI_INT64_T, MPI_SUM, comm.handle);
  return comm.is_root() ? 0 : before;
}

void agree(Comm& comm, const std::function<void()>& work) {
  Failure own = Failure::none;
  std::string what;
  try {
    work();
  } catch (const Cancelled&) {
    own = Failure::cancelled;
  } catch (const StorageError& error) {
    own = Failure::storage;
    what = error.what();
  } catch (const MemoryError& error) {
    own = Failure::too_large;
    what = error.what();
  } catch (const Error& error) {
    own = Failure::refused;
    what = error.what();
  } catch (const std::bad_alloc&) {
    own = Failure::memory;
  } catch (const std::exception& error) {
    own = Failure::unexpected;
    what = error.what();
  }
  int first = own == Failure::none ? comm.size : comm.rank;
  MPI_Allreduce(MPI_IN_PLACE, &first, 1, MPI_INT, MPI_MIN, comm.handle);
  if (first == comm.size) return;
  auto failure = static_cast<int>(own);
  auto length = static_cast<int>(what.size());
  MPI_Bcast(&failure, 1, MPI_INT, first, comm.handle);
  MPI_Bcast(&length, 1, MPI_INT, first, comm.handle);
  what.resize(static_cast<std::size_t>(length));
  MPI_Bcast(what.data(), length, MPI_CHAR, first, comm.handle);
  throw_again(static_cast<Failure>(failure), what);
}

}  // namespace gnac::detail
