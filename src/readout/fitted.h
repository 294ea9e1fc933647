#pragma once

// Written by bench/fit_certainty.py from synthetic problems (docs/readout.md); not by hand. What
// each number means is said where it is used.
namespace gnac::detail::fitted {

// cluster_count.cpp
inline constexpr double kAgreement = 5.16;
inline constexpr double kNested = 6.78;
inline constexpr double kBoundary = -10.18;
inline constexpr double kCut = -6.653;
inline constexpr double kExcessGap = 2.427;
inline constexpr double kLevel = 1.894;
inline constexpr double kLikelihood = 7.267;
inline constexpr double kLogClusters = -3.204;
inline constexpr double kLeast = 6.771;
inline constexpr double kScale = 0.1223;
inline constexpr double kShift = 1.291;
inline constexpr double kSeveralCut = -7.156;
inline constexpr double kSeveralGap = 0.9819;
inline constexpr double kSeveralSurvival = 2.976;
inline constexpr double kSeveralContrast = -2.516;
inline constexpr double kSeveralOffset = 1.306;
inline constexpr double kSeveralGapAlone = 1.002;

// confidence.cpp
inline constexpr double kConfidenceSurvival = 4.707;
inline constexpr double kConfidenceContrast = 0.9037;
inline constexpr double kConfidenceOffset = -2.891;

// memberships.cpp
inline constexpr double kMembershipSlope = 0.5844;
inline constexpr double kMembershipOffset = -0.3896;

// outliers.cpp
inline constexpr double kUsualOutlier = 3.687;

}  // namespace gnac::detail::fitted
