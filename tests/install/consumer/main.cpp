// Uses the installed library as a user's program would; each check is one line, exit status 1 when one fails.
#include <cggibbs/error.hpp>
#include <cggibbs/matrix.hpp>
#include <cstdlib>
#include <iostream>
#include <string_view>

namespace {

bool all_passed = true;

void check(bool passed, std::string_view what) {
  std::cout << (passed ? "ok      " : "FAILED  ") << what << '\n';
  all_passed = all_passed && passed;
}

bool error_carries_its_message() {
  try {
    throw cggibbs::Error("no such column");
  } catch (const std::exception& e) {
    return std::string_view(e.what()) == "no such column";
  }
}

}  // namespace

int main() {
  check(error_carries_its_message(), "an Error is a std::exception and carries its message");

  const cggibbs::Matrix x = cggibbs::DenseMatrix{.rows = 2, .cols = 3, .values = {1, 2, 3, 4, 5, 6}};
  check(cggibbs::rows(x) == 2 && cggibbs::cols(x) == 3, "a matrix knows its size");

  return all_passed ? EXIT_SUCCESS : EXIT_FAILURE;
}
