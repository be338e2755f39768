// Distinct terms in the order in which a formula adds them.
#pragma once

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <unordered_map>
#include <utility>
#include <vector>

#include "models/formula.hpp"

namespace cggibbs {

struct TermHash {
  std::size_t operator()(const Term& term) const {
    std::size_t h = term.size();
    for (const auto v : term) h = (h ^ v) * std::size_t{0x9E3779B97F4A7C15};
    return h;
  }
};

/// Distinct terms in order of insertion.
class TermList {
 public:
  void insert(const Term& term) { position_.try_emplace(term, next_++); }
  void insert(const TermList& other) {
    for (const auto& term : other.ordered()) insert(term);
  }
  void erase(const TermList& other) {
    for (const auto& [term, position] : other.position_) position_.erase(term);
  }
  bool empty() const { return position_.empty(); }
  std::size_t size() const { return position_.size(); }
  std::vector<Term> ordered() const {
    std::vector<std::pair<std::size_t, const Term*>> by_position;
    by_position.reserve(position_.size());
    for (const auto& [term, position] : position_) by_position.emplace_back(position, &term);
    std::sort(by_position.begin(), by_position.end());
    std::vector<Term> out;
    out.reserve(by_position.size());
    for (const auto& [position, term] : by_position) out.push_back(*term);
    return out;
  }

 private:
  std::unordered_map<Term, std::size_t, TermHash> position_;
  std::size_t next_ = 0;
};

/// The product of two terms: a:b times b:c is a:b:c.
inline Term merged(const Term& a, const Term& b) {
  Term out;
  std::set_union(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(out));
  return out;
}

}  // namespace cggibbs
