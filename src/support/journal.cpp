#include "support/journal.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/random.h>
#include <sys/stat.h>

#include <algorithm>
#include <atomic>
#include <charconv>
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <set>
#include <system_error>

namespace gnac::detail {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kPrefix = ".gnac-";
constexpr std::string_view kJournal = ".journal";
constexpr std::string_view kCommit = "commit\n";
constexpr std::string_view kBack = "back\n";
constexpr std::string_view kSee = "see ";
constexpr std::size_t kIdLength = 16;
constexpr std::size_t kMostJournal = std::size_t{1} << 24;

[[noreturn]] void fail() {
  throw std::system_error(errno, std::generic_category());
}

std::string new_id() {
  static std::atomic<std::uint64_t> counter{0};
  std::uint64_t bits = 0;
  if (::getrandom(&bits, sizeof bits, GRND_NONBLOCK) != sizeof bits) {
    const auto now = std::chrono::steady_clock::now().time_since_epoch().count();
    bits = static_cast<std::uint64_t>(now) * 0x9e3779b97f4a7c15 +
           (static_cast<std::uint64_t>(::getpid()) << 32);
  }
  bits += counter++;
  std::string id(kIdLength, '0');
  for (char& digit : id) {
    digit = "0123456789abcdef"[bits & 15];
    bits >>= 4;
  }
  return id;
}

std::string journal_name(const std::string& folder, const std::string& id) {
  return folder + "/" + std::string(kPrefix) + id + std::string(kJournal);
}

std::string file_name(const std::string& folder, const std::string& id, std::size_t file,
                      const char* end) {
  return folder + "/" + std::string(kPrefix) + id + "." + std::to_string(file) + end;
}

/// Falls back to a copy if hard links do not exist or this one is forbidden.
bool link_or_copy(const std::string& from, const std::string& to) {
  if (::link(from.c_str(), to.c_str()) == 0) return true;
  Descriptor old(::open(from.c_str(), O_RDONLY | O_CLOEXEC));
  struct stat info {};
  std::string bytes;
  if (!old.open() || ::fstat(old.get(), &info) != 0 || !read_fully(old.get(), bytes)) return false;
  Descriptor copy(::open(to.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600));
  if (!copy.open()) return false;
  if (::fchmod(copy.get(), info.st_mode & 07777) == 0 && write_fully(copy.get(), bytes) &&
      ::fsync(copy.get()) == 0 && copy.close()) {
    return true;
  }
  const int reason = errno;
  ::unlink(to.c_str());
  errno = reason;
  return false;
}

bool sync_folder(const std::string& folder) {
  Descriptor open(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!open.open()) return false;
  // Some file systems cannot sync a folder.
  return ::fsync(open.get()) == 0 || errno == EINVAL || errno == ENOTSUP;
}

/// Identifies the file in a place: a later run must not replace one that somebody else put there.
std::string identity(const std::string& path) {
  struct stat info {};
  if (::lstat(path.c_str(), &info) != 0) return "-";
  return std::to_string(info.st_ino) + ":" + std::to_string(info.st_size) + ":" +
         std::to_string(info.st_mtim.tv_sec) + "." + std::to_string(info.st_mtim.tv_nsec);
}

/// A name as one word: bytes that are not plain text become %XX.
std::string word(std::string_view text) {
  std::string out;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte > 0x20 && byte != '%' && byte != 0x7f) {
      out += c;
    } else {
      out += {'%', "0123456789abcdef"[byte >> 4], "0123456789abcdef"[byte & 15]};
    }
  }
  return out;
}

std::optional<std::string> unword(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    if (text[0] != '%') {
      out += text[0];
      text.remove_prefix(1);
      continue;
    }
    unsigned byte = 0;
    if (text.size() < 3 ||
        std::from_chars(text.data() + 1, text.data() + 3, byte, 16).ptr != text.data() + 3) {
      return std::nullopt;
    }
    out += static_cast<char>(byte);
    text.remove_prefix(3);
  }
  return out;
}

