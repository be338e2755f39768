// Products that leave no second copy behind.
#include "samplers/linear/dense_algebra.hpp"

#include <gtest/gtest.h>

#include "base/rng.hpp"

namespace cggibbs {
namespace {

TEST(DenseAlgebra, ProductsInPlaceEqualProductsBeside) {
  Rng rng(1, 1);
  for (const std::size_t rows : {3u, 480u, 1009u}) {
    Work2D a, b, product, buffer;
    a.resize(rows, 17);
    b.resize(17, 17);
    for (double& x : a.a) x = rng.normal();
    for (double& x : b.a) x = rng.normal();
    multiply(a, b, product);
    multiply_in_place(a, b, buffer);
    ASSERT_EQ(a.a.size(), product.a.size());
    // The order of sums is up to BLAS.
    for (std::size_t i = 0; i < a.a.size(); ++i) ASSERT_NEAR(a.a[i], product.a[i], 1e-13) << i;
  }
}

}  // namespace
}  // namespace cggibbs
