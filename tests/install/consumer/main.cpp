// Uses the installed library as a user's program would; each check is one line, exit status 1 when one fails.
#include <cggibbs/cggibbs.hpp>
#include <cmath>
#include <cstdlib>
#include <iostream>
#include <string>
#include <string_view>
#include <vector>

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

  cggibbs::ModelBuilder b;
  const cggibbs::Var beta = b.real("beta", 3);
  b.factor("normal", {beta, 0, 10});
  b.factor("bernoulli_logit", {std::vector<double>{0, 1}, linear(x, beta)});
  const auto model = b.build();
  check(model != nullptr, "a logistic regression builds");

  const cggibbs::Fit fit = cggibbs::sample(*model, {.chains = 2, .draws = 200, .seed = 3});
  check(fit.chains() == 2 && fit.draws() == 200, "sample() draws what was asked for");
  check(std::isfinite(fit.summary("beta[2]").mean), "and summarises it by name");
  check(explain(*model).find("fused linear") != std::string::npos, "explain() shows the plan");

  return all_passed ? EXIT_SUCCESS : EXIT_FAILURE;
}
