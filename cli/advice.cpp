#include "advice.h"

#include <fmt/format.h>

#include "io/text.h"

namespace gnac::cli {

using namespace detail;

std::string advice(const Finding& finding) {
  switch (finding.kind) {
    case FindingKind::ruling_column:
    case FindingKind::mixed_units:
      return "if the columns have different units, give --scale standard";
    case FindingKind::index_column:
      return fmt::format("leave it out with --id-column {}", finding.column);
    case FindingKind::constant_column:
      return fmt::format("leave it out with --exclude {}", cite(finding.column));
    case FindingKind::long_tails:
      return "give --scale rank, which ignores tails";
    case FindingKind::duplicates:
      return "make sure that they are separate observations";
    case FindingKind::few_points:
      return "give fewer --neighbors, or more points";
    case FindingKind::many_components:
      return "give more --neighbors";
    case FindingKind::far_points:
      return "have them labelled -1 with --outliers";
    case FindingKind::high_dimension:
      return "leave out uninformative columns with --columns";
  }
  return "";
}

}  // namespace gnac::cli
