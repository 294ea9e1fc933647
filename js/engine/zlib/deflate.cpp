// Packs gzip (RFC 1952): Huffman codes of the bytes, without repeats, or stored where that is
// smaller. The arrays of a page get about as small as with zlib, which also looks for repeats.
#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <functional>
#include <new>
#include <queue>
#include <string>
#include <utility>
#include <vector>

#include "zlib.h"

namespace {

constexpr std::size_t kBlock = std::size_t{1} << 17;
constexpr std::size_t kMostStored = 65535;
constexpr std::size_t kEnd = 256;  // the symbol after a block's bytes

/// The lengths of Huffman codes for symbols that occur so often, none longer than `most`.
std::vector<std::uint8_t> code_lengths(std::vector<std::uint32_t> counts, int most) {
  using Node = std::pair<std::uint64_t, std::size_t>;  // count and number
  for (;;) {
    std::vector<std::size_t> parent(counts.size());
    std::priority_queue<Node, std::vector<Node>, std::greater<>> open;
    for (std::size_t s = 0; s < counts.size(); ++s) {
      if (counts[s] > 0) open.emplace(counts[s], s);
    }
    std::vector<std::uint8_t> lengths(counts.size());
    if (open.size() == 1) lengths[open.top().second] = 1;
    if (open.size() < 2) return lengths;
    while (open.size() > 1) {
      const Node a = open.top();
      open.pop();
      const Node b = open.top();
      open.pop();
      parent[a.second] = parent[b.second] = parent.size();
      open.emplace(a.first + b.first, parent.size());
      parent.push_back(0);
    }
    const std::size_t root = parent.size() - 1;
    std::vector<int> depth(parent.size());
    for (std::size_t node = root; node-- > 0;) depth[node] = depth[parent[node]] + 1;
    int longest = 0;
    for (std::size_t s = 0; s < counts.size(); ++s) {
      if (counts[s] == 0) continue;
      lengths[s] = static_cast<std::uint8_t>(depth[s]);
      longest = std::max(longest, depth[s]);
    }
    if (longest <= most) return lengths;
    for (std::uint32_t& count : counts) count = count > 0 ? count / 2 + 1 : 0;
  }
}

/// Codes in canonical order, their bits in the order in which they are written.
std::vector<std::uint16_t> codes_of(const std::vector<std::uint8_t>& lengths) {
  std::vector<std::uint16_t> codes(lengths.size());
  std::uint32_t code = 0;
  for (int length = 1; length <= 15; ++length, code *= 2) {
    for (std::size_t s = 0; s < lengths.size(); ++s) {
      if (lengths[s] != length) continue;
      for (int bit = 0; bit < length; ++bit)
        codes[s] |= static_cast<std::uint16_t>((code >> bit & 1) << (length - 1 - bit));
      ++code;
    }
  }
  return codes;
}

class Deflater {
 public:
  Deflater() { output_.append("\x1f\x8b\x08\0\0\0\0\0\0\x03", 10); }

  int run(z_stream& z, bool finish) {
    if (!ended_) take(z.next_in, z.avail_in, finish);
    z.avail_in = 0;
    const std::size_t part = std::min<std::size_t>(z.avail_out, output_.size() - sent_);
    std::memcpy(z.next_out, output_.data() + sent_, part);
    z.avail_out -= static_cast<uInt>(part);
    sent_ += part;
    return ended_ && sent_ == output_.size() ? Z_STREAM_END : Z_OK;
  }

 private:
  void take(const Bytef* bytes, uInt count, bool finish) {
    input_.append(reinterpret_cast<const char*>(bytes), count);
    sum_ = static_cast<std::uint32_t>(crc32(sum_, bytes, count));
    size_ += count;
    std::size_t at = 0;
    for (; input_.size() - at > kBlock; at += kBlock) block(at, kBlock, false);
    if (finish) {
      block(at, input_.size() - at, true);
      at = input_.size();
      if (filled_ > 0) bits(0, 8 - filled_);
      for (const std::uint32_t value : {sum_, size_}) {
        bits(value & 0xffff, 16);
        bits(value >> 16, 16);
      }
      ended_ = true;
    }
    input_.erase(0, at);
  }

