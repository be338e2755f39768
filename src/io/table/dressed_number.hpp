// Numbers as spreadsheets show them, with currency, percent signs or thousands apart: no numbers to a program.
#pragma once

#include <string_view>

namespace cggibbs {

/// "$5", "12 %", "1,234.50", "1 234", "<0.1": a number with something around or inside it that only people read. False for
/// plain numbers.
bool is_dressed_number(std::string_view cell);

}  // namespace cggibbs
