#pragma once

#include <span>

#include "support/team.h"

namespace gnac {

double spearman(std::span<const double> a, std::span<const double> b, Team& team);

}  // namespace gnac
