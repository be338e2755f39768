// Matrices from MATLAB version 5 files.
#include "io/matrix/mat5.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <utility>

#include "io/file/message.hpp"
#include "io/matrix/mat5_element.hpp"
#include "io/matrix/response_file.hpp"
#include "io/matrix/sparse_build.hpp"

namespace cggibbs {
namespace {

/// Array classes of the MAT-File Format document, table 1-3.
enum Class : std::uint32_t {
  cell = 1,
  structure = 2,
  object = 3,
  text = 4,
  sparse = 5,
  first_number = 6,
  last_number = 15
};

const char* class_name(std::uint32_t c) {
  switch (c) {
    case Class::cell:
      return "a cell array";
    case Class::structure:
      return "a struct";
    case Class::object:
      return "an object";
    case Class::text:
      return "text";
    default:
      return "of a class that holds no numbers";
  }
}

/// What comes before a variable's numbers.
struct Variable {
  std::string name;
  std::uint32_t array_class = 0;
  bool complex = false;
  std::vector<double> dims;
};

Variable read_variable_header(Mat5Elements& parts, bool swapped, const std::string& source) {
  Variable variable;
  const Mat5Element flags = parts.next();
  if (flags.type != mat5::uint32 || flags.bytes.size() < 4)
    fail_in(source, "a variable does not start with its class. The file is damaged or cut short.");
  const std::uint32_t word = read_u32(flags.bytes, 0, swapped);
  variable.array_class = word & 0xff;
  variable.complex = (word & 0x800) != 0;
  // Objects of newer kinds (string, table) have no dimensions here; their name is of no use to us.
  if (variable.array_class > Class::last_number) return variable;
  const Mat5Element dims = parts.next();
  if (dims.bytes.size() > std::size_t{4} * 64)
    fail_in(source, "a variable has more than 64 dimensions. The file is damaged.");
  variable.dims = numbers(dims, swapped, source);
  const Mat5Element name = parts.next();
  if (name.type != mat5::int8 && name.type != mat5::utf8)
    fail_in(source, "a variable has no name where one must be. The file is damaged or cut short.");
  variable.name = std::string(name.bytes);
  return variable;
}

class Mat5File {
 public:
  Mat5File(std::string_view bytes, const std::string& source) : source_(source) {
    constexpr std::size_t header_bytes = 128;
    if (bytes.size() < header_bytes)
      fail_in(source, fmt::format("is {} bytes long, too short for a .mat file. Fetch or save it again.",
                                  bytes.size()));
    // The mark is 'MI' as a 16-bit number in the writer's byte order.
    const std::string_view mark = bytes.substr(126, 2);
    if (mark != "IM" && mark != "MI")
      fail_in(source,
              "is not a MATLAB file of version 5 or 7.3. If it is a .mat file of version 4, save it again "
              "with -v7.");
    swapped_ = (mark == "IM") != (std::endian::native == std::endian::little);
    Mat5Elements elements(bytes.substr(header_bytes), swapped_, source_);
    while (!elements.at_end()) add(elements.next());
  }

  const std::vector<std::string>& names() const { return names_; }

  Matrix matrix(const std::string& name) const {
    const std::string where = source_ + ": variable " + excerpt(name);
    std::string inflated;
    Mat5Elements parts = open(name, inflated);
    const Variable variable = checked_header(parts, where);
    const double r = variable.dims[0], c = variable.dims[1];
    if (variable.array_class == Class::sparse) {
      CompressedLines lines;
      lines.rows = static_cast<std::size_t>(r);
      lines.cols = static_cast<std::size_t>(c);
      lines.index.append(numbers(parts.next(), swapped_, where));
      lines.start = numbers(parts.next(), swapped_, where);
      lines.values = numbers(parts.next(), swapped_, where);
      return from_compressed(std::move(lines), where);
    }
    DenseMatrix x{static_cast<std::size_t>(r), static_cast<std::size_t>(c),
                  numbers(parts.next(), swapped_, where)};
    if (static_cast<double>(x.values.size()) != r * c)
      fail_in(where, fmt::format("has {} numbers, but is {:.0f} x {:.0f}. The file is damaged or cut short.",
                                 x.values.size(), r, c));
    return x;
  }

 private:
  struct Entry {
    bool compressed = false;
    std::string_view bytes;
  };

  /// Notes the variable that a top-level element holds; other elements are passed over.
  void add(const Mat5Element& element) {
    constexpr std::size_t enough_for_a_header = 4096;
    const bool compressed = element.type == mat5::compressed;
    if (!compressed && element.type != mat5::matrix) return;
    const std::string start =
        compressed ? inflate(element.bytes, enough_for_a_header, swapped_, source_) : std::string();
    const std::string_view content = compressed ? std::string_view(start) : element.bytes;
    if (content.empty()) return;
    Mat5Elements parts(content, swapped_, source_);
    const Variable variable = read_variable_header(parts, swapped_, source_);
    if (variable.name.empty()) return;
    names_.push_back(variable.name);
    entries_.push_back({compressed, element.bytes});
  }

  const Entry& entry(const std::string& name) const {
    const auto found = std::find(names_.begin(), names_.end(), name);
    return entries_[static_cast<std::size_t>(found - names_.begin())];
  }

  /// The parts of a variable; inflated keeps its bytes alive when they are compressed in the file.
  Mat5Elements open(const std::string& name, std::string& inflated) const {
    const Entry& at = entry(name);
    if (!at.compressed) return {at.bytes, swapped_, source_};
    inflated = inflate(at.bytes, std::string::npos, swapped_, source_);
    return {inflated, swapped_, source_};
  }

  Variable checked_header(Mat5Elements& parts, const std::string& where) const {
    Variable variable = read_variable_header(parts, swapped_, source_);
    const bool number =
        variable.array_class >= Class::first_number && variable.array_class <= Class::last_number;
    if (!number && variable.array_class != Class::sparse)
      fail_in(where, fmt::format("is {}. Save it as a numeric array.", class_name(variable.array_class)));
    if (variable.complex) fail_in(where, "is complex. Save its real part as a numeric array.");
    if (variable.dims.size() != 2)
      fail_in(where, fmt::format("has {} dimensions. Save it as a 2-D array.", variable.dims.size()));
    for (const double d : variable.dims)
      if (!is_index(d, std::size_t{1} << 31))
        fail_in(where, fmt::format("has a dimension of {}. The file is damaged.", d));
    if (variable.dims[0] == 0 || variable.dims[1] == 0)
      fail_in(where, fmt::format("the matrix is {:.0f} x {:.0f}. It needs at least one row and one column.",
                                 variable.dims[0], variable.dims[1]));
    return variable;
  }

  const std::string& source_;
  bool swapped_ = false;
  std::vector<std::string> names_;
  std::vector<Entry> entries_;
};

}  // namespace

MatrixData parse_mat5(std::string_view bytes, const std::string& source, const MatrixOptions& options) {
  const Mat5File file(bytes, source);
  const std::string x_name = matrix_variable(options, file.names(), source);
  if (options.matrix_only) return without_response(file.matrix(x_name), source);
  const auto response = response_variable(options, file.names(), source);
  std::vector<double> y = response
                              ? as_vector(file.matrix(*response), source + ": variable " + excerpt(*response))
                              : read_response_file(options.response);
  return join(file.matrix(x_name), std::move(y), source);
}

}  // namespace cggibbs
