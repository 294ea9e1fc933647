#pragma once

// Written by lab/bench/fit_certainty.py from synthetic problems (docs/readout.md); not by hand.
// The meaning of each number is documented where it is used.
namespace gnac::detail::fitted {

// cluster_count.cpp
inline constexpr double kSeveralCautious = -2.483;
inline constexpr double kSeveralGap = 0.7453;
inline constexpr double kSeveralBare = -4.126;
inline constexpr double kSeveralTwo = -4.239;
inline constexpr double kSeveralOffset = 7.647;
inline constexpr double kScoreSlope = 2.796;
inline constexpr double kScoreOffset = -4.171;

// confidence.cpp
inline constexpr double kConfidenceAgreement = 5.552;
inline constexpr double kConfidenceCut = -1.607;
inline constexpr double kConfidenceOffset = -2.675;

// memberships.cpp
inline constexpr double kMembershipSlope = 0.5028;
inline constexpr double kMembershipOffset = 0.0395;

// outliers.cpp
inline constexpr double kUsualOutlier = 3.624;

}  // namespace gnac::detail::fitted
