// The memory and disk that a run will take, known before it starts.
#pragma once

#include <cstdint>
#include <string>

#include "run/fit.hpp"

namespace cggibbs {

struct Bill {
  double model_bytes = 0;    ///< data and matrices, names and summaries, once
  double chain_bytes = 0;    ///< states, work space and output buffers of all chains
  double scratch_bytes = 0;  ///< on disk while the run lasts
  double csv_bytes = 0;      ///< on disk afterwards, about
  double memory() const { return model_bytes + chain_bytes; }
  double disk() const { return scratch_bytes + csv_bytes; }
};

Bill make_bill(const Model& model, const FitSettings& settings);
/// Throws when memory or disk will not suffice, and says what to do about it.
void check_bill(const Bill& bill, const FitSettings& settings);
/// Bytes that programs can still take; infinite where the system does not say.
double available_memory();
/// "1.2 GB"
std::string bytes_text(double bytes);

}  // namespace cggibbs
