// The door of the module: one function that takes a request and gives an answer.
#include <emscripten.h>

#include <array>
#include <exception>
#include <new>
#include <string>

#include "gnac/error.h"
#include "gnac/version.h"
#include "request.h"

namespace gnac::engine {
namespace {

struct Command {
  std::string_view name;
  Json (*run)(const Json& request, const Observer& observer);
};

Json version_of(const Json&, const Observer&) {
  return {{"version", version()}};
}

constexpr std::array<Command, 7> kCommands{{{"doctor", doctor},
                                            {"fit", fit},
                                            {"predict", predict},
                                            {"compare", compare},
                                            {"generate", generate},
                                            {"info", info},
                                            {"version", version_of}}};

// clang-format off
EM_JS(void, tell_progress, (const char* stage, double fraction), {
  if (Module.onProgress) Module.onProgress(UTF8ToString(stage), fraction);
});
// clang-format on

Json answer(const Json& request) {
  const auto wanted = request.at("command").get<std::string>();
  for (const Command& command : kCommands) {
    if (command.name != wanted) continue;
    return command.run(request, [](const Progress& progress) {
      tell_progress(stage_name(progress.stage), progress.fraction);
      return true;
    });
  }
  throw Error("there is no command '" + wanted + "'");
}

Json failure(const char* kind, const std::string& text) {
  return {{"error", text}, {"kind", kind}};
}

}  // namespace
}  // namespace gnac::engine

extern "C" EMSCRIPTEN_KEEPALIVE const char* gnac_call(const char* request) {
  using namespace gnac;
  using engine::failure;
  static std::string text;
  engine::Json json;
  try {
    json = engine::answer(engine::Json::parse(request));
  } catch (const MemoryError& error) {
    json = failure("memory", error.what());
  } catch (const Error& error) {
    json = failure("refused", error.what());
  } catch (const std::bad_alloc&) {
    json = failure("memory", "there is not enough memory for this");
  } catch (const std::exception& error) {
    json = failure("unexpected", std::string("unexpected failure: ") + error.what());
  }
  text = json.dump(-1, ' ', false, engine::Json::error_handler_t::replace);
  return text.c_str();
}
