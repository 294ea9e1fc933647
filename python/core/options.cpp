#include "options.h"

#include <array>
#include <string>
#include <type_traits>
#include <utility>

#include "arrays.h"
#include "gnac/error.h"

namespace gnac::python {
namespace {

constexpr std::array<std::pair<std::string_view, std::string_view>, 3> kKeywords{
    {{"neighbors", "n_neighbors"}, {"seed", "random_state"}, {"threads", "n_jobs"}}};

std::string option_of(const std::string& keyword) {
  for (const auto& [name, own] : kKeywords) {
    if (keyword == own) return std::string(name);
  }
  return keyword;
}

std::string in_pythons_words(std::string message, const std::string& name,
                             const std::string& keyword) {
  const std::string from = "option " + name + " ";
  const std::size_t at = message.find(from);
  if (at != std::string::npos) message.replace(at, from.size(), "option " + keyword + " ");
  return message;
}

py::object value_of(const Options& options, const OptionInfo& info) {
  return std::visit(
      [&](auto field) -> py::object {
        const auto value = options.*field;
        if constexpr (std::is_enum_v<decltype(value)>) {
          return py::cast(to_string(value));
        } else {
          return py::cast(value);
        }
      },
      info.field);
}

py::list option_rows() {
  py::list rows;
  const Options defaults;
  for (const OptionInfo& info : option_table()) {
    py::dict row;
    row["name"] = info.name;
    row["keyword"] = keyword_of(info.name);
    row["symbol"] = info.symbol;
    row["group"] = info.group;
    row["help"] = info.help;
    row["min"] = info.min;
    row["max"] = info.max;
    row["default"] = value_of(defaults, info);
    rows.append(row);
  }
  return rows;
}

}  // namespace

std::string_view keyword_of(std::string_view option) {
  for (const auto& [name, keyword] : kKeywords) {
    if (option == name) return keyword;
  }
  return option;
}

Options options_of(const py::dict& values) {
  Options options;
  if (values.contains("preset") && !values["preset"].is_none())
    options = preset_options(values["preset"].cast<std::string>());
  bool epochs = false;
  bool burn_in = false;
  for (const auto& [key, value] : values) {
    const auto keyword = key.cast<std::string>();
    if (keyword == "preset" || value.is_none()) continue;
    epochs = epochs || keyword == "epochs";
    burn_in = burn_in || keyword == "burn_in";
    const std::string name = option_of(keyword);
    try {
      set_option(options, name, py::str(value).cast<std::string>());
    } catch (const Error& error) {
      throw Error(in_pythons_words(error.what(), name, keyword));
    }
  }
  if (epochs && !burn_in) options.burn_in = burn_in_for(options.epochs);
  validate(options);
  return options;
}

void require_use_of(const py::dict& values, bool published) {
  for (const auto& [key, value] : values) {
    const auto keyword = key.cast<std::string>();
    if (keyword == "preset" || value.is_none()) continue;
    const std::string name = option_of(keyword);
    try {
      require_use(option_info(name), published);
    } catch (const Error& error) {
      throw Error(in_pythons_words(error.what(), name, keyword));
    }
  }
}

py::dict keywords_of(const Options& options) {
  py::dict out;
  for (const OptionInfo& info : option_table())
    out[py::cast(keyword_of(info.name))] = value_of(options, info);
  return out;
}

void add_options(py::module_& module) {
  module.def("option_table", option_rows, "Every option of the method, as dicts.");
  module.def(
      "neighbors_for",
      [](const py::dict& values, std::int64_t n) { return neighbors_for(options_of(values), n); },
      py::arg("options"), py::arg("n"), "k for n points.");
}

}  // namespace gnac::python
