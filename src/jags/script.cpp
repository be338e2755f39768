// Reading JAGS scripts: words, then commands.
#include "jags/script.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cggibbs/error.hpp>
#include <charconv>

#include "base/suggest.hpp"
#include "base/utf8.hpp"

namespace cggibbs::jags {
namespace {

struct Word {
  std::string text;
  bool quoted = false;
  char mark = 0;  ///< , ( ) or ; for ends of commands; 0: a word
  std::size_t line = 1, column = 1;
};

/// Who wants what behind which words.
struct Grammar {
  Verb verb;
  std::vector<const char*> words;
  const char* operand;  ///< for messages; null: there is none
  std::vector<const char*> options;
};

const std::vector<Grammar>& grammar() {
  static const std::vector<Grammar> all{{Verb::model_in, {"model", "in"}, "FILE", {}},
                                        {Verb::model_clear, {"model", "clear"}, nullptr, {}},
                                        {Verb::data_in, {"data", "in"}, "FILE", {}},
                                        {Verb::data_clear, {"data", "clear"}, nullptr, {}},
                                        {Verb::data_to, {"data", "to"}, "FILE", {}},
                                        {Verb::compile, {"compile"}, nullptr, {"nchains"}},
                                        {Verb::parameters_in, {"parameters", "in"}, "FILE", {"chain"}},
                                        {Verb::parameters_in, {"inits", "in"}, "FILE", {"chain"}},
                                        {Verb::parameters_to, {"parameters", "to"}, "FILE", {"chain"}},
                                        {Verb::parameters_to, {"inits", "to"}, "FILE", {"chain"}},
                                        {Verb::initialize, {"initialize"}, nullptr, {}},
                                        {Verb::initialize, {"initialise"}, nullptr, {}},
                                        {Verb::adapt, {"adapt"}, "NUMBER", {"by"}},
                                        {Verb::update, {"update"}, "NUMBER", {"by"}},
                                        {Verb::monitor_clear, {"monitor", "clear"}, "NODE", {"type"}},
                                        {Verb::monitor_set, {"monitor", "set"}, "NODE", {"thin", "type"}},
                                        {Verb::monitor_set, {"monitor"}, "NODE", {"thin", "type"}},
                                        {Verb::monitors_to, {"monitors", "to"}, "FILE", {}},
                                        {Verb::coda, {"coda"}, "NODE", {"stem", "type"}},
                                        {Verb::samplers_to, {"samplers", "to"}, "FILE", {}},
                                        {Verb::load, {"load", "module"}, "MODULE", {}},
                                        {Verb::load, {"load"}, "MODULE", {}},
                                        {Verb::unload, {"unload", "module"}, "MODULE", {}},
                                        {Verb::unload, {"unload"}, "MODULE", {}},
                                        {Verb::list_modules, {"list", "modules"}, nullptr, {}},
                                        {Verb::list_factories, {"list", "factories"}, nullptr, {"type"}},
                                        {Verb::set_factory, {"set", "factory"}, "NAME", {"type"}},
                                        {Verb::set_seed, {"set", "seed"}, "NUMBER", {}},
                                        {Verb::cd, {"cd"}, "DIRECTORY", {}},
                                        {Verb::pwd, {"pwd"}, nullptr, {}},
                                        {Verb::dir, {"dir"}, nullptr, {}},
                                        {Verb::dir, {"ls"}, nullptr, {}},
                                        {Verb::run, {"run"}, "FILE", {}},
                                        {Verb::exit, {"exit"}, nullptr, {}},
                                        {Verb::exit, {"quit"}, nullptr, {}}};
  return all;
}

std::string lower(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(),
                 [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
  return text;
}

class Words {
 public:
  Words(std::string_view text, const std::string& source) : text_(text), source_(source) {}

  std::vector<Word> all() {
    while (at_ < text_.size()) {
      const char c = text_[at_];
      if (c == '#')
        at_ = std::min(text_.find('\n', at_), text_.size());
      else if (text_.substr(at_, 2) == "/*")
        skip_comment();
      else if (c == '\n' || c == '\r' || c == ';')
        push(std::string(1, ';'), 1, ';');
      else if (c == ',' || c == '(' || c == ')')
        push(std::string(1, c), 1, c);
      else if (c == '"' || c == '\'')
        quoted(c);
      else if (c == ' ' || c == '\t' || c == '\f')
        step(1);
      else
        bare();
    }
    push(";", 0, ';');
    return std::move(out_);
  }

 private:
  [[noreturn]] void fail(const std::string& message) const {
    throw Error(fmt::format("{}:{}:{}: {}", source_, line_, column_, message));
  }
  void step(std::size_t bytes) {
    for (; bytes > 0 && at_ < text_.size(); --bytes, ++at_) {
      ++column_;
      if (text_[at_] == '\n') {
        ++line_;
        column_ = 1;
      }
    }
  }
  void push(std::string text, std::size_t bytes, char mark, bool quoted = false) {
    out_.push_back({std::move(text), quoted, mark, line_, column_});
    step(bytes);
  }
  void skip_comment() {
    const std::size_t end = text_.find("*/", at_ + 2);
    if (end == std::string_view::npos) fail("this comment does not end: */ is missing.");
    step(end + 2 - at_);
  }
  void quoted(char quote) {
    const std::size_t end = text_.find(quote, at_ + 1);
    if (end == std::string_view::npos) fail("this quote does not end.");
    push(std::string(text_.substr(at_ + 1, end - at_ - 1)), end + 1 - at_, 0, true);
  }
  /// Up to what ends a word; brackets of nodes, as in x[1, 2], are part of it.
  void bare() {
    std::size_t end = at_;
    int depth = 0;
    std::string word;
    for (; end < text_.size(); ++end) {
      const char c = text_[end];
      const bool space = c == ' ' || c == '\t' || c == '\f';
      if (c == '\n' || c == '\r' || (depth == 0 && (space || c == ',' || c == '(' || c == ')' || c == ';')))
        break;
      if (c == '[') ++depth;
      if (c == ']' && depth > 0) --depth;
      if (!space) word += c;
    }
    push(word, end - at_, 0);
  }

  std::string_view text_;
  const std::string& source_;
  std::size_t at_ = 0, line_ = 1, column_ = 1;
  std::vector<Word> out_;
};

class Commands {
 public:
  Commands(std::vector<Word> words, const std::string& source) : words_(std::move(words)), source_(source) {}

  std::vector<Command> all() {
    std::vector<Command> out;
    while (at_ < words_.size()) {
      if (words_[at_].mark == ';')
        ++at_;
      else
        out.push_back(command());
      if (!out.empty() && out.back().verb == Verb::exit) break;  // whatever comes after it
    }
    return out;
  }

 private:
  [[noreturn]] void fail(const Word& at, const std::string& message) const {
    throw Error(fmt::format("{}:{}:{}: {}", source_, at.line, at.column, message));
  }
  bool is_word(std::size_t at, const char* word) const {
    return words_[at].mark == 0 && !words_[at].quoted && lower(words_[at].text) == word;
  }
  bool begins(const Grammar& g) const {
    for (std::size_t k = 0; k < g.words.size(); ++k)
      if (!is_word(at_ + k, g.words[k])) return false;
    // "monitor set" alone monitors a node called set.
    const bool also_alone = g.verb == Verb::monitor_set || g.verb == Verb::load || g.verb == Verb::unload;
    return g.words.size() == 1 || !also_alone || words_[at_ + g.words.size()].mark == 0;
  }

  Command command() {
    const Word& first = words_[at_];
    for (const Grammar& g : grammar())
      if (begins(g)) {
        at_ += g.words.size();
        return rest(g, first);
      }
    std::vector<std::string> known;
    for (const Grammar& g : grammar()) known.push_back(fmt::format("{}", fmt::join(g.words, " ")));
    const std::string given =
        lower(first.text) + (words_[at_ + 1].mark == 0 ? " " + lower(words_[at_ + 1].text) : "");
    fail(first, fmt::format("no command of JAGS scripts begins with '{}'.{}", first.text,
                            did_you_mean(given, known)));
  }

  Command rest(const Grammar& g, const Word& first) {
    const std::string name = fmt::format("{}", fmt::join(g.words, " "));
    Command out{.verb = g.verb, .line = first.line};
    if (g.operand != nullptr) {
      if (words_[at_].mark != 0) fail(words_[at_], fmt::format("expected: {} {}.", name, g.operand));
      out.operand = words_[at_++].text;
    }
    if (g.verb == Verb::set_factory && words_[at_].mark == 0)
      out.options["state"] = lower(words_[at_++].text);
    while (words_[at_].mark == ',') {
      ++at_;
      option(g, name, out);
    }
    if (words_[at_].mark != ';')
      fail(words_[at_], fmt::format("'{}' is too much behind '{}'.", words_[at_].text, name));
    return out;
  }

  void option(const Grammar& g, const std::string& name, Command& out) {
    const Word& word = words_[at_];
    const std::string key = lower(word.text);
    const bool known = word.mark == 0 && std::any_of(g.options.begin(), g.options.end(),
                                                     [&](const char* o) { return key == o; });
    if (!known)
      fail(word, g.options.empty() ? fmt::format("'{}' takes no options.", name)
                                   : fmt::format("'{}' takes {}(...), not '{}'.", name,
                                                 fmt::join(g.options, "(...), "), word.text));
    if (words_[at_ + 1].mark != '(' || words_[at_ + 2].mark != 0 || words_[at_ + 3].mark != ')')
      fail(word, fmt::format("expected {}(VALUE).", key));
    out.options[key] = words_[at_ + 2].text;
    at_ += 4;
  }

  std::vector<Word> words_;
  const std::string& source_;
  std::size_t at_ = 0;
};

}  // namespace

std::size_t Command::count(const std::string& name, std::size_t otherwise) const {
  const std::string text = name.empty() ? operand : option(name, "");
  if (text.empty() && !name.empty()) return otherwise;
  std::size_t value = 0;
  const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (code != std::errc{} || end != text.data() + text.size() || value == 0 || value > 1000000000000)
    throw Error(
        fmt::format("{}'{}' is not a whole number of 1 or more.", name.empty() ? "" : name + " ", text));
  return value;
}

std::string Command::option(const std::string& name, const std::string& otherwise) const {
  const auto found = options.find(name);
  return found == options.end() ? otherwise : found->second;
}

std::vector<Command> parse_script(std::string_view text, const std::string& source) {
  // What looks behind a word finds ends of commands there.
  auto words = Words(without_byte_order_mark(text), source).all();
  for (int i = 0; i < 4; ++i) words.push_back({";", false, ';', words.back().line, words.back().column});
  return Commands(std::move(words), source).all();
}

}  // namespace cggibbs::jags
