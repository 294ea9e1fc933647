// Unpacks deflate (RFC 1951) and gzip (RFC 1952). Input may come in pieces: what has not been used
// yet is kept, and a symbol that is not complete is read again when more has come.
#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <new>
#include <string>
#include <vector>

#include "zlib.h"

namespace {

struct Incomplete {};  // thrown when the input ends within a symbol; never leaves this file
struct Damaged {};

constexpr int kLongestCode = 15;
constexpr std::size_t kWindow = 32768;

/// Huffman codes in canonical order: how many have each length, and their symbols by code.
struct Codes {
  std::array<std::uint16_t, kLongestCode + 1> count{};
  std::vector<std::uint16_t> symbols;
};

/// Throws Damaged if there are more codes than fit, or fewer than needed; one code alone may be
/// incomplete.
Codes codes_of(const std::uint8_t* lengths, std::size_t n) {
  Codes codes;
  for (std::size_t s = 0; s < n; ++s) ++codes.count[lengths[s]];
  codes.count[0] = 0;
  std::array<std::uint16_t, kLongestCode + 2> place{};
  int left = 1;
  std::size_t used = 0;
  for (int length = 1; length <= kLongestCode; ++length) {
    left = 2 * left - codes.count[length];
    if (left < 0) throw Damaged{};
    place[length + 1] = static_cast<std::uint16_t>(place[length] + codes.count[length]);
    used += codes.count[length];
  }
  if (left > 0 && (used > 1 || codes.count[1] != used)) throw Damaged{};
  codes.symbols.resize(used);
  for (std::size_t s = 0; s < n; ++s) {
    if (lengths[s] != 0) codes.symbols[place[lengths[s]]++] = static_cast<std::uint16_t>(s);
  }
  return codes;
}

constexpr std::array<std::uint16_t, 29> kLengthBase{3,  4,  5,  6,   7,   8,   9,   10,  11, 13,
                                                    15, 17, 19, 23,  27,  31,  35,  43,  51, 59,
                                                    67, 83, 99, 115, 131, 163, 195, 227, 258};
constexpr std::array<std::uint8_t, 29> kLengthBits{0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2,
                                                   2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0};
constexpr std::array<std::uint16_t, 30> kDistanceBase{
    1,   2,   3,   4,   5,   7,    9,    13,   17,   25,   33,   49,   65,    97,    129,
    193, 257, 385, 513, 769, 1025, 1537, 2049, 3073, 4097, 6145, 8193, 12289, 16385, 24577};
constexpr std::array<std::uint8_t, 30> kDistanceBits{0, 0, 0,  0,  1,  1,  2,  2,  3,  3,
                                                     4, 4, 5,  5,  6,  6,  7,  7,  8,  8,
                                                     9, 9, 10, 10, 11, 11, 12, 12, 13, 13};

class Inflater {
 public:
  explicit Inflater(bool gzip) : gzip_(gzip), stage_(gzip ? Stage::header : Stage::block) {}

  int run(z_stream& z) {
    const std::size_t given = z.avail_in;
    input_.append(reinterpret_cast<const char*>(z.next_in), given);
    z.avail_in = 0;
    try {
      advance(z);
      // Whole bytes that were not needed go back to the caller.
      z.avail_in = static_cast<uInt>(std::min(given, input_.size() - (position_ + 7) / 8));
      input_.resize(input_.size() - z.avail_in);
    } catch (const Incomplete&) {
      position_ = kept_;
    } catch (const Damaged&) {
      return Z_DATA_ERROR;
    }
    deliver(z);
    forget();
    return stage_ == Stage::end && sent_ == window_.size() ? Z_STREAM_END : Z_OK;
  }

 private:
  enum class Stage { header, block, stored, symbols, trailer, end };

  std::uint32_t bits(int count) {
    std::uint32_t value = 0;
    for (int b = 0; b < count; ++b, ++position_) {
      if (position_ / 8 >= input_.size()) throw Incomplete{};
      value |= static_cast<std::uint32_t>(
                   (static_cast<unsigned char>(input_[position_ / 8]) >> (position_ % 8)) & 1)
               << b;
    }
    return value;
  }

  int symbol(const Codes& codes) {
    int code = 0, first = 0, index = 0;
    for (int length = 1; length <= kLongestCode; ++length) {
      code |= static_cast<int>(bits(1));
      const int count = codes.count[static_cast<std::size_t>(length)];
      if (code - count < first)
        return codes.symbols[static_cast<std::size_t>(index + code - first)];
      index += count;
      first = 2 * (first + count);
      code *= 2;
    }
    throw Damaged{};
  }

