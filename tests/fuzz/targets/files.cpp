// The way from a file to the readers: plain and packed, standard input, mapped, and what is no
// file.
#include <sys/mman.h>
#include <unistd.h>

#include <stdexcept>

#include "data/bytes.h"
#include "data/edges_file.h"
#include "data/graph_file.h"
#include "data/labels.h"
#include "data/mapped_file.h"
#include "data/read_points.h"
#include "data/safetensors.h"
#include "gnac/rule_file.h"
#include "targets.h"

namespace gnac::detail::fuzz {
namespace {

/// A file in memory, the same for every input.
std::string file_of(std::string_view bytes) {
  static const int file = ::memfd_create("input", 0);
  if (file < 0 || ::ftruncate(file, 0) != 0 ||
      ::pwrite(file, bytes.data(), bytes.size(), 0) != static_cast<ssize_t>(bytes.size()))
    throw std::runtime_error("there is no memory for a file");
  ::dup2(file, STDIN_FILENO);
  ::lseek(STDIN_FILENO, 0, SEEK_SET);
  return "/proc/self/fd/" + std::to_string(file);
}

}  // namespace

void fuzz_files(std::string_view bytes) {
  if (bytes.empty()) return;
  constexpr std::int64_t kNodes = 12;
  const int choice = bytes[0];
  const std::string path = file_of(bytes.substr(1));
  switch (choice) {
    case 0:
      read_points(path);
      break;
    case 1:
      read_labels(path);
      break;
    case 2:
      read_graph(path, kNodes);
      break;
    case 3:
      read_edges(path, kNodes);
      break;
    case 4:
      read_rule(path);
      break;
    case 5:
      read_safetensors(path);
      break;
    case 6: {
      MappedFile mapped(path);
      const MappedFile moved(std::move(mapped));
      require(moved.bytes() == bytes.substr(1), "a mapped file has other bytes");
      break;
    }
    case 7:
      read_bytes("-");
      break;
    case 8:
      read_points({path, path});
      break;
    case 9:
      read_bytes("/");
      break;
    case 10:
      read_bytes("/no/such/file");
      break;
    case 11:
      read_bytes(std::string("/dev/null\0x", 11));
      break;
    case 12:
      MappedFile("/");
      break;
    case 13:
      MappedFile("/no/such/file");
      break;
    case 14:
      MappedFile("/dev/null");
      break;
    case 15:
      MappedFile("");
      break;
    default:
      read_bytes("/dev/null");
  }
}

}  // namespace gnac::detail::fuzz
