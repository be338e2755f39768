#include "io/matrix/mat.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <matio.h>
#include <zlib.h>

#include <cmath>
#include <cstring>
#include <filesystem>
#include <map>

#include "base/test_paths.hpp"
#include "io/file/test_files.hpp"
#include "io/matrix/mat5.hpp"

namespace cggibbs {
namespace {

using test::error_of;
using test::TempDir;
using testing::ElementsAre;
using testing::StartsWith;

/// Writes variables with matio.
class MatWriter {
 public:
  MatWriter(std::string path, mat_ft version, matio_compression compression)
      : path_(std::move(path)),
        mat_(Mat_CreateVer(path_.c_str(), nullptr, version)),
        compression_(compression) {}
  ~MatWriter() { close(); }

  template <class T>
  void dense(const char* name, matio_classes c, matio_types t, std::vector<std::size_t> dims,
             std::vector<T> data, int options = 0) {
    write(Mat_VarCreate(name, c, t, static_cast<int>(dims.size()), dims.data(), data.data(), options));
  }
  void doubles(const char* name, std::vector<std::size_t> dims, std::vector<double> data) {
    dense(name, MAT_C_DOUBLE, MAT_T_DOUBLE, std::move(dims), std::move(data));
  }
  void sparse(const char* name, std::size_t rows, std::size_t cols, std::vector<mat_uint32_t> jc,
              std::vector<mat_uint32_t> ir, std::vector<double> values) {
    mat_sparse_t s{};
    s.nzmax = s.nir = static_cast<mat_uint32_t>(ir.size());
    s.ndata = static_cast<mat_uint32_t>(values.size());
    s.njc = static_cast<mat_uint32_t>(jc.size());
    s.ir = ir.data();
    s.jc = jc.data();
    s.data = values.data();
    std::size_t dims[] = {rows, cols};
    write(Mat_VarCreate(name, MAT_C_SPARSE, MAT_T_DOUBLE, 2, dims, &s, MAT_F_DONT_COPY_DATA));
  }
  void write(matvar_t* variable) {
    Mat_VarWrite(mat_, variable, compression_);
    Mat_VarFree(variable);
  }
  std::string close() {
    if (mat_) Mat_Close(mat_);
    mat_ = nullptr;
    return path_;
  }

