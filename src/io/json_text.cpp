#include "io/json_text.h"

#include <nlohmann/json.hpp>
#include <set>
#include <utility>
#include <vector>

#include "io/text.h"

namespace gnac::detail {
namespace {

using Json = nlohmann::json;

/// "unexpected end of input" of "[…] parse error at …: syntax error while parsing value -
/// unexpected end of input; expected …".
std::string reason_of(const Json::exception& error) {
  std::string_view text = error.what();
  if (const auto colon = text.find(": "); colon != std::string_view::npos)
    text.remove_prefix(colon + 2);
  if (const auto dash = text.find(" - "); dash != std::string_view::npos)
    text.remove_prefix(dash + 3);
  std::string reason(text.substr(0, text.find("; ")));
  for (char& c : reason) {
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) c = '?';
  }
  return reason;
}

/// Looks at a text without keeping it. (The library's own way to watch a parse goes through all
/// members of an object again whenever one of them ends.)
class Watch {
 public:
  explicit Watch(const JsonLimits& limits) : limits_(limits) {}

  bool null() { return count(); }
  bool boolean(bool) { return count(); }
  bool number_integer(Json::number_integer_t) { return count(); }
  bool number_unsigned(Json::number_unsigned_t) { return count(); }
  bool number_float(Json::number_float_t, const std::string&) { return count(); }
  bool string(std::string&) { return count(); }
  bool binary(Json::binary_t&) { return count(); }

  bool start_object(std::size_t) {
    names_.emplace_back();
    return open();
  }
  bool end_object() {
    names_.pop_back();
    return close();
  }
  bool start_array(std::size_t) { return open(); }
  bool end_array() { return close(); }

  bool key(std::string& name) {
    if (!names_.back().insert(name).second) return refuse("names " + cite(name) + " twice");
    return count();
  }

  bool parse_error(std::size_t place, const std::string&, const Json::exception& error) {
    return refuse("is not valid JSON: " + reason_of(error) + " at character " +
                  std::to_string(place));
  }

  const std::string& problem() const { return problem_; }

 private:
  bool refuse(std::string reason);
  bool count();
  bool open();
  bool close() {
    --depth_;
    return true;
  }

  const JsonLimits& limits_;
  int depth_ = 0;
  std::size_t values_ = 0;
  std::string problem_;
  std::vector<std::set<std::string>> names_;  // of the objects that are open
};

bool Watch::refuse(std::string reason) {
  problem_ = std::move(reason);
  return false;
}

bool Watch::count() {
  if (++values_ <= limits_.values) return true;
  return refuse("has more than " + std::to_string(limits_.values) + " values");
}

bool Watch::open() {
  if (++depth_ <= limits_.depth) return count();
  return refuse("is nested more than " + std::to_string(limits_.depth) + " levels deep");
}

}  // namespace

std::string parse_json(std::string_view text, nlohmann::json& value, const JsonLimits& limits) {
  {
    Watch watch(limits);
    if (!Json::sax_parse(text, &watch)) return watch.problem();
  }
  value = Json::parse(text);
  return "";
}

}  // namespace gnac::detail
