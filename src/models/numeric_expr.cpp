// Arithmetic on columns, with the means and scales that new data must reuse.
#include "models/numeric_expr.hpp"

#include <fmt/format.h>

#include <cassert>
#include <cmath>

#include "cggibbs/error.hpp"
#include "models/formula_functions.hpp"

namespace cggibbs {
namespace {

/// Two passes, as mean() and sd() in R.
Moments moments_of(const std::vector<double>& x) {
  const double n = static_cast<double>(x.size());
  double sum = 0, squares = 0;
  for (const double v : x) sum += v;
  const double mean = sum / n;
  for (const double v : x) squares += (v - mean) * (v - mean);
  return {mean, std::sqrt(squares / (n - 1))};
}

class Evaluator {
 public:
  Evaluator(const NumericRecipe& recipe, const Frame& frame, std::vector<Moments>* learned)
      : recipe_(recipe), frame_(frame), learned_(learned) {}

  std::vector<double> operator()(const Expr& e) {
    switch (e.kind) {
      case Expr::Kind::number:
        return std::vector<double>(frame_.rows(), e.value);
      case Expr::Kind::name:
        return frame_.numbers(e.text, recipe_.name);
      case Expr::Kind::sum:
        return sum(e);
      case Expr::Kind::times:
        return binary(e, [](double a, double b) { return a * b; });
      case Expr::Kind::divide:
        return binary(e, [](double a, double b) { return a / b; });
      case Expr::Kind::power:
        return binary(e, [](double a, double b) { return b == 2 ? a * a : std::pow(a, b); });
      case Expr::Kind::call:
        return call(e);
      case Expr::Kind::string:
      case Expr::Kind::interaction:
      case Expr::Kind::group:
        break;
    }
    assert(false && "check_arithmetic() has refused these");
    return {};
  }

 private:
  std::vector<double> sum(const Expr& e) {
    std::vector<double> out(frame_.rows(), 0.0);
    for (std::size_t k = 0; k < e.args.size(); ++k) {
      const auto x = (*this)(e.args[k]);
      const double sign = e.minus[k] ? -1 : 1;
      for (std::size_t i = 0; i < out.size(); ++i) out[i] += sign * x[i];
    }
    return out;
  }

  template <class F>
  std::vector<double> binary(const Expr& e, F f) {
    auto a = (*this)(e.args[0]);
    const auto b = (*this)(e.args[1]);
    for (std::size_t i = 0; i < a.size(); ++i) a[i] = f(a[i], b[i]);
    return a;
  }

  std::vector<double> call(const Expr& e) {
    const Function& function = *find_function(e.text);
    auto x = (*this)(e.args[0]);
    if (function.kind == FunctionKind::math)
      for (double& v : x) v = function.of(v);
    if (function.kind == FunctionKind::scale || function.kind == FunctionKind::center) {
      const Moments m = next_moments(e, x, function.kind == FunctionKind::scale);
      for (double& v : x) v = (v - m.center) / m.scale;
    }
    return x;
  }

  Moments next_moments(const Expr& e, const std::vector<double>& x, bool scales) {
    if (learned_ == nullptr) return recipe_.moments[used_++];
    Moments m = moments_of(x);
    if (!scales) m.scale = 1;
    if (m.scale == 0)
      throw Error(fmt::format("{}: {} would divide by zero, for its argument is the same in every row.",
                              frame_.source(), e.source));
    learned_->push_back(m);
    return m;
  }

  const NumericRecipe& recipe_;
  const Frame& frame_;
  std::vector<Moments>* learned_;  ///< null when the recipe's moments are to be used
  std::size_t used_ = 0;
};

[[noreturn]] void blame_row(const NumericRecipe& recipe, const Frame& frame, std::size_t i, double value) {
  std::string inputs;
  for (const auto& name : columns_of(recipe.expr))
    inputs += fmt::format("{}{} = {}", inputs.empty() ? "" : ", ", name,
                          frame.column(name).numbers[frame.kept()[i]]);
  // fmt would show the sign of a NaN.
  const std::string shown = std::isnan(value) ? "NaN" : fmt::format("{}", value);
  throw Error(
      fmt::format("{}: {} is {} in row {}, where {}. Correct the value, leave the row out or use another "
                  "function.",
                  frame.source(), recipe.name, shown, frame.row_number(i), inputs));
}

std::vector<double> checked(const NumericRecipe& recipe, const Frame& frame, std::vector<Moments>* learned) {
  auto out = Evaluator(recipe, frame, learned)(recipe.expr);
  for (std::size_t i = 0; i < out.size(); ++i)
    if (!std::isfinite(out[i])) blame_row(recipe, frame, i, out[i]);
  return out;
}

}  // namespace

NumericRecipe learn_numeric(const Expr& expr, const std::string& name, const Frame& frame) {
  NumericRecipe recipe{.name = name, .expr = expr, .moments = {}};
  std::vector<Moments> learned;
  checked(recipe, frame, &learned);
  recipe.moments = std::move(learned);
  return recipe;
}

std::vector<double> evaluate(const NumericRecipe& recipe, const Frame& frame) {
  return checked(recipe, frame, nullptr);
}

}  // namespace cggibbs
