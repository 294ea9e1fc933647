#pragma once

// Written by bench/fit_certainty.py from synthetic problems (docs/readout.md); not by hand. What
// each number means is said where it is used.
namespace gnac::detail::fitted {

// cluster_count.cpp
inline constexpr double kAgreement = 4.317;
inline constexpr double kNested = 6.401;
inline constexpr double kBoundary = -10.58;
inline constexpr double kCut = -7.385;
inline constexpr double kExcessGap = 2.344;
inline constexpr double kLevel = 1.894;
inline constexpr double kLikelihood = 7.083;
inline constexpr double kLogClusters = -3.014;
inline constexpr double kLeast = 8.33;
inline constexpr double kScale = 0.119;
inline constexpr double kShift = 1.28;
inline constexpr double kSeveralCut = -8.857;
inline constexpr double kSeveralGap = 0.8596;
inline constexpr double kSeveralSurvival = 2.851;
inline constexpr double kSeveralContrast = -3.172;
inline constexpr double kSeveralSteadiness = 0;
inline constexpr double kSeveralOffset = 2.334;
inline constexpr double kSeveralGapAlone = 1.002;

// confidence.cpp
inline constexpr double kConfidenceSurvival = 4.589;
inline constexpr double kConfidenceContrast = 0.9081;
inline constexpr double kConfidenceOffset = -2.858;

// memberships.cpp
inline constexpr double kMembershipSlope = 0.5183;
inline constexpr double kMembershipOffset = -0.1755;

// outliers.cpp
inline constexpr double kUsualOutlier = 3.567;

}  // namespace gnac::detail::fitted
