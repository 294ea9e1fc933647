#pragma once

// Written by lab/bench/fit_certainty.py from synthetic problems (docs/readout.md); not by hand.
// The meaning of each number is documented where it is used.
namespace gnac::detail::fitted {

// cluster_count.cpp
inline constexpr double kSeveralCautious = -2.25;
inline constexpr double kSeveralGap = 1.98;
inline constexpr double kSeveralBare = -5.65;
inline constexpr double kSeveralTwo = -3.65;
inline constexpr double kSeveralOffset = 7.83;
inline constexpr double kScoreSlope = 2.933;
inline constexpr double kScoreOffset = -4.186;

// confidence.cpp
inline constexpr double kConfidenceAgreement = 5.816;
inline constexpr double kConfidenceCut = -1.989;
inline constexpr double kConfidenceOffset = -2.807;

// memberships.cpp
inline constexpr double kMembershipSlope = 0.4597;
inline constexpr double kMembershipOffset = 0.1157;

// outliers.cpp
inline constexpr double kUsualOutlier = 3.573;

}  // namespace gnac::detail::fitted
