#pragma once

#include <string>

namespace gnac::bench {

/// The origin of figures, in one line: CPU, cores, instruction set, date, commit, load.
std::string provenance(const std::string& commit);

/// The largest resident memory of this process so far, in GiB.
double peak_resident_gib();

}  // namespace gnac::bench
