#include "program.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <stdexcept>

extern char** environ;

namespace gnac::detail::test {
namespace {

namespace fs = std::filesystem;

std::string slurp(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream bytes;
  bytes << file.rdbuf();
  return bytes.str();
}

}  // namespace

Folder::Folder() {
  std::string pattern = (fs::temp_directory_path() / "gnac-test-XXXXXX").string();
  if (mkdtemp(pattern.data()) == nullptr) throw std::runtime_error("no temporary folder");
  root_ = pattern;
}

Folder::~Folder() {
  std::error_code ignored;
  fs::remove_all(root_, ignored);
}

std::string Folder::write(const std::string& name, const std::string& bytes) const {
  std::ofstream(path(name), std::ios::binary) << bytes;
  return path(name);
}

std::string Folder::read(const std::string& name) const {
  return slurp(path(name));
}

bool Folder::has(const std::string& name) const {
  return fs::exists(path(name));
}

std::vector<std::string> Folder::names() const {
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(root_)) names.push_back(entry.path().filename());
  std::sort(names.begin(), names.end());
  return names;
}

Child::Child(const Args& args, const Folder& folder, const std::string& input, int terminal,
             const std::string& program)
    : folder_(folder) {
  const std::string in = folder.write("stdin", input);
  posix_spawn_file_actions_t files;
  posix_spawn_file_actions_init(&files);
  posix_spawn_file_actions_addopen(&files, STDIN_FILENO, in.c_str(), O_RDONLY, 0);
  const int flags = O_WRONLY | O_CREAT | O_TRUNC;
  posix_spawn_file_actions_addopen(&files, STDOUT_FILENO, folder.path("stdout").c_str(), flags,
                                   0600);
  if (terminal >= 0) {
    posix_spawn_file_actions_adddup2(&files, terminal, STDERR_FILENO);
  } else {
    posix_spawn_file_actions_addopen(&files, STDERR_FILENO, folder.path("stderr").c_str(), flags,
                                     0600);
  }
  std::vector<std::string> words{program};
  words.insert(words.end(), args.begin(), args.end());
  std::vector<char*> argv;
  for (std::string& word : words) argv.push_back(word.data());
  argv.push_back(nullptr);
  const int failure = posix_spawn(&pid_, program.c_str(), &files, nullptr, argv.data(), environ);
  posix_spawn_file_actions_destroy(&files);
  if (failure != 0) throw std::runtime_error("cannot start " + program);
}

Child::~Child() {
  if (pid_ < 0) return;
  kill(pid_, SIGKILL);
  waitpid(pid_, nullptr, 0);
}

void Child::signal(int number) const {
  kill(pid_, number);
}

Outcome Child::wait() {
  int status = 0;
  waitpid(pid_, &status, 0);
  pid_ = -1;
  const int code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  return {code, folder_.read("stdout"), folder_.read("stderr")};
}

std::string Child::err_so_far() const {
  return folder_.read("stderr");
}

Outcome shell(const Folder& folder, const std::string& line) {
  const Folder streams;
  const std::string whole =
      "cd '" + folder.root() + "' && GNAC='" GNAC_PROGRAM "' GNAC_LAB='" GNAC_LAB "' bash -c '" +
      line + "' >'" + streams.path("out") + "' 2>'" + streams.path("err") + "'";
  const int status = std::system(whole.c_str());
  return {WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status), streams.read("out"),
          streams.read("err")};
}

Outcome gnac(const Args& args, const std::string& input) {
  const Folder folder;
  return Child(args, folder, input).wait();
}

Outcome gnac_lab(const Args& args, const std::string& input) {
  const Folder folder;
  return Child(args, folder, input, -1, GNAC_LAB).wait();
}

}  // namespace gnac::detail::test
