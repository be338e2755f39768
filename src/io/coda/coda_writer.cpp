// Lines of numbers by chain, and an index of whose they are.
#include "io/coda/coda_writer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <string_view>
#include <vector>

#include "io/file/atomic_file.hpp"
#include "io/file/posix_file.hpp"

namespace cggibbs {
namespace {

/// Text that goes to a file some at a time.
class Pages {
 public:
  explicit Pages(PosixFile& file) : file_(file), text_(page + longest) {}
  void flush() {
    file_.write_at(at_, {text_.data(), size_});
    at_ += size_;
    size_ = 0;
  }

  Pages& operator<<(std::string_view text) {
    for (; !text.empty(); text.remove_prefix(std::min(longest, text.size()))) {
      const std::string_view piece = text.substr(0, longest);
      piece.copy(place(), piece.size());
      size_ += piece.size();
    }
    return *this;
  }
  Pages& operator<<(std::size_t n) { return put(n); }
  Pages& operator<<(double x) {
    if (std::isnan(x)) return *this << "NaN";
    if (std::isinf(x)) return *this << (x > 0 ? "Inf" : "-Inf");
    return put(x);
  }

 private:
  static constexpr std::size_t page = std::size_t{1} << 20, longest = 64;

  char* place() {
    if (size_ >= page) flush();
    return text_.data() + size_;
  }
  template <class Number>
  Pages& put(Number x) {
    char* const to = place();
    size_ += static_cast<std::size_t>(std::to_chars(to, to + longest, x).ptr - to);
    return *this;
  }

  PosixFile& file_;
  std::vector<char> text_;
  std::size_t size_ = 0, at_ = 0;
};

bool is_whole(const CodaTrace& trace) {
  return std::none_of(trace.chains.begin(), trace.chains.end(), [](std::span<const double> chain) {
    return std::any_of(chain.begin(), chain.end(), [](double x) { return std::isnan(x); });
  });
}

/// read.coda takes a name to end at the first space.
std::string without_spaces(std::string name) {
  std::erase(name, ' ');
  return name;
}

template <class Write>
void write_pages(const std::string& path, const Write& write) {
  write_atomically(path, [&](PosixFile& file) {
    Pages pages(file);
    write(pages);
    pages.flush();
  });
}

void write_chain(const std::string& path, std::span<const CodaTrace* const> traces, std::size_t chain) {
  write_pages(path, [&](Pages& pages) {
    for (const CodaTrace* trace : traces) {
      std::size_t iteration = trace->first;
      for (const double x : trace->chains[chain]) {
        pages << iteration << "  " << x << "\n";
        iteration += trace->thin;
      }
    }
  });
}

}  // namespace

std::vector<std::string> write_coda(const std::string& stem, std::span<const CodaTrace> traces, bool pooled) {
  std::vector<const CodaTrace*> whole;
  std::vector<std::string> left_out;
  for (const auto& trace : traces)
    if (is_whole(trace))
      whole.push_back(&trace);
    else
      left_out.push_back(trace.name);
  if (whole.empty()) return left_out;
  for (std::size_t c = 0; c < whole[0]->chains.size(); ++c)
    write_chain(fmt::format("{}chain{}.txt", stem, pooled ? 0 : c + 1), whole, c);
  write_pages(stem + (pooled ? "index0.txt" : "index.txt"), [&](Pages& pages) {
    std::size_t line = 1;
    for (const CodaTrace* trace : whole) {
      const std::size_t n = trace->chains[0].size();
      pages << without_spaces(trace->name) << " " << line << " " << line + n - 1 << "\n";
      line += n;
    }
  });
  return left_out;
}

void write_coda_table(const std::string& stem, std::span<const CodaNumber> numbers, bool pooled) {
  if (numbers.empty()) return;
  for (std::size_t c = 0; c < numbers[0].chains.size(); ++c)
    write_pages(fmt::format("{}table{}.txt", stem, pooled ? 0 : c + 1), [&](Pages& pages) {
      for (const auto& number : numbers)
        pages << without_spaces(number.name) << " " << number.chains[c] << "\n";
    });
}

}  // namespace cggibbs
