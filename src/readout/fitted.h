#pragma once

// Written by lab/bench/fit_certainty.py from synthetic problems (docs/readout.md); not by hand.
// The meaning of each number is documented where it is used.
namespace gnac::detail::fitted {

// cluster_count.cpp
inline constexpr double kSeveralGap = 2.035;
inline constexpr double kSeveralBare = -9.886;
inline constexpr double kSeveralValley = 6.16;
inline constexpr double kSeveralMixture = 9.537;
inline constexpr double kSeveralSilhouette = -12.38;
inline constexpr double kSeveralOffset = 11.07;
inline constexpr double kScoreSum = 2.359;
inline constexpr double kScoreAgreement = 6.399;
inline constexpr double kScoreOffset = -4.543;

// confidence.cpp
inline constexpr double kConfidenceAgreement = 6.228;
inline constexpr double kConfidenceCut = -0.7333;
inline constexpr double kConfidenceOffset = -3.607;

// memberships.cpp
inline constexpr double kMembershipSlope = 0.5165;
inline constexpr double kMembershipOffset = 0.02284;

// outliers.cpp
inline constexpr double kUsualOutlier = 3.623;

}  // namespace gnac::detail::fitted
