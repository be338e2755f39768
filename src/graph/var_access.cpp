// Vars within their draft, and the lengths that go together.
#include "graph/var_access.hpp"

#include <fmt/format.h>

#include <numeric>

namespace cggibbs {

const VarAccess::DraftPtr& VarAccess::draft(const Var& v) {
  if (v.draft_->closed)
    throw Error(
        "a variable is used after its model was built (or its builder is gone). Write the whole model before "
        "build(), and a further model with variables of its own.");
  return v.draft_;
}

Var VarAccess::append(const DraftPtr& draft, std::size_t n, decltype(Node::body) body, Extents shape) {
  draft->nodes.push_back({"", n, std::move(body)});
  return {std::move(shape), static_cast<NodeId>(draft->nodes.size() - 1), draft};
}

Var VarAccess::node_of(const DraftPtr& draft, const Arg& a) {
  if (!a.var_.draft_) return data(draft, a.constant_);
  if (VarAccess::draft(a.var_) != draft)
    throw Error("an expression mixes variables of two models; build each model on its own.");
  return a.var_;
}

std::size_t Var::size() const {
  return VarAccess::node(*this).size;
}
Extents Var::shape() const {
  return shape_.empty() ? Extents{size()} : shape_;
}

std::size_t common_size(std::initializer_list<std::size_t> sizes, std::string_view what) {
  std::size_t n = 1;
  for (std::size_t s : sizes) {
    if (s == n || s == 1) continue;
    if (n != 1)
      throw Error(fmt::format(
          "{}: arrays of length {} and {} do not go together; lengths must be equal or 1.", what, n, s));
    n = s;
  }
  return n;
}

std::size_t product(const Extents& shape) {
  return std::accumulate(shape.begin(), shape.end(), std::size_t{1}, std::multiplies<>());
}

}  // namespace cggibbs
