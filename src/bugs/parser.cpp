// The parse tree of the grammar, turned into relations inside loops.
#include "bugs/parser.hpp"

#include <fmt/format.h>

#include <charconv>
#include <tao/pegtl/contrib/parse_tree.hpp>

#include "bugs/grammar.hpp"

namespace cggibbs::bugs {
namespace {

namespace pegtl = tao::pegtl;
using Tree = pegtl::parse_tree::node;

constexpr int deepest = 100;  // brackets in brackets: more would only use up the stack

/// What stands in the error message when a rule was needed and did not match.
template <class Rule>
inline constexpr const char* expected = "an expression";
template <>
inline constexpr const char* expected<grammar::close_parenthesis> = "')'";
template <>
inline constexpr const char* expected<grammar::close_bracket> = "']'";
template <>
inline constexpr const char* expected<grammar::close_brace> =
    "a relation (x <- ..., x ~ ...), a loop (for (i in 1:n) { ... }) or '}'";
template <>
inline constexpr const char* expected<grammar::comma> = "','";
template <>
inline constexpr const char* expected<grammar::open_parenthesis> = "'('";
template <>
inline constexpr const char* expected<grammar::needs_counter> = "the name of a counter";
template <>
inline constexpr const char* expected<grammar::in_word> = "'in'";
template <>
inline constexpr const char* expected<grammar::relations> = "'{'";
template <>
inline constexpr const char* expected<grammar::distribution> = "a distribution such as dnorm(mu, tau)";
template <>
inline constexpr const char* expected<grammar::needs_declaration> = "the name of a variable";
template <>
inline constexpr const char* expected<grammar::end_of_program> =
    "'model {', or the end: a program is an optional var block, an optional data block and a model block";

template <class Rule>
struct Control : pegtl::normal<Rule> {
  template <class Input, class... States>
  [[noreturn]] static void raise(const Input& in, States&&...) {
    throw pegtl::parse_error(std::string("expected ") + expected<Rule>, in);
  }
};

/// A level of precedence without an operator is its operand.
struct Fold : pegtl::parse_tree::apply<Fold> {
  template <class Node, class... States>
  static void transform(std::unique_ptr<Node>& node, States&&...) {
    if (node->children.size() == 1) node = std::move(node->children.front());
  }
};

namespace g = grammar;
template <class Rule>
using Selector = pegtl::parse_tree::selector<
    Rule,
    pegtl::parse_tree::store_content::on<
        g::number, g::name, g::function_name, g::counter, g::missing_index, g::index_list, g::reference,
        g::call, g::op_power, g::sign_minus, g::sign_plus, g::op_range, g::op_special, g::op_product,
        g::op_sum, g::op_compare, g::op_not, g::op_and, g::op_or, g::target, g::link_name, g::deterministic,
        g::stochastic, g::restriction, g::truncated, g::censored, g::bound, g::loop, g::relations,
        g::declaration, g::var_block, g::data_block, g::model_block>,
    Fold::on<g::power, g::operand_of_power, g::signed_power, g::ranged, g::special, g::products, g::sums,
             g::comparison, g::negation, g::conjunction, g::expression>>;

class Converter {
 public:
  explicit Converter(const Source& source) : source_(source) {}

  Program program(const Tree& root) {
    Program out;
    for (const auto& child : root.children) {
      if (child->is_type<g::var_block>()) {
        for (const auto& d : child->children) out.declarations.push_back(declaration(*d));
      } else if (child->is_type<g::data_block>()) {
        statements(*child->children[0], std::nullopt, out.data);
      } else if (child->is_type<g::model_block>()) {
        statements(*child->children[0], std::nullopt, out.model);
        out.has_model = true;
      }
    }
    return out;
  }

  Expr expression(const Tree& tree) const {
    if (tree.is_type<g::number>()) return number(tree);
    if (tree.is_type<g::missing_index>()) return {ExprKind::missing, span(tree)};
    if (tree.is_type<g::reference>() || tree.is_type<g::target>()) return reference(tree);
    if (tree.is_type<g::call>()) {
      Expr out{ExprKind::call, span(tree), 0, text(*tree.children[0])};
      for (std::size_t k = 1; k < tree.children.size(); ++k)
        out.args.push_back(expression(*tree.children[k]));
      return out;
    }
    if (tree.is_type<g::power>()) return power(tree, 0);
    if (tree.is_type<g::signed_power>() || tree.is_type<g::operand_of_power>())
      return with_signs(tree, expression(*tree.children.back()));
    if (tree.is_type<g::negation>()) {
      Expr out = expression(*tree.children.back());
      for (std::size_t k = 1; k < tree.children.size(); ++k) out = call("!", span(tree), {std::move(out)});
      return out;
    }
    // A chain: operand, operator, operand, ... from the left.
    Expr out = expression(*tree.children[0]);
    for (std::size_t k = 1; k + 1 < tree.children.size(); k += 2) {
      Expr right = expression(*tree.children[k + 1]);
      const Span at{out.at.begin, right.at.end};
      out = call(text(*tree.children[k]), at, {std::move(out), std::move(right)});
    }
    return out;
  }

 private:
  Span span(const Tree& tree) const {
    const auto view = tree.string_view();
    const auto begin = static_cast<std::size_t>(view.data() - source_.text.data());
    std::size_t end = begin + view.size();
    while (end > begin && std::isspace(static_cast<unsigned char>(source_.text[end - 1])) != 0) --end;
    return {static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end)};
  }
  std::string text(const Tree& tree) const { return text_of(source_, span(tree)); }

