#include "gnac/error.h"
#include "io/bytes.h"
#include "targets.h"

/// The first byte chooses: packed here and unpacked again, or unpacked as it is.
void gnac::detail::fuzz::fuzz_gzip(std::string_view bytes) {
  if (bytes.empty()) return;
  const int choice = bytes[0];
  bytes.remove_prefix(1);
  if (choice == 'p') {
    require(gunzip(gzip(bytes, 1), "own") == bytes, "gzip does not come back");
  } else if (choice == 'r') {
    inflate_raw(bytes, "input");
  } else {
    const Unpacked whole = gunzip_whole(bytes, "input");
    require(whole.taken <= bytes.size(), "more was taken than there is");
    require(gunzip(bytes, "input") == whole.content, "two ways to unpack differ");
  }
}
