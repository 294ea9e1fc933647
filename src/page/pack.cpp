#include "page/pack.h"

#include <fmt/format.h>

#include "io/bytes.h"

namespace gnac::detail {
namespace {

// Fast enough for 10 MB/s or more; higher levels save only 1 % on such data.
constexpr int kLevel = 5;

}  // namespace

std::string base64(std::string_view bytes) {
  constexpr std::string_view kDigits =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string out;
  out.reserve((bytes.size() + 2) / 3 * 4);
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    const auto left = bytes.size() - i;
    std::uint32_t triple = 0;
    for (std::size_t b = 0; b < 3; ++b) {
      triple = triple << 8 | (b < left ? static_cast<unsigned char>(bytes[i + b]) : 0U);
    }
    for (std::size_t digit = 0; digit < 4; ++digit) {
      out += digit <= left ? kDigits[triple >> (18 - 6 * digit) & 63] : '=';
    }
  }
  return out;
}

std::string PageArrays::elements(Team& team) const {
  std::vector<std::map<std::string, Entry>::const_iterator> order;
  for (auto at = arrays_.begin(); at != arrays_.end(); ++at) order.push_back(at);
  std::vector<std::string> packed(order.size());
  team.for_each(std::ssize(order),
                [&](std::int64_t a) { packed[a] = base64(gzip(order[a]->second.bytes, kLevel)); });
  std::string out;
  for (std::size_t a = 0; a < order.size(); ++a) {
    out +=
        fmt::format("<script type=\"text/plain\" data-array=\"{}\" data-type=\"{}\">{}</script>\n",
                    order[a]->first, order[a]->second.type, packed[a]);
  }
  return out;
}

}  // namespace gnac::detail
