// Arrays of numbers by name: what data files and files of initial values hold.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace cggibbs {

/// The first index runs fastest, as in R and BUGS. A missing value (NA) is NaN.
struct NamedArray {
  std::vector<std::size_t> shape;  ///< empty: a single number; {n}: a vector of n
  std::vector<double> values;      ///< as many as the product of the shape

  bool operator==(const NamedArray&) const = default;
};

/// In the order of their appearance; a name is there once.
class NamedArrays {
 public:
  using Item = std::pair<std::string, NamedArray>;

  /// False, and nothing happens, where the name is taken.
  bool add(std::string name, NamedArray array) {
    if (!index_.try_emplace(name, items_.size()).second) return false;
    items_.emplace_back(std::move(name), std::move(array));
    return true;
  }
  /// Adds the array, or puts it in the place of the one with that name.
  void set(std::string name, NamedArray array) {
    if (NamedArray* old = find(name))
      *old = std::move(array);
    else
      add(std::move(name), std::move(array));
  }

  const NamedArray* find(std::string_view name) const {
    const auto found = index_.find(std::string(name));
    return found == index_.end() ? nullptr : &items_[found->second].second;
  }
  NamedArray* find(std::string_view name) {
    const auto found = index_.find(std::string(name));
    return found == index_.end() ? nullptr : &items_[found->second].second;
  }

  bool empty() const { return items_.empty(); }
  std::size_t size() const { return items_.size(); }
  auto begin() const { return items_.begin(); }
  auto end() const { return items_.end(); }

 private:
  std::vector<Item> items_;
  std::unordered_map<std::string, std::size_t> index_;
};

}  // namespace cggibbs
