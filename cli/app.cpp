// The commands of gnac.
#include "app.h"

#include <array>

#include "commands.h"
#include "program.h"

namespace gnac::cli {
namespace {

constexpr std::array kCommands{
    Command{"fit", "Partition points into clusters, by G-NAC or another method", add_fit},
    Command{"predict", "Label new points by a fitted model", add_predict},
    Command{"explain", "Say what the clusters of a model are", add_explain},
    Command{"score", "Score labels against a reference, the points or the edges", add_score},
    Command{"compare", "Run several methods side by side", add_compare},
    Command{"doctor", "Find problems in a table that would hurt a fit", add_doctor},
    Command{"generate", "Make one of the built-in samples", add_generate},
    Command{"deploy", "Evolve a saved rule on new points and partition them", add_deploy},
    Command{"methods", "List the methods and their options", add_methods, false},
    Command{"options", "List every option of G-NAC", add_options, false},
    Command{"info", "Show this build and machine, or what is in a file", add_info, false},
    Command{"completion", "Print a script that completes commands and flags in a shell",
            add_completion, false, true},
    Command{"help", "Explain the program or one of its commands", add_help, false, true},
    Command{"version", "Show the version", add_version, false},
};

constexpr const char* kExamples = R"(Examples:
  gnac fit points.csv -o labels.txt --summary             as many clusters as there seem to be
  gnac fit points.csv -k 3 --page out.html -o labels.txt  three, and a page to look at
  gnac fit points.csv --model model.safetensors > labels.txt
  gnac predict model.safetensors more.csv > more-labels.txt
  gnac compare points.csv -k 3 --picture methods.png
Without data of your own:
  gnac generate spirals -n 1000 -o points.csv --labels truth.txt

Labels go to standard output unless -o names a file; progress goes to standard error.
Exit codes: 0 fine, 2 bad input or option, 130 stopped by Ctrl-C, 143 by SIGTERM, 1 anything else,
such as a full disk or too little memory.)";

constexpr std::array kMoved{
    MovedCommand{"pretrain", "gnac-lab"},
    MovedCommand{"study", "gnac-lab"},
};

}  // namespace

int run(int argc, char** argv) {
  return run(
      Program{
          "gnac",
          "Graph Neural Automata Clustering: finds clusters of any shape by a cellular automaton\n"
          "on the neighbourhood graph of the points. It chooses how many, or makes as many as "
          "asked.",
          kExamples, kCommands, kMoved},
      argc, argv);
}

}  // namespace gnac::cli
