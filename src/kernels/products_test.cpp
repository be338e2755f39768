// Products on every target against plain loops.
#include "kernels/products.hpp"

#include <gtest/gtest.h>

#include <random>
#include <string>
#include <vector>

#include "kernels/target.hpp"

namespace cggibbs::kernels {
namespace {

class ProductsOn : public testing::TestWithParam<std::string_view> {
 protected:
  void SetUp() override { ASSERT_TRUE(select_target(GetParam())); }
  void TearDown() override { select_target(before_); }
  std::string_view before_ = simd_target();
};

TEST_P(ProductsOn, AgreeWithPlainLoops) {
  std::mt19937_64 rng(4);
  std::normal_distribution<double> normal;
  for (const std::size_t n : {1, 5, 8, 62, 131})
    for (const std::size_t cols : {0, 1, 3, 4, 9, 16}) {
      std::vector<double> x(n * cols), v(cols), r(n), forward(n, 1), back(cols, 1);
      for (double& e : x) e = normal(rng);
      for (double& e : r) e = normal(rng);
      for (std::size_t j = 0; j < cols; ++j) v[j] = j >= 4 && j < 8 ? 0 : normal(rng);
      add_product(n, cols, x.data(), v.data(), forward.data());
      add_transposed_product(n, cols, x.data(), r.data(), back.data());
      for (std::size_t i = 0; i < n; ++i) {
        double exact = 1;
        for (std::size_t j = 0; j < cols; ++j) exact += x[j * n + i] * v[j];
        EXPECT_NEAR(forward[i], exact, 1e-13);
      }
      for (std::size_t j = 0; j < cols; ++j) {
        double exact = 1;
        for (std::size_t i = 0; i < n; ++i) exact += x[j * n + i] * r[i];
        EXPECT_NEAR(back[j], exact, 1e-12);
      }
    }
}

INSTANTIATE_TEST_SUITE_P(EveryTarget, ProductsOn, testing::ValuesIn(supported_targets()),
                         [](const auto& p) { return std::string(p.param); });

}  // namespace
}  // namespace cggibbs::kernels
