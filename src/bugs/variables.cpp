// Reading elements that lie in several pieces, and their names.
#include "bugs/variables.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <unordered_map>

#include "graph/var_access.hpp"

namespace cggibbs::bugs {
namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

/// One row per element of a piece that is read, in the order of its places.
SparseMatrix placed_rows(std::size_t rows, std::size_t cols,
                         const std::vector<std::pair<std::uint32_t, std::uint32_t>>& read) {
  SparseMatrix m{rows, cols, std::vector<std::size_t>(cols + 1, 0), Places(read.size()),
                 std::vector<double>(read.size(), 1.0)};
  for (const auto& [row, place] : read) ++m.start[place + 1];
  for (std::size_t j = 0; j < cols; ++j) m.start[j + 1] += m.start[j];
  std::vector<std::size_t> next(m.start.begin(), m.start.end() - 1);
  for (const auto& [row, place] : read) m.row[next[place]++] = row;
  return m;
}

/// Elements of several pieces, and numbers, side by side: one sum with an entry per row.
Value read_pieces(const Variable& v, const Places& at, std::size_t rows, const Shape& shape) {
  std::vector<std::uint32_t> order;  // pieces in order of appearance
  std::unordered_map<std::uint32_t, std::vector<std::pair<std::uint32_t, std::uint32_t>>> reads;
  std::vector<double> offset(at.size(), 0.0);
  bool nonnegative = true;
  for (std::uint32_t i = 0; i < at.size(); ++i) {
    const Element& e = v.elements[at[i]];
    if (e.piece == nowhere) {
      offset[i] = v.numbers[at[i]];
      nonnegative = nonnegative && offset[i] >= 0;
      continue;
    }
    auto& list = reads[e.piece];
    if (list.empty()) order.push_back(e.piece);
    list.emplace_back(i, e.place);
  }
  LinearNode node{std::move(offset), {}};
  if (std::all_of(node.offset.begin(), node.offset.end(), [](double x) { return x == 0; }))
    node.offset.clear();
  for (const auto p : order) {
    const Value& piece = v.pieces[p];
    nonnegative = nonnegative && piece.nonnegative();
    node.terms.push_back(
        {VarAccess::id(piece.node()), Columns::from(placed_rows(at.size(), piece.size(), reads[p]))});
  }
  const auto draft = VarAccess::draft(v.pieces[order[0]].node());
  return {VarAccess::append(draft, at.size(), std::move(node)), rows, shape, nonnegative};
}

/// The function that all pieces are of, where elements of several are read: then its arguments are put side by side.
std::optional<MapOp> common_function(const Variable& v, const Places& at) {
  std::optional<MapOp> op;
  for (const auto i : at) {
    const Element& e = v.elements[i];
    if (e.piece == nowhere) return std::nullopt;
    const Form* f = v.pieces[e.piece].form();
    if (!f || f->kind != Form::Kind::function || f->inner->size() != v.pieces[e.piece].size() ||
        f->inner->constant())
      return std::nullopt;
    if (op && *op != f->op) return std::nullopt;
    op = f->op;
  }
  return op;
}

}  // namespace

void Variable::give_shape(Shape s) {
  shape = std::move(s);
  has_shape = true;
  const std::size_t n = bugs::elements(shape);
  elements.resize(n);
  numbers.resize(n, nan);
}

bool Variable::known(std::size_t i) const {
  return elements[i].piece == nowhere && !std::isnan(numbers[i]);
}

Variables::Variables(const NamedArrays& data) {
  for (const auto& [name, array] : data) {
    Variable& v = make(name);
    v.numbers = array.values;
    v.give_shape(array.shape);
    v.has_data = true;
  }
}

Variable* Variables::find(const std::string& name) {
  const auto found = all_.find(name);
  return found == all_.end() ? nullptr : &found->second;
}
const Variable* Variables::find(const std::string& name) const {
  const auto found = all_.find(name);
  return found == all_.end() ? nullptr : &found->second;
}
Variable& Variables::make(const std::string& name) {
  Variable& v = all_[name];
  v.name = name;
  return v;
}
std::vector<std::string> Variables::names() const {
  std::vector<std::string> out;
  for (const auto& [name, v] : all_) out.push_back(name);
  return out;
}

