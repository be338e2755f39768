// The grammar of BUGS programs, as JAGS reads them.
#pragma once

#include <tao/pegtl.hpp>

namespace cggibbs::bugs::grammar {

// NOLINTBEGIN(readability-identifier-naming): rules are named like those of PEGTL that they are made of
using namespace tao::pegtl;  // NOLINT(google-build-using-namespace): rules read as a grammar

// Space and comments
struct line_comment : seq<one<'#'>, until<eolf>> {};
struct block_comment : seq<string<'/', '*'>, until<string<'*', '/'>>> {};
struct ignored : star<sor<space, line_comment, block_comment>> {};
template <char... C>
struct token : seq<string<C...>, ignored> {};

// Words
struct word_part : sor<alnum, one<'.', '_'>> {};
template <class Text>
struct keyword : seq<Text, not_at<word_part>, ignored> {};
struct word : seq<alpha, star<word_part>> {};
struct name : word {};
struct function_name : word {};
struct counter : word {};

// Numbers: 1, 1.5, .5, 1e-3, 10L
struct exponent : seq<one<'e', 'E'>, opt<one<'+', '-'>>, plus<digit>> {};
struct number
    : seq<sor<seq<plus<digit>, opt<one<'.'>, star<digit>>>, seq<one<'.'>, plus<digit>>>, opt<exponent>> {};

// Expressions, loosest first
struct expression;
struct comma : token<','> {};
struct close_parenthesis : token<')'> {};
struct close_bracket : token<']'> {};
struct needs_expression : seq<expression> {};

struct missing_index : success {};
struct index : sor<expression, missing_index> {};
struct index_list : seq<token<'['>, list<index, comma>, must<close_bracket>> {};
struct arguments : opt<list_must<needs_expression, comma>> {};
struct reference : seq<name, ignored, opt<index_list>> {};
struct call : seq<function_name, ignored, token<'('>, arguments, must<close_parenthesis>> {};
struct parenthesis : seq<token<'('>, must<needs_expression>, must<close_parenthesis>> {};
struct atom : sor<seq<number, opt<one<'L'>>, ignored>, parenthesis, call, reference> {};

struct op_power : seq<sor<one<'^'>, string<'*', '*'>>, ignored> {};
struct operand_of_power;
struct power : seq<atom, star<op_power, must<operand_of_power>>> {};
struct sign_minus : one<'-'> {};
struct sign_plus : one<'+'> {};
struct signs : star<seq<sor<sign_minus, sign_plus>, ignored>> {};
struct operand_of_power : seq<signs, atom> {};
struct signed_power : seq<signs, power> {};
template <class Operand, class Operator>
struct joined : seq<Operand, star<Operator, must<Operand>>> {};
struct op_range : seq<one<':'>, ignored> {};
struct ranged : joined<signed_power, op_range> {};
struct op_special : seq<one<'%'>, plus<not_one<'%', '\n'>>, one<'%'>> {};
struct special : joined<ranged, seq<op_special, ignored>> {};
struct op_product : one<'*', '/'> {};
struct products : joined<special, seq<op_product, ignored>> {};
struct op_sum : one<'+', '-'> {};
struct sums : joined<products, seq<op_sum, ignored>> {};
struct op_compare : sor<string<'>', '='>, string<'<', '='>, string<'=', '='>, string<'!', '='>, one<'>'>,
                        seq<one<'<'>, not_at<one<'-'>>>> {};
struct comparison : seq<sums, opt<seq<op_compare, ignored>, must<sums>>> {};
struct op_not : one<'!'> {};
struct negation : seq<star<seq<op_not, ignored>>, comparison> {};
struct op_and : string<'&', '&'> {};
struct conjunction : joined<negation, seq<op_and, ignored>> {};
struct op_or : string<'|', '|'> {};
struct expression : joined<conjunction, seq<op_or, ignored>> {};

// Relations
struct target : reference {};
struct link_name : word {};
struct open_link : token<'('> {};
struct needs_target : seq<target> {};
struct linked_target : seq<link_name, ignored, open_link, needs_target, close_parenthesis,
                           at<sor<string<'<', '-'>, one<'='>>>> {};
struct assign : sor<token<'<', '-'>, seq<one<'='>, not_at<one<'='>>, ignored>> {};
struct assigned : seq<expression> {};
struct deterministic : seq<sor<linked_target, target>, assign, must<assigned>> {};
struct distribution : seq<call> {};
struct truncated : one<'T'> {};
struct censored : one<'I'> {};
struct bound : opt<expression> {};
struct restriction
    : seq<sor<truncated, censored>, ignored, token<'('>, bound, must<comma>, bound, must<close_parenthesis>> {
};
struct stochastic : seq<target, token<'~'>, must<distribution>, opt<restriction>> {};

struct for_word : keyword<string<'f', 'o', 'r'>> {};
struct in_word : keyword<string<'i', 'n'>> {};
struct open_parenthesis : token<'('> {};
struct needs_counter : seq<counter, ignored> {};
struct loop_head
    : seq<for_word, must<open_parenthesis, needs_counter, in_word, needs_expression, close_parenthesis>> {};
struct relations;
struct loop : seq<loop_head, must<relations>> {};
struct statement : seq<sor<loop, stochastic, deterministic>, star<token<';'>>> {};
struct close_brace : token<'}'> {};
struct relations : seq<token<'{'>, star<token<';'>>, star<statement>, must<close_brace>> {};

// Blocks
struct declaration
    : seq<name, ignored, opt<token<'['>, list_must<needs_expression, comma>, must<close_bracket>>> {};
struct needs_declaration : seq<declaration> {};
struct var_block : seq<keyword<string<'v', 'a', 'r'>>, must<needs_declaration>,
                       star<comma, must<needs_declaration>>, star<token<';'>>> {};
struct data_block : seq<keyword<string<'d', 'a', 't', 'a'>>, must<relations>> {};
struct model_block : seq<keyword<string<'m', 'o', 'd', 'e', 'l'>>, must<relations>> {};
struct end_of_program : eof {};
struct program : seq<ignored, opt<var_block>, opt<data_block>, opt<model_block>, must<end_of_program>> {};

// The name of a variable by itself
struct only_reference : seq<ignored, reference, eof> {};

// NOLINTEND(readability-identifier-naming)

}  // namespace cggibbs::bugs::grammar
