// Combining touch sets along the graph.
#include "graph/touch.hpp"

#include <algorithm>

namespace cggibbs {
namespace {

void sort_unique(std::vector<std::uint32_t>& v) {
  std::sort(v.begin(), v.end());
  v.erase(std::unique(v.begin(), v.end()), v.end());
}

}  // namespace

TouchSet TouchSet::all(std::size_t n) {
  TouchSet s(Kind::all);
  s.n_ = n;
  return s;
}

TouchSet TouchSet::column(ColumnsPtr columns) {
  if (columns->dense()) return all(columns->rows());
  TouchSet s(Kind::column);
  s.columns_ = std::move(columns);
  return s;
}

TouchSet TouchSet::members(std::uint32_t lists, std::size_t n) {
  TouchSet s(Kind::members);
  s.slot_ = lists;
  s.n_ = n;
  return s;
}

TouchSet TouchSet::lists(const std::vector<std::vector<std::uint32_t>>& rows) {
  auto l = std::make_shared<Lists>();
  l->start.push_back(0);
  for (const auto& r : rows) {
    l->row.insert(l->row.end(), r.begin(), r.end());
    l->start.push_back(l->row.size());
  }
  TouchSet s(Kind::lists);
  s.lists_ = std::move(l);
  return s;
}

TouchSet TouchSet::merge(const TouchSet& a, const TouchSet& b, std::size_t m) {
  if (a.empty() || a == b) return b;
  if (b.empty() || a.is_all()) return a;
  if (b.is_all()) return b;
  if (!a.fixed()) return all(a.n_);
  if (!b.fixed()) return all(b.n_);
  std::vector<std::vector<std::uint32_t>> rows(m);
  for (std::size_t k = 0; k < m; ++k) {
    for (const TouchSet* s : {&a, &b}) {
      const RowSet r = s->rows(k);
      for (std::size_t t = 0; t < r.count; ++t) rows[k].push_back(static_cast<std::uint32_t>(r[t]));
    }
    sort_unique(rows[k]);
  }
  return lists(rows);
}

TouchSet TouchSet::through(const ColumnsPtr& a, std::size_t m) const {
  if (empty()) return none();
  if (is_self()) return column(a);
  if (a->dense() || is_all() || !fixed()) return all(a->rows());
  std::vector<std::vector<std::uint32_t>> out(m);
  for (std::size_t k = 0; k < m; ++k) {
    const RowSet mine = rows(k);
    for (std::size_t t = 0; t < mine.count; ++t) {
      const ColumnView c = a->col(mine[t]);
      out[k].insert(out[k].end(), c.rows, c.rows + c.count);
    }
    sort_unique(out[k]);
  }
  return lists(out);
}

TouchSet TouchSet::image(const std::vector<std::uint32_t>& target, std::size_t n, std::size_t m) const {
  if (!fixed()) return all(n);
  std::vector<std::vector<std::uint32_t>> out(m);
  for (std::size_t k = 0; k < m; ++k) {
    const RowSet mine = rows(k);
    for (std::size_t t = 0; t < mine.count; ++t) out[k].push_back(target[mine[t]]);
    sort_unique(out[k]);
  }
  return lists(out);
}

}  // namespace cggibbs
