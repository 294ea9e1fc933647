#pragma once

#include <CLI/App.hpp>

#include "program.h"

// One function per subcommand: it declares the flags on `app` and returns what to do once the whole
// command line has been parsed.
namespace gnac::cli {

Action add_fit(CLI::App& app);
Action add_deploy(CLI::App& app);
Action add_predict(CLI::App& app);
Action add_explain(CLI::App& app);
Action add_compare(CLI::App& app);
Action add_score(CLI::App& app);
Action add_generate(CLI::App& app);
Action add_methods(CLI::App& app);
Action add_options(CLI::App& app);
Action add_doctor(CLI::App& app);
Action add_info(CLI::App& app);
Action add_completion(CLI::App& app);
Action add_help(CLI::App& app);
Action add_version(CLI::App& app);

}  // namespace gnac::cli
