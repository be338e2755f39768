// Values as bytes and back, exactly: what a chain is made of can be put aside and taken up again by the same program.
#pragma once

#include <cggibbs/error.hpp>
#include <cstddef>
#include <cstring>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace cggibbs {

namespace detail {
/// Numbers, enumerators and structs of these.
template <class T>
concept Plain = std::is_trivially_copyable_v<T> && !std::is_pointer_v<T>;
/// Eigen's, which this folder does not know.
template <class T>
concept DenseMatrix = requires(T& m) {
  m.resize(m.rows(), m.cols());
  m.data();
};
}  // namespace detail

/// w(a, b, c) appends numbers, structs of them, text, vectors and dense matrices.
class Writer {
 public:
  template <class... T>
  void operator()(const T&... values) {
    (put(values), ...);
  }
  std::vector<std::byte> take() && { return std::move(bytes_); }

 private:
  void append(const void* from, std::size_t size) {
    if (size == 0) return;
    const auto* first = static_cast<const std::byte*>(from);
    bytes_.insert(bytes_.end(), first, first + size);
  }
  template <detail::Plain T>
  void put(const T& value) {
    append(&value, sizeof value);
  }
  void put(const std::string& text) {
    put(text.size());
    append(text.data(), text.size());
  }
  template <class T>
  void put(const std::vector<T>& values) {
    put(values.size());
    if constexpr (detail::Plain<T>)
      append(values.data(), values.size() * sizeof(T));
    else
      for (const auto& v : values) put(v);
  }
  template <detail::DenseMatrix M>
  void put(const M& m) {
    put(m.rows());
    put(m.cols());
    append(m.data(), static_cast<std::size_t>(m.size()) * sizeof(*m.data()));
  }

  std::vector<std::byte> bytes_;
};

/// r(a, b, c) gives values of the same types back, in the order in which they were written.
class Reader {
 public:
  explicit Reader(std::span<const std::byte> bytes) : left_(bytes) {}
  template <class... T>
  void operator()(T&... values) {
    (get(values), ...);
  }
  /// Vectors that have their sizes already: another size is an error, and elements need no default.
  template <class... T>
  void fill(std::vector<T>&... values) {
    (fill_one(values), ...);
  }
  bool at_end() const { return left_.empty(); }

 private:
  void take(void* to, std::size_t count, std::size_t size) {
    check(count, size);
    if (count * size == 0) return;
    std::memcpy(to, left_.data(), count * size);
    left_ = left_.subspan(count * size);
  }
  void check(std::size_t count, std::size_t size) const {
    if (count > left_.size() / size)
      throw Error(
          "a saved chain has fewer bytes than its model and sampler need: load it with those that it was "
          "saved with.");
  }
  template <detail::Plain T>
  void get(T& value) {
    take(&value, 1, sizeof value);
  }
  std::size_t count(std::size_t least_size) {
    std::size_t n = 0;
    get(n);
    check(n, least_size);
    return n;
  }
  void get(std::string& text) {
    text.resize(count(1));
    take(text.data(), text.size(), 1);
  }
  template <detail::Plain T>
  void fill_one(std::vector<T>& values) {
    if (count(sizeof(T)) != values.size())
      throw Error("a saved chain belongs to another model: load it with the one that it was saved with.");
    take(values.data(), values.size(), sizeof(T));
  }
  template <class T>
  void get(std::vector<T>& values) {
    if constexpr (detail::Plain<T>) {
      values.resize(count(sizeof(T)));
      take(values.data(), values.size(), sizeof(T));
    } else {
      values.resize(count(1));
      for (auto& v : values) get(v);
    }
  }
  template <detail::DenseMatrix M>
  void get(M& m) {
    decltype(m.rows()) rows = 0, cols = 0;
    (*this)(rows, cols);
    if (rows > 0 && cols > 0) {
      check(static_cast<std::size_t>(rows), sizeof(*m.data()));
      check(static_cast<std::size_t>(cols), sizeof(*m.data()) * static_cast<std::size_t>(rows));
    }
    m.resize(rows, cols);
    take(m.data(), static_cast<std::size_t>(m.size()), sizeof(*m.data()));
  }

  std::span<const std::byte> left_;
};

}  // namespace cggibbs
