// Reading files and pipes, and saying why they cannot be read.
#include "io/file/text_file.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <thread>

#include "io/file/test_files.hpp"

namespace cggibbs {
namespace {

using test::error_of;
using test::TempDir;

TEST(TextFile, ReadsEveryByte) {
  TempDir dir;
  const std::string bytes("a\0b\r\n\xff", 6);
  EXPECT_EQ(read_text_file(dir.write("x.csv", bytes)), bytes);
  EXPECT_EQ(read_text_file(dir.write("empty.csv", "")), "");
  const std::string large(3'000'000, 'x');
  EXPECT_EQ(read_text_file(dir.write("large.csv", large)), large);
}

TEST(TextFile, ReadsAPipeToItsEnd) {
  TempDir dir;
  const std::string path = dir / "pipe";
  ASSERT_EQ(mkfifo(path.c_str(), 0600), 0);
  const std::string large(2'500'000, 'x');
  std::thread writer([&] { std::ofstream(path) << large; });
  const std::string got = read_text_file(path);
  writer.join();
  EXPECT_EQ(got, large);
}

TEST(TextFile, APipeIsRefusedWhereItWouldBeReadTwice) {
  TempDir dir;
  const std::string path = dir / "pipe";
  ASSERT_EQ(mkfifo(path.c_str(), 0600), 0);
  EXPECT_EQ(error_of([&] { regular_file_size(path); }),
            path + ": is a pipe, and only a regular file will do here. Save it to disk first.");
}

TEST(TextFile, AMissingFileSuggestsTheNearestNameInItsDirectory) {
  TempDir dir;
  dir.write("colon.csv", "a");
  dir.write("seeds.csv", "a");
  EXPECT_EQ(error_of([&] { read_text_file(dir / "colom.csv"); }),
            (dir / "colom.csv") + ": no such file. Did you mean 'colon.csv'?");
  EXPECT_EQ(error_of([&] { read_text_file(dir / "quite-other"); }),
            (dir / "quite-other") + ": no such file. Check the path.");
}

TEST(TextFile, AMissingDirectoryIsNamed) {
  TempDir dir;
  EXPECT_EQ(
      error_of([&] { read_text_file(dir / "no/x.csv"); }),
      (dir / "no/x.csv") + ": no such file; there is no directory '" + (dir / "no") + "'. Check the path.");
  const std::string file = dir.write("file", "a");
  EXPECT_EQ(error_of([&] { read_text_file(file + "/x.csv"); }),
            file + "/x.csv: no such file; there is no directory '" + file + "'. Check the path.");
}

TEST(TextFile, DirectoriesDevicesAndEmptyNamesAreRefused) {
  TempDir dir;
  EXPECT_EQ(error_of([&] { read_text_file(dir / "."); }),
            (dir / ".") + ": is a directory. Give the path of a file in it.");
  EXPECT_EQ(error_of([&] { read_text_file("/dev/zero"); }),
            "/dev/zero: is neither a file nor a pipe. Give the path of a file.");
  EXPECT_EQ(error_of([&] { read_text_file(""); }),
            "data file: the file name is empty. Give the path of a file.");
}

TEST(TextFile, AnUnreadableFileSaysWhy) {
  EXPECT_EQ(error_of([&] { read_text_file("/proc/self/mem"); }),
            "/proc/self/mem: cannot be read: Input/output error.");
}

TEST(TextFile, AFileWithoutPermissionSaysSo) {
  if (geteuid() == 0) GTEST_SKIP() << "permissions do not bind root";
  TempDir dir;
  const std::string path = dir.write("secret.csv", "a");
  chmod(path.c_str(), 0);
  EXPECT_EQ(error_of([&] { read_text_file(path); }),
            path + ": permission to read it is denied. Check the permissions of the file and its directory.");
}

}  // namespace
}  // namespace cggibbs
