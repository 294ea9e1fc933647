#pragma once

#include <stdexcept>

namespace gnac {

/// The exception of the library: one sentence on what is wrong and what the caller can do about it.
///
///     try {
///       gnac::fit(points, -1);
///     } catch (const gnac::Error& error) {
///       error.what();  // "cannot make -1 clusters of 60 points; give a number from 1 to 60"
///     }
class Error : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Thrown before work that needs more memory than there is, or than Options::memory_limit_gib
/// allows.
class MemoryError : public Error {
 public:
  using Error::Error;
};

/// Thrown when an observer asks for the work to stop. Nothing has been written by then.
class Cancelled : public Error {
 public:
  Cancelled() : Error("stopped on request") {}
};

}  // namespace gnac
