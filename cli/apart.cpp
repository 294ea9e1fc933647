#include "apart.h"

#include <fmt/format.h>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>
#include <new>
#include <nlohmann/json.hpp>
#include <optional>

#include "gnac/error.h"
#include "run.h"
#include "studies/peak_memory.h"
#include "support/team.h"

namespace gnac::cli {
namespace {

using Json = nlohmann::json;

constexpr int kBeat = 100;  // milliseconds between looks at the clock and the observer

// Through the pipe goes a message after another: its kind, its length, its bytes.
enum class Kind : std::uint64_t { progress, outcome };
struct Head {
  Kind kind;
  std::uint64_t bytes;
};

/// In the child. A parent that is gone ends it by SIGPIPE.
void send(int pipe, Kind kind, const void* data, std::size_t size) {
  const Head head{kind, size};
  std::string message(sizeof head + size, '\0');
  std::memcpy(message.data(), &head, sizeof head);
  std::memcpy(message.data() + sizeof head, data, size);
  for (std::size_t sent = 0; sent < message.size();) {
    const ssize_t got = write(pipe, message.data() + sent, message.size() - sent);
    if (got < 0 && errno != EINTR) _exit(1);
    if (got > 0) sent += static_cast<std::size_t>(got);
  }
}

Json work(int pipe, const MethodInfo& method, PointsView points, int clusters,
          const MethodOptions& options, const ApartOptions& how) {
  try {
    reset_peak_memory();
    Team team(how.threads, [pipe](const Progress& progress) {
      send(pipe, Kind::progress, &progress, sizeof progress);
      return true;
    });
    const auto start = std::chrono::steady_clock::now();
    const MethodRun run = run_method(method.name, points, clusters, options, how.seed, team);
    Json json{{"seconds", seconds_since(start)}, {"peak_mib", peak_memory_mib()}};
    json["labels"] = run.labels;
    Json& facts = json["facts"] = Json::array();
    for (const Fact& fact : run.facts) facts.push_back({fact.name, fact.value});
    return json;
  } catch (const std::bad_alloc&) {
    return {{"failure", "there is not enough memory for it"}};
  } catch (const std::exception& error) {
    return {{"failure", error.what()}};
  }
}

/// The child's process and our end of its pipe, both gone with this.
struct ChildProcess {
  pid_t pid = -1;
  int pipe = -1;

  ChildProcess() = default;
  ChildProcess(const ChildProcess&) = delete;
  ChildProcess& operator=(const ChildProcess&) = delete;
  ~ChildProcess() {
    if (pipe >= 0) close(pipe);
    if (pid < 0) return;
    kill(pid, SIGKILL);
    wait();
  }

  int wait() {
    int status = 0;
    while (waitpid(pid, &status, 0) < 0 && errno == EINTR) {
    }
    pid = -1;
    return status;
  }
};

/// Messages out of the bytes that have come so far.
struct Inbox {
  std::string bytes;
  Progress progress;            ///< the last that was told
  std::optional<Json> outcome;  ///< once it has come

  void take() {
    std::size_t at = 0;
    while (bytes.size() - at >= sizeof(Head)) {
      Head head{};
      std::memcpy(&head, bytes.data() + at, sizeof head);
      if (bytes.size() - at - sizeof head < head.bytes) break;
      const char* body = bytes.data() + at + sizeof head;
      if (head.kind == Kind::progress) {
        std::memcpy(&progress, body, sizeof progress);
      } else {
        outcome = Json::from_cbor(body, body + head.bytes);
      }
      at += sizeof head + head.bytes;
    }
    bytes.erase(0, at);
  }
};

Outcome from_json(const Json& json) {
  Outcome outcome;
  outcome.failure = json.value("failure", "");
  if (outcome.failed()) return outcome;
  json.at("labels").get_to(outcome.labels);
  json.at("seconds").get_to(outcome.seconds);
  json.at("peak_mib").get_to(outcome.peak_mib);
  for (const Json& fact : json.at("facts"))
    outcome.facts.emplace_back(fact[0].get<std::string>(), fact[1].get<double>());
  return outcome;
}

std::string death(int status) {
  if (!WIFSIGNALED(status)) return "its process ended without an answer";
  if (WTERMSIG(status) == SIGKILL) return "its process was killed, as it is when memory runs out";
  return fmt::format("its process was ended by signal {}", WTERMSIG(status));
}

}  // namespace

Outcome run_apart(const MethodInfo& method, PointsView points, int clusters,
                  const MethodOptions& options, const ApartOptions& how, const Observer& observer) {
  std::array<int, 2> ends{};
  if (pipe(ends.data()) != 0) throw Error("the system gives no pipe to another process");
  ChildProcess child;
  child.pipe = ends[0];
  child.pid = fork();
  if (child.pid == 0) {
    close(ends[0]);
    const auto answer = Json::to_cbor(work(ends[1], method, points, clusters, options, how));
    send(ends[1], Kind::outcome, answer.data(), answer.size());
    _exit(0);
  }
  close(ends[1]);
  if (child.pid < 0) throw Error("the system starts no other process");

  const auto start = std::chrono::steady_clock::now();
  Inbox inbox;
  std::array<char, 1 << 16> buffer{};
  for (bool open = true; open;) {
    pollfd ready{child.pipe, POLLIN, 0};
    if (poll(&ready, 1, kBeat) > 0) {
      const ssize_t got = read(child.pipe, buffer.data(), buffer.size());
      open = got > 0 || (got < 0 && errno == EINTR);
      if (got > 0) inbox.bytes.append(buffer.data(), static_cast<std::size_t>(got));
      inbox.take();
    }
    if (!observer(inbox.progress)) throw Cancelled();
    if (how.time_limit > 0 && seconds_since(start) > how.time_limit && !inbox.outcome) {
      Outcome late;
      late.failure = fmt::format("stopped after {:g} seconds; raise --time-limit to wait longer",
                                 how.time_limit);
      return late;
    }
  }
  const int status = child.wait();
  if (inbox.outcome) return from_json(*inbox.outcome);
  Outcome dead;
  dead.failure = death(status);
  return dead;
}

}  // namespace gnac::cli
