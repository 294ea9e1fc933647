// The way from a file to the readers: plain and packed, standard input, in pieces, and what is no
// file.
#include <sys/mman.h>
#include <unistd.h>

#include <cstring>
#include <optional>
#include <span>
#include <stdexcept>
#include <vector>

#include "gnac/rule_file.h"
#include "io/bytes.h"
#include "io/edges_file.h"
#include "io/graph_file.h"
#include "io/labels.h"
#include "io/npy_file.h"
#include "io/read_points.h"
#include "io/safetensors.h"
#include "targets.h"

namespace gnac::detail::fuzz {
namespace {

/// A file in memory, the same for every input, with this content.
int memory_file(std::string_view bytes) {
  static const int file = ::memfd_create("input", 0);
  const auto size = static_cast<ssize_t>(bytes.size());
  if (file < 0 || ::pwrite(file, bytes.data(), bytes.size(), 0) != size ||
      ::ftruncate(file, size) != 0)
    throw std::runtime_error("there is no memory for a file");
  return file;
}

std::string file_of(std::string_view bytes) {
  const int file = memory_file(bytes);
  ::dup2(file, STDIN_FILENO);
  ::lseek(STDIN_FILENO, 0, SEEK_SET);
  return "/proc/self/fd/" + std::to_string(file);
}

/// The same file under a name that ends in .npy, while this lives. A crash may have left the name.
struct NamedAsArray {
  std::string name = "/tmp/gnac-fuzz-" + std::to_string(::getpid()) + ".npy";
  explicit NamedAsArray(const std::string& path) {
    ::unlink(name.c_str());
    if (::symlink(path.c_str(), name.c_str()) != 0) throw std::runtime_error("no link was made");
  }
  ~NamedAsArray() { ::unlink(name.c_str()); }
  NamedAsArray(const NamedAsArray&) = delete;
  NamedAsArray& operator=(const NamedAsArray&) = delete;
};

/// Bit for bit, for NaN differs from itself.
bool same(std::span<const double> a, std::span<const double> b) {
  return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size_bytes()) == 0;
}

/// A .npy file in pieces is what it is as a whole; if it is gone meanwhile, that is an Error.
void read_array(const std::string& path, std::string_view bytes, bool shrinks) {
  const std::optional<NpyFile> file = NpyFile::open(path);
  if (!file) return;
  NpyArray whole = file->whole();
  require(same(whole.values, parse_npy(bytes, "input").values), "pieces have other values");
  const auto cols = static_cast<std::size_t>(whole.cols);
  std::vector<double> row(cols);
  file->rows(whole.rows - 1, whole.rows, row.data());
  require(same(row, std::span(whole.values).last(cols)), "the last row is another one");
  if (!shrinks) return;
  memory_file("");
  file->rows(0, 1, row.data());
  require(false, "what is no longer there was read");
}

}  // namespace

void fuzz_files(std::string_view bytes) {
  if (bytes.empty()) return;
  constexpr std::int64_t kNodes = 12;
  const int choice = static_cast<unsigned char>(bytes[0]) % 20;
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
    case 6:
      read_array(path, bytes.substr(1), false);
      break;
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
      NpyFile::open("/");
      break;
    case 13:
      NpyFile::open("/no/such/file");
      break;
    case 14:
      NpyFile::open("/dev/null");
      break;
    case 15:
      NpyFile::open("");
      break;
    case 17:
      read_array(path, bytes.substr(1), true);
      break;
    case 18:
    case 19: {
      static const NamedAsArray array(path);  // the path is always the same
      ReadOptions options;
      if (choice == 19) options.categorical = {kAllCategorical};
      read_points(std::vector<std::string>{array.name, path}, options);
      break;
    }
    default:
      read_bytes("/dev/null");
  }
}

}  // namespace gnac::detail::fuzz
