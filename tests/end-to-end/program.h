#pragma once

#include <sys/types.h>

#include <string>
#include <vector>

// Runs the built program as a user's shell would.
namespace gnac::detail::test {

using Args = std::vector<std::string>;

struct Outcome {
  int code = 0;  ///< exit code, or 128 + the signal that ended it
  std::string out;
  std::string err;
};

/// Run `gnac` with these arguments and this standard input, to its end.
Outcome gnac(const Args& args, const std::string& input = "");

/// The same for `gnac-lab`.
Outcome gnac_lab(const Args& args, const std::string& input = "");

/// A temporary folder for one test.
class Folder {
 public:
  Folder();
  ~Folder();
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;

  const std::string& root() const { return root_; }
  std::string path(const std::string& name) const { return root_ + "/" + name; }
  std::string write(const std::string& name, const std::string& bytes) const;  ///< returns its path
  std::string read(const std::string& name) const;
  bool has(const std::string& name) const;
  std::vector<std::string> names() const;  ///< sorted

 private:
  std::string root_;
};

/// Run a line of shell in `folder`, in which $GNAC is the program: for what only a shell can do
/// (closed descriptors, redirections, limits).
Outcome shell(const Folder& folder, const std::string& line);

/// A running `gnac`. Its output goes to files in `folder`.
class Child {
 public:
  /// `terminal`: the slave side of a terminal for standard error, or -1.
  Child(const Args& args, const Folder& folder, const std::string& input = "", int terminal = -1,
        const std::string& program = GNAC_PROGRAM);
  ~Child();  ///< kills it if it still runs
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;

  void signal(int number) const;
  Outcome wait();  ///< for its end
  std::string err_so_far() const;

 private:
  const Folder& folder_;
  pid_t pid_ = -1;
};

}  // namespace gnac::detail::test
