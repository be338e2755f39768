// Which elements of a node move when element k of a parameter moves.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "graph/columns.hpp"
#include "graph/members.hpp"

namespace cggibbs {

/// Elements first..first+count-1, or list[0..count) when list is not null (each once).
struct RowSet {
  const std::uint32_t* list;
  std::size_t first;
  std::size_t count;
  std::size_t operator[](std::size_t t) const { return list ? list[t] : first + t; }
};

/// A RowSet for every k, without storing what can be read off the graph.
class TouchSet {
 public:
  static TouchSet none() { return {}; }
  static TouchSet self() { return TouchSet(Kind::self); }
  static TouchSet all(std::size_t n);
  /// The stored rows of column k.
  static TouchSet column(ColumnsPtr columns);
  static TouchSet lists(const std::vector<std::vector<std::uint32_t>>& rows);
  /// Of n rows, those that the state lists under k.
  static TouchSet members(std::uint32_t lists, std::size_t n);

  bool empty() const { return kind_ == Kind::none; }
  bool is_self() const { return kind_ == Kind::self; }
  bool is_all() const { return kind_ == Kind::all; }
  /// Does not depend on the state.
  bool fixed() const { return kind_ != Kind::members; }
  /// The rows in a state with these lists.
  RowSet rows(std::size_t k, MemberSpan members) const {
    if (kind_ != Kind::members) return rows(k);
    const auto list = members[slot_].of(k);
    return {list.data(), 0, list.size()};
  }
  /// In any state: all rows where they depend on it.
  RowSet rows(std::size_t k) const {
    switch (kind_) {
      case Kind::none:
        return {nullptr, 0, 0};
      case Kind::self:
        return {nullptr, k, 1};
      case Kind::all:
      case Kind::members:
        return {nullptr, 0, n_};
      case Kind::column: {
        const ColumnView c = columns_->entries_of(k);
        return {c.rows, 0, c.count};
      }
      case Kind::lists:
        return {lists_->row.data() + lists_->start[k], 0, lists_->start[k + 1] - lists_->start[k]};
    }
    return {nullptr, 0, 0};
  }
  bool operator==(const TouchSet& o) const {
    return kind_ == o.kind_ && n_ == o.n_ && columns_ == o.columns_ && lists_ == o.lists_ && slot_ == o.slot_;
  }

  /// Union over all k < m.
  static TouchSet merge(const TouchSet& a, const TouchSet& b, std::size_t m);
  /// Rows that A * x moves when these elements of x move.
  TouchSet through(const ColumnsPtr& a, std::size_t m) const;
  /// Element i goes to target[i], one of n.
  TouchSet image(const std::vector<std::uint32_t>& target, std::size_t n, std::size_t m) const;

 private:
  enum class Kind { none, self, all, column, lists, members };
  struct Lists {
    std::vector<std::size_t> start;
    std::vector<std::uint32_t> row;
  };
  TouchSet() = default;
  explicit TouchSet(Kind kind) : kind_(kind) {}

  Kind kind_ = Kind::none;
  std::uint32_t slot_ = 0;
  std::size_t n_ = 0;
  ColumnsPtr columns_;
  std::shared_ptr<const Lists> lists_;
};

}  // namespace cggibbs
