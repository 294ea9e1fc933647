#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "gnac/progress.h"
#include "gnac/rule.h"
#include "graph/scale_free.h"
#include "problems/problems.h"
#include "support/team.h"

// A universal rule, trained once on synthetic problems whose answers are known (docs/method.md,
// "The universal form"; docs/universal.md).
namespace gnac::detail {

/// Everything that the trained rule depends on.
struct PretrainOptions {
  // The rule.
  FeatureSet features = FeatureSet::coordinates;  ///< what it sees
  std::vector<std::string> hide;  ///< of these, what it does not see: "ball" one feature, "length"
                                  ///< all whose names begin with "length_"
  int hidden = 32;                ///< d_h
  int width = 48;                 ///< W
  Activation activation = Activation::silu;
  double update_scale = 0.3;  ///< η
  bool sum = true;            ///< f_e sees h_i + h_j
  bool openness = true;       ///< f_h sees the mean conductance
  int steps = 8;              ///< of its evolution in use and validation; 0: none
  int step_spread = 2;        ///< training draws steps - spread … steps + spread for each batch
  int neighbors = 15;         ///< k that the rule file advises; training draws k per problem

  // Its problems.
  std::string start;     ///< a rule file to begin with instead of random values; "": none
  double partition = 0;  ///< weight of the loss through diffusion (diffusion.h) beside the edges'
  ProblemOptions problems;    ///< their distribution; families can be left out
  int standardisation = 300;  ///< how many problems give the means and deviations of the features
  std::uint64_t seed = 7;     ///< of weights and problems
  std::uint64_t validation_seed = 90001;  ///< of the validation problems only
  int validation = 200;                   ///< number of validation problems
  int validate_every = 1000;              ///< iterations

  // Its optimiser: AdamW, one cycle of the learning rate, gradients clipped to norm 1.
  int iterations = 40000;
  int batch = 8;                ///< problems of an iteration
  double learning_rate = 3e-3;  ///< the highest
  double warm_up = 0.1;         ///< share of the iterations in which it rises
  double weight_decay = 1e-4;
};

/// Throws Error naming the first option that is out of its range.
void validate(const PretrainOptions& options);

/// The amount of work since the start.
struct PretrainWork {
  double points = 0;
  double edges = 0;
  double edge_steps = 0;  ///< conductances: each edge has one per step and one for the readout

  bool operator==(const PretrainWork&) const = default;
};

/// One look at the validation problems.
struct PretrainRecord {
  int iteration = 0;
  double training_loss = 0;    ///< mean over the iterations since the last record
  double validation_loss = 0;  ///< mean over the validation problems
  double learning_rate = 0;
  double seconds = 0;  ///< since the start, resumed runs together
  PretrainWork work;
};

/// The files of a run. Empty: none.
struct PretrainFiles {
  std::string rule;            ///< the rule as it is at a checkpoint, and in the end
  std::string checkpoint;      ///< everything needed to continue; read first if it exists
  std::string log;             ///< the records, JSON lines
  int checkpoint_every = 200;  ///< iterations
};

struct Pretrained {
  Rule rule;  ///< of the last iteration. The rate falls to nothing, so its values have settled;
              ///< validation shows how good they are, but does not choose among noisy ones
  std::vector<PretrainRecord> records;
};

/// Train, continuing from the checkpoint if there is one. A pure function of the options: the rule
/// is the same if the run is interrupted and resumed, and at any number of threads.
Pretrained pretrain(const PretrainOptions& options, const PretrainFiles& files, Team& team);

/// The line of a log.
std::string record_line(const PretrainRecord& record);

/// The options by name and value, for checkpoints and for people.
std::vector<std::pair<std::string, std::string>> option_list(const PretrainOptions& options);

}  // namespace gnac::detail
