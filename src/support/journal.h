#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "support/descriptor.h"

namespace gnac::detail {

/// Puts files in their places, all of them or none.
///
/// The files of transaction ID have the names .gnac-ID.N.tmp (the new file N) and .gnac-ID.N.old (a
/// second name, or a copy, of the one that it replaces) in the folder of their place, and the
/// journal .gnac-ID.journal says in the first folder how far the transaction got. It is locked
/// while its process lives. Other folders have a journal too, which names the first folder. Text of
/// the first one over time:
///
///     (nothing)                        nothing is in its place: remove all
///     file …, one line each, commit    every file is complete: put all in place
///     …, back                          a file could not be put in place: put the old ones back
class Transaction {
 public:
  /// Places are absolute. Throws std::system_error if no journal can be created in the folder.
  explicit Transaction(std::vector<std::string> places);
  /// Unless finish() was reached, puts everything back as it was before.
  ~Transaction();
  Transaction(const Transaction&) = delete;
  Transaction& operator=(const Transaction&) = delete;

  // In this order. Each throws std::system_error.
  void stage(std::size_t file, std::string_view bytes);  ///< to its temporary name, to the disk
  void keep_old(std::size_t file);
  /// From here on mend_folder() completes the transaction of a killed process. A single file does
  /// without: its place() is the commit.
  void commit();
  void place(std::size_t file);
  void sync_folders();
  void finish() noexcept;

 private:
  void make_names();
  void undo() noexcept;
  void remove_journals() noexcept;

  // Names are built beforehand, because undoing must not allocate memory.
  struct File {
    std::string folder;
    std::string base;   ///< name in the folder
    std::string place;  ///< folder and base
    std::string temporary;
    std::string old;
    bool placed = false;  ///< the new one is in its place
    bool kept = false;    ///< the old one has a second name
  };
  std::string id_;
  std::vector<File> files_;
  std::vector<std::string> folders_;   ///< each once; the first has the journal
  std::vector<std::string> journals_;  ///< one per folder
  Descriptor journal_;
  bool committed_ = false;
  bool finished_ = false;
};

/// Complete or remove what killed processes left in a folder; returns the places of the files put
/// in place. See mend_files().
std::vector<std::string> mend_folder(const std::string& folder) noexcept;

}  // namespace gnac::detail
