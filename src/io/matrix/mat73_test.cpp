// Version 7.3 files whose bytes lie about what is stored. Each of these once stopped the process inside libhdf5 1.10.
#include "io/matrix/mat73.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "io/file/test_files.hpp"
#include "io/file/text_file.hpp"
#include "io/matrix/test_mat_files.hpp"

namespace cggibbs {
namespace {

using testing::HasSubstr;

/// A file with a deflated 20 x 3 matrix X, and where the layout message of X starts.
class Mat73 : public testing::Test {
 protected:
  Mat73() {
    const std::string path = dir / "x.mat";
    {
      test::Mat73File file(path, true);
      file.add("X", {20, 3}, std::vector<double>(60, 1.5));
      file.add("Y", {20, 1}, std::vector<double>(20, 1.0));
    }
    bytes = read_text_file(path);
    // Type 8, 24 bytes, version 3, chunked, three dimensions with that of an element.
    layout = bytes.find(std::string("\x08\x00\x18\x00\x00\x00\x00\x00\x03\x02\x03", 11));
  }
  std::string error() {
    return test::error_of([&] { read_mat73(dir.write("x.mat", bytes), "x.mat"); });
  }

  test::TempDir dir;
  std::string bytes;
  std::size_t layout = 0;
};

TEST_F(Mat73, TheFileIsSoundBeforeItIsChanged) {
  ASSERT_NE(layout, std::string::npos);
  EXPECT_EQ(error(), "(no error)");
}

TEST_F(Mat73, AChunkWithoutDimensionsIsRefused) {
  bytes[layout + 10] = 0;
  EXPECT_THAT(error(), HasSubstr("The file is damaged"));
}

TEST_F(Mat73, ALayoutOfAnotherVersionIsRefused) {
  bytes[layout + 8] = 1;
  EXPECT_THAT(error(), HasSubstr("The file is damaged"));
}

TEST_F(Mat73, AChunkOfLengthZeroIsRefused) {
  bytes[layout + 19] = 0;
  EXPECT_THAT(error(), HasSubstr("The file is damaged"));
}

TEST_F(Mat73, ChunksThatInflateToLessThanTheyShouldAreRefused) {
  bytes[layout + 19] = 100;
  EXPECT_EQ(error(), "x.mat: variable 'X': cannot be read. The file is damaged: fetch or save it again.");
}

TEST_F(Mat73, ChunksSaidNotToBeCompressedAreRefused) {
  // A chunk's key in the tree: its size, the filters that were not applied, its place.
  const std::size_t tree = bytes.find("TREE", layout);
  ASSERT_NE(tree, std::string::npos);
  bytes[tree + 24 + 4] = 1;
  EXPECT_EQ(error(), "x.mat: variable 'X': cannot be read. The file is damaged: fetch or save it again.");
}

}  // namespace
}  // namespace cggibbs
