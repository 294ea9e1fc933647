#pragma once

// Written by lab/bench/fit_certainty.py from synthetic problems (docs/readout.md); not by hand.
// The meaning of each number is documented where it is used.
namespace gnac::detail::fitted {

// cluster_count.cpp
inline constexpr double kSeveralGap = 2.496;
inline constexpr double kSeveralBare = -10.44;
inline constexpr double kSeveralValley = 5.461;
inline constexpr double kSeveralMixture = 8.96;
inline constexpr double kSeveralSilhouette = -11.93;
inline constexpr double kSeveralOffset = 11.55;
inline constexpr double kScoreSum = 2.279;
inline constexpr double kScoreAgreement = 6.446;
inline constexpr double kScoreOffset = -4.586;

// confidence.cpp
inline constexpr double kConfidenceAgreement = 6.228;
inline constexpr double kConfidenceCut = -0.7333;
inline constexpr double kConfidenceOffset = -3.607;

// memberships.cpp
inline constexpr double kMembershipSlope = 0.5261;
inline constexpr double kMembershipOffset = 0.008777;

// outliers.cpp
inline constexpr double kUsualOutlier = 3.653;

}  // namespace gnac::detail::fitted
