#include "io/npz.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>

#include "gnac/error.h"
#include "io/text.h"
#include "io/zip.h"

namespace gnac::detail {
namespace {

constexpr std::string_view kEnding = ".npy";

std::string_view array_name(const ZipEntry& entry) {
  return std::string_view(entry.name).substr(0, entry.name.size() - kEnding.size());
}

std::string names_of(const std::vector<ZipEntry>& arrays) {
  std::vector<std::string_view> names;
  for (const ZipEntry& entry : arrays) names.push_back(array_name(entry));
  return cite_some(names);
}

std::vector<ZipEntry> arrays_in(std::string_view bytes, const std::string& name) {
  std::vector<ZipEntry> arrays = zip_entries(bytes, name);
  std::erase_if(arrays, [](const ZipEntry& entry) { return !entry.name.ends_with(kEnding); });
  if (arrays.empty())
    throw Error(name +
                " is a zip archive (as .xlsx files are) without an array (.npy) in it; save the "
                "points as CSV, .npy or .npz");
  return arrays;
}

const ZipEntry* find_array(const std::vector<ZipEntry>& arrays, std::string_view wanted) {
  const auto found = std::ranges::find(arrays, wanted, array_name);
  return found == arrays.end() ? nullptr : &*found;
}

NpyArray parse_entry(std::string_view bytes, const ZipEntry& entry, const std::string& name) {
  const std::string inside = cite(array_name(entry)) + " in " + name;
  const std::string content = unzip(bytes, entry, name);
  if (!is_npy(content)) throw Error(inside + " is not an array in the .npy format");
  return parse_npy(content, inside);
}

/// Does it hold numbers in several columns? The others are labels and names.
bool is_table(std::string_view bytes, const ZipEntry& entry, const std::string& name) {
  try {
    const std::string content = unzip(bytes, entry, name);
    return is_npy(content) && npy_layout(content, content.size(), name).cols > 1;
  } catch (const Error&) {
    return false;
  }
}

bool is_sparse(const std::vector<ZipEntry>& arrays) {
  return std::ranges::all_of(std::array{"format", "shape", "data"}, [&](std::string_view wanted) {
    return find_array(arrays, wanted) != nullptr;
  });
}

[[noreturn]] void refuse_sparse(const std::string& name) {
  const std::string stem = std::filesystem::path(name).stem().string();
  throw Error(fmt::format(
      "{0} is a sparse matrix of SciPy; if it is a graph, give it with --graph, else make it dense "
      "with python3 -c \"import scipy.sparse, numpy; numpy.save('{1}.npy', "
      "scipy.sparse.load_npz('{0}').toarray())\"",
      name, stem));
}

std::vector<std::int64_t> whole_numbers(const NpyArray& array, const std::string& name) {
  std::vector<std::int64_t> numbers;
  for (const double value : array.values) {
    if (!(value >= 0 && value < 0x1.0p53) || value != std::floor(value))
      throw Error(name + " is damaged: its sparse matrix has a place that is no whole number");
    numbers.push_back(static_cast<std::int64_t>(value));
  }
  return numbers;
}

}  // namespace

NpyArray parse_npz(std::string_view bytes, const std::string& array, const std::string& name) {
  const std::vector<ZipEntry> arrays = arrays_in(bytes, name);
  if (!array.empty()) {
    const ZipEntry* chosen = find_array(arrays, array);
    if (chosen == nullptr)
      throw Error(name + " has no array " + cite(array) + "; it holds " + names_of(arrays));
    return parse_entry(bytes, *chosen, name);
  }
  if (arrays.size() == 1) return parse_entry(bytes, arrays.front(), name);
  if (is_sparse(arrays)) refuse_sparse(name);
  std::vector<const ZipEntry*> tables;
  for (const ZipEntry& entry : arrays)
    if (is_table(bytes, entry, name)) tables.push_back(&entry);
  if (tables.size() == 1) return parse_entry(bytes, *tables.front(), name);
  throw Error(name + " holds the arrays " + names_of(arrays) + "; choose one with --array");
}

SparseMatrix parse_sparse_npz(std::string_view bytes, const std::string& name) {
  const std::vector<ZipEntry> arrays = arrays_in(bytes, name);
  const auto array = [&](std::string_view wanted) {
    const ZipEntry* entry = find_array(arrays, wanted);
    if (entry == nullptr)
      throw Error(name +
                  " is no sparse matrix that scipy.sparse.save_npz() writes in the form csr, "
                  "csc or coo; it holds " +
                  names_of(arrays));
    return parse_entry(bytes, *entry, name);
  };
  SparseMatrix matrix;
  const auto shape = whole_numbers(array("shape"), name);
  if (shape.size() != 2) throw Error(name + " is damaged: its sparse matrix has no two sides");
  matrix.rows = shape[0];
  matrix.columns = shape[1];
  matrix.values = array("data").values;
  if (find_array(arrays, "indptr") == nullptr) {
    matrix.from = whole_numbers(array("row"), name);
    matrix.to = whole_numbers(array("col"), name);
  } else {
    matrix.to = whole_numbers(array("indices"), name);
    const auto ends = whole_numbers(array("indptr"), name);
    for (std::size_t r = 1; r < ends.size(); ++r) {
      if (ends[r] < ends[r - 1] || ends[r] > std::ssize(matrix.to))
        throw Error(name + " is damaged: the rows of its sparse matrix overlap");
      matrix.from.resize(static_cast<std::size_t>(ends[r]), static_cast<std::int64_t>(r) - 1);
    }
  }
  if (matrix.from.size() != matrix.to.size() || matrix.values.size() != matrix.to.size())
    throw Error(name + " is damaged: the parts of its sparse matrix differ in length");
  return matrix;
}

}  // namespace gnac::detail
