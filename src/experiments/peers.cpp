// Jobs for workers (bench/panel/workers/job.py says what goes in and out), in rounds as for our own chains.
#include "experiments/peers.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <fstream>
#include <nlohmann/json.hpp>

#include "experiments/contestants.hpp"
#include "experiments/protocol.hpp"
#include "experiments/subprocess.hpp"
#include "io/file/atomic_file.hpp"
#include "models/standardize.hpp"

namespace cggibbs {
namespace fs = std::filesystem;
namespace {

/// A program may take some times its processor seconds on the clock: other jobs share the machine.
constexpr double start_up_seconds = 60, compile_seconds = 1800, clock_per_processor = 10;
const std::atomic<bool> never{false};

bool has_workers(const fs::path& root) {
  std::error_code ignored;
  return fs::exists(root / "bench/panel/workers/pystan_worker.py", ignored);
}

/// The working directory, or the checkout that the program was built in.
fs::path find_root() {
  std::error_code ignored;
  if (has_workers(".")) return ".";
  for (fs::path at = fs::read_symlink("/proc/self/exe", ignored); at.has_relative_path();
       at = at.parent_path())
    if (has_workers(at)) return at;
  return {};
}

std::string last_line(const fs::path& log) {
  std::ifstream file(log);
  std::string line, last;
  while (std::getline(file, line))
    if (!line.empty()) last = line;
  return last;
}

template <class T>
void write_binary(const fs::path& path, const std::vector<T>& values) {
  std::string bytes(values.size() * sizeof(T), '\0');
  std::memcpy(bytes.data(), values.data(), bytes.size());
  write_text_atomically(path, bytes);
}

std::vector<double> dense_values(const Matrix& x) {
  if (const auto* dense = std::get_if<DenseMatrix>(&x)) return dense->values;
  const auto& s = std::get<SparseMatrix>(x);
  std::vector<double> values(s.rows * s.cols, 0.0);
  for (std::size_t j = 0; j < s.cols; ++j)
    for (std::size_t t = 0; t < s.col_rows(j).size(); ++t)
      values[j * s.rows + s.col_rows(j)[t]] += s.col_values(j)[t];
  return values;
}

void write_data(const MatrixData& data, const fs::path& folder) {
  write_binary(folder / "X.f64", dense_values(data.x));
  write_binary(folder / "y.i32", std::vector<std::int32_t>(data.y.begin(), data.y.end()));
  const nlohmann::json meta{
      {"n", rows(data.x)}, {"d", cols(data.x)}, {"sparse", share_of_zeros(data.x) > sparse_above}};
  write_text_atomically(folder / "meta.json", meta.dump());
}

/// The job's file, in the form that the worker reads.
fs::path write_job(const nlohmann::ordered_json& job, bool for_r, const fs::path& folder) {
  const fs::path path = folder / (for_r ? "job.dcf" : "job.json");
  if (!for_r) {
    write_text_atomically(path, job.dump());
    return path;
  }
  std::string text;
  for (const auto& [key, value] : job.items())
    text += fmt::format("{}: {}\n", key, value.is_string() ? value.get<std::string>() : value.dump());
  write_text_atomically(path, text);
  return path;
}

/// Coordinates' draws, a vector each.
std::vector<std::vector<double>> read_draws(const fs::path& folder, const nlohmann::json& facts,
                                            std::size_t width) {
  const std::string bytes = read_text(folder / "draws.f64");
  const auto count = facts.at("rows").get<std::size_t>();
  const bool by_column = facts.value("order", "row") == "column";
  std::vector<std::vector<double>> all(width, std::vector<double>(count));
  for (std::size_t k = 0; k < width; ++k)
    for (std::size_t t = 0; t < count; ++t) {
      const std::size_t at = by_column ? k * count + t : t * width + k;
      if ((at + 1) * sizeof(double) <= bytes.size())
        std::memcpy(&all[k][t], bytes.data() + at * sizeof(double), sizeof(double));
    }
  return all;
}

class PeerRounds {
 public:
  PeerRounds(const Cell& cell, const Lab& lab) : lab_(lab) {
    row_.cell = cell;
    write_data(lab.data.of(cell, lab.seed), scratch_.path());
  }

  Row go() {
    const Contestant& by = contestant(row_.cell.sampler);
    if (!lab_.peers.make_ready(by.peer, row_.cell.prior, lab_.interrupt)) {
      row_.status = Row::Status::failed;
      row_.detail = "its model does not compile";
      return row_;
    }
    std::size_t length = row_.cell.sweeps > 0 ? row_.cell.sweeps / 2 : lab_.limits.first;
    while (true) {
      const Ended ended = round(length);
      const double left = lab_.limits.peer_seconds - spent_;
      if (row_.status == Row::Status::failed || ended != Ended::well) return row_;
      const bool whole = row_.draws == length;
      row_.status = whole && (row_.cell.sweeps > 0 || row_.ess_min >= enough_ess) ? Row::Status::done
                                                                                  : Row::Status::censored;
      const auto factor = growth(row_.ess_min, left / std::max(round_seconds_, 1e-9));
      if (row_.status == Row::Status::done || row_.cell.sweeps > 0 || !whole || lab_.interrupt || factor < 2)
        return row_;
      length *= factor;
    }
  }

