#pragma once

// Written by bench/fit_certainty.py from synthetic problems (docs/readout.md); not by hand. What
// each number means is said where it is used.
namespace gnac::detail::fitted {

// cluster_count.cpp
inline constexpr double kAgreement = 7.553;
inline constexpr double kNested = 6.273;
inline constexpr double kBoundary = -8.968;
inline constexpr double kCut = -9.668;
inline constexpr double kExcessGap = 2.754;
inline constexpr double kLevel = 2.218;
inline constexpr double kLikelihood = 5.895;
inline constexpr double kLogClusters = -2.888;
inline constexpr double kLeast = 10.12;
inline constexpr double kScale = 0.1114;
inline constexpr double kShift = 1.001;
inline constexpr double kSeveralCut = -8.654;
inline constexpr double kSeveralGap = 0.8202;
inline constexpr double kSeveralSurvival = 1.702;
inline constexpr double kSeveralContrast = -2.426;
inline constexpr double kSeveralSteadiness = 1.597;
inline constexpr double kSeveralOffset = 2.831;
inline constexpr double kSeveralGapAlone = 0.8839;

// confidence.cpp
inline constexpr double kConfidenceSurvival = 4.719;
inline constexpr double kConfidenceContrast = 0.8997;
inline constexpr double kConfidenceOffset = -2.931;

// memberships.cpp
inline constexpr double kMembershipSlope = 0.4636;
inline constexpr double kMembershipOffset = 0.1006;

// outliers.cpp
inline constexpr double kUsualOutlier = 3.574;

}  // namespace gnac::detail::fitted
