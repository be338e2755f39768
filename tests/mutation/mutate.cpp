// The changes.
#include "mutation/mutate.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <string_view>

namespace cggibbs::mutation {
namespace {

constexpr std::array<std::string_view, 28> words{"0",
                                                 "-1",
                                                 "1e308",
                                                 "1e-320",
                                                 "1e999",
                                                 "NaN",
                                                 "inf",
                                                 "-inf",
                                                 "NA",
                                                 "4294967295",
                                                 "4294967296",
                                                 "18446744073709551616",
                                                 "2147483648",
                                                 "999999999999",
                                                 "0x10",
                                                 ",",
                                                 ";",
                                                 "\n",
                                                 "\r\n",
                                                 "\"",
                                                 "\t",
                                                 "\xff",
                                                 "\xef\xbb\xbf",
                                                 "[[[[[[[[",
                                                 "{\"a\":",
                                                 "#",
                                                 "%%",
                                                 "../"};
constexpr std::array<std::uint64_t, 12> numbers{
    0, 1, 0x7f, 0x80, 0xff, 0x7fff, 0xffff, 0x7fffffff, 0x80000000, 0xffffffff, 0x7fffffffffffffff, ~0ULL};

class Mutator {
 public:
  Mutator(std::string bytes, const std::string& other, std::mt19937_64& rng)
      : bytes_(std::move(bytes)), other_(other), rng_(rng) {}

  std::string run() && {
    for (std::size_t k = 1 + below(3) * below(5); k > 0; --k) change();
    return std::move(bytes_);
  }

 private:
  std::size_t below(std::size_t n) { return n == 0 ? 0 : rng_() % n; }
  std::size_t place() { return below(bytes_.size() + 1); }
  std::size_t length() { return 1 + below(below(4) == 0 ? 1000 : 8); }

  void change() {
    if (bytes_.empty()) bytes_ = "x";
    const std::size_t at = below(bytes_.size());
    switch (below(11)) {
      case 0:
        bytes_[at] = static_cast<char>(static_cast<unsigned char>(bytes_[at]) ^ (1U << below(8)));
        break;
      case 1:
        bytes_[at] = static_cast<char>(below(256));
        break;
      case 2:
        bytes_[at] = below(2) == 0 ? '\0' : '\xff';
        break;
      case 3:
        bytes_.erase(at, length());
        break;
      case 4:
        bytes_.insert(at, bytes_.substr(below(bytes_.size()), length()));
        break;
      case 5:
        bytes_.resize(at);
        break;
      case 6:
        bytes_.insert(at, words[below(words.size())]);
        break;
      case 7:
        replace_word(at);
        break;
      case 8:
        overwrite_number(at);
        break;
      case 9:
        if (!other_.empty()) bytes_.replace(at, length(), other_.substr(below(other_.size()), length()));
        break;
      default:
        bytes_.replace(at, length(), std::string(length(), static_cast<char>(below(256))));
        break;
    }
  }

  /// A number, where the text has one.
  void replace_word(std::size_t at) {
    constexpr std::string_view digits = "0123456789.eE+-";
    const std::size_t first = bytes_.find_first_of("0123456789", at);
    if (first == std::string::npos) return;
    const std::size_t last = std::min(bytes_.find_first_not_of(digits, first), bytes_.size());
    bytes_.replace(first, last - first, words[below(words.size())]);
  }

  /// Of 1, 2, 4 or 8 bytes, in either order.
  void overwrite_number(std::size_t at) {
    const std::size_t size = std::size_t{1} << below(4);
    std::uint64_t value = numbers[below(numbers.size())] + below(3) - 1;
    const bool big = below(2) == 0;
    for (std::size_t k = 0; k < size && at + k < bytes_.size(); ++k)
      bytes_[at + (big ? size - 1 - k : k) % (bytes_.size() - at)] = static_cast<char>(value >> 8 * k & 0xff);
  }

  std::string bytes_;
  const std::string& other_;
  std::mt19937_64& rng_;
};

}  // namespace

std::string mutated(std::string bytes, const std::string& other, std::mt19937_64& rng) {
  return Mutator(std::move(bytes), other, rng).run();
}

}  // namespace cggibbs::mutation
