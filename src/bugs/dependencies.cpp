// Strongly connected components of relations, and levels of rows inside them.
#include "bugs/dependencies.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <queue>
#include <set>

namespace cggibbs::bugs {
namespace {

/// What computing a relation reads.
template <class F>
void for_each_reading(const Relation& r, const F& f) {
  for_each_reference(r.value, f);
  if (r.lower) for_each_reference(*r.lower, f);
  if (r.upper) for_each_reference(*r.upper, f);
}

using Graph = std::vector<std::vector<std::uint32_t>>;  // what each needs

Graph needs(const std::vector<Placed>& placed, const std::vector<std::uint32_t>& some, bool cut) {
  std::map<std::string, std::vector<std::uint32_t>> by_name;
  for (std::uint32_t i = 0; i < some.size(); ++i)
    if (!cut || !placed[some[i]].relation->stochastic) by_name[placed[some[i]].variable->name].push_back(i);
  Graph out(some.size());
  for (std::uint32_t i = 0; i < some.size(); ++i) {
    std::set<std::string> names;
    for_each_reading(*placed[some[i]].relation, [&](const Expr& e) {
      if (!placed[some[i]].space->find(e.name)) names.insert(e.name);
    });
    names.insert(placed[some[i]].also_needs.begin(), placed[some[i]].also_needs.end());
    for (const auto& name : names)
      if (const auto found = by_name.find(name); found != by_name.end())
        out[i].insert(out[i].end(), found->second.begin(), found->second.end());
  }
  return out;
}

/// Tarjan's algorithm without recursion: the component of each.
std::vector<std::uint32_t> components(const Graph& graph) {
  const auto n = static_cast<std::uint32_t>(graph.size());
  std::vector<std::uint32_t> number(n, nowhere), low(n), component(n, nowhere), stack;
  std::uint32_t visited = 0, found = 0;
  struct Visit {
    std::uint32_t node;
    std::size_t next;
  };
  std::vector<Visit> open;
  for (std::uint32_t start = 0; start < n; ++start) {
    if (number[start] != nowhere) continue;
    open.push_back({start, 0});
    while (!open.empty()) {
      auto& [v, next] = open.back();
      if (next == 0) {
        number[v] = low[v] = visited++;
        stack.push_back(v);
      }
      if (next < graph[v].size()) {
        const auto u = graph[v][next++];
        if (number[u] == nowhere)
          open.push_back({u, 0});
        else if (component[u] == nowhere)
          low[v] = std::min(low[v], number[u]);
        continue;
      }
      const auto done = v;
      open.pop_back();
      if (!open.empty()) low[open.back().node] = std::min(low[open.back().node], low[done]);
      if (low[done] != number[done]) continue;
      for (;;) {
        const auto u = stack.back();
        stack.pop_back();
        component[u] = found;
        if (u == done) break;
      }
      ++found;
    }
  }
  return component;
}

}  // namespace

std::vector<Component> order_components(const std::vector<Placed>& placed,
                                        const std::vector<std::uint32_t>& some, bool cut) {
  const Graph graph = needs(placed, some, cut);
  const auto of = components(graph);
  const std::size_t count = of.empty() ? 0 : *std::max_element(of.begin(), of.end()) + std::size_t{1};
  std::vector<Component> all(count);
  std::vector<std::set<std::uint32_t>> readers(count);
  std::vector<std::size_t> waits(count, 0);
  for (std::uint32_t i = 0; i < some.size(); ++i) all[of[i]].relations.push_back(some[i]);
  for (std::uint32_t i = 0; i < some.size(); ++i)
    for (const auto j : graph[i]) {
      if (of[i] == of[j])
        all[of[i]].needs_itself = true;
      else if (readers[of[j]].insert(of[i]).second)
        ++waits[of[i]];
    }
  // Of those that can be next, the one that was written first.
  using Entry = std::pair<std::uint32_t, std::uint32_t>;
  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> ready;
  for (std::uint32_t c = 0; c < count; ++c)
    if (waits[c] == 0) ready.emplace(all[c].relations[0], c);
  std::vector<Component> out;
  while (!ready.empty()) {
    const auto c = ready.top().second;
    ready.pop();
    for (const auto r : readers[c])
      if (--waits[r] == 0) ready.emplace(all[r].relations[0], r);
    out.push_back(std::move(all[c]));
  }
  return out;
}

namespace {

/// Rows of several relations in one numbering, and who waits for whom.
class RowGraph {
 public:
  RowGraph(const Evaluator& evaluator, const std::vector<Placed>& placed, const Component& component,
           bool cut)
      : evaluator_(evaluator), placed_(placed), cut_(cut) {
    for (const auto r : component.relations) {
      if (cut && placed[r].relation->stochastic) continue;
      first_[r] = rows_;
      members_.push_back(r);
      rows_ += placed[r].space->rows;
    }
    waits_.assign(rows_, 0);
    for (const auto r : members_)
      for_each_reading(*placed_[r].relation, [&](const Expr& e) { add_reading(r, e); });
  }

