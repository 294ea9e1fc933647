#include "data/json_text.h"

#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <vector>

#include "data/text.h"
#include "gnac/error.h"

namespace gnac::detail {
namespace {

using nlohmann::json;

/// Looks at a text without keeping it. (The library's own way to watch a parse goes through all
/// members of an object again whenever one of them ends.)
class Watch {
 public:
  explicit Watch(const JsonLimits& limits) : limits_(limits) {}

  bool null() { return count(); }
  bool boolean(bool) { return count(); }
  bool number_integer(json::number_integer_t) { return count(); }
  bool number_unsigned(json::number_unsigned_t) { return count(); }
  bool number_float(json::number_float_t, const std::string&) { return count(); }
  bool string(std::string&) { return count(); }
  bool binary(json::binary_t&) { return count(); }

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
    if (!names_.back().insert(name).second) throw Error("names " + cite(name) + " twice");
    return count();
  }

  bool parse_error(std::size_t, const std::string&, const json::exception&) { return false; }

 private:
  bool count() {
    if (++values_ > limits_.values)
      throw Error("has more than " + std::to_string(limits_.values) + " values");
    return true;
  }
  bool open() {
    if (++depth_ > limits_.depth)
      throw Error("is nested more than " + std::to_string(limits_.depth) + " levels deep");
    return count();
  }
  bool close() {
    --depth_;
    return true;
  }

  const JsonLimits& limits_;
  int depth_ = 0;
  std::size_t values_ = 0;
  std::vector<std::set<std::string>> names_;  // of the objects that are open
};

}  // namespace

nlohmann::json parse_json(std::string_view text, const JsonLimits& limits) {
  {
    Watch watch(limits);
    if (!json::sax_parse(text, &watch)) throw Error("is not valid JSON");
  }
  return json::parse(text);
}

}  // namespace gnac::detail
