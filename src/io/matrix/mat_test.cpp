// MATLAB files up to version 7.2, damaged ones too.
#include "io/matrix/mat.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <map>
#include <memory>

#include "base/test_paths.hpp"
#include "io/file/test_files.hpp"
#include "io/matrix/mat5.hpp"
#include "io/matrix/test_mat_files.hpp"

namespace cggibbs {
namespace {

using test::error_of;
using test::Mat5Bytes;
using test::TempDir;
using testing::ElementsAre;
using testing::StartsWith;

/// Writes variables to a file of one version, by the same calls for each.
class MatWriter {
 public:
  MatWriter(std::string path, bool v73, bool compressed) : path_(std::move(path)), v5_(false, compressed) {
    if (v73) v73_ = std::make_unique<test::Mat73File>(path_, compressed);
  }
  using Dims = std::vector<std::int32_t>;

  template <class T = double>
  void dense(const char* name, const Dims& dims, const std::vector<T>& values) {
    v73_ ? v73_->add(name, dims, values) : void(v5_.add(name, dims, values));
  }
  void logical(const char* name, const Dims& dims, const std::vector<std::uint8_t>& values) {
    v73_ ? v73_->add(name, dims, values, "logical") : void(v5_.add(name, dims, values, 0x200));
  }
  void text(const char* name, const Dims& dims, const std::vector<std::uint16_t>& letters) {
    v73_ ? v73_->add(name, dims, letters, "char") : void(v5_.variable(name, 4, dims, v5_.numbers(letters)));
  }
  void complex(const char* name, double re, double im) {
    if (v73_) return v73_->add_complex(name, {1, 1}, {re, im});
    v5_.variable(name, 6 | 0x800, {1, 1}, v5_.numbers<double>({re}) + v5_.numbers<double>({im}));
  }
  void record(const char* name) {
    if (v73_) return v73_->add_struct(name);
    v5_.variable(name, 2, {1, 1}, v5_.numbers<std::int32_t>({2}) + v5_.element(1, std::string("a\0", 2)));
  }
  void sparse(const char* name, std::int32_t rows, const std::vector<std::uint64_t>& jc,
              const std::vector<std::uint64_t>& ir, const std::vector<double>& values) {
    if (v73_) return v73_->add_sparse(name, static_cast<std::uint64_t>(rows), jc, ir, values);
    const auto words = [&](const std::vector<std::uint64_t>& v) {
      return v5_.numbers(std::vector<std::int32_t>(v.begin(), v.end()));
    };
    v5_.variable(name, 5, {rows, static_cast<std::int32_t>(jc.size()) - 1},
                 words(ir) + words(jc) + v5_.numbers(values));
  }
  std::string close() {
    if (!v73_) std::ofstream(path_, std::ios::binary) << v5_.bytes();
    v73_.reset();
    return path_;
  }

