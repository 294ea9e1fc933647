#include "gnac/options.h"

#include <gtest/gtest.h>

#include "gnac/error.h"

namespace gnac::detail {
namespace {

TEST(Options, EveryOptionReadsBackFromItsText) {
  const Options defaults;
  for (const OptionInfo& info : option_table()) {
    Options options;
    set_option(options, info.name, option_text(defaults, info));
    EXPECT_EQ(option_text(options, info), option_text(defaults, info)) << info.name;
  }
}

TEST(Options, ThePaperIsItsTable) {
  const Options o = Options::paper();
  EXPECT_EQ(o.rule, RuleSource::train);
  EXPECT_EQ(o.neighbors, 20);
  EXPECT_EQ(o.rollout, 16);
  EXPECT_EQ(o.epochs, 100);
  EXPECT_EQ(o.learning_rate, 2e-3);
  EXPECT_EQ(o.weight_decay, 1e-5);
  EXPECT_EQ(o.clip, 5.0);
  EXPECT_EQ(o.variance, 4.0);
  EXPECT_EQ(o.pairs, 3000);
  EXPECT_EQ(o.hidden, 48);
  EXPECT_EQ(o.domain, 8);
  EXPECT_EQ(o.seed_dim, 4);
  EXPECT_EQ(o.burn_in, 40);
}

TEST(Options, UnknownNameSuggestsTheClosest) {
  Options o;
  try {
    set_option(o, "neighbours", "5");
    FAIL() << "accepted an unknown option";
  } catch (const Error& e) {
    EXPECT_NE(std::string(e.what()).find("'neighbors'"), std::string::npos) << e.what();
  }
}

TEST(Options, ValuesOutOfRangeAreRefusedAndNothingChanges) {
  Options o;
  EXPECT_THROW(set_option(o, "neighbors", "-1"), Error);
  EXPECT_THROW(set_option(o, "neighbors", "2.5"), Error);
  EXPECT_THROW(set_option(o, "clip", "nan"), Error);
  EXPECT_THROW(set_option(o, "clip", "0"), Error);
  EXPECT_THROW(set_option(o, "activation", "gelu"), Error);
  EXPECT_EQ(o.neighbors, Options().neighbors);
  o.domain = 1;
  EXPECT_THROW(validate(o), Error);
  o = {};
  o.activation = static_cast<Activation>(7);
  EXPECT_THROW(validate(o), Error);
}

TEST(Options, BurnInMustLeaveAnEpoch) {
  Options o;
  o.epochs = 40;
  EXPECT_THROW(validate(o), Error);
}

}  // namespace
}  // namespace gnac::detail
