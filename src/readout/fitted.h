#pragma once

// Written by lab/bench/fit_certainty.py from synthetic problems (docs/readout.md); not by hand.
// The meaning of each number is documented where it is used.
namespace gnac::detail::fitted {

// cluster_count.cpp
inline constexpr double kSeveralGap = 1.345;
inline constexpr double kSeveralBare = -7.974;
inline constexpr double kSeveralValley = 4.408;
inline constexpr double kSeveralOffset = 5.002;
inline constexpr double kScoreSlope = 2.627;
inline constexpr double kScoreOffset = -3.86;

// confidence.cpp
inline constexpr double kConfidenceAgreement = 5.535;
inline constexpr double kConfidenceCut = -1.634;
inline constexpr double kConfidenceOffset = -2.657;

// memberships.cpp
inline constexpr double kMembershipSlope = 0.5196;
inline constexpr double kMembershipOffset = 0.0006377;

// outliers.cpp
inline constexpr double kUsualOutlier = 3.623;

}  // namespace gnac::detail::fitted