 private:
  std::string path_;
  test::Mat5Bytes v5_;
  std::unique_ptr<test::Mat73File> v73_;  ///< null for version 5
};

std::string file_bytes(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

struct Kind {
  const char* name;
  bool v73;
  bool compressed;
};

class Mat : public testing::TestWithParam<Kind> {
 protected:
  MatWriter writer() { return {dir / "t.mat", GetParam().v73, GetParam().compressed}; }
  /// The error of reading the file, without its path.
  std::string mat_error(const MatrixOptions& options = {}) {
    const std::string path = dir / "t.mat";
    const std::string message = error_of([&] { read_mat(path, options); });
    return message.substr(0, path.size()) == path ? "t.mat" + message.substr(path.size()) : message;
  }
  TempDir dir;
};

INSTANTIATE_TEST_SUITE_P(Versions, Mat,
                         testing::Values(Kind{"v5", false, false}, Kind{"v5zlib", false, true},
                                         Kind{"v73", true, false}, Kind{"v73zlib", true, true}),
                         [](const auto& kind) { return kind.param.name; });

TEST_P(Mat, ReadsADenseMatrixAndItsResponse) {
  auto w = writer();
  w.dense("X", {2, 3}, {1, 2, 3, 4, 5, 6});
  w.dense("Y", {2, 1}, {-1, 1});
  const MatrixData d = read_mat(w.close());
  EXPECT_THAT(std::get<DenseMatrix>(d.x).values, ElementsAre(1, 2, 3, 4, 5, 6));
  EXPECT_EQ(rows(d.x), 2u);
  EXPECT_THAT(d.y, ElementsAre(-1, 1));
  EXPECT_THAT(d.names, ElementsAre("x1", "x2", "x3"));
}

TEST_P(Mat, ReadsEveryNumericClass) {
  const auto read_back = [&](auto example) {
    using T = decltype(example);
    auto w = writer();
    w.dense<T>("X", {3, 1}, {T(1), T(0), T(1)});
    w.dense<T>("y", {1, 3}, {T(1), T(1), T(0)});
    const MatrixData d = read_mat(w.close());
    EXPECT_THAT(d.y, ElementsAre(1, 1, 0)) << test::number_type<T>().name;
    return std::get<DenseMatrix>(d.x).values;
  };
  const auto is = ElementsAre(1, 0, 1);
  EXPECT_THAT(read_back(double{}), is);
  EXPECT_THAT(read_back(float{}), is);
  EXPECT_THAT(read_back(std::int8_t{}), is);
  EXPECT_THAT(read_back(std::uint8_t{}), is);
  EXPECT_THAT(read_back(std::int16_t{}), is);
  EXPECT_THAT(read_back(std::uint16_t{}), is);
  EXPECT_THAT(read_back(std::int32_t{}), is);
  EXPECT_THAT(read_back(std::uint32_t{}), is);
  EXPECT_THAT(read_back(std::int64_t{}), is);
  EXPECT_THAT(read_back(std::uint64_t{}), is);
}

TEST_P(Mat, ReadsLogicalsAsZerosAndOnes) {
  auto w = writer();
  w.logical("X", {3, 1}, {1, 0, 1});
  w.logical("y", {3, 1}, {1, 1, 0});
  const MatrixData d = read_mat(w.close());
  EXPECT_THAT(std::get<DenseMatrix>(d.x).values, ElementsAre(1, 0, 1));
  EXPECT_THAT(d.y, ElementsAre(1, 1, 0));
}

TEST_P(Mat, SparseStaysSparse) {
  auto w = writer();
  w.sparse("X", 3, {0, 2, 3}, {0, 2, 1}, {7, 8, 9});
  w.dense("Y", {3, 1}, {1, 2, 1});
  const MatrixData d = read_mat(w.close());
  const auto& x = std::get<SparseMatrix>(d.x);
  EXPECT_EQ(x.rows, 3u);
  EXPECT_THAT(x.start, ElementsAre(0, 2, 3));
  EXPECT_THAT(x.row, ElementsAre(0, 2, 1));
  EXPECT_THAT(x.values, ElementsAre(7, 8, 9));
}

TEST_P(Mat, ASparseResponseIsAVectorToo) {
  auto w = writer();
  w.dense("X", {3, 1}, {1, 2, 3});
  w.sparse("Y", 3, {0, 1}, {1}, {5});
  EXPECT_THAT(read_mat(w.close()).y, ElementsAre(0, 5, 0));
}

TEST_P(Mat, OtherNamesAndAResponseFileCanBeChosen) {
  auto w = writer();
  w.dense("fea", {2, 1}, {1, 2});
  w.dense("gnd", {2, 1}, {3, 4});
  const std::string path = w.close();
  EXPECT_THAT(read_mat(path, {.x_name = "fea", .response = "gnd"}).y, ElementsAre(3, 4));
  const std::string y = dir.write("y.txt", "5\n6\n");
  EXPECT_THAT(read_mat(path, {.x_name = "fea", .response = y}).y, ElementsAre(5, 6));
}

TEST_P(Mat, MissingVariablesListWhatTheFileHas) {
  auto w = writer();
  w.dense("fea", {2, 1}, {1, 2});
  w.dense("gnd", {2, 1}, {3, 4});
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
  w.dense("Y", {2, 1}, {1, 2});
  w.dense("cube", {2, 2, 2}, {1, 2, 3, 4, 5, 6, 7, 8});
  w.dense("wide", {2, 2}, {1, 2, 3, 4});
  w.text("text", {1, 2}, {'a', 'b'});
  w.complex("z", 1, 3);
  w.record("record");
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
  w.dense("Y", {2, 1}, {1, 2});
  w.dense("none", {0, 3}, {});
  w.dense("three", {3, 1}, {1, 2, 3});
  w.dense("holes", {2, 2}, {1, 2, 3, std::nan("")});
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
  w.dense("Y", {40, 1}, std::vector<double>(40, 1.0));
  std::vector<double> x(400);
  for (std::size_t k = 0; k < x.size(); ++k) x[k] = std::sin(static_cast<double>(k));
  w.dense("X", {40, 10}, x);
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

TEST(Mat5, EitherByteOrderIsRead) {
  for (const bool big : {false, true}) {
    const MatrixData d =
        parse_mat5(Mat5Bytes(big).add("X", {2, 1}, {1, 2.5}).add("Y", {1, 2}, {3, 4}).bytes(), "t.mat");
    EXPECT_THAT(std::get<DenseMatrix>(d.x).values, ElementsAre(1, 2.5)) << big;
    EXPECT_THAT(d.y, ElementsAre(3, 4)) << big;
  }
}

TEST(Mat5, DimensionsThatLieAreRefused) {
  const std::string file = Mat5Bytes().add("X", {2000000000, 2000000000}, {1}).add("Y", {1, 1}, {1}).bytes();
  EXPECT_EQ(error_of([&] { parse_mat5(file, "t.mat"); }),
            "t.mat: variable 'X': has 1 numbers, but is 2000000000 x 2000000000. The file is damaged or cut "
            "short.");
  const std::string negative = Mat5Bytes().add("X", {-1, 1}, {1}).add("Y", {1, 1}, {1}).bytes();
  EXPECT_EQ(error_of([&] { parse_mat5(negative, "t.mat"); }),
            "t.mat: variable 'X': has a dimension of -1. The file is damaged.");
  std::string sizes = Mat5Bytes().add("X", {1, 1}, {1}).bytes();
  sizes[128 + 7] = '\x7f';
  EXPECT_EQ(error_of([&] { parse_mat5(sizes, "t.mat"); }),
            "t.mat: an element claims 2130706496 bytes where 64 are left. The file is damaged or cut short: "
            "fetch or "
            "save it again.");
}

/// A version 5 file whose one element is compressed content.
std::string compressed_file(const std::string& content) {
  const Mat5Bytes file;
  return file.bytes() + file.squeezed(content);
}

TEST(Mat5, CompressedElementsThatClaimTooMuchAreRefused) {
  const Mat5Bytes file;
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

TEST(Mat5, NoFlippedBitOfCompressedDataGivesOtherNumbers) {
  std::vector<double> x(300);
  for (std::size_t k = 0; k < x.size(); ++k) x[k] = static_cast<double>(k * k % 97) / 8;
  const std::vector<double> y(30, 1.0);
  const std::string whole = Mat5Bytes(false, true).add("X", {30, 10}, x).add("Y", {30, 1}, y).bytes();
  int refused = 0;
  for (std::size_t bit = std::size_t{8} * 128; bit < 8 * whole.size(); ++bit) {
    std::string flipped = whole;
    flipped[bit / 8] ^= static_cast<char>(1 << bit % 8);
    try {
      const MatrixData d = parse_mat5(flipped, "t.mat");
      EXPECT_EQ(std::get<DenseMatrix>(d.x).values, x) << bit;  // a bit that the format leaves unused
      EXPECT_EQ(d.y, y) << bit;
    } catch (const Error&) {
      ++refused;
    }
  }
  EXPECT_GT(refused, 1000);
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
