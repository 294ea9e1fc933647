#include "help.h"

#include <fmt/format.h>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>

#include <algorithm>
#include <memory>
#include <sstream>
#include <string>
#include <utility>

#include "command_tree.h"
#include "support/utf8.h"

namespace gnac::cli {
namespace {

class Style : public CLI::Formatter {
 public:
  Style() {
    column_width(kColumn);
    label("OPTIONS", "options");
    label("SUBCOMMAND", "COMMAND");
    label("Positionals", "Arguments");
  }

  std::string make_help(const CLI::App* app, std::string name,
                        CLI::AppFormatMode mode) const override {
    return app->get_description() + "\n\n" + make_usage(app, std::move(name)) +
           make_positionals(app) + groups(app, mode) +
           make_subcommands(app, CLI::AppFormatMode::Normal) + "\n" + make_footer(app);
  }

  std::string make_option(const CLI::Option* option, bool is_positional) const override {
    const std::string name =
        "  " + make_option_name(option, is_positional) + make_option_opts(option);
    std::string text = fmt::format("{:<{}}", name, kColumn);
    if (detail::characters(name) >= kColumn) text = name + "\n" + std::string(kColumn, ' ');
    return text + wrapped(make_option_desc(option)) + "\n";
  }

 private:
  static constexpr std::size_t kColumn = 28;  ///< where explanations start
  static constexpr std::size_t kWidth = 100;  ///< of a line

  /// Lines that break between words and start below each other.
  static std::string wrapped(const std::string& text) {
    std::string out;
    std::size_t at = kColumn;
    std::istringstream words(text);
    for (std::string word; words >> word;) {
      const std::size_t width = detail::characters(word);
      if (!out.empty() && at + 1 + width > kWidth) {
        out += "\n" + std::string(kColumn, ' ');
        at = kColumn;
      } else if (!out.empty()) {
        out += ' ';
        ++at;
      }
      out += word;
      at += width;
    }
    return out;
  }

  // One blank line before each group; make_groups() of the library puts a second one after it.
  std::string groups(const CLI::App* app, CLI::AppFormatMode mode) const {
    std::string text, last;
    for (const std::string& group : app->get_groups()) {
      const auto options = app->get_options([&](const CLI::Option* option) {
        return option->get_group() == group && option->nonpositional();
      });
      if (options.empty()) continue;
      if (group != kRareGroup) {
        text += make_group(group, false, options);
      } else if (mode == CLI::AppFormatMode::All) {
        last = make_group(group, false, options);
      } else {
        const std::string name = command_name(*app);  // "gnac fit"
        const std::size_t space = std::min(name.find(' '), name.size());
        last = fmt::format("\n{}:\n  {} more options; see '{} help{}'\n", group, options.size(),
                           name.substr(0, space), name.substr(space));
      }
    }
    return text + last;
  }
};

}  // namespace

void set_help_style(CLI::App& app) {
  app.formatter(std::make_shared<Style>());
  app.set_help_flag("-h,--help", "show this and exit");
}

}  // namespace gnac::cli
