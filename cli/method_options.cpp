#include "method_options.h"

#include "gnac/error.h"
#include "gnac/model.h"

namespace gnac::cli {

void set_option_text(MethodOptions& options, const MethodInfo& method, const std::string& text) {
  const std::size_t equals = text.find('=');
  if (equals == std::string::npos)
    throw Error("--method-option takes NAME=VALUE, not '" + text + "'");
  set_method_option(options, method, text.substr(0, equals), text.substr(equals + 1));
}

void set_named_option(MethodOptions& options, const std::string& text,
                      const MethodInfo& (*find)(std::string_view)) {
  const std::size_t dot = text.find('.');
  const std::size_t equals = text.find('=');
  if (dot == std::string::npos || equals == std::string::npos || equals < dot)
    throw Error("--method-option takes METHOD.NAME=VALUE, not '" + text + "'");
  set_option_text(options, find(text.substr(0, dot)), text.substr(dot + 1));
}

const OptionInfo* gnac_option(const std::string& text) {
  constexpr std::string_view kStart = "gnac.";
  if (!text.starts_with(kStart)) return nullptr;
  return &option_info(text.substr(kStart.size(), text.find('=') - kStart.size()));
}

void check_count(const MethodInfo& method, int clusters) {
  if (clusters == kChooseClusters && method.chooses.empty())
    throw Error(std::string(method.name) + " needs the number of clusters; give it with -k");
  require_count(method, clusters);
}

bool has_stages(const MethodInfo& method) {
  return method.name == "gnac" || method.name == "universal" || method.name == "graph-only" ||
         method.name == "spectral";
}

}  // namespace gnac::cli
