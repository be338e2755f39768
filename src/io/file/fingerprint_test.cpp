#include "io/file/fingerprint.hpp"

#include <gtest/gtest.h>

#include "io/file/test_files.hpp"

namespace cggibbs {
namespace {

// Reference values from Fowler, Noll and Vo's test suite.
TEST(Fingerprint, IsFnv1a) {
  EXPECT_EQ(fingerprint(""), "cbf29ce484222325");
  EXPECT_EQ(fingerprint("a"), "af63dc4c8601ec8c");
  EXPECT_EQ(fingerprint("foobar"), "85944171f73967e8");
}

TEST(Fingerprint, OfAFileIsThatOfItsBytes) {
  test::TempDir dir;
  const std::string bytes(3'000'001, 'q');
  EXPECT_EQ(fingerprint_file(dir.write("x", bytes)), fingerprint(bytes));
  EXPECT_EQ(test::error_of([&] { fingerprint_file(dir / "y-is-not-there"); }),
            (dir / "y-is-not-there") + ": no such file. Check the path.");
}

}  // namespace
}  // namespace cggibbs
