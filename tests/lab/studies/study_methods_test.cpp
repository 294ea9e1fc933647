#include "studies/study_methods.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "gnac/error.h"
#include "methods/cases.h"
#include "methods/method.h"
#include "studies/work.h"

namespace gnac::detail {
namespace {

class StudyMethod : public testing::TestWithParam<std::string> {
 protected:
  Labels labels(const Points& points, int clusters, Team& team) const {
    return run_method(study_method(GetParam()), points, clusters, {}, 7, team).labels;
  }
};

TEST_P(StudyMethod, FindsGroupsThatLieFarApartAtAnyThreadCount) {
  const Points p = group_points(400, 2, 3, 12, 6);
  Labels expected;
  for (std::int64_t i = 0; i < p.n; ++i) expected.push_back(static_cast<std::int32_t>(i % 3));
  for (const int threads : {1, 3}) {
    Team team(threads, {}, Team::Size::exact);
    EXPECT_EQ(labels(p, 3, team), expected) << threads;
  }
}

TEST_P(StudyMethod, GivesExactlyKOnOddCases) {
  Team team(2);
  const Points equal{.values = std::vector<double>(20, 3.5), .n = 10, .d = 2};
  for (const Points& p : {normal_points(2, 2, 1), equal, normal_points(40, 2, 2, 1.0),
                          normal_points(25, 1, 3), normal_points(6, 20, 4)}) {
    for (const std::int64_t k : {std::int64_t{1}, p.n - 1, p.n}) {
      const Labels found = labels(p, static_cast<int>(k), team);  // run_method() counts them
      EXPECT_EQ(std::ranges::max(found), k - 1);
    }
  }
  EXPECT_THROW(labels(equal, 11, team), Error);
}

INSTANTIATE_TEST_SUITE_P(Methods, StudyMethod, testing::Values("dec", "idec", "som"));

TEST(StudyMethods, AreThoseOfTheProductAndThreeMore) {
  EXPECT_EQ(study_methods().size(), method_table().size() + 3);
  EXPECT_EQ(study_method("kmeans").run, method_info("kmeans").run);
  EXPECT_THROW(study_method("idecs"), Error);
  EXPECT_EQ(settings_text(study_method("idec"), {}),
            "code=10 width=32 pretrain_steps=500 cluster_steps=200 interval=40 batch=256 "
            "learning_rate=0.001 tolerance=0.001 gamma=0.1");
  EXPECT_EQ(settings_text(study_method("som"), {}), "units=0 epochs=20 radius=0.5");
}

}  // namespace
}  // namespace gnac::detail
