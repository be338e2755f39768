// A recursive-descent parser for formulas, with R's precedence of operators.
#include <fmt/format.h>

#include <algorithm>
#include <unordered_set>
#include <utility>

#include "base/settings_text.hpp"
#include "models/formula.hpp"
#include "models/formula_functions.hpp"
#include "models/formula_lexer.hpp"

namespace cggibbs {
namespace {

/// Nesting that no person writes; bounds every recursion over the tree, so that no input overflows the stack.
constexpr std::size_t max_depth = 100;

class Parser {
 public:
  explicit Parser(std::string_view formula) : formula_(formula), tokens_(tokenize(formula)) {}

  Formula parse() {
    const auto tilde = std::find_if(tokens_.begin(), tokens_.end(), [](const Token& t) { return t.is("~"); });
    if (tilde == tokens_.end())
      formula_error(formula_, whole_formula, "there is no '~'", "Write the response first: 'y ~ x + z'.");
    if (peek().is("~"))
      formula_error(formula_, peek().at, "there is no response before '~'", "Write 'y ~ x + z'.");
    Formula out{.text = std::string(formula_)};
    out.response = sum();
    if (peek().is("|"))
      formula_error(
          formula_, peek().at, "unexpected '|' in the response",
          "The numbers of trials are given as cbind(successes, failures) ~ ... or by `trials`, "_settings
          "weights by `weights`."_settings);
    if (!peek().is("~")) unexpected("");
    out.response_name = text_between(0, next_);
    check_response(out.response);
    ++next_;
    out.terms = sum();
    if (peek().is("|") || peek().is("||"))
      formula_error(formula_, peek().at, "a group-level term outside parentheses",
                    "Write (1 | g) or (x | g) with the parentheses.");
    if (peek().kind != Token::Kind::end) unexpected("");
    return out;
  }

 private:
  const Token& peek() const { return tokens_[next_]; }
  bool accept(std::string_view symbol) {
    if (!peek().is(symbol)) return false;
    ++next_;
    return true;
  }

  [[noreturn]] void unexpected(const std::string& hint) const {
    const Token& t = peek();
    if (t.kind == Token::Kind::end) formula_error(formula_, t.at, "unexpected end", hint);
    const std::string source(formula_.substr(t.at, t.end - t.at));
    if (t.is("~")) formula_error(formula_, t.at, "a second '~'", hint);
    for (const char* comparison : {"<", ">", "=", "==", "<=", ">=", "!", "&"})
      if (t.is(comparison))
        formula_error(formula_, t.at, fmt::format("unexpected '{}'", source),
                      "Comparisons are not available: make a 0/1 column in the data.");
    formula_error(formula_, t.at, fmt::format("unexpected '{}'", source), hint);
  }

  /// The source of tokens [first, last) without the spaces between them.
  std::string text_between(std::size_t first, std::size_t last) const {
    std::string out;
    for (std::size_t i = first; i < last; ++i)
      out += formula_.substr(tokens_[i].at, tokens_[i].end - tokens_[i].at);
    return out;
  }

  /// Sets the depth of a finished node; the parser's own recursion is counted in nesting_.
  Expr finish(Expr e) const {
    for (const auto& arg : e.args) e.depth = std::max(e.depth, arg.depth + 1);
    if (e.depth > max_depth)
      formula_error(formula_, e.at, fmt::format("more than {} nested or chained operators", max_depth), "");
    return e;
  }

  Expr binary(Expr::Kind kind, std::size_t at, Expr left, Expr right) const {
    Expr e{.kind = kind, .at = at};
    e.args.reserve(2);
    e.args.push_back(std::move(left));
    e.args.push_back(std::move(right));
    return finish(std::move(e));
  }

  /// A sign in front belongs to the whole first summand, so that `- a:b` removes a:b.
  Expr sum() {
    Expr e{.kind = Expr::Kind::sum, .at = peek().at};
    do {
      bool minus = false;
      while (peek().is("+") || peek().is("-")) {
        if (peek().is("-")) minus = !minus;
        ++next_;
      }
      e.args.push_back(product());
      e.minus.push_back(minus);
    } while (peek().is("+") || peek().is("-"));
    if (e.args.size() == 1 && !e.minus[0]) {
      Expr only = std::move(e.args[0]);
      return only;
    }
    return finish(std::move(e));
  }

  Expr product() {
    Expr left = nested();
    while (peek().is("*") || peek().is("/")) {
      const std::size_t at = peek().at;
      const auto kind = peek().is("*") ? Expr::Kind::times : Expr::Kind::divide;
      ++next_;
      left = binary(kind, at, std::move(left), nested());
    }
    return left;
  }

  Expr nested() {
    Expr left = interaction();
    while (peek().is("%in%")) {
      const std::size_t at = peek().at;
      ++next_;
      left = binary(Expr::Kind::interaction, at, std::move(left), interaction());
    }
    return left;
  }

