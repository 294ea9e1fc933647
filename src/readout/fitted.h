#pragma once

// Written by lab/bench/fit_certainty.py from synthetic problems (docs/readout.md); not by hand.
// The meaning of each number is documented where it is used.
namespace gnac::detail::fitted {

// cluster_count.cpp
inline constexpr double kSeveralCautious = -1.944;
inline constexpr double kSeveralGap = 0.7196;
inline constexpr double kSeveralBare = -4.591;
inline constexpr double kSeveralTwo = -3.825;
inline constexpr double kSeveralOffset = 6.854;
inline constexpr double kScoreSlope = 2.864;
inline constexpr double kScoreOffset = -4.255;

// confidence.cpp
inline constexpr double kConfidenceAgreement = 5.547;
inline constexpr double kConfidenceCut = -1.603;
inline constexpr double kConfidenceOffset = -2.705;

// memberships.cpp
inline constexpr double kMembershipSlope = 0.5028;
inline constexpr double kMembershipOffset = 0.0395;

// outliers.cpp
inline constexpr double kUsualOutlier = 3.624;

}  // namespace gnac::detail::fitted