  void keep() { kept_ = position_; }

  void advance(z_stream& z) {
    for (;;) {
      // Enough for this call: the rest is unpacked by the next one.
      if (window_.size() - sent_ >= z.avail_out) return;
      keep();
      switch (stage_) {
        case Stage::header:
          read_header();
          break;
        case Stage::block:
          read_block();
          break;
        case Stage::stored:
          read_stored();
          break;
        case Stage::symbols:
          read_symbol();
          break;
        case Stage::trailer:
          read_trailer();
          break;
        case Stage::end:
          return;
      }
    }
  }

  void read_header() {
    if (bits(16) != 0x8b1f || bits(8) != 8) throw Damaged{};
    const std::uint32_t flags = bits(8);
    if ((flags & 0xe0) != 0) throw Damaged{};
    bits(32);
    bits(16);
    if ((flags & 4) != 0) {
      for (std::uint32_t extra = bits(16); extra > 0; --extra) bits(8);
    }
    if ((flags & 8) != 0) {
      while (bits(8) != 0) {
      }
    }
    if ((flags & 16) != 0) {
      while (bits(8) != 0) {
      }
    }
    if ((flags & 2) != 0) bits(16);
    stage_ = Stage::block;
  }

  void read_block() {
    if (last_) {
      stage_ = gzip_ ? Stage::trailer : Stage::end;
      return;
    }
    const bool last = bits(1) != 0;
    const std::uint32_t type = bits(2);
    if (type == 0) {
      position_ = (position_ + 7) / 8 * 8;
      const std::uint32_t size = bits(16);
      if ((size ^ bits(16)) != 0xffff) throw Damaged{};
      stored_ = size;
      stage_ = Stage::stored;
    } else if (type == 1) {
      fixed_codes();
      stage_ = Stage::symbols;
    } else if (type == 2) {
      read_codes();
      stage_ = Stage::symbols;
    } else {
      throw Damaged{};
    }
    last_ = last;
  }

  void fixed_codes() {
    std::array<std::uint8_t, 288> lengths{};
    for (std::size_t s = 0; s < lengths.size(); ++s) {
      lengths[s] = static_cast<std::uint8_t>(s < 144 ? 8 : s < 256 ? 9 : s < 280 ? 7 : 8);
    }
    literals_ = codes_of(lengths.data(), lengths.size());
    std::array<std::uint8_t, 32> distances{};
    distances.fill(5);
    distances_ = codes_of(distances.data(), distances.size());
  }

  void read_codes() {
    constexpr std::array<std::uint8_t, 19> kOrder{16, 17, 18, 0, 8,  7, 9,  6, 10, 5,
                                                  11, 4,  12, 3, 13, 2, 14, 1, 15};
    const std::size_t literals = bits(5) + 257;
    const std::size_t distances = bits(5) + 1;
    const std::size_t given = bits(4) + 4;
    if (literals > 286 || distances > 30) throw Damaged{};
    std::array<std::uint8_t, 19> packed{};
    for (std::size_t c = 0; c < given; ++c) packed[kOrder[c]] = static_cast<std::uint8_t>(bits(3));
    const Codes codes = codes_of(packed.data(), packed.size());
    std::array<std::uint8_t, 286 + 30> lengths{};
    for (std::size_t at = 0; at < literals + distances;) {
      const int s = symbol(codes);
      if (s < 16) {
        lengths[at++] = static_cast<std::uint8_t>(s);
        continue;
      }
      if (s == 16 && at == 0) throw Damaged{};
      const std::uint8_t value = s == 16 ? lengths[at - 1] : std::uint8_t{0};
      const std::size_t times = s == 16 ? 3 + bits(2) : s == 17 ? 3 + bits(3) : 11 + bits(7);
      if (at + times > literals + distances) throw Damaged{};
      std::fill_n(lengths.begin() + static_cast<std::ptrdiff_t>(at), times, value);
      at += times;
    }
    if (lengths[256] == 0) throw Damaged{};
    literals_ = codes_of(lengths.data(), literals);
    distances_ = codes_of(lengths.data() + literals, distances);
  }