std::string_view next_word(std::string_view& text, char end) {
  const std::size_t at = text.find(end);
  const std::string_view found = text.substr(0, at);
  text.remove_prefix(at == std::string_view::npos ? text.size() : at + 1);
  return found;
}

// ---------------------------------------------------------------- what killed processes left

struct Step {
  std::string folder;
  std::string base;
  std::string before;  ///< identity() of what was in the place
  std::string after;   ///< identity() of the new file
};

struct Journal {
  bool committed = false;
  bool back = false;
  std::vector<Step> steps;
};

/// An incomplete journal counts as not committed.
Journal parse_journal(std::string_view text, const std::string& folder) {
  Journal journal;
  std::vector<Step> steps;
  while (!text.empty()) {
    if (text == kCommit || text == std::string(kCommit) + std::string(kBack)) {
      journal = {true, text != kCommit, std::move(steps)};
      return journal;
    }
    std::string_view line = next_word(text, '\n');
    if (next_word(line, ' ') != "file") return {};
    const auto where = unword(next_word(line, ' '));
    const auto base = unword(next_word(line, ' '));
    if (!where || !base || base->empty() || base->find('/') != std::string::npos) return {};
    const std::string before(next_word(line, ' '));
    steps.push_back({*where == "." ? folder : *where, *base, before, std::string(line)});
  }
  return {};
}

/// The journal of a transaction, locked; nothing if its process is alive or the journal is not
/// ours.
Descriptor lock_journal(const std::string& path) {
  Descriptor file(::open(path.c_str(), O_RDWR | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK));
  struct stat opened {};
  struct stat named {};
  if (!file.open() || ::fstat(file.get(), &opened) != 0 || !S_ISREG(opened.st_mode) ||
      opened.st_uid != ::geteuid() || ::flock(file.get(), LOCK_EX | LOCK_NB) != 0 ||
      ::stat(path.c_str(), &named) != 0 || named.st_ino != opened.st_ino) {
    return Descriptor();
  }
  return file;
}

/// The content of a journal; "" if it cannot be read or is too large for one.
std::string small_text(int fd) {
  struct stat info {};
  std::string text;
  if (::fstat(fd, &info) != 0 || static_cast<std::size_t>(info.st_size) > kMostJournal) return "";
  return read_fully(fd, text) ? text : "";
}

/// Does the folder itself confirm that it takes part in the transaction whose journal is in
/// `first`? A journal is untrusted data: it must not reach into folders that do not confirm it.
bool takes_part(const std::string& folder, const std::string& first, const std::string& id) {
  if (folder == first) return true;
  const Descriptor file(
      ::open(journal_name(folder, id).c_str(), O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK));
  return file.open() && small_text(file.get()) == std::string(kSee) + word(first) + "\n";
}

/// Puts complete files in place. False if something is in the way.
bool go_forward(const Journal& journal, const std::string& first, const std::string& id,
                std::vector<std::string>& put) {
  bool fine = true;
  for (std::size_t i = 0; i < journal.steps.size(); ++i) {
    const Step& step = journal.steps[i];
    if (!takes_part(step.folder, first, id)) continue;
    const std::string temporary = file_name(step.folder, id, i, ".tmp");
    const std::string place = step.folder + "/" + step.base;
    if (identity(temporary) != step.after || identity(place) != step.before) continue;
    if (::rename(temporary.c_str(), place.c_str()) == 0) {
      put.push_back(place);
    } else {
      fine = false;
    }
  }
  return fine;
}

void go_back(const Journal& journal, const std::string& first, const std::string& id) {
  for (std::size_t i = 0; i < journal.steps.size(); ++i) {
    const Step& step = journal.steps[i];
    if (!takes_part(step.folder, first, id)) continue;
    const std::string place = step.folder + "/" + step.base;
    if (identity(place) != step.after) continue;
    if (step.before == "-") {
      ::unlink(place.c_str());
    } else {
      ::rename(file_name(step.folder, id, i, ".old").c_str(), place.c_str());
    }
  }
}