  Expr interaction() {
    Expr left = signed_power();
    while (peek().is(":")) {
      const std::size_t at = peek().at;
      ++next_;
      left = binary(Expr::Kind::interaction, at, std::move(left), signed_power());
    }
    return left;
  }

  Expr signed_power() {
    const std::size_t at = peek().at;
    bool minus = false;
    while (peek().is("-") || peek().is("+")) {
      if (peek().is("-")) minus = !minus;
      ++next_;
    }
    Expr e = power();
    if (!minus) return e;
    Expr negated{.kind = Expr::Kind::sum, .at = at};
    negated.args.push_back(std::move(e));
    negated.minus.push_back(true);
    return finish(std::move(negated));
  }

  Expr power() {
    Expr base = primary();
    if (!peek().is("^")) return base;
    const std::size_t at = peek().at;
    ++next_;
    enter(at);
    Expr exponent = signed_power();
    --nesting_;
    return binary(Expr::Kind::power, at, std::move(base), std::move(exponent));
  }

  Expr primary() {
    const Token t = peek();
    if (t.kind == Token::Kind::end || (t.kind == Token::Kind::symbol && !t.is("(")))
      unexpected("A column, a function or '(' should be here.");
    ++next_;
    if (t.is("(")) return parenthesis(t.at);
    if (t.kind == Token::Kind::name && !t.quoted && peek().is("(")) return call(t);
    Expr e{.at = t.at, .value = t.value, .text = t.text};
    if (t.kind == Token::Kind::number) e.kind = Expr::Kind::number;
    if (t.kind == Token::Kind::string) e.kind = Expr::Kind::string;
    e.dot = t.kind == Token::Kind::name && t.text == "." && !t.quoted;
    return e;
  }

  Expr parenthesis(std::size_t open) {
    enter(open);
    Expr e = sum();
    if (peek().is("|") || peek().is("||")) {
      const bool uncorrelated = peek().is("||");
      ++next_;
      e = binary(Expr::Kind::group, open, std::move(e), sum());
      e.uncorrelated = uncorrelated;
    }
    if (!accept(")")) {
      if (peek().kind == Token::Kind::end)
        formula_error(formula_, open, "the '(' is never closed: it stands", "");
      unexpected("");
    }
    --nesting_;
    return e;
  }

  Expr call(const Token& name) {
    const std::size_t first = next_ - 1;
    enter(name.at);
    Expr e{.kind = Expr::Kind::call, .at = name.at, .text = name.text};
    ++next_;
    while (!peek().is(")")) {
      std::string key;
      if (peek().kind == Token::Kind::name && tokens_[next_ + 1].is("=")) {
        key = peek().text;
        next_ += 2;
      }
      e.args.push_back(sum());
      e.keys.push_back(key);
      if (!accept(",") && !peek().is(")")) {
        if (peek().kind == Token::Kind::end)
          formula_error(formula_, name.at,
                        fmt::format("the call of {}( is never closed: it stands", name.text), "");
        unexpected(fmt::format("A ',' or ')' should be here, inside {}(...).", name.text));
      }
    }
    ++next_;
    --nesting_;
    e.source = text_between(first, next_);
    check_call(formula_, e);
    return finish(std::move(e));
  }

  void check_response(const Expr& response) const {
    if (response.kind == Expr::Kind::call) {
      const FunctionKind kind = find_function(response.text)->kind;
      if (kind == FunctionKind::cbind || kind == FunctionKind::categorical) return;
    }
    check_arithmetic(formula_, response);
    if (columns_of(response).empty())
      formula_error(formula_, response.at, "the response names no column", "Write 'y ~ x + z'.");
  }

  void enter(std::size_t at) {
    if (++nesting_ > max_depth)
      formula_error(formula_, at, fmt::format("more than {} nested parentheses", max_depth), "");
  }

  std::string_view formula_;
  std::vector<Token> tokens_;
  std::size_t next_ = 0;
  std::size_t nesting_ = 0;
};

void collect_columns(const Expr& expr, std::unordered_set<std::string>& seen, std::vector<std::string>& out) {
  if (expr.kind == Expr::Kind::name && !expr.dot && seen.insert(expr.text).second) out.push_back(expr.text);
  for (std::size_t i = 0; i < expr.args.size(); ++i)
    if (expr.keys.empty() || expr.keys[i] != "raw") collect_columns(expr.args[i], seen, out);
}

}  // namespace

Formula parse_formula(std::string_view text) {
  Formula formula = Parser(text).parse();
  expand_terms(formula, {});  // mistakes in the algebra of terms are reported before data are read
  return formula;
}

std::vector<std::string> columns_of(const Expr& expr) {
  std::unordered_set<std::string> seen;
  std::vector<std::string> out;
  collect_columns(expr, seen, out);
  return out;
}

}  // namespace cggibbs
