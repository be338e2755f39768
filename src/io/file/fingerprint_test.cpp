// Fingerprints are XXH3.
#include "io/file/fingerprint.hpp"

#include <gtest/gtest.h>

#include "io/file/test_files.hpp"

namespace cggibbs {
namespace {

// Reference values from `printf foobar | xxhsum -H3`.
TEST(Fingerprint, IsXxh3) {
  EXPECT_EQ(fingerprint(""), "2d06800538d394c2");
  EXPECT_EQ(fingerprint("a"), "e6c632b61e964e1f");
  EXPECT_EQ(fingerprint("foobar"), "d78fda63144c5c84");
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
