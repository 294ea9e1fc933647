// gnac-mpi: a fit on the points of many ranks.
#include <fmt/format.h>
#include <mpi.h>
#include <unistd.h>

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <string>
#include <thread>
#include <vector>

#include "console.h"
#include "distributed/comm.h"
#include "distributed/distributed_fit.h"
#include "gnac/error.h"
#include "gnac/version.h"
#include "help.h"
#include "io/npy.h"
#include "option_flags.h"
#include "program.h"
#include "progress.h"
#include "signals.h"
#include "support/files.h"
#include "support/team.h"
#include "trace.h"

namespace gnac::mpi {
namespace {

struct Flags {
  std::vector<std::string> data;
  int clusters = 0;
  cli::OptionFlags options;
  std::string labels;
  std::string trace;
  bool quiet = false;
};

volatile std::sig_atomic_t speaks = 0;  // this rank prints messages

/// Files are only written at the end, as one transaction, so a rank may stop anywhere. The launcher
/// ends the others.
void stop(int number) {
  constexpr char kText[] = "gnac-mpi: stopped; nothing was written\n";
  if (speaks != 0) [[maybe_unused]]
    const auto written = ::write(STDERR_FILENO, kText, sizeof kText - 1);
  ::_exit(cli::kSignalled + number);
}

void stop_on_signals() {
  struct sigaction action {};
  action.sa_handler = stop;
  sigemptyset(&action.sa_mask);
  sigaction(SIGINT, &action, nullptr);
  sigaction(SIGTERM, &action, nullptr);
}

std::vector<const OptionInfo*> settable() {
  std::vector<const OptionInfo*> rows;
  for (const char* name :
       {"scale", "metric", "neighbors", "neighbor_search", "threads", "memory_limit_gib"})
    rows.push_back(&option_info(name));
  return rows;
}

void declare(CLI::App& fit, Flags& flags) {
  fit.add_option("DATA", flags.data,
                 "points: .npy files with the same columns, whose rows are joined; every rank must "
                 "be able to read them")
      ->option_text(" ")
      ->required();
  fit.add_option("-k,--clusters", flags.clusters, "K: how many clusters to make (required)")
      ->option_text("INT")
      ->required();
  fit.add_option("-o,--output", flags.labels,
                 "labels in the order of the points: a .npy file "
                 "(required)")
      ->option_text("FILE")
      ->required();
  fit.add_option("--trace", flags.trace, "times, volumes and eigenvalues of every rank as JSON")
      ->option_text("FILE");
  fit.add_flag("--quiet", flags.quiet, "show no progress");
  cli::add_option_flags(fit, flags.options, settable());
  fit.footer(R"(Examples:
  mpirun -n 4 gnac-mpi fit points.npy -k 8 -o labels.npy
  srun gnac-mpi fit part-0.npy part-1.npy -k 20 -o labels.npy --trace trace.json

The labels are those of gnac fit --readout spectral --scale global --metric euclidean
--neighbor-search exact. Exit codes are the same.)");
}

/// At the root, before any work.
void check_outputs(const Flags& flags) {
  namespace fs = std::filesystem;
  if (!flags.labels.ends_with(".npy"))
    throw Error(fmt::format("-o {} must end in .npy; gnac-mpi writes labels in no other format",
                            flags.labels));
  for (const std::string& path : {flags.labels, flags.trace}) {
    if (path.empty()) continue;
    check_file_name(path);
    const fs::path folder = fs::path(place_of(path)).parent_path();
    std::error_code code;
    if (!folder.empty() && !fs::is_directory(folder, code))
      throw Error(fmt::format("cannot write {}: there is no folder {}", path, folder.string()));
    for (const std::string& input : flags.data) {
      if (fs::equivalent(input, path, code))
        throw Error(fmt::format("{} would overwrite an input; give it another name", path));
    }
  }
  if (!flags.trace.empty() && place_of(flags.labels) == place_of(flags.trace))
    throw Error(fmt::format("-o and --trace both name {}; give each its own file", flags.trace));
}

int threads_of(const Comm& comm, int asked) {
  return asked > 0 ? asked : std::max(1, processors() / ranks_here(comm));
}

void fit_command(Comm& comm, const Flags& flags) {
  Options options = flags.options.values();
  options.readout = ReadoutChoice::spectral;
  if (!flags.options.has("scale")) options.scale = ScaleMode::global;
  if (!flags.options.has("metric")) options.metric = Metric::euclidean;
  check_request(flags.clusters, options);
  agree(comm, [&] {
    if (comm.is_root()) check_outputs(flags);
  });
  const int threads = threads_of(comm, options.threads);
  DistributedFit found;
  {
    cli::ProgressLine line(flags.quiet || !comm.is_root());
    Team team(threads, [&](const Progress& progress) {
      line.show(progress);
      return true;
    });
    found = distributed_fit(comm, flags.data, flags.clusters, options, team);
  }
  agree(comm, [&] {
    if (!comm.is_root()) return;
    const std::string labels = npy_bytes(std::span<const std::int32_t>(found.labels));
    std::vector<std::pair<std::string, std::string_view>> files{{flags.labels, labels}};
    std::string trace;
    if (!flags.trace.empty()) {
      trace = trace_json(found, flags.clusters, options, threads);
      files.emplace_back(flags.trace, trace);
    }
    write_files(files);
  });
}

int parse_and_run(Comm& comm, int argc, char** argv) {
  CLI::App app{
      "Graph Neural Automata Clustering on many ranks: the same labels at any number of them."};
  app.name("gnac-mpi");
  cli::set_help_style(app);
  app.set_version_flag("--version", fmt::format("gnac-mpi {}", version()),
                       "show the version and exit");
  app.require_subcommand(1);
  Flags flags;
  CLI::App* fit = app.add_subcommand("fit", "Partition points into K clusters");
  declare(*fit, flags);
  try {
    app.parse(argc, argv);
  } catch (const CLI::Success& request) {
    if (comm.is_root()) app.exit(request);
    return cli::kFine;
  } catch (const CLI::ParseError& error) {
    throw Error(fmt::format("{}; see 'gnac-mpi fit --help'", error.what()));
  }
  fit_command(comm, flags);
  return cli::kFine;
}

/// True if all ranks have failed, so that none waits for another. A rank that failed alone would
/// wait here forever, so it gives up after a few seconds.
bool all_failed(const Comm& comm) {
  constexpr auto kPatience = std::chrono::seconds(5);
  MPI_Request request = MPI_REQUEST_NULL;
  MPI_Ibarrier(comm.handle, &request);
  const auto end = std::chrono::steady_clock::now() + kPatience;
  for (int done = 0; std::chrono::steady_clock::now() < end;) {
    MPI_Test(&request, &done, MPI_STATUS_IGNORE);
    if (done != 0) return true;
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  return false;
}

int complain(const Comm& comm, int code, const std::string& what) {
  const bool agreed = all_failed(comm);
  // The launcher may stop this rank because another ended first; that needs no message any more.
  speaks = 0;
  if (comm.is_root() || !agreed) cli::print_error("gnac-mpi: " + cli::printable(what) + "\n");
  if (!agreed) MPI_Abort(comm.handle, code);
  return code;
}

int run(Comm& comm, int argc, char** argv) {
  try {
    return parse_and_run(comm, argc, argv);
  } catch (const StorageError& error) {
    return complain(comm, cli::kUnexpected, error.what());
  } catch (const MemoryError& error) {
    return complain(comm, cli::kUnexpected, error.what());
  } catch (const Error& error) {
    return complain(comm, cli::kRefused, error.what());
  } catch (const std::bad_alloc&) {
    return complain(comm, cli::kUnexpected, "there is not enough memory for this");
  } catch (const std::exception& error) {
    return complain(comm, cli::kUnexpected, fmt::format("unexpected failure: {}", error.what()));
  }
}

}  // namespace
}  // namespace gnac::mpi

int main(int argc, char** argv) {
  gnac::cli::guard_process();
  // Only the calling thread of a team sends and receives.
  int level = MPI_THREAD_SINGLE;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &level);
  int code = gnac::cli::kUnexpected;
  {
    gnac::detail::Comm comm(MPI_COMM_WORLD);
    gnac::mpi::speaks = comm.is_root() ? 1 : 0;
    gnac::mpi::stop_on_signals();
    code = gnac::mpi::run(comm, argc, argv);
  }
  MPI_Finalize();
  return code;
}
