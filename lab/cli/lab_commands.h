#pragma once

#include "commands.h"

// The commands that only gnac-lab has, declared as those of gnac are.
namespace gnac::cli {

Action add_study(CLI::App& app);
Action add_pretrain(CLI::App& app);
Action add_generate_problem(CLI::App& app);

}  // namespace gnac::cli
