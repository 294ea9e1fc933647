#pragma once

// Written by lab/bench/fit_certainty.py from synthetic problems (docs/readout.md); not by hand.
// What each number means is said where it is used.
namespace gnac::detail::fitted {

// cluster_count.cpp
inline constexpr double kAgreement = 10.03;
inline constexpr double kNested = 9.426;
inline constexpr double kBoundary = -2.913;
inline constexpr double kCut = -7.467;
inline constexpr double kContrast = 5.38;
inline constexpr double kExcessGap = 2.902;
inline constexpr double kLevel = 2.16;
inline constexpr double kLikelihood = 4.748;
inline constexpr double kLogClusters = -4.38;
inline constexpr double kLeast = 9.741;
inline constexpr double kScale = 0.1303;
inline constexpr double kShift = 0.04619;
inline constexpr double kSeveralCut = -6.931;
inline constexpr double kSeveralGap = 0.6512;
inline constexpr double kSeveralSurvival = 2.635;
inline constexpr double kSeveralContrast = 0.04328;
inline constexpr double kSeveralSteadiness = 1.524;
inline constexpr double kSeveralOffset = 0.6982;
inline constexpr double kSeveralGapAlone = 0.8839;

// confidence.cpp
inline constexpr double kConfidenceSurvival = 4.917;
inline constexpr double kConfidenceContrast = 0.9457;
inline constexpr double kConfidenceOffset = -3.052;

// memberships.cpp
inline constexpr double kMembershipSlope = 0.4597;
inline constexpr double kMembershipOffset = 0.1157;

// outliers.cpp
inline constexpr double kUsualOutlier = 3.573;

}  // namespace gnac::detail::fitted
