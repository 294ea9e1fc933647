#include "io/labels.h"

#include "io/npy.h"
#include "targets.h"

void gnac::detail::fuzz::fuzz_labels(std::string_view bytes) {
  const auto found = parse_labels(bytes, "input");
  require(!found.empty(), "no labels");
  require(parse_labels(labels_text(found), "again") == found, "labels do not read back");
  require(parse_labels(npy_bytes(found), "again") == found, "labels do not read back from .npy");
}
