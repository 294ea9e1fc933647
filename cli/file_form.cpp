#include "file_form.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <span>
#include <string_view>
#include <utility>

#include "gnac/error.h"
#include "io/bytes.h"

namespace gnac::cli {

using namespace detail;
namespace {

constexpr std::string_view kGzip = ".gz";

/// ".csv" of "a/b.csv".
std::string ending_of(std::string_view path) {
  const std::size_t slash = path.rfind('/');
  const std::size_t dot = path.rfind('.');
  if (dot == std::string_view::npos || (slash != std::string_view::npos && dot < slash)) return "";
  return std::string(path.substr(dot));
}

[[noreturn]] void refuse(const std::string& flag, const std::string& path, std::string_view known) {
  throw Error(fmt::format("{} {} has an unknown ending; end the name in {}", flag, path, known));
}

constexpr std::array<std::string_view, 19> kNoTables{
    ".json", ".jsonl", ".npz", ".parquet", ".arrow", ".feather", ".xlsx", ".xls", ".mat", ".h5",
    ".hdf5", ".svg",   ".png", ".pdf",     ".zip",   ".bz2",     ".xz",   ".zst", ".pkl"};
constexpr std::array<std::string_view, 18> kMoreForms{
    ".npy", ".csv",  ".tsv",  ".txt", ".html", ".htm", ".safetensors", ".nwk", ".newick",
    ".yml", ".yaml", ".toml", ".xml", ".md",   ".pt",  ".onnx",        ".jpg", ".jpeg"};

bool among(std::string_view ending, std::span<const std::string_view> endings) {
  return std::ranges::find(endings, ending) != endings.end();
}

}  // namespace

FileForm file_form(const std::string& path) {
  FileForm form;
  std::string_view name = path;
  form.gzipped = name.ends_with(kGzip);
  if (form.gzipped) name.remove_suffix(kGzip.size());
  form.ending = ending_of(name);
  form.npy = form.ending == ".npy";
  if (form.ending == ".csv") form.separator = ',';
  if (form.ending == ".tsv") form.separator = '\t';
  if (form.ending == ".txt") form.separator = ' ';
  return form;
}

std::string packed(std::string bytes, const FileForm& form) {
  return form.gzipped ? gzip(bytes) : std::move(bytes);
}

void check_matrix_name(const std::string& flag, const std::string& path) {
  const FileForm form = file_form(path);
  if (form.ending.empty() || form.npy || form.separator != '\0') return;
  refuse(flag, path, ".npy, .csv, .tsv or .txt, or one of these plus .gz");
}

void check_text_name(const std::string& flag, const std::string& path) {
  const std::string ending = file_form(path).ending;
  if (!among(ending, kNoTables)) return;
  throw Error(
      fmt::format("{} {}: gnac cannot write {}; end the name in .csv, .tsv, .txt or .npy, or one "
                  "of these plus .gz",
                  flag, path, ending));
}

void check_picture_name(const std::string& flag, const std::string& path) {
  const FileForm form = file_form(path);
  const bool known = form.ending == ".svg" || form.ending == ".png";
  if (!known || form.gzipped) refuse(flag, path, ".svg or .png");
}

void check_fixed_name(const std::string& flag, const std::string& path, std::string_view endings) {
  const FileForm form = file_form(path);
  const std::string ending = form.gzipped ? std::string(kGzip) : form.ending;
  const bool right = !ending.empty() &&
                     (fmt::format(" {} ", endings).find(" " + ending + " ") != std::string::npos);
  if (right || !(form.gzipped || among(ending, kNoTables) || among(ending, kMoreForms))) return;
  throw Error(fmt::format("{} {}: this is not written as {}; end the name in {}", flag, path,
                          ending, endings.substr(0, endings.find(' '))));
}

}  // namespace gnac::cli