  void bits(std::uint32_t value, int count) {
    held_ |= value << filled_;
    for (filled_ += count; filled_ >= 8; filled_ -= 8, held_ >>= 8)
      output_ += static_cast<char>(held_ & 0xff);
  }

  void block(std::size_t at, std::size_t count, bool last) {
    std::vector<std::uint32_t> counts(kEnd + 1);
    for (std::size_t i = 0; i < count; ++i) ++counts[static_cast<unsigned char>(input_[at + i])];
    counts[kEnd] = 1;
    const std::vector<std::uint8_t> lengths = code_lengths(counts, 15);
    // The lengths themselves are packed by another code; the last is that of the only code of
    // distances, which is not used.
    std::vector<std::uint32_t> length_counts(19);
    for (const std::uint8_t length : lengths) ++length_counts[length];
    ++length_counts[0];
    const std::vector<std::uint8_t> outer = code_lengths(length_counts, 7);
    std::size_t packed = 17 + 3 * outer.size() + outer[0];
    for (std::size_t s = 0; s <= kEnd; ++s)
      packed += outer[lengths[s]] + std::size_t{counts[s]} * lengths[s];
    if (packed / 8 >= count) return store(at, count, last);
    bits(last ? 5 : 4, 3);
    bits(0, 5);   // 257 literals
    bits(0, 5);   // 1 distance
    bits(15, 4);  // all 19 lengths of the outer code
    constexpr std::array<std::uint8_t, 19> kOrder{16, 17, 18, 0, 8,  7, 9,  6, 10, 5,
                                                  11, 4,  12, 3, 13, 2, 14, 1, 15};
    for (const std::uint8_t s : kOrder) bits(outer[s], 3);
    const std::vector<std::uint16_t> outer_codes = codes_of(outer);
    for (const std::uint8_t length : lengths) bits(outer_codes[length], outer[length]);
    bits(outer_codes[0], outer[0]);
    const std::vector<std::uint16_t> codes = codes_of(lengths);
    for (std::size_t i = 0; i < count; ++i) {
      const auto byte = static_cast<unsigned char>(input_[at + i]);
      bits(codes[byte], lengths[byte]);
    }
    bits(codes[kEnd], lengths[kEnd]);
  }

  void store(std::size_t at, std::size_t count, bool last) {
    do {
      const std::size_t part = std::min(count, kMostStored);
      bits(last && part == count ? 1 : 0, 3);
      if (filled_ > 0) bits(0, 8 - filled_);
      bits(static_cast<std::uint32_t>(part), 16);
      bits(~static_cast<std::uint32_t>(part) & 0xffff, 16);
      output_.append(input_, at, part);
      at += part;
      count -= part;
    } while (count > 0);
  }

  std::string input_;   // what does not fill a block yet
  std::string output_;  // all that was packed
  std::size_t sent_ = 0;
  std::uint32_t held_ = 0;  // bits that do not fill a byte yet
  int filled_ = 0;
  std::uint32_t sum_ = 0;
  std::uint32_t size_ = 0;
  bool ended_ = false;
};

}  // namespace

int deflateInit2(z_stream* stream, int, int, int, int, int) {
  stream->state = new (std::nothrow) Deflater;
  return stream->state != nullptr ? Z_OK : Z_MEM_ERROR;
}

uLong deflateBound(z_stream*, uLong bytes) {
  return bytes + 5 * (bytes / kMostStored + 1) + 18;
}

int deflate(z_stream* stream, int flush) {
  return static_cast<Deflater*>(stream->state)->run(*stream, flush == Z_FINISH);
}

int deflateEnd(z_stream* stream) {
  delete static_cast<Deflater*>(stream->state);
  return Z_OK;
}