  std::vector<Step> levels() {
    // Readers by counting sort: two passes over the edges.
    std::vector<std::size_t> start(rows_ + 1, 0);
    for (const auto& [from, to] : edges_) ++start[from + 1];
    for (std::size_t i = 0; i < rows_; ++i) start[i + 1] += start[i];
    std::vector<std::uint32_t> readers(edges_.size());
    std::vector<std::size_t> next(start.begin(), start.end() - 1);
    for (const auto& [from, to] : edges_) {
      readers[next[from]++] = to;
      ++waits_[to];
    }
    std::vector<std::uint32_t> level;
    for (std::uint32_t i = 0; i < rows_; ++i)
      if (waits_[i] == 0) level.push_back(i);
    std::vector<Step> out;
    std::size_t done = 0;
    while (!level.empty()) {
      std::sort(level.begin(), level.end());
      add_steps(level, out);
      done += level.size();
      std::vector<std::uint32_t> after;
      for (const auto i : level)
        for (std::size_t t = start[i]; t < start[i + 1]; ++t)
          if (--waits_[readers[t]] == 0) after.push_back(readers[t]);
      level = std::move(after);
    }
    if (done < rows_) refuse_cycle();
    return out;
  }

 private:
  void add_reading(std::uint32_t r, const Expr& e) {
    const Placed& p = placed_[r];
    if (p.space->find(e.name)) return;
    const bool inside = std::any_of(members_.begin(), members_.end(),
                                    [&](std::uint32_t m) { return placed_[m].variable->name == e.name; });
    if (!inside) return;
    for_even_rows(all_rows(p.space->rows), [&](const Places& rows) {
      const Reading reading = evaluator_.reading(e, p.space->select(rows));
      if (reading.sampled) return;  // which element it is, only sampling tells
      const std::size_t each = elements(reading.shape);
      for (std::size_t i = 0; i < rows.size(); ++i)
        for (std::size_t k = 0; k < each; ++k) {
          const Element& from =
              reading.variable->elements[reading.at[(reading.rows == 1 ? 0 : i) * each + k]];
          const auto found = first_.find(from.relation);
          if (found == first_.end()) continue;
          edges_.emplace_back(static_cast<std::uint32_t>(found->second + from.row),
                              static_cast<std::uint32_t>(first_.at(r) + rows[i]));
        }
    });
  }

  void add_steps(const std::vector<std::uint32_t>& level, std::vector<Step>& out) const {
    std::size_t m = 0;
    std::optional<std::uint32_t> last;
    for (const auto i : level) {
      while (i >= first_.at(members_[m]) + placed_[members_[m]].space->rows) ++m;
      if (last != members_[m]) out.push_back({members_[m], {}});
      last = members_[m];
      out.back().rows.push_back(static_cast<std::uint32_t>(i - first_.at(members_[m])));
    }
  }

  /// Names the elements of one cycle.
  [[noreturn]] void refuse_cycle() const {
    std::vector<std::uint32_t> source(rows_, nowhere);
    for (const auto& [from, to] : edges_)
      if (waits_[from] > 0 && waits_[to] > 0) source[to] = from;
    std::uint32_t at = 0;
    while (source[at] == nowhere) ++at;
    std::vector<bool> seen(rows_, false);
    while (!seen[at]) {
      seen[at] = true;
      at = source[at];
    }
    std::string path = name_of(at);
    std::uint32_t i = source[at];
    for (int n = 0; i != at && n < 8; ++n, i = source[i]) path += " needs " + name_of(i);
    if (i != at) path += " needs ... which";
    std::size_t m = 0;
    while (at >= first_.at(members_[m]) + placed_[members_[m]].space->rows) ++m;
    evaluator_.fail(placed_[members_[m]].relation->at,
                    fmt::format("'{}' is defined by itself: {} needs {}.", name_of(at), path, name_of(at)));
  }
  std::string name_of(std::uint32_t i) const {
    std::size_t m = 0;
    while (i >= first_.at(members_[m]) + placed_[members_[m]].space->rows) ++m;
    const Placed& p = placed_[members_[m]];
    return element_name(*p.variable, p.targets[(i - first_.at(members_[m])) * p.event_size()]);
  }

  const Evaluator& evaluator_;
  const std::vector<Placed>& placed_;
  bool cut_;
  std::map<std::uint32_t, std::size_t> first_;  ///< by relation
  std::vector<std::uint32_t> members_;
  std::size_t rows_ = 0;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> edges_;
  std::vector<std::uint32_t> waits_;
};

}  // namespace

std::vector<Step> order_rows(const Evaluator& evaluator, const std::vector<Placed>& placed,
                             const Component& component, bool cut) {
  return RowGraph(evaluator, placed, component, cut).levels();
}

}  // namespace cggibbs::bugs
