// Arrays gathered from the events of a JSON parser.
#include "io/data/data_json.hpp"

#include <fmt/format.h>

#include <cggibbs/error.hpp>
#include <cmath>
#include <cstdint>
#include <iterator>
#include <limits>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>
#include <vector>

#include "base/utf8.hpp"
#include "io/data/row_major.hpp"
#include "io/data/text_cursor.hpp"

namespace cggibbs {
namespace {

constexpr std::size_t deepest = 32;

/// Characters for the parser, and how far it has come for messages.
class Watched {
 public:
  using value_type = char;
  using difference_type = std::ptrdiff_t;
  using pointer = const char*;
  using reference = const char&;
  using iterator_category = std::input_iterator_tag;

  Watched(const char* at, const char** reached) : at_(at), reached_(reached) {}
  reference operator*() const { return *at_; }
  Watched& operator++() {
    *reached_ = ++at_;
    return *this;
  }
  bool operator==(const Watched& other) const { return at_ == other.at_; }
  bool operator!=(const Watched& other) const { return at_ != other.at_; }

 private:
  const char* at_;
  const char** reached_;
};

/// One array at a time. Its shape is that of its first elements; all others must have the same.
class Gather {
 public:
  Gather(std::string_view text, const std::string& source, NamedArrays& out)
      : cursor_(text, source), text_(text), out_(out), reached(text.data()) {}

  bool null() { return number(std::numeric_limits<double>::quiet_NaN()); }
  bool boolean(bool value) { return number(value ? 1 : 0); }
  bool number_integer(std::int64_t value) { return number(static_cast<double>(value)); }
  bool number_unsigned(std::uint64_t value) { return number(static_cast<double>(value)); }
  bool number_float(double value, const std::string&) { return number(value); }
  bool string(const std::string& word) {
    constexpr double inf = std::numeric_limits<double>::infinity();
    if (word == "NaN" || word == "NA") return null();
    if (word == "+inf" || word == "inf" || word == "Inf" || word == "+Inf" || word == "Infinity" ||
        word == "+Infinity")
      return number(inf);
    if (word == "-inf" || word == "-Inf" || word == "-Infinity") return number(-inf);
    if (!name_) fail("expected an object like {\"N\": 2, \"y\": [0.5, 1]}.");
    if (*name_ == ".RNG.name" && count_.empty()) return true;
    fail(fmt::format("'{}' has the text {}, and data are numbers: code it as one.", printable(*name_),
                     excerpt(word)));
  }
  bool binary(std::vector<std::uint8_t>&) { return false; }

  bool start_object(std::size_t) {
    if (name_)
      fail(fmt::format("'{}' has an object in it; data are numbers and arrays of numbers.",
                       printable(*name_)));
    return true;
  }
  bool key(const std::string& name) {
    name_ = name;
    values_.clear();
    shape_.clear();
    known_ = false;
    return true;
  }
  bool end_object() {
    name_.reset();
    return true;
  }
  bool start_array(std::size_t) {
    if (!name_) fail("expected an object like {\"N\": 2, \"y\": [0.5, 1]}, not an array.");
    element();
    if (count_.size() == deepest)
      fail(fmt::format("'{}' has more than {} levels of brackets.", printable(*name_), deepest));
    if (known_ && count_.size() == shape_.size()) uneven("an array where others have a number");
    count_.push_back(0);
    if (!known_) shape_.resize(count_.size());
    return true;
  }
  bool end_array() {
    const std::size_t level = count_.size() - 1, n = count_.back();
    count_.pop_back();
    if (finished_.size() <= level) finished_.resize(level + 1, false);
    if (!finished_[level]) {
      shape_[level] = n;
      finished_[level] = true;
      if (n == 0) known_ = true;  // nothing can lie deeper
    } else if (shape_[level] != n) {
      uneven(fmt::format("{} elements where others have {}", n, shape_[level]));
    }
    if (level == 0) finish();
    return true;
  }
  bool parse_error(std::size_t position, const std::string&, const nlohmann::json::exception&) {
    cursor_.fail(std::min(position > 0 ? position - 1 : 0, text_.size()),
                 "not JSON from here on: expected an object like {\"N\": 2, \"y\": [0.5, 1]}.");
  }

  const char** watch() { return &reached; }

 private:
  void element() {
    if (!count_.empty()) ++count_.back();
  }
  bool number(double value) {
    if (!name_) fail("expected an object like {\"N\": 2, \"y\": [0.5, 1]}.");
    element();
    if (count_.size() < shape_.size()) uneven("a number where others have an array");
    known_ = true;
    values_.push_back(value);
    if (count_.empty()) finish();
    return true;
  }
  void finish() {
    NamedArray array{shape_, first_index_fastest(std::move(values_), shape_)};
    if (!out_.add(*name_, std::move(array))) fail(fmt::format("'{}' is there twice.", printable(*name_)));
    values_.clear();
    shape_.clear();
    finished_.clear();
    known_ = false;
  }
  [[noreturn]] void uneven(const std::string& what) const {
    fail(fmt::format("'{}' is not a rectangular array: {}.", printable(*name_), what));
  }
  [[noreturn]] void fail(const std::string& message) const {
    cursor_.fail(static_cast<std::size_t>(reached - text_.data()), message);
  }

  TextCursor cursor_;
  std::string_view text_;
  NamedArrays& out_;
  std::optional<std::string> name_;
  std::vector<double> values_;      // by rows
  std::vector<std::size_t> shape_;  // as far as it is known
  std::vector<bool> finished_;      // by level: an array of that level has ended, so its length is known
  std::vector<std::size_t> count_;  // by open bracket: elements so far
  bool known_ = false;              // how many levels there are

 public:
  const char* reached;
};

}  // namespace

DataFile parse_data_json(std::string_view text, const std::string& source) {
  DataFile out;
  if (text.substr(0, byte_order_mark.size()) == byte_order_mark) text.remove_prefix(byte_order_mark.size());
  Gather gather(text, source, out.arrays);
  nlohmann::json::sax_parse(Watched(text.data(), gather.watch()),
                            Watched(text.data() + text.size(), gather.watch()), &gather);
  return out;
}

}  // namespace cggibbs
