#include "page/document.h"

#include <string_view>

#include "page_bundle.h"  // made from src/page/web by cmake/gnac_page.cmake

namespace gnac::detail {
namespace {

template <std::size_t N>
std::string_view text_of(const unsigned char (&bytes)[N]) {
  return {reinterpret_cast<const char*>(bytes), N};
}

// The policy's source expression for a hash in hexadecimal digits.
std::string hash_source(std::string_view hex) {
  std::string bytes;
  const auto digit = [](char c) { return c <= '9' ? c - '0' : c - 'a' + 10; };
  for (std::size_t i = 0; i + 1 < hex.size(); i += 2) {
    bytes += static_cast<char>(digit(hex[i]) * 16 + digit(hex[i + 1]));
  }
  return "'sha256-" + base64(bytes) + "'";
}

void replace(std::string& text, std::string_view mark, std::string_view by) {
  const auto at = text.find(mark);
  text.replace(at, mark.size(), by);
}

}  // namespace

std::string json_for_html(const nlohmann::json& value) {
  const std::string text = value.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
  std::string out;
  out.reserve(text.size());
  for (const char c : text) {
    if (c == '<') {
      out += "\\u003c";
    } else {
      out += c;
    }
  }
  return out;
}

std::string page_document(const nlohmann::json& facts, const PageArrays& arrays, Team& team) {
  std::string html(text_of(page_bundle::html));
  replace(html, "{{policy}}",
          "default-src 'none'; script-src " + hash_source(page_bundle::script_hash) +
              "; style-src " + hash_source(page_bundle::style_hash) +
              "; img-src data:; base-uri 'none'; form-action 'none'");
  replace(html, "{{style}}", text_of(page_bundle::style));
  replace(html, "{{script}}", text_of(page_bundle::script));
  // Last, because it contains the user's text, which must not be searched for placeholders.
  replace(html, "{{data}}",
          "<script type=\"application/json\" id=\"facts\">" + json_for_html(facts) + "</script>\n" +
              arrays.elements(team));
  return html;
}

}  // namespace gnac::detail