std::optional<Value> read(const Variable& v, const Places& at, std::size_t rows, const Shape& shape,
                          std::uint32_t* undefined) {
  std::uint32_t piece = nowhere;
  bool numbers = true, one_piece = true;
  for (std::size_t i = 0; i < at.size(); ++i) {
    const Element& e = v.elements[at[i]];
    if (e.piece == nowhere && std::isnan(v.numbers[at[i]])) {
      *undefined = at[i];
      return std::nullopt;
    }
    if (i == 0) piece = e.piece;
    one_piece = one_piece && e.piece == piece;
    numbers = numbers && e.piece == nowhere;
  }
  if (numbers) {
    std::vector<double> out(at.size());
    for (std::size_t i = 0; i < at.size(); ++i) out[i] = v.numbers[at[i]];
    return Value(std::move(out), rows, shape);
  }
  Places places(at.size());
  if (one_piece) {
    for (std::size_t i = 0; i < at.size(); ++i) places[i] = v.elements[at[i]].place;
    return pick(v.pieces[piece], std::move(places), rows, shape);
  }
  if (const auto op = common_function(v, at)) {
    Variable inner{v.name};
    inner.elements = v.elements;
    for (const auto& p : v.pieces) inner.pieces.push_back(p.form() ? *p.form()->inner : p);
    return function_of(*op, read_pieces(inner, at, rows, shape));
  }
  return read_pieces(v, at, rows, shape);
}

void set_elements(Variable& v, const Places& at, const Value& value) {
  const auto piece = static_cast<std::uint32_t>(v.pieces.size());
  if (!value.constant()) v.pieces.push_back(value);
  for (std::uint32_t i = 0; i < at.size(); ++i) {
    const std::uint32_t place = value.size() == 1 ? 0 : i;
    if (value.constant()) {
      v.numbers[at[i]] = value.numbers()[place];
    } else {
      v.elements[at[i]].piece = piece;
      v.elements[at[i]].place = place;
    }
  }
}

Value read_all(const Variable& v) {
  Places at(v.elements.size());
  bool numbers = true;
  for (std::uint32_t i = 0; i < at.size(); ++i) {
    at[i] = i;
    numbers = numbers && v.elements[i].piece == nowhere;
  }
  if (numbers) return {v.numbers, 1, {at.size()}};
  std::uint32_t undefined = 0;
  if (auto all = read(v, at, 1, {at.size()}, &undefined)) return *all;
  return read_pieces(v, at, 1, {at.size()});
}

namespace {

std::vector<std::size_t> index_of(const Variable& v, std::size_t at) {
  std::vector<std::size_t> index;
  for (const auto extent : v.shape) {
    index.push_back(at % extent + 1);
    at /= extent;
  }
  return index;
}

}  // namespace

std::string element_name(const Variable& v, std::size_t at) {
  if (v.shape.empty() || v.elements.size() == 1) return v.name;
  return fmt::format("{}[{}]", v.name, fmt::join(index_of(v, at), ","));
}

std::string subset_name(const Variable& v, const Places& at) {
  if (at.size() == v.elements.size()) return v.name;
  std::vector<std::size_t> low = index_of(v, at[0]), high = low;
  for (const auto a : at) {
    const auto index = index_of(v, a);
    for (std::size_t k = 0; k < index.size(); ++k) {
      low[k] = std::min(low[k], index[k]);
      high[k] = std::max(high[k], index[k]);
    }
  }
  std::vector<std::string> parts;
  for (std::size_t k = 0; k < low.size(); ++k)
    parts.push_back(low[k] == high[k] ? fmt::format("{}", low[k]) : fmt::format("{}:{}", low[k], high[k]));
  return fmt::format("{}[{}]", v.name, fmt::join(parts, ","));
}

}  // namespace cggibbs::bugs
