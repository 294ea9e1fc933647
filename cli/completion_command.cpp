// gnac completion: a script that completes commands, flags and values in a shell.
#include <fmt/format.h>

#include <memory>
#include <string>
#include <vector>

#include "commands.h"
#include "completion.h"
#include "gnac/error.h"
#include "options/option_text.h"
#include "output.h"

namespace gnac::cli {

using namespace detail;
namespace {

std::string footer_text(const std::string& program) {
  std::string text = "To install it:\n";
  for (const Shell& shell : shell_table())
    text +=
        fmt::format("  {:<5} {}\n", shell.name, fmt::format(fmt::runtime(shell.install), program));
  text.pop_back();
  return text;
}

void print_script(const CLI::App& root, const std::string& name) {
  std::vector<std::string_view> known;
  for (const Shell& shell : shell_table()) {
    if (shell.name == name) return write_stdout(shell.script(root));
    known.emplace_back(shell.name);
  }
  throw Error(
      fmt::format("there is no completion for '{}'; choose from {}", name, listed(known, " and ")));
}

}  // namespace

Action add_completion(CLI::App& app) {
  auto shell = std::make_shared<std::string>();
  app.add_option("SHELL", *shell, "bash, zsh or fish")->option_text(" ")->required();
  app.footer(footer_text(app.get_parent()->get_name()));
  const CLI::App* root = app.get_parent();
  return [root, shell] { print_script(*root, *shell); };
}

}  // namespace gnac::cli