/// Removes the transaction's files from one folder, its journal last.
void sweep(const std::string& folder, const std::string& id, const std::set<std::string>& names) {
  const std::string journal = std::string(kPrefix) + id + std::string(kJournal);
  for (const std::string& name : names) {
    if (name != journal) ::unlink((folder + "/" + name).c_str());
  }
  ::unlink((folder + "/" + journal).c_str());
}

/// Names of .gnac-ID.* in a folder, by ID.
std::vector<std::pair<std::string, std::set<std::string>>> left_in(const std::string& folder) {
  std::vector<std::pair<std::string, std::set<std::string>>> found;
  DIR* const open = ::opendir(folder.c_str());
  if (open == nullptr) return found;
  while (const dirent* entry = ::readdir(open)) {
    const std::string_view name = entry->d_name;
    const std::string_view rest = name.substr(std::min(kPrefix.size(), name.size()));
    if (!name.starts_with(kPrefix) || rest.size() <= kIdLength || rest[kIdLength] != '.') continue;
    const std::string id(rest.substr(0, kIdLength));
    if (id.find_first_not_of("0123456789abcdef") != std::string::npos) continue;
    auto at =
        std::find_if(found.begin(), found.end(), [&](const auto& f) { return f.first == id; });
    if (at == found.end()) at = found.insert(at, {id, {}});
    at->second.emplace(name);
  }
  ::closedir(open);
  return found;
}

void mend_one(const std::string& folder, const std::string& id, const std::set<std::string>& names,
              std::vector<std::string>& put) {
  const std::string here = journal_name(folder, id);
  const Descriptor own(::open(here.c_str(), O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK));
  if (!own.open()) {
    // The journal is created first and removed last: without one, nobody is working on these files.
    if (errno == ENOENT) sweep(folder, id, names);
    return;
  }
  std::string first = folder;
  const std::string content = small_text(own.get());
  if (std::string_view text = content; text.starts_with(kSee)) {
    text.remove_prefix(kSee.size());
    first = unword(next_word(text, '\n')).value_or("");
    struct stat info {};
    if (::stat(journal_name(first, id).c_str(), &info) != 0) return sweep(folder, id, names);
  }
  const Descriptor locked = lock_journal(journal_name(first, id));
  if (!locked.open()) return;
  const Journal journal = parse_journal(small_text(locked.get()), first);
  std::set<std::string> folders{folder, first};
  if (journal.back) {
    go_back(journal, first, id);
  } else if (journal.committed && !go_forward(journal, first, id, put)) {
    return;
  }
  for (const Step& step : journal.steps) {
    if (takes_part(step.folder, first, id)) folders.insert(step.folder);
  }
  folders.erase(first);
  for (const std::string& other : folders) {
    sync_folder(other);
    for (const auto& [left, files] : left_in(other)) {
      if (left == id) sweep(other, id, files);
    }
  }
  sync_folder(first);
  for (const auto& [left, files] : left_in(first)) {
    if (left == id) sweep(first, id, files);
  }
}

}  // namespace

