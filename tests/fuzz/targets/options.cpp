#include <algorithm>

#include "gnac/options.h"
#include "targets.h"

/// Lines of name=value, up to the first that is refused.
void gnac::detail::fuzz::fuzz_options(std::string_view bytes) {
  Options chosen = Options::paper();
  while (!bytes.empty()) {
    const std::size_t end = std::min(bytes.find('\n'), bytes.size());
    const std::string_view line = bytes.substr(0, end);
    bytes.remove_prefix(std::min(end + 1, bytes.size()));
    const std::size_t equals = std::min(line.find('='), line.size());
    set_option(chosen, line.substr(0, equals), line.substr(std::min(equals + 1, line.size())));
    const OptionInfo& info = option_info(line.substr(0, equals));
    Options again;
    set_option(again, info.name, option_text(chosen, info));
    require(option_text(again, info) == option_text(chosen, info), "an option does not read back");
  }
  validate(chosen);
}
