// Tens of thousands of damaged files, each read by the whole program in a process of its own.
#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <sstream>
#include <string>
#include <vector>

#include "cli/commands.hpp"
#include "mutation/mutate.hpp"

namespace cggibbs::mutation {
namespace fs = std::filesystem;
namespace {

constexpr const char* usage =
    R"(usage: mutation [--files N] [--seed S] [--jobs J] [--only TEXT] [--index I] [CORPUS]

Changes the files of CORPUS (default: tests/mutation/corpus) in N ways (default 1000), has the program read each, and counts
crashes, hangs (over 20 s), memory beyond ten times the file (and 256 MB, which the program may take for itself), exit codes
other than 0 and 2, and messages other than one line `error: ...`. File I of a seed is the same on every machine: --index makes and
keeps one, and shows what the program says. --only takes the cases whose line in cases.txt has the text. Exits with 1 when
anything was counted; the files are kept then.
)";

constexpr double hang_seconds = 20, floor_bytes = 256e6, times_file = 10;

struct Options {
  std::size_t files = 1000, jobs = 1;
  std::uint64_t seed = 1;
  std::string only;
  fs::path corpus = CGGIBBS_MUTATION_CORPUS;
  std::ptrdiff_t index = -1;
};

struct Case {
  std::string file;                ///< in the corpus
  std::vector<std::string> words;  ///< of the command line, with @ and %
  std::string text;
};

/// Shared by all workers.
struct Tally {
  std::atomic<std::size_t> files, accepted, refused, crashes, hangs, fat, wrong, guarded;
  std::atomic<long> most_kilobytes, slowest_milliseconds;
};

struct Ending {
  int status = 0;
  bool hung = false;
  double seconds = 0, bytes = 0;
  std::string told;  ///< on standard error
};

std::string content(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

void write(const fs::path& path, const std::string& bytes) {
  std::ofstream(path, std::ios::binary) << bytes;
}

[[noreturn]] void be_program(const std::vector<std::string>& words, int errors) {
  dup2(open("/dev/null", O_RDWR), STDOUT_FILENO);
  dup2(errors, STDERR_FILENO);
  std::vector<std::string> copy = words;
  copy.insert(copy.begin(), "cggibbs");
  std::vector<char*> argv;
  for (auto& word : copy) argv.push_back(word.data());
  argv.push_back(nullptr);
  const int code = run_command_line(static_cast<int>(copy.size()), argv.data());
  std::fflush(nullptr);
  _exit(code);
}

Ending run_program(const std::vector<std::string>& words) {
  const int errors = memfd_create("errors", 0);
  const auto begin = std::chrono::steady_clock::now();
  const pid_t child = fork();
  if (child == 0) be_program(words, errors);
  Ending end;
  pollfd wait{static_cast<int>(syscall(SYS_pidfd_open, child, 0)), POLLIN, 0};
  if (poll(&wait, 1, static_cast<int>(1000 * hang_seconds)) == 0) {
    end.hung = true;
    kill(child, SIGKILL);
  }
  close(wait.fd);
  rusage use{};
  wait4(child, &end.status, 0, &use);
  end.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  end.bytes = 1024.0 * static_cast<double>(use.ru_maxrss);
  end.told.resize(4096);
  const ssize_t got = pread(errors, end.told.data(), end.told.size(), 0);
  end.told.resize(got > 0 ? static_cast<std::size_t>(got) : 0);
  close(errors);
  return end;
}

/// Empty when it went as it should.
std::string fault(const Ending& end, double file_bytes, Tally& tally) {
  if (end.hung) return ++tally.hangs, "hang";
  if (WIFSIGNALED(end.status))
    return ++tally.crashes, fmt::format("crash by signal {}", WTERMSIG(end.status));
  const int code = WEXITSTATUS(end.status);
  (code == 0 ? tally.accepted : tally.refused)++;
  if (end.told.find("library crash") != std::string::npos) ++tally.guarded;
  const auto error = end.told.rfind("error: ", 0) == 0 ? std::size_t{0} : end.told.find("\nerror: ");
  if ((code != 0 && code != 2) || (code == 2 && error == std::string::npos) ||
      end.told.find("unexpected failure") != std::string::npos)
    return ++tally.wrong, fmt::format("exit code {}", code);
  if (end.bytes > floor_bytes + times_file * file_bytes)
    return ++tally.fat, fmt::format("{:.0f} MB of memory", end.bytes / 1e6);
  return "";
}

class Worker {
 public:
  Worker(const Options& o, const std::vector<Case>& cases, fs::path pristine, fs::path here, Tally& tally)
      : o_(o), cases_(cases), pristine_(std::move(pristine)), here_(std::move(here)), tally_(tally) {
    fs::create_directories(here_);
  }

  void run(std::size_t index, bool tell) {
    const Case& c = cases_[index % cases_.size()];
    std::seed_seq seeds{o_.seed, static_cast<std::uint64_t>(index)};
    std::mt19937_64 rng(seeds);
    const std::string bytes = mutated(content(seed(c)), content(other(c, rng)), rng);
    fs::path path = here_ / c.file;
    if (path.parent_path() != here_) {  // a folder, which runs may change
      fs::remove_all(path.parent_path());
      fs::copy(pristine_ / fs::path(c.file).parent_path(), path.parent_path());
    }
    write(path, bytes);
    std::vector<std::string> words;
    for (std::string word : c.words) {
      if (word[0] == '@') word = word.size() > 1 ? path.parent_path().string() : path.string();
      if (word[0] == '%') word = pristine_.string() + word.substr(1);
      words.push_back(std::move(word));
    }
    const Ending end = run_program(words);
    ++tally_.files;
    raise(tally_.most_kilobytes, static_cast<long>(end.bytes / 1024));
    raise(tally_.slowest_milliseconds, static_cast<long>(1000 * end.seconds));
    const std::string what = fault(end, static_cast<double>(bytes.size()), tally_);
    if (tell) std::cout << end.told;
    if (what.empty()) return;
    write(here_ / fmt::format("fault-{}-{}", index, fs::path(c.file).filename().string()), bytes);
    std::cout << fmt::format("{}: --index {} ({}): {}\n", what, index, c.text, end.told.substr(0, 300))
              << std::flush;
  }

 private:
  /// With the same ending.
  fs::path other(const Case& c, std::mt19937_64& rng) const {
    std::vector<fs::path> same;
    for (const Case& k : cases_)
      if (fs::path(k.file).extension() == fs::path(c.file).extension()) same.push_back(seed(k));
    return same[rng() % same.size()];
  }
  /// Files that no finished run has are in the corpus under a name of their own.
  fs::path seed(const Case& c) const {
    const fs::path usual = pristine_ / c.file;
    return fs::exists(usual) ? usual : pristine_ / ("dot" + usual.filename().string());
  }
  static void raise(std::atomic<long>& most, long value) {
    for (long seen = most; seen < value && !most.compare_exchange_weak(seen, value);) {
    }
  }

  const Options& o_;
  const std::vector<Case>& cases_;
  fs::path pristine_, here_;
  Tally& tally_;
};

std::vector<Case> read_cases(const Options& o) {
  std::ifstream file(o.corpus.parent_path() / "cases.txt");
  std::vector<Case> cases;
  for (std::string line; std::getline(file, line);) {
    if (line.empty() || line[0] == '#' || line.find(o.only) == std::string::npos) continue;
    Case c{"", {}, line};
    std::replace(c.text.begin(), c.text.end(), '\t', ' ');
    std::istringstream words(line);
    std::getline(words, c.file, '\t');
    for (std::string word; std::getline(words, word, '\t');) c.words.push_back(word);
    cases.push_back(std::move(c));
  }
  return cases;
}

/// The corpus, and what the program itself writes.
void prepare(const Options& o, const fs::path& pristine) {
  const fs::path table = o.corpus / "comma.csv";
  const std::vector<std::string> fit{
      "fit",      "y ~ x1", table.string(), "--warmup", "20",      "--draws", "20",
      "--chains", "2",      "--sampler",    "slice",    "--quiet", "-o"};
  for (const char* folder : {"run", "kept"}) {
    std::vector<std::string> words = fit;
    words.push_back((pristine / folder).string());
    if (folder == std::string("kept")) words.emplace_back("--summary-only");
    if (run_program(words).status != 0) throw std::runtime_error("the program cannot fit the corpus");
  }
  fs::copy(o.corpus, pristine, fs::copy_options::recursive | fs::copy_options::overwrite_existing);
}

int main_with(const Options& o) {
  auto* tally = static_cast<Tally*>(
      mmap(nullptr, sizeof(Tally), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0));
  std::string name = (fs::temp_directory_path() / "mutation-XXXXXX").string();
  if (!mkdtemp(name.data())) throw std::runtime_error("no directory for temporary files");
  const fs::path work = name, pristine = work / "corpus";
  fs::create_directories(pristine);
  const auto cases = read_cases(o);
  if (cases.empty()) throw std::runtime_error("no such case");
  prepare(o, pristine);
  const auto begin = std::chrono::steady_clock::now();
  if (o.index >= 0) {
    Worker(o, cases, pristine, work / "0", *tally).run(static_cast<std::size_t>(o.index), true);
    std::cout << "kept in " << work / "0"
              << "\n";
    return 0;
  }
  for (std::size_t k = 0; k < o.jobs; ++k) {
    if (fork() != 0) continue;
    Worker worker(o, cases, pristine, work / std::to_string(k), *tally);
    for (std::size_t i = k; i < o.files; i += o.jobs) worker.run(i, false);
    _exit(0);
  }
  while (wait(nullptr) > 0) {
  }
  const std::size_t faults = tally->crashes + tally->hangs + tally->fat + tally->wrong;
  std::cout << fmt::format(
      "{} files from {} seeds in {:.0f} s: {} accepted, {} refused ({} of them crashed HDF5 in its child "
      "process); {} "
      "crashes, {} hangs, {} beyond memory, {} wrong exits; at most {:.0f} MB and {:.1f} s\n",
      tally->files.load(), cases.size(),
      std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count(), tally->accepted.load(),
      tally->refused.load(), tally->guarded.load(), tally->crashes.load(), tally->hangs.load(),
      tally->fat.load(), tally->wrong.load(), static_cast<double>(tally->most_kilobytes) / 1000,
      static_cast<double>(tally->slowest_milliseconds) / 1000);
  if (faults == 0 && tally->files == o.files) fs::remove_all(work);
  return faults == 0 && tally->files == o.files ? 0 : 1;
}

}  // namespace
}  // namespace cggibbs::mutation

int main(int argc, char** argv) {
  cggibbs::mutation::Options o;
  for (int i = 1; i < argc; ++i) {
    const std::string word = argv[i];
    const auto value = [&] { return std::string(i + 1 < argc ? argv[++i] : ""); };
    if (word == "--files")
      o.files = std::stoul(value());
    else if (word == "--seed")
      o.seed = std::stoul(value());
    else if (word == "--jobs")
      o.jobs = std::stoul(value());
    else if (word == "--index")
      o.index = std::stol(value());
    else if (word == "--only")
      o.only = value();
    else if (word[0] != '-')
      o.corpus = word;
    else
      return std::cout << cggibbs::mutation::usage, word == "--help" ? 0 : 2;
  }
  try {
    return cggibbs::mutation::main_with(o);
  } catch (const std::exception& e) {
    std::cerr << "mutation: " << e.what() << "\n";
    return 2;
  }
}
