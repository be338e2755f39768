// NumPy and SciPy archives, and what is wrong with them.
#include "io/matrix/npz.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <zip.h>

#include <cmath>
#include <cstring>
#include <limits>

#include "io/file/test_files.hpp"

namespace cggibbs {
namespace {

using test::error_of;
using test::TempDir;
using testing::ElementsAre;

/// An .npy array with the given header dictionary.
std::string npy_raw(const std::string& dict, const std::string& data, int version = 1) {
  std::string out = "\x93NUMPY";
  out += static_cast<char>(version);
  out += '\0';
  const std::size_t fixed = version == 1 ? 10 : 12;
  std::string header = dict;
  while ((fixed + header.size() + 1) % 64 != 0) header += ' ';
  header += '\n';
  for (int k = 0; k < (version == 1 ? 2 : 4); ++k) out += static_cast<char>(header.size() >> (8 * k));
  return out + header + data;
}

std::string npy_dict(const std::string& dtype, bool fortran, const std::string& shape) {
  return fmt::format("{{'descr': '{}', 'fortran_order': {}, 'shape': {}, }}", dtype,
                     fortran ? "True" : "False", shape);
}

template <class T>
std::string bytes_of(std::initializer_list<double> values, bool swapped = false) {
  std::string out;
  for (const double v : values) {
    const T value = static_cast<T>(v);
    std::string one(sizeof(T), '\0');
    std::memcpy(one.data(), &value, sizeof(T));
    out += swapped ? std::string(one.rbegin(), one.rend()) : one;
  }
  return out;
}

std::string npy(const std::string& shape, std::initializer_list<double> values) {
  return npy_raw(npy_dict("<f8", false, shape), bytes_of<double>(values));
}

using Arrays = std::vector<std::pair<std::string, std::string>>;

/// Writes an archive and returns its path.
std::string write_npz(const TempDir& dir, const std::string& name, const Arrays& arrays,
                      zip_int32_t method = ZIP_CM_DEFLATE) {
  const std::string path = dir / name;
  zip_t* zip = zip_open(path.c_str(), ZIP_CREATE | ZIP_TRUNCATE, nullptr);
  for (const auto& [variable, bytes] : arrays) {
    zip_source_t* source = zip_source_buffer(zip, bytes.data(), bytes.size(), 0);
    const auto index = zip_file_add(zip, (variable + ".npy").c_str(), source, ZIP_FL_OVERWRITE);
    zip_set_file_compression(zip, static_cast<zip_uint64_t>(index), method, 0);
  }
  zip_close(zip);
  return path;
}

std::string file_bytes(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

/// The error of an archive with these arrays, without the path.
std::string npz_error(const Arrays& arrays, const MatrixOptions& options = {}) {
  TempDir dir;
  const std::string path = write_npz(dir, "t.npz", arrays);
  const std::string message = error_of([&] { read_npz(path, options); });
  return message.substr(0, path.size()) == path ? "t.npz" + message.substr(path.size()) : message;
}

const DenseMatrix& dense(const MatrixData& data) {
  return std::get<DenseMatrix>(data.x);
}

TEST(Npz, ReadsMatrixAndResponse) {
  TempDir dir;
  for (const auto method : {ZIP_CM_STORE, ZIP_CM_DEFLATE}) {
    const std::string path = write_npz(
        dir, "t.npz", {{"X", npy("(2, 3)", {1, 2, 3, 4, 5, 6})}, {"y", npy("(2,)", {0, 1})}}, method);
    const MatrixData d = read_npz(path);
    EXPECT_THAT(dense(d).values, ElementsAre(1, 4, 2, 5, 3, 6));
    EXPECT_THAT(d.y, ElementsAre(0, 1));
    EXPECT_THAT(d.names, ElementsAre("x1", "x2", "x3"));
    EXPECT_THAT(dense(parse_npz(file_bytes(path), "memory")).values, ElementsAre(1, 4, 2, 5, 3, 6));
  }
}

TEST(Npz, ReadsEveryRealTypeInEitherByteOrder) {
  TempDir dir;
  const auto values_as = [&](const std::string& dtype, const std::string& bytes) {
    const std::string path =
        write_npz(dir, "t.npz",
                  {{"X", npy_raw(npy_dict(dtype, false, "(2, 1)"), bytes)}, {"Y", npy("(2, 1)", {0, 1})}});
    return dense(read_npz(path)).values;
  };
  const auto is = ElementsAre(1, 100);
  const auto values = {1.0, 100.0};
  EXPECT_THAT(values_as("|i1", bytes_of<std::int8_t>(values)), is);
  EXPECT_THAT(values_as("|u1", bytes_of<std::uint8_t>(values)), is);
  EXPECT_THAT(values_as("<i2", bytes_of<std::int16_t>(values)), is);
  EXPECT_THAT(values_as("<u2", bytes_of<std::uint16_t>(values)), is);
  EXPECT_THAT(values_as("<i4", bytes_of<std::int32_t>(values)), is);
  EXPECT_THAT(values_as("<u4", bytes_of<std::uint32_t>(values)), is);
  EXPECT_THAT(values_as("<i8", bytes_of<std::int64_t>(values)), is);
  EXPECT_THAT(values_as("<u8", bytes_of<std::uint64_t>(values)), is);
  EXPECT_THAT(values_as("<f4", bytes_of<float>(values)), is);
  EXPECT_THAT(values_as("<f8", bytes_of<double>(values)), is);
  EXPECT_THAT(values_as(">i2", bytes_of<std::int16_t>(values, true)), is);
  EXPECT_THAT(values_as(">i8", bytes_of<std::int64_t>(values, true)), is);
  EXPECT_THAT(values_as(">f4", bytes_of<float>(values, true)), is);
  EXPECT_THAT(values_as(">f8", bytes_of<double>(values, true)), is);
  EXPECT_THAT(values_as("|b1", std::string("\x01\x01")), ElementsAre(1, 1));
}

TEST(Npz, ReadsFortranOrderAndLaterHeaderVersions) {
  TempDir dir;
  for (const int version : {1, 2, 3}) {
    const std::string x =
        npy_raw(npy_dict("<f8", true, "(2, 3)"), bytes_of<double>({1, 4, 2, 5, 3, 6}), version);
    const MatrixData d = read_npz(write_npz(dir, "t.npz", {{"X", x}, {"y", npy("(2,)", {0, 1})}}));
    EXPECT_THAT(dense(d).values, ElementsAre(1, 4, 2, 5, 3, 6)) << version;
  }
}

TEST(Npz, ArraysLargerThanTheReadBufferKeepTheirOrder) {
  TempDir dir;
  const std::size_t n = 300, d = 300;
  std::string data;
  for (std::size_t k = 0; k < n * d; ++k) data += bytes_of<double>({static_cast<double>(k) + 1});
  std::string y;
  for (std::size_t k = 0; k < n; ++k) y += bytes_of<double>({1});
  const MatrixData m = read_npz(write_npz(dir, "t.npz",
                                          {{"X", npy_raw(npy_dict("<f8", false, "(300, 300)"), data)},
                                           {"y", npy_raw(npy_dict("<f8", false, "(300,)"), y)}}));
  for (std::size_t j = 0; j < d; ++j)
    for (std::size_t i = 0; i < n; ++i) ASSERT_EQ(dense(m).col(j)[i], static_cast<double>(i * d + j + 1));
}

TEST(Npz, OtherNamesCanBeChosen) {
  TempDir dir;
  const Arrays arrays = {{"features", npy("(2, 1)", {1, 2})}, {"target", npy("(1, 2)", {3, 4})}};
  const std::string path = write_npz(dir, "t.npz", arrays);
  EXPECT_THAT(read_npz(path, {.x_name = "features", .response = "target"}).y, ElementsAre(3, 4));
  const std::string y = dir.write("y.csv", "y\n7\n8\n");
  EXPECT_THAT(read_npz(path, {.x_name = "features", .response = y}).y, ElementsAre(7, 8));
}

Arrays scipy(const std::string& format) {
  return {{"indices", npy_raw(npy_dict("<i4", false, "(3,)"), bytes_of<std::int32_t>({2, 0, 1}))},
          {"indptr", npy_raw(npy_dict("<i4", false, "(3,)"), bytes_of<std::int32_t>({0, 2, 3}))},
          {"format", npy_raw(npy_dict("|S3", false, "()"), format)},
          {"shape", npy_raw(npy_dict("<i8", false, "(2,)"), bytes_of<std::int64_t>({2, 3}))},
          {"data", npy("(3,)", {7, 8, 9})}};
}

TEST(Npz, SciPyMatricesStaySparse) {
  TempDir dir;
  const std::string y = dir.write("y.txt", "0\n1\n");
  const MatrixData csr = read_npz(write_npz(dir, "t.npz", scipy("csr")), {.response = y});
  const auto& x = std::get<SparseMatrix>(csr.x);
  EXPECT_EQ(x.rows, 2u);
  EXPECT_THAT(x.start, ElementsAre(0, 1, 2, 3));
  EXPECT_THAT(x.row, ElementsAre(0, 1, 0));
  EXPECT_THAT(x.values, ElementsAre(8, 9, 7));

  Arrays csc = scipy("csc");
  csc[3].second = npy_raw(npy_dict("<i8", false, "(2,)"), bytes_of<std::int64_t>({3, 2}));
  const std::string y3 = dir.write("y3.txt", "0\n1\n1\n");
  const MatrixData by_columns = read_npz(write_npz(dir, "t.npz", csc), {.response = y3});
  EXPECT_THAT(std::get<SparseMatrix>(by_columns.x).row, ElementsAre(0, 2, 1));
  EXPECT_THAT(std::get<SparseMatrix>(by_columns.x).values, ElementsAre(8, 7, 9));

  Arrays coo = scipy("coo");
  coo[0].first = "col";
  coo[1] = {"row", npy("(3,)", {0, 0, 1})};
  const MatrixData triplets = read_npz(write_npz(dir, "t.npz", coo), {.response = y});
  EXPECT_THAT(std::get<SparseMatrix>(triplets.x).values, ElementsAre(8, 9, 7));
}

TEST(Npz, SciPyMatricesThatAreDamagedOrOfOtherFormatsAreRefused) {
  TempDir dir;
  const MatrixOptions with_y{.response = dir.write("y.txt", "0\n1\n")};
  EXPECT_EQ(npz_error(scipy("csr")),
            "t.npz: holds only a sparse matrix. Name a file with the response, one number per line.");
  EXPECT_EQ(
      npz_error(scipy("bsr"), with_y),
      "t.npz: holds a sparse matrix of format 'bsr'. Convert it with .tocsc() before scipy.sparse.save_npz.");
  Arrays a = scipy("csr");
  a[3].second = npy("(2,)", {2, 1e12});
  EXPECT_THAT(npz_error(a, with_y), testing::StartsWith("t.npz: claims 1000000000000 columns, for which"));
  a[3].second = npy("(2,)", {2, -1});
  EXPECT_EQ(npz_error(a, with_y),
            "t.npz: the sparse matrix has a size of -1 in its shape. The file is damaged.");
  a = scipy("csr");
  a[0].second = npy("(3,)", {0, 1, 3});
  EXPECT_EQ(
      npz_error(a, with_y),
      "t.npz: stored entry 3 of the sparse matrix has column number 3 (from 0), but there are 3 columns. The "
      "file is damaged.");
  a = scipy("csr");
  a.erase(a.begin());
  EXPECT_EQ(npz_error(a, with_y),
            "t.npz: has no array 'indices', which a sparse matrix needs. The file has indptr, format, shape, "
            "data.");
}

TEST(Npz, MissingVariablesListWhatTheFileHas) {
  const Arrays arrays = {{"Xs", npy("(1, 1)", {1})}, {"label", npy("(1,)", {1})}};
  EXPECT_EQ(npz_error(arrays), "t.npz: has no variable 'X'. The file has Xs, label. Did you mean 'Xs'?");
  EXPECT_EQ(
      npz_error(arrays, {.x_name = "Xs"}),
      "t.npz: has no variable Y or y for the response. Name the variable that holds it, or a file with one "
      "number per line. The file has Xs, label.");
  EXPECT_EQ(npz_error(arrays, {.x_name = "Xs", .response = "labels"}),
            "t.npz: the response 'labels' is neither a variable of the file (Xs, label) nor a file on disk. "
            "Did you "
            "mean 'label'?");
}

TEST(Npz, ArraysThatAreNotMatricesOfNumbersAreRefused) {
  const auto error = [](const std::string& x) { return npz_error({{"X", x}, {"y", npy("(1,)", {1})}}); };
  EXPECT_EQ(error(npy("(1,)", {1})),
            "t.npz: array 'X': has shape (1,), but a matrix needs two dimensions, (rows, columns).");
  EXPECT_EQ(error(npy("(1, 1, 1)", {1})).substr(0, 37), "t.npz: array 'X': has shape (1, 1, 1)");
  EXPECT_EQ(error(npy("(0, 4)", {})),
            "t.npz: array 'X': the matrix is 0 x 4. It needs at least one row and one column.");
  EXPECT_EQ(error(npy_raw(npy_dict("<c16", false, "(1, 1)"), std::string(16, '\0'))),
            "t.npz: array 'X': has dtype '<c16'. Convert it to numbers, for example with .astype(float).");
  EXPECT_EQ(error(npy_raw(npy_dict("|O", false, "(1, 1)"), "xx")),
            "t.npz: array 'X': has dtype '|O' (Python objects). Convert it to numbers, for example with "
            ".astype(float).");
  EXPECT_EQ(error(npy_raw("{'descr': [('a', '<f8')], 'fortran_order': False, 'shape': (1,), }", "12345678")),
            "t.npz: array 'X': is a structured array. Save the columns as a plain 2-D array of numbers.");
  EXPECT_EQ(npz_error({{"X", npy("(2, 1)", {1, 2})}, {"y", npy("(2, 2)", {1, 2, 3, 4})}}),
            "t.npz: array 'y': has shape (2, 2), but must be a vector.");
}

TEST(Npz, LengthsMustAgreeAndEntriesBeFinite) {
  const double nan = std::nan(""), inf = std::numeric_limits<double>::infinity();
  EXPECT_EQ(
      npz_error({{"X", npy("(2, 1)", {1, 2})}, {"y", npy("(3,)", {1, 2, 3})}}),
      "t.npz: the matrix has 2 rows, but the response has 3 values. They must agree; check which file or "
      "variable holds the response.");
  EXPECT_EQ(
      npz_error({{"X", npy("(2, 2)", {1, 2, nan, 4})}, {"y", npy("(2,)", {1, 2})}}),
      "t.npz: entry (row 2, column 1) of the matrix is NaN (missing). Remove the row or column, or fill in a "
      "finite value.");
  EXPECT_EQ(
      npz_error({{"X", npy("(2, 2)", {1, inf, 3, 4})}, {"y", npy("(2,)", {1, 2})}}),
      "t.npz: entry (row 1, column 2) of the matrix is infinite. Remove the row or column, or fill in a "
      "finite value.");
  EXPECT_EQ(npz_error({{"X", npy("(2, 1)", {1, 2})}, {"y", npy("(2,)", {1, nan})}}),
            "t.npz: response 2 is NaN (missing). Remove that row or fill in a finite value.");
}

TEST(Npz, HeadersThatLieAreRefusedBeforeAnythingIsAllocated) {
  const auto error = [](const std::string& x) { return npz_error({{"X", x}, {"y", npy("(1,)", {1})}}); };
  EXPECT_EQ(error(npy("(1000000, 1000000)", {1})),
            "t.npz: array 'X': holds 8 bytes, but its shape needs 8000000000000. The file is damaged.");
  EXPECT_EQ(error(npy("(18446744073709551615, 18446744073709551615)", {1})).substr(0, 35),
            "t.npz: array 'X': holds 8 bytes, bu");
  EXPECT_EQ(
      error("not numpy at all"),
      "t.npz: array 'X': does not start as an .npy array does. The array is damaged, or was not written by "
      "NumPy.");
  EXPECT_EQ(error(npy_raw("{}", "")),
            "t.npz: array 'X': has a header without descr, fortran_order or shape. The array is damaged, or "
            "was not "
            "written by NumPy.");
  EXPECT_EQ(error(npy_raw("{'descr': 5}", "")).substr(0, 46),
            "t.npz: array 'X': cannot read its header at '5");
  EXPECT_EQ(error(npy_raw("{'descr': '<f8'}", "", 4)),
            "t.npz: array 'X': has .npy version 4, but only 1 to 3 are known.");
  EXPECT_EQ(
      error(std::string("\x93NUMPY\x02\x00\xff\xff\xff\x7f{", 13)),
      "t.npz: array 'X': announces a header of 2147483647 bytes. The array is damaged, or was not written by "
      "NumPy.");
  EXPECT_EQ(error(std::string("\x93NUMPY\x01\x00\x40\x00{", 11)),
            "t.npz: array 'X': ends inside its header. The array is damaged, or was not written by NumPy.");
}

TEST(Npz, ArchivesThatAreCutOrChangedAreRefused) {
  TempDir dir;
  const std::string path =
      write_npz(dir, "t.npz", {{"X", npy("(2, 2)", {1, 2, 3, 4})}, {"y", npy("(2,)", {0, 1})}}, ZIP_CM_STORE);
  const std::string whole = file_bytes(path);
  for (std::size_t length = 0; length < whole.size(); length += 7)
    EXPECT_NE(error_of([&] { parse_npz(whole.substr(0, length), "t.npz"); }), "(no error)") << length;
  EXPECT_THAT(error_of([&] { parse_npz(whole.substr(0, whole.size() - 30), "t.npz"); }),
              testing::StartsWith("t.npz: is not a complete .npz archive ("));
  std::string changed = whole;
  changed[changed.find("NUMPY") + 124] ^= 1;  // inside the numbers of X
  EXPECT_EQ(error_of([&] { parse_npz(changed, "t.npz"); }),
            "t.npz: array 'X': is damaged (CRC error). Fetch or save the file again.");
}

TEST(Npz, AMissingFileIsReported) {
  TempDir dir;
  EXPECT_EQ(error_of([&] { read_npz(dir / "none.npz"); }),
            (dir / "none.npz") + ": no such file. Check the path.");
}

}  // namespace
}  // namespace cggibbs
