// What a finished run tells a person: the table, the figures, and what to worry about.
#pragma once

#include <string>
#include <vector>

#include "run/prepared.hpp"

namespace cggibbs {

/// At most `top` rows (0: all), as table_order() has them.
std::string result_table(const FitResult& r, const Prepared& p, std::size_t top);
std::string result_footer(const FitResult& r, const FitSettings& s);

/// Plain words and a remedy for each doubt about the run; empty when there is none.
std::vector<std::string> diagnose(const FitResult& r);

}  // namespace cggibbs