  void read_stored() {
    if (stored_ == 0) {
      stage_ = Stage::block;
      return;
    }
    const std::size_t take = std::min<std::size_t>(stored_, input_.size() - position_ / 8);
    if (take == 0) throw Incomplete{};
    write(input_.data() + position_ / 8, take);
    position_ += 8 * take;
    stored_ -= static_cast<std::uint32_t>(take);
  }

  void read_symbol() {
    const int s = symbol(literals_);
    if (s < 256) {
      const char byte = static_cast<char>(s);
      write(&byte, 1);
      return;
    }
    if (s == 256) {
      stage_ = Stage::block;
      return;
    }
    if (s > 285) throw Damaged{};
    const std::size_t length = kLengthBase[static_cast<std::size_t>(s - 257)] +
                               bits(kLengthBits[static_cast<std::size_t>(s - 257)]);
    const int d = symbol(distances_);
    if (d > 29) throw Damaged{};
    const std::size_t distance = kDistanceBase[static_cast<std::size_t>(d)] +
                                 bits(kDistanceBits[static_cast<std::size_t>(d)]);
    if (distance > window_.size()) throw Damaged{};
    const std::size_t from = window_.size() - distance;
    for (std::size_t c = 0; c < length; ++c) window_.push_back(window_[from + c]);
    size_ += static_cast<std::uint32_t>(length);
  }

  void read_trailer() {
    position_ = (position_ + 7) / 8 * 8;
    const std::uint32_t sum = bits(32);
    const std::uint32_t size = bits(32);
    add_to_sum();
    if (sum != sum_ || size != size_) throw Damaged{};
    stage_ = Stage::end;
  }

  void write(const char* bytes, std::size_t size) {
    window_.append(bytes, size);
    size_ += static_cast<std::uint32_t>(size);
  }

  void add_to_sum() {
    sum_ = static_cast<std::uint32_t>(
        crc32(sum_, reinterpret_cast<const Bytef*>(window_.data() + summed_),
              static_cast<uInt>(window_.size() - summed_)));
    summed_ = window_.size();
  }

  void deliver(z_stream& z) {
    const std::size_t part = std::min<std::size_t>(z.avail_out, window_.size() - sent_);
    std::memcpy(z.next_out, window_.data() + sent_, part);
    z.avail_out -= static_cast<uInt>(part);
    sent_ += part;
    add_to_sum();
  }

  /// Frees input that was used, and output that was sent and is beyond reach.
  void forget() {
    const std::size_t used = position_ / 8;
    input_.erase(0, used);
    position_ -= 8 * used;
    if (sent_ > 2 * kWindow) {
      const std::size_t old = sent_ - kWindow;
      window_.erase(0, old);
      sent_ -= old;
      summed_ -= old;
    }
  }

  bool gzip_;
  Stage stage_;
  bool last_ = false;
  std::string input_;
  std::size_t position_ = 0;  // in bits
  std::size_t kept_ = 0;
  std::uint32_t stored_ = 0;
  Codes literals_, distances_;
  std::string window_;  // unpacked bytes, the last 32 KiB at least
  std::size_t sent_ = 0;
  std::size_t summed_ = 0;
  std::uint32_t sum_ = 0;
  std::uint32_t size_ = 0;
};

}  // namespace

uLong crc32(uLong sum, const Bytef* bytes, uInt size) {
  static const auto kTable = [] {
    std::array<std::uint32_t, 256> table{};
    for (std::uint32_t b = 0; b < 256; ++b) {
      std::uint32_t value = b;
      for (int bit = 0; bit < 8; ++bit) value = (value >> 1) ^ ((value & 1) != 0 ? 0xedb88320U : 0);
      table[b] = value;
    }
    return table;
  }();
  if (bytes == nullptr) return 0;
  std::uint32_t value = ~static_cast<std::uint32_t>(sum);
  for (uInt i = 0; i < size; ++i) value = kTable[(value ^ bytes[i]) & 0xff] ^ (value >> 8);
  return ~value;
}

int inflateInit2(z_stream* stream, int bits) {
  stream->state = new (std::nothrow) Inflater(bits > 0);
  return stream->state != nullptr ? Z_OK : Z_MEM_ERROR;
}

int inflate(z_stream* stream, int) {
  return static_cast<Inflater*>(stream->state)->run(*stream);
}

int inflateEnd(z_stream* stream) {
  delete static_cast<Inflater*>(stream->state);
  return Z_OK;
}
