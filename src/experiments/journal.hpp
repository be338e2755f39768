// The finished cells of a folder, a line each: what an interrupted or killed run has done need not be done again.
#pragma once

#include <filesystem>
#include <map>
#include <mutex>
#include <string>
#include <vector>

#include "experiments/cell.hpp"
#include "io/file/posix_file.hpp"

namespace cggibbs {

class Journal {
 public:
  /// Reads the lines that this version of the program has written under these terms (seed and limits in words): others'
  /// numbers are not comparable. A line that a killed process left unfinished is cut off.
  Journal(const std::filesystem::path& path, std::string terms);

  /// The rows of a cell, or null.
  const std::vector<Row>* find(const std::string& key) const;
  /// From any thread. The line is in the file when this returns.
  void add(const std::string& key, std::vector<Row> rows);

 private:
  std::string terms_;
  PosixFile file_;
  std::uint64_t end_ = 0;
  std::map<std::string, std::vector<Row>> done_;
  mutable std::mutex mutex_;
};

}  // namespace cggibbs
