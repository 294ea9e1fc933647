#pragma once

// Written by lab/bench/fit_certainty.py from synthetic problems (docs/readout.md); not by hand.
// The meaning of each number is documented where it is used.
namespace gnac::detail::fitted {

// cluster_count.cpp
inline constexpr double kSeveralGap = 1.427;
inline constexpr double kSeveralBare = -8.104;
inline constexpr double kSeveralValley = 4.002;
inline constexpr double kSeveralOffset = 5.238;
inline constexpr double kScoreSlope = 3.377;
inline constexpr double kScoreOffset = -3.664;

// confidence.cpp
inline constexpr double kConfidenceAgreement = 6.15;
inline constexpr double kConfidenceCut = -0.7404;
inline constexpr double kConfidenceOffset = -3.544;

// memberships.cpp
inline constexpr double kMembershipSlope = 0.5168;
inline constexpr double kMembershipOffset = 0.02188;

// outliers.cpp
inline constexpr double kUsualOutlier = 3.623;

}  // namespace gnac::detail::fitted
