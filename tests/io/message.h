#pragma once

#include <string>

#include "gnac/error.h"

namespace gnac::detail {

/// What a call throws as Error, or "no error". Other exceptions pass.
template <class Fn>
std::string message_of(Fn&& fn) {
  try {
    fn();
  } catch (const Error& error) {
    return error.what();
  }
  return "no error";
}

}  // namespace gnac::detail