Transaction::Transaction(std::vector<std::string> places) {
  for (std::string& place : places) {
    const fs::path path(place);
    files_.push_back(
        {path.parent_path().string(), path.filename().string(), std::move(place), {}, {}});
    if (std::find(folders_.begin(), folders_.end(), files_.back().folder) == folders_.end())
      folders_.push_back(files_.back().folder);
  }
  // Another process that finds the journal before it is locked takes it for abandoned and removes
  // it: start again.
  for (int attempt = 0; attempt < 100; ++attempt) {
    make_names();
    journal_ =
        Descriptor(::open(journals_[0].c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600));
    if (!journal_.open() && errno == EEXIST) continue;
    if (!journal_.open()) fail();
    const bool taken = ::flock(journal_.get(), LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK;
    struct stat info {};
    if (!taken && ::fstat(journal_.get(), &info) == 0 && info.st_nlink > 0) break;
    journal_.close();
  }
  if (!journal_.open()) fail();
  try {
    for (std::size_t f = 1; f < folders_.size(); ++f) {
      Descriptor other(::open(journals_[f].c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600));
      if (!other.open() ||
          !write_fully(other.get(), std::string(kSee) + word(folders_[0]) + "\n") ||
          ::fsync(other.get()) != 0 || !other.close()) {
        fail();
      }
    }
  } catch (...) {
    remove_journals();
    throw;
  }
}

Transaction::~Transaction() {
  if (!finished_) undo();
}

void Transaction::make_names() {
  id_ = new_id();
  for (std::size_t i = 0; i < files_.size(); ++i) {
    files_[i].temporary = file_name(files_[i].folder, id_, i, ".tmp");
    files_[i].old = file_name(files_[i].folder, id_, i, ".old");
  }
  journals_.clear();
  for (const std::string& folder : folders_) journals_.push_back(journal_name(folder, id_));
}

void Transaction::stage(std::size_t file, std::string_view bytes) {
  Descriptor open(
      ::open(files_[file].temporary.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666));
  if (!open.open()) fail();
  struct stat old {};
  const std::string& place = files_[file].place;
  const bool replaces = ::stat(place.c_str(), &old) == 0;
  if ((replaces && ::fchmod(open.get(), old.st_mode & 07777) != 0) ||
      !write_fully(open.get(), bytes) || ::fsync(open.get()) != 0 || !open.close()) {
    fail();
  }
}

void Transaction::keep_old(std::size_t file) {
  const std::string& place = files_[file].place;
  struct stat old {};
  if (::lstat(place.c_str(), &old) != 0) return;
  if (!link_or_copy(place, files_[file].old)) fail();
  files_[file].kept = true;
}

void Transaction::commit() {
  sync_folders();
  std::string text;
  for (std::size_t i = 0; i < files_.size(); ++i) {
    const File& file = files_[i];
    text += "file " + (file.folder == folders_[0] ? "." : word(file.folder)) + " " +
            word(file.base) + " " + identity(file.place) + " " + identity(files_[i].temporary) +
            "\n";
  }
  text += kCommit;
  if (!write_fully(journal_.get(), text) || ::fsync(journal_.get()) != 0) fail();
  committed_ = true;
}

void Transaction::place(std::size_t file) {
  const std::string& to = files_[file].place;
  if (::rename(files_[file].temporary.c_str(), to.c_str()) != 0) fail();
  files_[file].placed = true;
}

void Transaction::sync_folders() {
  for (const std::string& folder : folders_) {
    if (!sync_folder(folder)) fail();
  }
}

void Transaction::undo() noexcept {
  // From here on, mending must also roll back; if that cannot be recorded, it must not go forward.
  if (committed_ && (!write_fully(journal_.get(), kBack) || ::fsync(journal_.get()) != 0) &&
      ::ftruncate(journal_.get(), 0) != 0) {
    ::unlink(journals_[0].c_str());
  }
  for (std::size_t i = files_.size(); i-- > 0;) {
    const std::string& to = files_[i].place;
    if (files_[i].placed && files_[i].kept) {
      ::rename(files_[i].old.c_str(), to.c_str());
    } else if (files_[i].placed) {
      ::unlink(to.c_str());
    }
  }
  for (std::size_t i = 0; i < files_.size(); ++i) {
    ::unlink(files_[i].temporary.c_str());
    ::unlink(files_[i].old.c_str());
  }
  remove_journals();
}

void Transaction::finish() noexcept {
  finished_ = true;
  for (std::size_t i = 0; i < files_.size(); ++i) {
    if (files_[i].kept) ::unlink(files_[i].old.c_str());
  }
  remove_journals();
}

void Transaction::remove_journals() noexcept {
  for (std::size_t f = journals_.size(); f-- > 0;) ::unlink(journals_[f].c_str());
}

std::vector<std::string> mend_folder(const std::string& folder) noexcept {
  std::vector<std::string> put;
  try {
    for (const auto& [id, names] : left_in(folder)) mend_one(folder, id, names, put);
  } catch (...) {  // out of memory; the next call mends
  }
  return put;
}

}  // namespace gnac::detail
