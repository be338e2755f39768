// The header of NumPy's .npy format: a Python dictionary of three known entries.
#include "io/matrix/npy.hpp"

#include <fmt/format.h>

#include <bit>
#include <charconv>
#include <cstdint>

#include "io/file/message.hpp"

namespace cggibbs {
namespace {

[[noreturn]] void fail_array(const std::string& name, const std::string& what) {
  fail_in(name, what + " The array is damaged, or was not written by NumPy.");
}

/// A cursor over the dictionary's text.
class DictText {
 public:
  DictText(std::string_view text, const std::string& name) : text_(text), name_(name) {}

  bool take(char c) {
    skip_spaces();
    if (text_.empty() || text_.front() != c) return false;
    text_.remove_prefix(1);
    return true;
  }
  void expect(char c) {
    if (!take(c)) fail();
  }
  std::string string() {
    skip_spaces();
    if (text_.empty() || (text_.front() != '\'' && text_.front() != '"')) fail();
    const std::size_t end = text_.find(text_.front(), 1);
    if (end == std::string_view::npos) fail();
    const std::string out(text_.substr(1, end - 1));
    text_.remove_prefix(end + 1);
    return out;
  }
  bool boolean() {
    skip_spaces();
    for (const std::string_view word : {"True", "False"}) {
      if (text_.substr(0, word.size()) != word) continue;
      text_.remove_prefix(word.size());
      return word == "True";
    }
    fail();
  }
  std::vector<std::size_t> tuple() {
    std::vector<std::size_t> out;
    expect('(');
    while (!take(')')) {
      skip_spaces();
      std::size_t value = 0;
      const auto [stop, code] = std::from_chars(text_.data(), text_.data() + text_.size(), value);
      if (code != std::errc{}) fail();
      text_.remove_prefix(static_cast<std::size_t>(stop - text_.data()));
      take('L');  // Python 2 wrote long integers so
      out.push_back(value);
      if (out.size() > 32) fail();
      if (!take(',')) {
        expect(')');
        break;
      }
    }
    return out;
  }
  bool at(char c) {
    skip_spaces();
    return !text_.empty() && text_.front() == c;
  }
  [[noreturn]] void fail() const { fail_array(name_, "cannot read its header at " + excerpt(text_) + "."); }

 private:
  void skip_spaces() {
    const std::size_t n = text_.find_first_not_of(" \n\t");
    text_.remove_prefix(n == std::string_view::npos ? text_.size() : n);
  }

  std::string_view text_;
  const std::string& name_;
};

std::optional<RawType> raw_type(std::string_view code) {
  struct Row {
    const char* code;
    RawType type;
  };
  constexpr Row table[] = {{"i1", RawType::i1}, {"u1", RawType::u1}, {"b1", RawType::u1}, {"i2", RawType::i2},
                           {"u2", RawType::u2}, {"i4", RawType::i4}, {"u4", RawType::u4}, {"i8", RawType::i8},
                           {"u8", RawType::u8}, {"f4", RawType::f4}, {"f8", RawType::f8}};
  for (const Row& row : table)
    if (code == row.code) return row.type;
  return std::nullopt;
}

}  // namespace

double NpyHeader::count() const {
  double product = 1;
  for (const std::size_t s : shape) product *= static_cast<double>(s);
  return product;
}

NpyHeader parse_npy_header(std::string_view start, const std::string& name) {
  const std::string_view magic = "\x93NUMPY";
  if (start.size() < 10 || start.substr(0, magic.size()) != magic)
    fail_array(name, "does not start as an .npy array does.");
  const auto byte = [&](std::size_t k) {
    return static_cast<std::size_t>(static_cast<unsigned char>(start[k]));
  };
  const std::size_t version = byte(6);
  if (version < 1 || version > 3)
    fail_in(name, fmt::format("has .npy version {}, but only 1 to 3 are known.", version));
  std::size_t length = byte(8) | byte(9) << 8;
  std::size_t offset = 10;
  if (version > 1) {
    if (start.size() < 12) fail_array(name, "ends inside its header.");
    length |= byte(10) << 16 | byte(11) << 24;
    offset = 12;
  }
  if (length + offset > longest_npy_header)
    fail_array(name, fmt::format("announces a header of {} bytes.", length));
  if (length > start.size() - offset) fail_array(name, "ends inside its header.");

  NpyHeader header;
  header.data_offset = offset + length;
  DictText text(start.substr(offset, length), name);
  bool has_descr = false, has_order = false, has_shape = false;
  text.expect('{');
  while (!text.take('}')) {
    const std::string key = text.string();
    text.expect(':');
    if (key == "descr") {
      if (text.at('['))
        fail_in(name, "is a structured array. Save the columns as a plain 2-D array of numbers.");
      header.dtype = text.string();
      has_descr = true;
    } else if (key == "fortran_order") {
      header.fortran_order = text.boolean();
      has_order = true;
    } else if (key == "shape") {
      header.shape = text.tuple();
      has_shape = true;
    } else {
      text.fail();
    }
    if (!text.take(',')) {
      text.expect('}');
      break;
    }
  }
  if (!has_descr || !has_order || !has_shape)
    fail_array(name, "has a header without descr, fortran_order or shape.");

  std::string_view dtype = header.dtype;
  constexpr char native = std::endian::native == std::endian::little ? '<' : '>';
  if (!dtype.empty() && std::string_view("<>|=").find(dtype.front()) != std::string_view::npos) {
    header.swapped = (dtype.front() == '<' || dtype.front() == '>') && dtype.front() != native;
    dtype.remove_prefix(1);
  }
  header.type = raw_type(dtype);
  return header;
}

}  // namespace cggibbs
