// The files that R's coda package reads, as JAGS writes them.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace cggibbs {

/// One variable's draws: those of each chain, or one series for all of them.
struct CodaTrace {
  std::string name;
  std::size_t first = 1, thin = 1;  ///< iterations of the draws: first, first + thin, ...
  std::vector<std::span<const double>> chains;
};

/// STEMindex.txt and STEMchain1.txt, STEMchain2.txt, ...; pooled: STEMindex0.txt and STEMchain0.txt. Variables with a missing
/// value are left out, and their names returned. Every file is complete or absent.
std::vector<std::string> write_coda(const std::string& stem, std::span<const CodaTrace> traces, bool pooled);

/// One number for a variable in each chain, or one for all.
struct CodaNumber {
  std::string name;
  std::vector<double> chains;
};

/// STEMtable1.txt, STEMtable2.txt, ...; pooled: STEMtable0.txt.
void write_coda_table(const std::string& stem, std::span<const CodaNumber> numbers, bool pooled);

}  // namespace cggibbs