 private:
  Ended round(std::size_t length) {
    const Contestant& by = contestant(row_.cell.sampler);
    const bool for_r = std::string(by.peer) == "jags";
    const fs::path folder = scratch_.path();
    fs::remove(folder / "result.json");
    const nlohmann::ordered_json job{{"data", folder.string()},
                                     {"n", row_.cell.n},
                                     {"d", row_.cell.d},
                                     {"prior", row_.cell.prior},
                                     {"model", row_.cell.prior},
                                     {"seed", named_seed(lab_.seed, row_.cell.key()) % 1'000'000'000 + 1},
                                     {"warmup", length},
                                     {"draws", length},
                                     {"thin", 1},
                                     {"limit", std::max(1.0, lab_.limits.peer_seconds - spent_)},
                                     {"limit_clock", "processor"},
                                     {"glm", "no"}};
    auto command = lab_.peers.command(by.peer);
    command.push_back(write_job(job, for_r, folder).string());
    const Ended ended =
        run_logged(command, folder / "log.txt",
                   clock_per_processor * lab_.limits.peer_seconds + start_up_seconds, lab_.interrupt);
    if (!fs::exists(folder / "result.json")) {
      const bool slow = ended == Ended::over_time || fs::exists(folder / "progress.json");
      row_.status = slow ? Row::Status::censored : Row::Status::failed;
      row_.detail = slow ? "no draws in time" : last_line(folder / "log.txt");
      return Ended::badly;
    }
    take(nlohmann::json::parse(read_text(folder / "result.json")), length);
    return ended;
  }

  void take(const nlohmann::json& facts, std::size_t warmup) {
    const auto all = read_draws(scratch_.path(), facts, row_.cell.d + 1);
    row_.draws = facts.at("rows").get<std::size_t>();
    row_.all_sweeps = warmup + row_.draws;
    row_.warmup_seconds = facts.at("warmup_seconds").get<double>();
    row_.seconds = facts.at("sampling_seconds").get<double>();
    round_seconds_ = row_.warmup_seconds + row_.seconds;
    spent_ += round_seconds_;
    row_.coordinates = std::min(all.size(), lab_.limits.coordinates);
    if (row_.cell.sweeps > 0) return;
    std::vector<std::span<const double>> some;
    for (std::size_t k = 0; k < row_.coordinates; ++k)
      some.emplace_back(all[k * all.size() / row_.coordinates]);
    measure_ess(some, row_);
  }

  const Lab& lab_;
  ScratchFolder scratch_;
  double round_seconds_ = 0, spent_ = 0;
  Row row_;
};

}  // namespace

Peers::Peers(const std::string& root)
    : root_(root == "none" ? fs::path()
            : root.empty() ? find_root()
                           : fs::path(root)) {}

std::vector<std::string> Peers::command(const std::string& peer) const {
  const fs::path workers = root_ / "bench/panel/workers";
  if (peer == "jags") return {"Rscript", "--vanilla", (workers / "jags_worker.R").string()};
  return {(root_ / "build/bench-venv/bin/python").string(), (workers / "pystan_worker.py").string()};
}

Peers::Found& Peers::find(const std::string& peer) const {
  const auto [entry, fresh] = found_.try_emplace(peer);
  Found& f = entry->second;
  if (!fresh) return f;
  if (root_.empty()) {
    f.note = "not looked for";
    return f;
  }
  const ScratchFolder scratch;
  auto words = command(peer);
  words.emplace_back("--version");
  const Ended ended = run_logged(words, scratch.path() / "log", start_up_seconds, never);
  f.there = ended == Ended::well;
  f.note = f.there ? last_line(scratch.path() / "log") : "not installed (make bench-setup installs it)";
  return f;
}

bool Peers::has(const std::string& peer) const {
  const std::lock_guard lock(mutex_);
  return find(peer).there;
}

std::string Peers::note(const std::string& peer) const {
  const std::lock_guard lock(mutex_);
  return find(peer).note;
}

bool Peers::make_ready(const std::string& peer, const std::string& prior,
                       const std::atomic<bool>& interrupt) const {
  const std::lock_guard lock(mutex_);
  if (peer == "jags") return true;
  auto& ready = find(peer).ready;
  if (const auto known = ready.find(prior); known != ready.end()) return known->second;
  const ScratchFolder scratch;
  auto words = command(peer);
  words.insert(words.end(), {"--compile", prior, scratch.path().string()});
  const Ended ended = run_logged(words, scratch.path() / "log", compile_seconds, interrupt);
  if (ended == Ended::interrupted) return false;
  return ready[prior] = ended == Ended::well;
}

Row run_peer(const Cell& cell, const Lab& lab) {
  return PeerRounds(cell, lab).go();
}

}  // namespace cggibbs
