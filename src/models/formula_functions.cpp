// The functions a formula may call, and what their arguments mean.
#include "models/formula_functions.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>

#include "base/suggest.hpp"
#include "models/formula_lexer.hpp"

namespace cggibbs {
namespace {

/// Beyond this, orthogonal polynomials fit noise and raw ones overflow.
constexpr std::size_t max_degree = 30;

constexpr Function functions[] = {
    {"log", FunctionKind::math, [](double x) { return std::log(x); }},
    {"exp", FunctionKind::math, [](double x) { return std::exp(x); }},
    {"sqrt", FunctionKind::math, [](double x) { return std::sqrt(x); }},
    {"abs", FunctionKind::math, [](double x) { return std::abs(x); }},
    {"log1p", FunctionKind::math, [](double x) { return std::log1p(x); }},
    {"log2", FunctionKind::math, [](double x) { return std::log2(x); }},
    {"log10", FunctionKind::math, [](double x) { return std::log10(x); }},
    {"scale", FunctionKind::scale},
    {"center", FunctionKind::center},
    {"I", FunctionKind::identity},
    {"poly", FunctionKind::poly},
    {"C", FunctionKind::categorical},
    {"factor", FunctionKind::categorical},
    {"as.factor", FunctionKind::categorical},
    {"offset", FunctionKind::offset},
    {"cbind", FunctionKind::cbind},
};

/// What other programs call smooth terms.
bool is_spline(std::string_view name) {
  constexpr std::string_view known[] = {"s", "te", "ti", "t2", "bs", "ns", "lo", "gp", "spline"};
  return std::find(std::begin(known), std::end(known), name) != std::end(known);
}

[[noreturn]] void unknown_function(std::string_view formula, const Expr& call) {
  std::vector<std::string> names;
  std::string all;
  for (const auto& f : functions) {
    names.emplace_back(f.name);
    all += (all.empty() ? "" : ", ") + names.back();
  }
  const std::string near = nearest(call.text, names);
  formula_error(formula, call.at, fmt::format("unknown function '{}'", call.text),
                (is_spline(call.text) ? "There are no splines: poly(x, 3) makes curves. "
                 : near.empty()       ? ""
                                      : "Did you mean '" + near + "'? ") +
                    "Functions: " + all + ".");
}

/// The argument list is exactly count plain arguments.
void check_plain(std::string_view formula, const Expr& call, std::size_t count) {
  for (std::size_t i = 0; i < call.args.size(); ++i)
    if (!call.keys[i].empty())
      formula_error(formula, call.args[i].at,
                    fmt::format("{}() has no argument '{}'", call.text, call.keys[i]), "");
  if (call.args.size() != count)
    formula_error(formula, call.at,
                  fmt::format("{}() takes {} argument{}, not {}", call.text, count, count == 1 ? "" : "s",
                              call.args.size()),
                  "");
}

}  // namespace

const Function* find_function(std::string_view name) {
  for (const auto& f : functions)
    if (f.name == name) return &f;
  return nullptr;
}

PolyCall read_poly(std::string_view formula, const Expr& call) {
  const std::string usage = "Write poly(x, 2) or poly(x, 2, raw = TRUE).";
  PolyCall out;
  const Expr* degree = nullptr;
  for (std::size_t i = 0; i < call.args.size(); ++i) {
    const Expr& arg = call.args[i];
    const std::string& key = call.keys[i];
    if (key == "raw") {
      const bool yes = arg.kind == Expr::Kind::name && (arg.text == "TRUE" || arg.text == "T");
      const bool no = arg.kind == Expr::Kind::name && (arg.text == "FALSE" || arg.text == "F");
      if (!yes && !no) formula_error(formula, arg.at, "raw must be TRUE or FALSE", usage);
      out.raw = yes;
    } else if (key == "degree" || (key.empty() && out.x != nullptr && degree == nullptr)) {
      degree = &arg;
    } else if ((key.empty() || key == "x") && out.x == nullptr) {
      out.x = &arg;
    } else {
      formula_error(formula, arg.at, "poly() has an argument too many", usage);
    }
  }
  if (out.x == nullptr || degree == nullptr)
    formula_error(formula, call.at, "poly() needs a column and a degree", usage);
  check_arithmetic(formula, *out.x);
  const double k = degree->value;
  if (degree->kind != Expr::Kind::number || k < 1 || k > max_degree || k != std::floor(k))
    formula_error(formula, degree->at,
                  fmt::format("the degree of poly() must be a whole number from 1 to {}", max_degree), usage);
  out.degree = static_cast<std::size_t>(k);
  return out;
}

CategoricalCall read_categorical(std::string_view formula, const Expr& call) {
  const std::string usage = fmt::format("Write {0}(g) or {0}(g, ref = \"level\").", call.text);
  if (call.args.empty() || call.args[0].kind != Expr::Kind::name || call.args[0].dot || !call.keys[0].empty())
    formula_error(formula, call.at, fmt::format("{}() needs the name of a column", call.text), usage);
  CategoricalCall out{call.args[0].text, ""};
  for (std::size_t i = 1; i < call.args.size(); ++i) {
    const Expr& arg = call.args[i];
    if (call.keys[i] != "ref" || i > 1)
      formula_error(formula, arg.at, fmt::format("{}() takes a column and ref, nothing else", call.text),
                    usage + " Contrasts are always against a reference level.");
    const bool negative = arg.kind == Expr::Kind::sum && arg.args.size() == 1 &&
                          arg.args[0].kind == Expr::Kind::number && arg.minus[0];
    if (arg.kind == Expr::Kind::string && !arg.text.empty()) {
      out.reference = arg.text;
    } else if (arg.kind == Expr::Kind::number) {
      out.reference = fmt::format("{}", arg.value);
    } else if (negative) {
      out.reference = fmt::format("{}", -arg.args[0].value);
    } else {
      formula_error(formula, arg.at, "ref must be a level in quotes or a number", usage);
    }
  }
  return out;
}

void check_arithmetic(std::string_view formula, const Expr& expr) {
  switch (expr.kind) {
    case Expr::Kind::number:
      return;
    case Expr::Kind::name:
      if (expr.dot) formula_error(formula, expr.at, "'.' stands for columns, not for a number", "");
      return;
    case Expr::Kind::string:
      formula_error(formula, expr.at, "text where a number is needed", "");
    case Expr::Kind::interaction:
      formula_error(formula, expr.at, "an interaction inside a function",
                    "Multiply numbers with *, as in I(x * z); write interactions outside functions.");
    case Expr::Kind::group:
      formula_error(formula, expr.at, "a group-level term inside a function", "");
    case Expr::Kind::sum:
    case Expr::Kind::times:
    case Expr::Kind::divide:
    case Expr::Kind::power:
      for (const auto& arg : expr.args) check_arithmetic(formula, arg);
      return;
    case Expr::Kind::call: {
      const FunctionKind kind = find_function(expr.text)->kind;
      if (kind == FunctionKind::poly || kind == FunctionKind::categorical || kind == FunctionKind::offset ||
          kind == FunctionKind::cbind)
        formula_error(formula, expr.at, fmt::format("{}() cannot be used inside a function", expr.text), "");
      return;
    }
  }
}

void check_call(std::string_view formula, const Expr& call) {
  const Function* function = find_function(call.text);
  if (function == nullptr) unknown_function(formula, call);
  switch (function->kind) {
    case FunctionKind::math:
    case FunctionKind::identity:
    case FunctionKind::scale:
    case FunctionKind::center:
    case FunctionKind::offset:
      check_plain(formula, call, 1);
      check_arithmetic(formula, call.args[0]);
      return;
    case FunctionKind::cbind:
      check_plain(formula, call, 2);
      for (const auto& arg : call.args) check_arithmetic(formula, arg);
      return;
    case FunctionKind::poly:
      read_poly(formula, call);
      return;
    case FunctionKind::categorical:
      read_categorical(formula, call);
      return;
  }
}

}  // namespace cggibbs
