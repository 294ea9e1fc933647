// The part of zlib's interface that src/io uses, for a system that has no zlib (zlib.cpp).
#pragma once

#include <cstddef>

using Bytef = unsigned char;
using uInt = unsigned int;
using uLong = unsigned long;

inline constexpr int MAX_WBITS = 15;
inline constexpr int Z_NO_FLUSH = 0;
inline constexpr int Z_FINISH = 4;
inline constexpr int Z_OK = 0;
inline constexpr int Z_STREAM_END = 1;
inline constexpr int Z_DATA_ERROR = -3;
inline constexpr int Z_MEM_ERROR = -4;
inline constexpr int Z_BUF_ERROR = -5;
inline constexpr int Z_DEFLATED = 8;
inline constexpr int Z_DEFAULT_STRATEGY = 0;

struct z_stream {
  Bytef* next_in;
  uInt avail_in;
  Bytef* next_out;
  uInt avail_out;
  void* state;
};

/// `bits`: MAX_WBITS + 16 for gzip, -MAX_WBITS for deflate without a header.
int inflateInit2(z_stream* stream, int bits);
int inflate(z_stream* stream, int flush);
int inflateEnd(z_stream* stream);

int deflateInit2(z_stream* stream, int level, int method, int bits, int memory, int strategy);
uLong deflateBound(z_stream* stream, uLong bytes);
int deflate(z_stream* stream, int flush);
int deflateEnd(z_stream* stream);

/// The checksum so far and `bytes` more; of nothing if they are null.
uLong crc32(uLong sum, const Bytef* bytes, uInt size);