  static Expr call(std::string name, Span at, std::vector<Expr> args) {
    return {ExprKind::call, at, 0, std::move(name), std::move(args)};
  }

  Expr number(const Tree& tree) const {
    Expr out{ExprKind::number, span(tree)};
    const auto view = tree.string_view();
    const auto [end, code] = std::from_chars(view.data(), view.data() + view.size(), out.number);
    if (code == std::errc::result_out_of_range)
      throw SourceError(source_, out.at, fmt::format("the number {} is out of range.", view));
    return out;
  }

  Expr reference(const Tree& tree) const {
    Expr out{ExprKind::reference, span(tree), 0, text(*tree.children[0])};
    if (tree.children.size() > 1) {
      out.bracketed = true;
      for (const auto& index : tree.children[1]->children) out.args.push_back(expression(*index));
    }
    return out;
  }

  /// children: signs, then the operand.
  Expr with_signs(const Tree& tree, Expr operand) const {
    bool minus = false;
    for (std::size_t k = 0; k + 1 < tree.children.size(); ++k)
      if (tree.children[k]->is_type<g::sign_minus>()) minus = !minus;
    const Span at{span(tree).begin, operand.at.end};
    return minus ? call("[-]", at, {std::move(operand)}) : operand;
  }

  /// a ^ b ^ c = a ^ (b ^ c), and a sign before b is one of b ^ c.
  Expr power(const Tree& tree, std::size_t k) const {
    const Tree& operand = *tree.children[k];
    const bool with_sign = operand.is_type<g::operand_of_power>();
    Expr base = expression(with_sign ? *operand.children.back() : operand);
    if (k + 2 < tree.children.size()) {
      Expr exponent = power(tree, k + 2);
      const Span at{base.at.begin, exponent.at.end};
      base = call("^", at, {std::move(base), std::move(exponent)});
    }
    return with_sign ? with_signs(operand, std::move(base)) : base;
  }

  Declaration declaration(const Tree& tree) const {
    Declaration out{span(tree), text(*tree.children[0]), {}};
    for (std::size_t k = 1; k < tree.children.size(); ++k)
      out.extents.push_back(expression(*tree.children[k]));
    return out;
  }

  void statements(const Tree& tree, std::optional<std::size_t> loop, Block& out) const {
    for (const auto& child : tree.children) {
      if (child->is_type<g::loop>()) {
        out.loops.push_back({text(*child->children[0]), expression(*child->children[1]), loop});
        statements(*child->children[2], out.loops.size() - 1, out);
      } else {
        out.relations.push_back(relation(*child, loop));
      }
    }
  }

  Relation relation(const Tree& tree, std::optional<std::size_t> loop) const {
    Relation out{};
    out.at = span(tree);
    out.loop = loop;
    out.stochastic = tree.is_type<g::stochastic>();
    std::size_t k = 0;
    if (tree.children[k]->is_type<g::link_name>()) {
      out.link = text(*tree.children[k++]);
      if (out.link != "log" && out.link != "logit" && out.link != "probit" && out.link != "cloglog")
        throw SourceError(source_, span(*tree.children[0]),
                          fmt::format("'{}' is no link function; on the left of a relation there may be log, "
                                      "logit, probit or cloglog.",
                                      out.link));
    }
    out.target = expression(*tree.children[k++]);
    out.value = expression(*tree.children[k++]);
    if (k < tree.children.size()) restrict(*tree.children[k], out);
    return out;
  }

  void restrict(const Tree& tree, Relation& out) const {
    out.restriction =
        tree.children[0]->is_type<g::truncated>() ? Restriction::truncated : Restriction::censored;
    const auto bound = [&](const Tree& t) -> std::optional<Expr> {
      if (t.children.empty()) return std::nullopt;
      return expression(*t.children[0]);
    };
    out.lower = bound(*tree.children[1]);
    out.upper = bound(*tree.children[2]);
  }

  const Source& source_;
};

/// Brackets in comments count too: nobody has a hundred open ones there.
void refuse_deep(const Source& source) {
  int depth = 0;
  for (std::size_t i = 0; i < source.text.size(); ++i) {
    const char c = source.text[i];
    if (c == '(' || c == '[' || c == '{') ++depth;
    if (c == ')' || c == ']' || c == '}') --depth;
    if (depth > deepest) {
      const auto at = static_cast<std::uint32_t>(i);
      throw SourceError(source, {at, at}, fmt::format("more than {} brackets are open here.", deepest));
    }
  }
}

template <class Rule>
std::unique_ptr<Tree> parse_tree(const Source& source) {
  if (source.text.size() > 0xFFFFFFF0U) throw Error(fmt::format("{}: the program is too long.", source.file));
  refuse_deep(source);
  pegtl::memory_input<> in(source.text.data(), source.text.data() + source.text.size(), source.file);
  try {
    auto root = pegtl::parse_tree::parse<Rule, Tree, Selector, pegtl::nothing, Control>(in);
    if (root) return root;
  } catch (const pegtl::parse_error& e) {
    const auto at = static_cast<std::uint32_t>(e.positions().front().byte);
    throw SourceError(source, {at, at}, std::string(e.message()) + ".");
  }
  throw SourceError(source, {}, "this is no name of a variable.");
}

}  // namespace

Program parse_program(const Source& source) {
  const auto root = parse_tree<g::program>(source);
  Program program = Converter(source).program(*root);
  if (!program.has_model) throw SourceError(source, {}, "the program has no model block: model { ... }.");
  return program;
}

Expr parse_reference(const Source& source) {
  const auto root = parse_tree<g::only_reference>(source);
  return Converter(source).expression(*root->children[0]);
}

}  // namespace cggibbs::bugs
