// What tests of data files share.
#pragma once

#include <gtest/gtest.h>

#include <string>

#include "io/data/data_file.hpp"

namespace cggibbs::test {

inline NamedArray array_of(const DataFile& file, const std::string& name) {
  const NamedArray* found = file.arrays.find(name);
  if (found == nullptr) {
    ADD_FAILURE() << name << " is not there";
    return {};
  }
  return *found;
}

}  // namespace cggibbs::test
