// Numbers in the dress of people: currency, percent, thousands.
#include "io/table/dressed_number.hpp"

#include <gtest/gtest.h>

namespace cggibbs {
namespace {

TEST(DressedNumber, IsANumberToPeople) {
  for (const char* cell :
       {"$5",       "-$5.20",   "$-5",   "5 $",          "\u20ac 12,50", "12,50 \u20ac", "12%",
        "0.5 %",    "<0.1",     ">= 3",  "~4",           "1,234",        "1,234,567",    "-1,234.50",
        "1.234,5",  "1'234",    "1 234", "1\u00a0234,5", "$1,234.50",    "-$1,234",      "\u221229",
        "29\u00a0", "\u00a029", "'29",   "\u20130.5"})
    EXPECT_TRUE(is_dressed_number(cell)) << cell;
}

TEST(DressedNumber, IsNeitherAPlainNumberNorAWord) {
  for (const char* cell : {"",         "5",   "-1e3", "0,123",     "12,34,567",  "1,2345", "$",
                           "%",        "$x",  "a 5",  "5 kg",      "2020-01-03", "12:30",  "1,234,",
                           "10.0.0.1", "1-2", "<",    "1,234.5.6", "unknown",    "$$",     "- 5 -"})
    EXPECT_FALSE(is_dressed_number(cell)) << cell;
}

}  // namespace
}  // namespace cggibbs
