// gnac-lab: trains universal rules and repeats the paper's experiments.
#include <array>

#include "lab_commands.h"

namespace {

using gnac::cli::Command;

constexpr std::array kCommands{
    Command{"study", "Run the paper's experiments and report them", gnac::cli::add_study, false},
    Command{"pretrain", "Train a universal rule on synthetic problems", gnac::cli::add_pretrain},
    Command{"generate", "Make the data on which rules are trained", gnac::cli::add_generate_problem,
            false},
    Command{"completion", "Print a script that completes commands and flags in a shell",
            gnac::cli::add_completion, false, true},
    Command{"help", "Explain the program or one of its commands", gnac::cli::add_help, false, true},
    Command{"version", "Show the version", gnac::cli::add_version, false},
};

constexpr const char* kExamples = R"(Examples:
  gnac-lab study benchmark --data clustbench --methods gnac,genie --seeds 7,17
  gnac-lab study report gnac-study.jsonl -o report
  gnac-lab pretrain -o rule.safetensors --checkpoint rule.checkpoint
  gnac-lab generate problem --seed 1 --index 12 -o problem.csv --labels truth.txt
  gnac fit problem.csv --rule rule.safetensors -o labels.txt --reference truth.txt

Exit codes: 0 fine, 2 bad input or option, 130 stopped by Ctrl-C, 143 by SIGTERM, 1 anything else,
such as a full disk or too little memory.)";

}  // namespace

int main(int argc, char** argv) {
  const gnac::cli::Program program{
      "gnac-lab",
      "The laboratory of gnac: trains universal rules on synthetic problems and repeats the\n"
      "experiments of the paper.",
      kExamples, kCommands};
  return run(program, argc, argv);
}
