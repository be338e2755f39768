// Arrays as R's dump() writes them.
#include "io/data/r_dump_writer.hpp"

#include <fmt/format.h>

#include <cmath>
#include <iterator>

namespace cggibbs {
namespace {

void put_number(fmt::memory_buffer& out, double x) {
  const auto to = std::back_inserter(out);
  if (std::isnan(x))
    fmt::format_to(to, "NA");
  else if (std::isinf(x))
    fmt::format_to(to, "{}", x > 0 ? "Inf" : "-Inf");
  else
    fmt::format_to(to, "{}", x);
}

void put_numbers(fmt::memory_buffer& out, const NamedArray& array) {
  const auto to = std::back_inserter(out);
  if (array.values.empty()) {
    fmt::format_to(to, "numeric(0)");
    return;
  }
  fmt::format_to(to, "c(");
  for (std::size_t i = 0; i < array.values.size(); ++i) {
    // Lines that editors can show.
    if (i > 0) fmt::format_to(to, "{}", i % 10 == 0 ? ",\n" : ", ");
    put_number(out, array.values[i]);
  }
  out.push_back(')');
}

}  // namespace

std::string r_dump(const NamedArrays& arrays) {
  fmt::memory_buffer out;
  const auto to = std::back_inserter(out);
  for (const auto& [name, array] : arrays) {
    fmt::format_to(to, "`{}` <-\n", name);
    if (array.shape.empty()) {
      put_number(out, array.values[0]);
    } else if (array.shape.size() == 1) {
      put_numbers(out, array);
    } else {
      fmt::format_to(to, "structure(");
      put_numbers(out, array);
      fmt::format_to(to, ", .Dim = c(");
      for (std::size_t k = 0; k < array.shape.size(); ++k)
        fmt::format_to(to, "{}{}L", k > 0 ? ", " : "", array.shape[k]);
      fmt::format_to(to, "))");
    }
    out.push_back('\n');
  }
  return fmt::to_string(out);
}

}  // namespace cggibbs
