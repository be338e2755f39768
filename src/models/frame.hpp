// The rows of a table that a model uses, with columns found by name.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/table.hpp"

namespace cggibbs {

enum class MissingValues { error, drop };

class Frame {
 public:
  /// Keeps the table by reference. Starts with every row.
  explicit Frame(const Table& table);

  bool has(const std::string& name) const { return index_.count(name) > 0; }
  /// where: how the message calls the place that names the column ("the formula", "`weights`"_settings).
  const Column& column(const std::string& name, std::string_view where = "the formula") const;
  /// The column's kept rows; an error when it is text or not finite. user: what needs numbers, for the
  /// message.
  std::vector<double> numbers(const std::string& name, const std::string& user) const;

  /// Leaves out the rows in which this column is zero; throws when that is all of them.
  void leave_out_zeros(const std::string& name);

  /// Keeps only rows in which all of these columns are present, or throws, as na says.
  void handle_missing(const std::vector<std::string>& names, MissingValues na);

  std::size_t rows() const { return kept_.size(); }
  const std::vector<std::size_t>& kept() const { return kept_; }
  std::size_t dropped() const { return table_.rows - zeros_ - kept_.size(); }  ///< for missing values
  std::size_t zeros() const { return zeros_; }                          ///< left out by leave_out_zeros
  std::size_t row_number(std::size_t i) const { return kept_[i] + 1; }  ///< for messages: from 1, of the data
  const std::string& source() const { return source_; }

 private:
  const Table& table_;
  std::string source_;
  std::unordered_map<std::string, std::size_t> index_;
  std::vector<std::size_t> kept_;
  std::size_t zeros_ = 0;
};

/// Missing by flag, or a number that is not one.
bool cell_missing(const Column& column, std::size_t row);

/// The cell as a level of a categorical variable: numbers in their shortest form, so that 1 and 1.0 agree.
std::string level_of(const Column& column, std::size_t row);

}  // namespace cggibbs
