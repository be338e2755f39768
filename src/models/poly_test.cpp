// Orthogonal polynomials as R's.
#include "models/poly.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "cggibbs/error.hpp"

namespace cggibbs {
namespace {

const std::vector<double> x = {1, 2, 4, 3, 5, 7, 6, 9};

TEST(Poly, AgreesWithR) {
  // R: p <- poly(x, 3); attr(p, "coefs"); p[1, ]; predict(p, 11)
  const auto poly = learn_poly(x, 3, "poly(x,3)");
  const std::vector<double> alpha = {4.625, 5.217105263157896, 5.246130030959752};
  const std::vector<double> norm2 = {8, 49.875, 300.63157894736838, 1327.76470588235225};
  const std::vector<double> first = {-0.5132944359184717, 0.5221046330243068, -0.4552391741653150};
  const std::vector<double> at_11 = {0.9026902148911057, 1.766656374535736, 3.782359521522459};
  const auto columns = evaluate_poly(poly, x);
  const auto outside = evaluate_poly(poly, std::vector<double>{11});
  ASSERT_EQ(columns.size(), 3u);
  for (std::size_t k = 0; k < 3; ++k) {
    EXPECT_NEAR(poly.alpha[k], alpha[k], 1e-13);
    EXPECT_NEAR(poly.norm2[k] / norm2[k], 1, 1e-13);
    EXPECT_NEAR(columns[k][0], first[k], 1e-13);
    EXPECT_NEAR(outside[k][0], at_11[k], 1e-12);
  }
}

TEST(Poly, KeepsItsDigitsFarFromZero) {
  std::vector<double> year;
  for (int i = 0; i < 10; ++i) year.push_back(2000 + i);
  const auto poly = learn_poly(year, 4, "poly(year,4)");
  const auto columns = evaluate_poly(poly, year);
  const std::vector<double> first = {-0.4954336943068623, 0.5222329678670937, -0.4534251929419066,
                                     0.3365809164030448};
  for (std::size_t k = 0; k < 4; ++k) EXPECT_NEAR(columns[k][0], first[k], 1e-12);
}

TEST(Poly, ColumnsAreOrthonormalAtHighDegree) {
  std::vector<double> grid;
  for (int i = 0; i < 200; ++i) grid.push_back(1000 + 0.1 * i);
  auto columns = evaluate_poly(learn_poly(grid, 15, "poly"), grid);
  columns.push_back(std::vector<double>(grid.size(), 1 / std::sqrt(200.0)));
  for (std::size_t a = 0; a < columns.size(); ++a)
    for (std::size_t b = 0; b <= a; ++b) {
      double dot = 0;
      for (std::size_t i = 0; i < grid.size(); ++i) dot += columns[a][i] * columns[b][i];
      EXPECT_NEAR(dot, a == b ? 1 : 0, 1e-9) << a << " " << b;
    }
}

TEST(Poly, TooFewDistinctValuesAreRefused) {
  EXPECT_THROW(learn_poly(std::vector<double>{1, 2, 1, 2}, 2, "poly(x,2)"), Error);
  EXPECT_NO_THROW(learn_poly(std::vector<double>{1, 2, 1, 2}, 1, "poly(x,1)"));
}

TEST(Poly, OverflowIsAnError) {
  EXPECT_THROW(learn_poly(std::vector<double>{1e200, 2e200, 4e200, 3e200}, 2, "poly(x,2)"), Error);
  EXPECT_THROW(learn_poly(std::vector<double>{1e-200, 2e-200, 4e-200, 3e-200}, 2, "poly(x,2)"), Error);
}

TEST(Poly, RawPowersAreProducts) {
  const auto powers = raw_powers(x, 3);
  EXPECT_EQ(powers[0], x);
  EXPECT_EQ(powers[2][2], 64);
}

}  // namespace
}  // namespace cggibbs
