#include "help.h"

#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <memory>
#include <string>
#include <utility>

namespace gnac::cli {
namespace {

class Style : public CLI::Formatter {
 public:
  Style() {
    column_width(28);
    label("OPTIONS", "options");
    label("SUBCOMMAND", "COMMAND");
    label("Positionals", "Arguments");
  }

  std::string make_help(const CLI::App* app, std::string name,
                        CLI::AppFormatMode mode) const override {
    return app->get_description() + "\n\n" + make_usage(app, std::move(name)) +
           make_positionals(app) + groups(app) + make_subcommands(app, mode) + "\n" +
           make_footer(app);
  }

 private:
  // One blank line before each group; make_groups() of the library puts a second one after it.
  std::string groups(const CLI::App* app) const {
    std::string text;
    for (const std::string& group : app->get_groups()) {
      const auto options = app->get_options([&](const CLI::Option* option) {
        return option->get_group() == group && option->nonpositional();
      });
      if (!options.empty()) text += make_group(group, false, options);
    }
    return text;
  }
};

}  // namespace

void set_help_style(CLI::App& app) {
  app.formatter(std::make_shared<Style>());
  app.set_help_flag("-h,--help", "show this and exit");
}

}  // namespace gnac::cli