 private:
  std::string path_;
  mat_t* mat_;
  matio_compression compression_;
};

std::string file_bytes(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

struct Kind {
  const char* name;
  mat_ft version;
  matio_compression compression;
};

class Mat : public testing::TestWithParam<Kind> {
 protected:
  MatWriter writer() { return {dir / "t.mat", GetParam().version, GetParam().compression}; }
  /// The error of reading the file, without its path.
  std::string mat_error(const MatrixOptions& options = {}) {
    const std::string path = dir / "t.mat";
    const std::string message = error_of([&] { read_mat(path, options); });
    return message.substr(0, path.size()) == path ? "t.mat" + message.substr(path.size()) : message;
  }
  TempDir dir;
};

INSTANTIATE_TEST_SUITE_P(Versions, Mat,
                         testing::Values(Kind{"v5", MAT_FT_MAT5, MAT_COMPRESSION_NONE},
                                         Kind{"v5zlib", MAT_FT_MAT5, MAT_COMPRESSION_ZLIB},
                                         Kind{"v73", MAT_FT_MAT73, MAT_COMPRESSION_NONE},
                                         Kind{"v73zlib", MAT_FT_MAT73, MAT_COMPRESSION_ZLIB}),
                         [](const auto& kind) { return kind.param.name; });

TEST_P(Mat, ReadsADenseMatrixAndItsResponse) {
  auto w = writer();
  w.doubles("X", {2, 3}, {1, 2, 3, 4, 5, 6});
  w.doubles("Y", {2, 1}, {-1, 1});
  const MatrixData d = read_mat(w.close());
  EXPECT_THAT(std::get<DenseMatrix>(d.x).values, ElementsAre(1, 2, 3, 4, 5, 6));
  EXPECT_EQ(rows(d.x), 2u);
  EXPECT_THAT(d.y, ElementsAre(-1, 1));
  EXPECT_THAT(d.names, ElementsAre("x1", "x2", "x3"));
}

TEST_P(Mat, ReadsEveryNumericClass) {
  const auto read_back = [&](matio_classes c, matio_types t, auto example, int options = 0) {
    using T = decltype(example);
    auto w = writer();
    w.dense<T>("X", c, t, {3, 1}, {T(1), T(0), T(1)}, options);
    w.dense<T>("y", c, t, {1, 3}, {T(1), T(1), T(0)}, options);
    const MatrixData d = read_mat(w.close());
    EXPECT_THAT(d.y, ElementsAre(1, 1, 0)) << c;
    return std::get<DenseMatrix>(d.x).values;
  };
  const auto is = ElementsAre(1, 0, 1);
  EXPECT_THAT(read_back(MAT_C_DOUBLE, MAT_T_DOUBLE, double{}), is);
  EXPECT_THAT(read_back(MAT_C_SINGLE, MAT_T_SINGLE, float{}), is);
  EXPECT_THAT(read_back(MAT_C_INT8, MAT_T_INT8, std::int8_t{}), is);
  EXPECT_THAT(read_back(MAT_C_UINT8, MAT_T_UINT8, std::uint8_t{}), is);
  EXPECT_THAT(read_back(MAT_C_INT16, MAT_T_INT16, std::int16_t{}), is);
  EXPECT_THAT(read_back(MAT_C_UINT16, MAT_T_UINT16, std::uint16_t{}), is);
  EXPECT_THAT(read_back(MAT_C_INT32, MAT_T_INT32, std::int32_t{}), is);
  EXPECT_THAT(read_back(MAT_C_UINT32, MAT_T_UINT32, std::uint32_t{}), is);
  EXPECT_THAT(read_back(MAT_C_INT64, MAT_T_INT64, std::int64_t{}), is);
  EXPECT_THAT(read_back(MAT_C_UINT64, MAT_T_UINT64, std::uint64_t{}), is);
  EXPECT_THAT(read_back(MAT_C_UINT8, MAT_T_UINT8, std::uint8_t{}, MAT_F_LOGICAL), is);
}

TEST_P(Mat, SparseStaysSparse) {
  auto w = writer();
  w.sparse("X", 3, 2, {0, 2, 3}, {0, 2, 1}, {7, 8, 9});
  w.doubles("Y", {3, 1}, {1, 2, 1});
  const MatrixData d = read_mat(w.close());
  const auto& x = std::get<SparseMatrix>(d.x);
  EXPECT_EQ(x.rows, 3u);
  EXPECT_THAT(x.start, ElementsAre(0, 2, 3));
  EXPECT_THAT(x.row, ElementsAre(0, 2, 1));
  EXPECT_THAT(x.values, ElementsAre(7, 8, 9));
}

TEST_P(Mat, ASparseResponseIsAVectorToo) {
  auto w = writer();
  w.doubles("X", {3, 1}, {1, 2, 3});
  w.sparse("Y", 3, 1, {0, 1}, {1}, {5});
  EXPECT_THAT(read_mat(w.close()).y, ElementsAre(0, 5, 0));
}

TEST_P(Mat, OtherNamesAndAResponseFileCanBeChosen) {
  auto w = writer();
  w.doubles("fea", {2, 1}, {1, 2});
  w.doubles("gnd", {2, 1}, {3, 4});
  const std::string path = w.close();
  EXPECT_THAT(read_mat(path, {.x_name = "fea", .response = "gnd"}).y, ElementsAre(3, 4));
  const std::string y = dir.write("y.txt", "5\n6\n");
  EXPECT_THAT(read_mat(path, {.x_name = "fea", .response = y}).y, ElementsAre(5, 6));
}

TEST_P(Mat, MissingVariablesListWhatTheFileHas) {
  auto w = writer();
  w.doubles("fea", {2, 1}, {1, 2});
  w.doubles("gnd", {2, 1}, {3, 4});
  w.close();
  EXPECT_EQ(mat_error(), "t.mat: has no variable 'X'. The file has fea, gnd.");
  EXPECT_EQ(mat_error({.x_name = "fae"}), "t.mat: has no variable 'fae'. The file has fea, gnd.");
  EXPECT_EQ(mat_error({.x_name = "Fea"}).substr(0, 34), "t.mat: has no variable 'Fea'. The ");
  EXPECT_EQ(
      mat_error({.x_name = "fea"}),
      "t.mat: has no variable Y or y for the response. Name the variable that holds it, or a file with one "
      "number per line. The file has fea, gnd.");
}

TEST_P(Mat, VariablesThatAreNotRealMatricesAreRefused) {
  auto w = writer();
  w.doubles("Y", {2, 1}, {1, 2});
  w.doubles("cube", {2, 2, 2}, {1, 2, 3, 4, 5, 6, 7, 8});
  w.doubles("wide", {2, 2}, {1, 2, 3, 4});
  w.dense<char>("text", MAT_C_CHAR, MAT_T_UINT8, {1, 2}, {'a', 'b'});
  double re[] = {1, 2}, im[] = {3, 4};
  mat_complex_split_t z{re, im};
  std::size_t dims[] = {2, 1};
  w.write(Mat_VarCreate("z", MAT_C_DOUBLE, MAT_T_DOUBLE, 2, dims, &z, MAT_F_COMPLEX));
  const char* fields[] = {"a"};
  std::size_t one[] = {1, 1};
  w.write(Mat_VarCreateStruct("record", 2, one, fields, 1));
  w.close();
  EXPECT_EQ(mat_error({.x_name = "cube"}),
            "t.mat: variable 'cube': has 3 dimensions. Save it as a 2-D array.");
  EXPECT_EQ(mat_error({.x_name = "text"}), "t.mat: variable 'text': is text. Save it as a numeric array.");
  EXPECT_EQ(mat_error({.x_name = "z"}),
            "t.mat: variable 'z': is complex. Save its real part as a numeric array.");
  EXPECT_EQ(mat_error({.x_name = "record"}),
            "t.mat: variable 'record': is a struct. Save it as a numeric array.");
  EXPECT_EQ(mat_error({.x_name = "Y", .response = "wide"}),
            "t.mat: variable 'wide': is 2 x 2, but the response must be a vector.");
}

TEST_P(Mat, EmptyAndUnequalAndNotFiniteDataAreRefused) {
  auto w = writer();
  w.doubles("Y", {2, 1}, {1, 2});
  w.doubles("none", {0, 3}, {});
  w.doubles("three", {3, 1}, {1, 2, 3});
  w.doubles("holes", {2, 2}, {1, 2, 3, std::nan("")});
  w.close();
  EXPECT_THAT(mat_error({.x_name = "none"}), StartsWith("t.mat: variable 'none': "));
  EXPECT_EQ(
      mat_error({.x_name = "three"}),
      "t.mat: the matrix has 3 rows, but the response has 2 values. They must agree; check which file or "
      "variable holds the response.");
  EXPECT_EQ(
      mat_error({.x_name = "holes"}),
      "t.mat: entry (row 2, column 2) of the matrix is NaN (missing). Remove the row or column, or fill in a "
      "finite value.");
}

TEST_P(Mat, FilesCutShortAreRefused) {
  auto w = writer();
  w.doubles("Y", {40, 1}, std::vector<double>(40, 1.0));
  std::vector<double> x(400);
  for (std::size_t k = 0; k < x.size(); ++k) x[k] = std::sin(static_cast<double>(k));
  w.doubles("X", {40, 10}, x);
  const std::string whole = file_bytes(w.close());
  for (std::size_t length = 0; length < whole.size(); length += 1 + whole.size() / 40) {
    dir.write("t.mat", whole.substr(0, length));
    EXPECT_NE(mat_error(), "(no error)") << length;
  }
}

TEST(Mat5, ShortAndForeignFilesAreRefused) {
  EXPECT_EQ(error_of([] { parse_mat5("hello", "t.mat"); }),
            "t.mat: is 5 bytes long, too short for a .mat file. Fetch or save it again.");
  EXPECT_EQ(error_of([] { parse_mat5(std::string(200, 'x'), "t.mat"); }),
            "t.mat: is not a MATLAB file of version 5 or 7.3. If it is a .mat file of version 4, save it "
            "again with "
            "-v7.");
}

/// A version 5 file made by hand, in either byte order.
class ByHand {
 public:
  explicit ByHand(bool big_endian = false) : big_(big_endian) {
    bytes_ = std::string(124, ' ') + (big_ ? std::string("\x01\x00MI", 4) : std::string("\x00\x01IM", 4));
  }
  std::string word(std::uint32_t v) const {
    std::string out;
    for (int k = 0; k < 4; ++k) out += static_cast<char>(v >> (8 * (big_ ? 3 - k : k)));
    return out;
  }
  std::string number(double v) const {
    std::string out(8, '\0');
    std::memcpy(out.data(), &v, 8);
    return big_ ? std::string(out.rbegin(), out.rend()) : out;
  }
  std::string element(std::uint32_t type, const std::string& data) const {
    std::string out = word(type) + word(static_cast<std::uint32_t>(data.size())) + data;
    while (out.size() % 8 != 0) out += '\0';
    return out;
  }
  /// dims and numbers need not agree.
  ByHand& add(const std::string& name, std::uint32_t r, std::uint32_t c, const std::vector<double>& values) {
    std::string data;
    for (const double v : values) data += number(v);
    bytes_ += element(14, element(6, word(6) + word(0)) + element(5, word(r) + word(c)) + element(1, name) +
                              element(9, data));
    return *this;
  }
  const std::string& bytes() const { return bytes_; }

 private:
  bool big_;
  std::string bytes_;
};

TEST(Mat5, EitherByteOrderIsRead) {
  for (const bool big : {false, true}) {
    const MatrixData d =
        parse_mat5(ByHand(big).add("X", 2, 1, {1, 2.5}).add("Y", 1, 2, {3, 4}).bytes(), "t.mat");
    EXPECT_THAT(std::get<DenseMatrix>(d.x).values, ElementsAre(1, 2.5)) << big;
    EXPECT_THAT(d.y, ElementsAre(3, 4)) << big;
  }
}

TEST(Mat5, DimensionsThatLieAreRefused) {
  const std::string file = ByHand().add("X", 2000000000, 2000000000, {1}).add("Y", 1, 1, {1}).bytes();
  EXPECT_EQ(error_of([&] { parse_mat5(file, "t.mat"); }),
            "t.mat: variable 'X': has 1 numbers, but is 2000000000 x 2000000000. The file is damaged or cut "
            "short.");
  const std::string negative = ByHand().add("X", 0xffffffff, 1, {1}).add("Y", 1, 1, {1}).bytes();
  EXPECT_EQ(error_of([&] { parse_mat5(negative, "t.mat"); }),
            "t.mat: variable 'X': has a dimension of -1. The file is damaged.");
  std::string sizes = ByHand().add("X", 1, 1, {1}).bytes();
  sizes[128 + 7] = '\x7f';
  EXPECT_EQ(error_of([&] { parse_mat5(sizes, "t.mat"); }),
            "t.mat: an element claims 2130706496 bytes where 64 are left. The file is damaged or cut short: "
            "fetch or "
            "save it again.");
}

/// A version 5 file whose one element is compressed content.
std::string compressed_file(const std::string& content) {
  std::string packed(compressBound(content.size()), '\0');
  uLongf size = packed.size();
  compress(reinterpret_cast<Bytef*>(packed.data()), &size, reinterpret_cast<const Bytef*>(content.data()),
           content.size());
  packed.resize(size);
  const ByHand file;
  return file.bytes() + file.word(15) + file.word(static_cast<std::uint32_t>(size)) + packed;
}

TEST(Mat5, CompressedElementsThatClaimTooMuchAreRefused) {
  const ByHand file;
  const std::string huge = compressed_file(file.word(14) + file.word(0x7fffffff));
  EXPECT_EQ(error_of([&] { parse_mat5(huge, "t.mat"); }),
            "t.mat: claims 2.14748e+09 bytes for a variable, which " + std::to_string(huge.size() - 136) +
                " bytes in the file cannot hold. The file is damaged or cut short: fetch or save it again.");
  const std::string cut = compressed_file(file.word(14) + file.word(100) + std::string(50, '\0'));
  EXPECT_EQ(
      error_of([&] { parse_mat5(cut, "t.mat"); }),
      "t.mat: compressed data end after 50 of 100 bytes. The file is damaged or cut short: fetch or save it "
      "again.");
  std::string flipped = cut;
  flipped[136] ^= 0x55;
  EXPECT_EQ(error_of([&] { parse_mat5(flipped, "t.mat"); }),
            "t.mat: compressed data cannot be read (incorrect header check). The file is damaged or cut "
            "short: fetch "
            "or save it again.");
}

// The panel's facts are in its README.
TEST(MatPanel, FilesOfThePaperHaveTheirKnownShapes) {
  const std::string panel = std::string(test::shared_dir) + "/data/panel/";
  if (!std::filesystem::exists(panel + "colon.mat")) GTEST_SKIP() << "no data panel at " << panel;
  const auto counts = [](const MatrixData& d) {
    std::map<double, int> out;
    for (const double y : d.y) ++out[y];
    return out;
  };
  const MatrixData colon = read_mat(panel + "colon.mat");
  EXPECT_TRUE(std::holds_alternative<DenseMatrix>(colon.x));
  EXPECT_EQ(rows(colon.x), 62u);
  EXPECT_EQ(cols(colon.x), 2000u);
  EXPECT_EQ(counts(colon), (std::map<double, int>{{-1, 40}, {1, 22}}));

  const MatrixData pcmac = read_mat(panel + "PCMAC.mat");
  EXPECT_EQ(rows(pcmac.x), 1943u);
  EXPECT_EQ(cols(pcmac.x), 3289u);
  EXPECT_EQ(counts(pcmac), (std::map<double, int>{{1, 982}, {2, 961}}));
  const double stored = static_cast<double>(std::get<SparseMatrix>(pcmac.x).entries());
  EXPECT_NEAR(1 - stored / (1943.0 * 3289.0), 0.9854, 5e-5);
}

}  // namespace
}  // namespace cggibbs
