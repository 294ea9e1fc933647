#include <algorithm>

#include "io/edges_file.h"
#include "options/option_text.h"
#include "targets.h"

void gnac::detail::fuzz::fuzz_edges(std::string_view bytes) {
  constexpr std::int64_t kNodes = 40;
  const EdgeDistances found = parse_edges(bytes, "input", kNodes);
  for (const Edge& e : found.edges)
    require(std::min(e.i, e.j) >= 0 && std::max(e.i, e.j) < kNodes, "an edge has no such end");
  require(found.input.size() == found.edges.size() && found.domain.size() == found.edges.size(),
          "distances are not one per edge");
  std::string text = "i,j,input_distance,domain_distance\n";
  for (std::size_t e = 0; e < found.edges.size(); ++e) {
    text += std::to_string(found.edges[e].i) + "," + std::to_string(found.edges[e].j) + "," +
            number_text(found.input[e]) + "," + number_text(std::max(0.0, found.domain[e])) + "\n";
  }
  require(parse_edges(text, "again", kNodes).input == found.input, "edges do not read back");
}
