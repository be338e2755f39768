// The text of an error, for tests.
#pragma once

#include <cggibbs/error.hpp>
#include <string>

namespace cggibbs::test {

/// The message of the cggibbs::Error that act throws.
template <class Act>
std::string error_of(const Act& act) {
  try {
    act();
  } catch (const Error& error) {
    return error.what();
  }
  return "(no error)";
}

}  // namespace cggibbs::test
