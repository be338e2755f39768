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
#include <array>
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
    R"(usage: mutation [--files N] [--begin I] [--seed S] [--jobs J] [--only TEXT] [--index I] [--unchanged] [CORPUS]

Changes the files of CORPUS (default: tests/mutation/corpus) in N ways (default 1000), has the program read each, and counts
crashes, hangs (over 20 s), memory beyond ten times the file (and 256 MB, which the program may take for itself), exit codes
other than 0 and 2, and messages other than one line `error: ...`. File I of a seed is the same on every machine: --index makes and
keeps one, and shows what the program says. --begin I leaves out those before I, so that a run can be had in parts. --only takes
the cases whose line in cases.txt has the text. --unchanged has every file of the corpus read as it is: all are to be accepted. Ends
with a table by case, and with 1 when anything was counted; the files are kept then.
)";

constexpr double hang_seconds = 20, floor_bytes = 256e6, times_file = 10;
/// Scripts may ask for any number of updates: those that end in order when told to have not hung.
constexpr double script_seconds = 5;
constexpr std::size_t most_cases = 128;

struct Options {
  std::size_t files = 1000, begin = 0, jobs = 1;
  std::uint64_t seed = 1;
  std::string only;
  fs::path corpus = CGGIBBS_MUTATION_CORPUS;
  std::ptrdiff_t index = -1;
  bool unchanged = false;
};

struct Case {
  std::string file;                ///< in the corpus
  std::vector<std::string> words;  ///< of the command line, with @, & and %
  std::string text;
};

/// Shared by all workers.
struct Tally {
  std::atomic<std::size_t> files, accepted, refused, stopped, crashes, hangs, fat, wrong, guarded;
  std::atomic<long> most_kilobytes, slowest_milliseconds;

  std::size_t faults() const { return crashes + hangs + fat + wrong; }
};
using Tallies = std::array<Tally, most_cases>;

struct Ending {
  int status = 0;
  bool hung = false, stopped = false;
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

Ending run_program(const std::vector<std::string>& words, const fs::path& here = ".") {
  const int errors = memfd_create("errors", 0);
  const auto begin = std::chrono::steady_clock::now();
  const pid_t child = fork();
  if (child == 0) {
    fs::current_path(here);
    be_program(words, errors);
  }
  Ending end;
  pollfd wait{static_cast<int>(syscall(SYS_pidfd_open, child, 0)), POLLIN, 0};
  if (words[0] == "jags" && poll(&wait, 1, static_cast<int>(1000 * script_seconds)) == 0)
    end.stopped = kill(child, SIGTERM) == 0;
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
  if (end.stopped && code == 130) return ++tally.stopped, "";
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
  Worker(const Options& o, const std::vector<Case>& cases, fs::path pristine, fs::path here, Tallies& tallies)
      : o_(o), cases_(cases), pristine_(std::move(pristine)), here_(std::move(here)), tallies_(tallies) {
    fs::create_directories(here_);
  }

  void run(std::size_t index, bool tell) {
    const Case& c = cases_[index % cases_.size()];
    Tally& tally = tallies_[index % cases_.size()];
    std::seed_seq seeds{o_.seed, static_cast<std::uint64_t>(index)};
    std::mt19937_64 rng(seeds);
    const std::string whole = content(seed(c));
    const std::string bytes = o_.unchanged ? whole : mutated(whole, content(other(c, rng)), rng);
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
      if (word == "&") word = bytes.substr(0, bytes.find('\0'));  // text that is an argument
      words.push_back(std::move(word));
    }
    const Ending end = run_program(words, here_);
    ++tally.files;
    raise(tally.most_kilobytes, static_cast<long>(end.bytes / 1024));
    raise(tally.slowest_milliseconds, static_cast<long>(1000 * end.seconds));
    std::string what = fault(end, static_cast<double>(bytes.size()), tally);
    if (o_.unchanged && what.empty() && end.status != 0) ++tally.wrong, what = "a whole file is refused";
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
  Tallies& tallies_;
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

/// One line per case, and their sum.
void print(const std::vector<Case>& cases, const Tallies& tallies, double seconds) {
  const auto line = [](const Tally& t, const std::string& what) {
    std::cout << fmt::format("{:>7} {:>8} {:>7} {:>7} {:>7} {:>6} {:>6} {:>6} {:>6} {:>5.0f} {:>6.1f}  {}\n",
                             t.files.load(), t.accepted.load(), t.refused.load(), t.stopped.load(),
                             t.guarded.load(), t.crashes.load(), t.hangs.load(), t.fat.load(), t.wrong.load(),
                             static_cast<double>(t.most_kilobytes) / 1000,
                             static_cast<double>(t.slowest_milliseconds) / 1000, what);
  };
  std::cout << "  files accepted refused stopped guarded crash   hang    fat  wrong    MB seconds  case\n";
  Tally all{};
  for (std::size_t i = 0; i < cases.size(); ++i) {
    const Tally& t = tallies[i];
    line(t, cases[i].text);
    all.files += t.files, all.accepted += t.accepted, all.refused += t.refused, all.stopped += t.stopped;
    all.guarded += t.guarded, all.crashes += t.crashes, all.hangs += t.hangs, all.fat += t.fat;
    all.wrong += t.wrong;
    all.most_kilobytes = std::max<long>(all.most_kilobytes, t.most_kilobytes);
    all.slowest_milliseconds = std::max<long>(all.slowest_milliseconds, t.slowest_milliseconds);
  }
  line(all, fmt::format("all, in {:.0f} s", seconds));
}

int main_with(const Options& o) {
  void* shared = mmap(nullptr, sizeof(Tallies), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  auto& tallies = *static_cast<Tallies*>(shared);
  std::string name = (fs::temp_directory_path() / "mutation-XXXXXX").string();
  if (!mkdtemp(name.data())) throw std::runtime_error("no directory for temporary files");
  const fs::path work = name, pristine = work / "corpus";
  fs::create_directories(pristine);
  const auto cases = read_cases(o);
  if (cases.empty() || cases.size() > most_cases) throw std::runtime_error("no such case, or too many");
  const std::size_t count = o.unchanged ? cases.size() : o.files;
  prepare(o, pristine);
  const auto begin = std::chrono::steady_clock::now();
  if (o.index >= 0) {
    Worker(o, cases, pristine, work / "0", tallies).run(static_cast<std::size_t>(o.index), true);
    std::cout << "kept in " << work / "0"
              << "\n";
    return 0;
  }
  for (std::size_t k = 0; k < o.jobs; ++k) {
    if (fork() != 0) continue;
    Worker worker(o, cases, pristine, work / std::to_string(k), tallies);
    for (std::size_t i = o.begin + k; i < o.begin + count; i += o.jobs) worker.run(i, false);
    _exit(0);
  }
  while (wait(nullptr) > 0) {
  }
  print(cases, tallies, std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count());
  std::size_t files = 0, faults = 0;
  for (const Tally& t : tallies) files += t.files, faults += t.faults();
  if (faults == 0 && files == count) fs::remove_all(work);
  return faults == 0 && files == count ? 0 : 1;
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
    else if (word == "--begin")
      o.begin = std::stoul(value());
    else if (word == "--seed")
      o.seed = std::stoul(value());
    else if (word == "--jobs")
      o.jobs = std::stoul(value());
    else if (word == "--index")
      o.index = std::stol(value());
    else if (word == "--unchanged")
      o.unchanged = true;
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
