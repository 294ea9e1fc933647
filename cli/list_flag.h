#pragma once

#include <fmt/ranges.h>

#include <CLI/App.hpp>
#include <string>
#include <vector>

namespace gnac::cli {

/// A comma-separated list of values after one flag; its current values are shown as the default.
template <class T>
CLI::Option* add_list(CLI::App& app, const std::string& flag, std::vector<T>& values,
                      std::string help) {
  if (!values.empty())
    help += fmt::format("{}[{}]", help.empty() ? "" : " ", fmt::join(values, ","));
  return app.add_option(flag, values, help)
      ->delimiter(',')
      ->allow_extra_args(false)
      ->option_text("LIST");
}

}  // namespace gnac::cli
