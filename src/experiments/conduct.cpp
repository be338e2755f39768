// Cells in threads, then the files.
#include "experiments/conduct.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cggibbs/error.hpp>
#include <thread>

#include "experiments/contestants.hpp"
#include "io/file/atomic_file.hpp"
#include "run/parallel.hpp"
#include "run/version.hpp"

namespace cggibbs {
namespace fs = std::filesystem;
namespace {

constexpr const char* journal_name = "cells.jsonl";

fs::path existing(const fs::path& folder) {
  ensure_directory(folder);
  return folder;
}

/// Files are overwritten only where experiments have written: where their journal is.
fs::path own_journal(const fs::path& folder) {
  const fs::path journal = folder / journal_name;
  if (fs::exists(journal)) return journal;
  for (const auto* e : experiments())
    for (const char* extension : {".csv", ".svg", ".png", ".txt"})
      if (const fs::path file = folder / (std::string(e->name) + extension); fs::exists(file))
        throw Error(fmt::format(
            "{}: an experiment would overwrite this file, and none has written it. Use another directory.",
            file.string()));
  return journal;
}

std::string terms(const ConductSettings& s) {
  const Limits l = limits_of(s.full);
  return fmt::format("seed {} cost {} peers {} processor s first {} coordinates {}", s.seed, l.cost,
                     l.peer_seconds, l.first, l.coordinates);
}

}  // namespace

Limits limits_of(bool full) {
  if (full) return {6e11, 600, 500, 100'000};
  return {3e9, 8, 100, 200};
}

std::string words(Verdict::Holds holds) {
  switch (holds) {
    case Verdict::Holds::yes:
      return "holds";
    case Verdict::Holds::partly:
      return "holds in part";
    case Verdict::Holds::no:
      return "does not hold";
    case Verdict::Holds::unknown:
      return "cannot be told";
  }
  return {};
}

Bench::Bench(ConductSettings settings, const std::atomic<bool>& interrupt)
    : s_(std::move(settings)),
      interrupt_(interrupt),
      lock_(existing(s_.folder)),
      data_(s_.data),
      peers_(s_.peers),
      lab_{s_.full, s_.seed, limits_of(s_.full), data_, peers_, interrupt},
      journal_(own_journal(s_.folder), terms(s_)) {}

int Bench::threads() const {
  return s_.threads > 0 ? s_.threads : static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
}

std::vector<Cell> Bench::cells_of(const Experiment& e, std::vector<std::string>& notes) const {
  std::vector<Cell> all = e.cells(s_.full);
  for (const auto& c : contestants()) {
    const auto of_peer = [&](const Cell& cell) { return *c.peer && cell.sampler == c.name; };
    if (std::none_of(all.begin(), all.end(), of_peer)) continue;
    notes.push_back(fmt::format("{}: {}.", c.label, peers_.note(c.peer)));
    if (!peers_.has(c.peer)) std::erase_if(all, of_peer);
  }
  return all;
}

/// What went wrong in one cell is a row of the table, not the end of all others.
Rows Bench::compute(const Experiment& e, const Cell& cell) const {
  try {
    return e.compute(cell, lab_);
  } catch (const Error& error) {
    Row row;
    row.cell = cell;
    row.status = Row::Status::failed;
    row.detail = error.what();
    return {row};
  }
}

Conclusion Bench::conduct(const Experiment& e, const CellProgress& progress) {
  Conclusion c;
  const std::vector<Cell> cells = cells_of(e, c.notes);
  std::vector<Rows> results(cells.size());
  std::size_t done = 0;
  std::mutex mutex;
  const auto finish = [&](std::size_t i, Rows rows) {
    const std::lock_guard lock(mutex);
    results[i] = std::move(rows);
    progress(++done, cells.size());
  };
  const auto failed = [](const Rows& rows) {
    return std::any_of(rows.begin(), rows.end(),
                       [](const Row& r) { return r.status == Row::Status::failed; });
  };
  parallel_for(cells.size(), threads(), [&](std::size_t i) {
    if (interrupt_) return;
    const std::string key = cells[i].key();
    if (const auto* known = journal_.find(key)) return finish(i, *known);
    Rows rows = compute(e, cells[i]);
    if (interrupt_) return;  // it may have been cut
    if (!failed(rows)) journal_.add(key, rows);
    finish(i, std::move(rows));
  });
  if (interrupt_) {
    c.interrupted = true;
    return c;
  }
  Rows rows;
  for (const auto& r : results) rows.insert(rows.end(), r.begin(), r.end());
  write(e, rows, c);
  return c;
}

void Bench::write(const Experiment& e, const Rows& rows, Conclusion& c) const {
  const auto file = [&](const char* extension) { return s_.folder / (std::string(e.name) + extension); };
  c.verdict = e.verdict(rows);
  write_text_atomically(file(".csv"), csv_text(rows));
  const Picture picture = draw(e.figure(rows));
  write_text_atomically(file(".svg"), svg_text(picture));
  c.files = {file(".csv"), file(".svg")};
  try {
    write_text_atomically(file(".png"), png_bytes(picture));
    c.files.push_back(file(".png"));
  } catch (const Error& error) {
    c.notes.emplace_back(error.what());
  }
  std::string text = fmt::format("{}: {}.\nThe paper: {}\nIt {} here: {}\n", e.name, e.what, e.claim,
                                 words(c.verdict.holds), c.verdict.sentence);
  for (const auto& note : c.notes) text += note + "\n";
  text +=
      fmt::format("cggibbs {}, {}, seed {}, data from {}.\n", version, s_.full ? "full" : "quick", s_.seed,
                  data_.folder().empty() ? "nowhere: the panel is simulated" : data_.folder().string());
  write_text_atomically(file(".txt"), text);
  c.files.push_back(file(".txt"));
}

}  // namespace cggibbs
