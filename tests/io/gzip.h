#pragma once

#include <zlib.h>

#include <string>
#include <string_view>

namespace gnac::detail {

/// Packed by zlib; `window` says in which format (see deflateInit2).
inline std::string deflated(std::string_view bytes, int window) {
  z_stream z{};
  deflateInit2(&z, 6, Z_DEFLATED, window, 8, Z_DEFAULT_STRATEGY);
  std::string out(deflateBound(&z, static_cast<uLong>(bytes.size())) + 32, '\0');
  z.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
  z.avail_in = static_cast<uInt>(bytes.size());
  z.next_out = reinterpret_cast<Bytef*>(out.data());
  z.avail_out = static_cast<uInt>(out.size());
  deflate(&z, Z_FINISH);
  out.resize(z.total_out);
  deflateEnd(&z);
  return out;
}

/// One gzip member.
inline std::string gzipped(std::string_view bytes) {
  return deflated(bytes, 16 + MAX_WBITS);
}

}  // namespace gnac::detail
