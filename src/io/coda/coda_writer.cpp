// Lines of numbers by chain, and an index of whose they are.
#include "io/coda/coda_writer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>

#include "io/file/atomic_file.hpp"
#include "io/file/posix_file.hpp"

namespace cggibbs {
namespace {

/// Text that goes to a file some at a time.
class Pages {
 public:
  explicit Pages(PosixFile& file) : file_(file) {}
  fmt::memory_buffer& text() {
    constexpr std::size_t page = std::size_t{1} << 20;
    if (buffer_.size() >= page) flush();
    return buffer_;
  }
  void flush() {
    file_.write_at(at_, {buffer_.data(), buffer_.size()});
    at_ += buffer_.size();
    buffer_.clear();
  }

 private:
  PosixFile& file_;
  fmt::memory_buffer buffer_;
  std::size_t at_ = 0;
};

void put(fmt::memory_buffer& out, double x) {
  const auto to = std::back_inserter(out);
  if (std::isnan(x))
    fmt::format_to(to, "NaN");
  else if (std::isinf(x))
    fmt::format_to(to, "{}", x > 0 ? "Inf" : "-Inf");
  else
    fmt::format_to(to, "{}", x);
}

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
        auto& text = pages.text();
        fmt::format_to(std::back_inserter(text), "{}  ", iteration);
        put(text, x);
        text.push_back('\n');
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
      fmt::format_to(std::back_inserter(pages.text()), "{} {} {}\n", without_spaces(trace->name), line,
                     line + n - 1);
      line += n;
    }
  });
  return left_out;
}

void write_coda_table(const std::string& stem, std::span<const CodaNumber> numbers, bool pooled) {
  if (numbers.empty()) return;
  for (std::size_t c = 0; c < numbers[0].chains.size(); ++c)
    write_pages(fmt::format("{}table{}.txt", stem, pooled ? 0 : c + 1), [&](Pages& pages) {
      for (const auto& number : numbers) {
        auto& text = pages.text();
        fmt::format_to(std::back_inserter(text), "{} ", without_spaces(number.name));
        put(text, number.chains[c]);
        text.push_back('\n');
      }
    });
}

}  // namespace cggibbs
