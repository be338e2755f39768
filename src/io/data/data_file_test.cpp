// Which format a data file has.
#include "io/data/data_file.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <utility>

#include "io/data/data_csv.hpp"
#include "io/file/test_files.hpp"
#include "io/table/csv.hpp"

namespace cggibbs {
namespace {

TEST(DataFile, ColumnsOfATableAreVectors) {
  const DataFile file = columns_as_vectors(parse_csv("y,who,x\n1,ann,NA\n2,bob,0.5\n", "d.csv"));
  EXPECT_EQ(*file.arrays.find("y"), (NamedArray{{2}, {1, 2}}));
  EXPECT_TRUE(std::isnan(file.arrays.find("x")->values[0]));
  EXPECT_EQ(file.arrays.find("who"), nullptr);
  ASSERT_EQ(file.notes.size(), 1u);
  EXPECT_EQ(file.notes[0], "d.csv:2: column 'who' is text ('ann') and was left out.");
}

TEST(DataFile, NamesAndFirstCharactersSayWhatAFileIs) {
  const test::TempDir dir;
  for (const auto& [name, text] : {std::pair{"a.json", "{\"y\": [1, 2]}"}, std::pair{"b.R", "y <- 1:2"},
                                   std::pair{"c.txt", "list(y = c(1, 2))"}, std::pair{"d.csv", "y\n1\n2\n"},
                                   std::pair{"e", " \n{\"y\": [1, 2]}"}})
    EXPECT_EQ(*read_data_file(dir.write(name, text)).arrays.find("y"), (NamedArray{{2}, {1, 2}})) << name;
}

}  // namespace
}  // namespace cggibbs
