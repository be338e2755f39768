// Writing a model: parameters, data, expressions and log-density factors become an immutable compute graph.
//
//   ModelBuilder b;
//   Var beta = b.real("beta", d);
//   b.factor("normal", {beta, 0, 10});
//   b.factor("bernoulli_logit", {y, linear(x, beta)});
//   auto model = b.build();
#pragma once

#include <cggibbs/error.hpp>
#include <cggibbs/matrix.hpp>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace cggibbs {

class Model;
class ModelBuilder;
struct Draft;

/// Lengths along each axis; elements are stored with the last index fastest, as in b[1,1], b[1,2], b[2,1], ...
using Extents = std::vector<std::size_t>;

/// A handle to an array of a model under construction. Arrays of length 1 are given to every row where
/// needed. Using it after build() is an Error.
class Var {
 public:
  std::size_t size() const;
  Extents shape() const;

 private:
  friend class ModelBuilder;
  friend class Arg;
  friend struct VarAccess;
  Var(Extents shape, std::uint32_t id, std::shared_ptr<Draft> draft)
      : shape_(std::move(shape)), id_(id), draft_(std::move(draft)) {}
  Extents shape_;  ///< empty: a vector
  std::uint32_t id_;
  std::shared_ptr<Draft> draft_;
};

/// What expressions and factors take: a Var, a number, or an array of numbers.
class Arg {
 public:
  Arg(Var v) : var_{std::move(v)} {}
  Arg(double x) : constant_{x} {}
  Arg(int x) : constant_{static_cast<double>(x)} {}
  Arg(std::vector<double> x) : constant_(std::move(x)) {}

 private:
  friend struct VarAccess;
  Var var_{Extents{}, 0, nullptr};
  std::vector<double> constant_;
};

Var operator+(const Arg& a, const Arg& b);
Var operator-(const Arg& a, const Arg& b);
Var operator*(const Arg& a, const Arg& b);  ///< elementwise
Var operator/(const Arg& a, const Arg& b);
Var operator-(const Var& a);
Var pow(const Arg& a, const Arg& b);
Var min(const Arg& a, const Arg& b);
Var max(const Arg& a, const Arg& b);
Var log_add_exp(const Arg& a, const Arg& b);  ///< log(exp(a) + exp(b))
Var min(const std::vector<Arg>& a);           ///< of any number of arrays, element by element
Var max(const std::vector<Arg>& a);
Var log_sum_exp(const std::vector<Arg>& a);
Var equals(const Arg& a, const Arg& b);                         ///< 1 where they are equal, else 0
Var step(const Var& a);                                         ///< 1 where a >= 0, else 0
Var if_else(const Arg& condition, const Arg& a, const Arg& b);  ///< a where the condition is not 0, else b
Var exp(const Var& a);
Var log(const Var& a);
Var log1p(const Var& a);
Var log1m(const Var& a);      ///< log(1 - a)
Var log1p_exp(const Var& a);  ///< log(1 + exp(a))
Var expm1(const Var& a);
Var sqrt(const Var& a);
Var square(const Var& a);
Var abs(const Var& a);
Var inverse(const Var& a);
Var inv_logit(const Var& a);
Var normal_cdf(const Var& a);
Var inv_cloglog(const Var& a);
Var lgamma(const Var& a);
Var logit(const Var& a);
Var cloglog(const Var& a);
Var probit(const Var& a);  ///< the inverse of normal_cdf
Var round(const Var& a);   ///< halves to even numbers
Var trunc(const Var& a);   ///< towards 0
Var cos(const Var& a);
Var sin(const Var& a);
Var tan(const Var& a);
Var acos(const Var& a);
Var asin(const Var& a);
Var atan(const Var& a);
Var cosh(const Var& a);
Var sinh(const Var& a);
Var tanh(const Var& a);
Var acosh(const Var& a);
Var asinh(const Var& a);
Var atanh(const Var& a);
/// 1 where it holds, else 0. What is not 0 counts as true.
Var less(const Arg& a, const Arg& b);
Var less_equal(const Arg& a, const Arg& b);
Var logical_and(const Arg& a, const Arg& b);
Var logical_or(const Arg& a, const Arg& b);
Var logical_not(const Var& a);
/// 0 where lower <= a <= upper, else -inf: with increment(), bounds that move.
Var log_within(const Arg& a, const Arg& lower, const Arg& upper);

/// Functions of a distribution of the table (docs/distributions.md), element by element: the variate (a probability for the
/// quantile) and then its parameters.
Var density_of(std::string_view distribution, const std::vector<Arg>& args);
Var log_density_of(std::string_view distribution, const std::vector<Arg>& args);
Var cdf_of(std::string_view distribution, const std::vector<Arg>& args);
Var quantile_of(std::string_view distribution, const std::vector<Arg>& args);
/// log P(lower <= X <= upper), with all digits in both tails; args are the parameters.
Var log_probability_between(std::string_view distribution, const Arg& lower, const Arg& upper,
                            const std::vector<Arg>& args);

/// The matrix product x * v.
Var linear(Matrix x, const Var& v);
/// v[index[i]] for each i; indices start at 0.
Var gather(const Var& v, std::vector<std::uint32_t> index);
/// The same where the index is itself a variable, made of integer parameters and data alone (mixtures, latent classes). Its
/// values start at `first`. v may be an array of constants.
Var gather(const Var& v, const Var& index, int first = 0);
Var sum(const Var& v);
/// One value per segment: segment[i] in 0..n_segments-1 says where element i goes.
Var segment_sum(const Var& v, const std::vector<std::uint32_t>& segment, std::size_t n_segments);
Var segment_log_sum_exp(const Var& v, const std::vector<std::uint32_t>& segment, std::size_t n_segments);
Var segment_product(const Var& v, const std::vector<std::uint32_t>& segment, std::size_t n_segments);
Var segment_min(const Var& v, const std::vector<std::uint32_t>& segment, std::size_t n_segments);
Var segment_max(const Var& v, const std::vector<std::uint32_t>& segment, std::size_t n_segments);
/// Of a vector, evaluated whole: its elements in ascending order, the rank of each, and the places that put them in order. Ranks and
/// places start at 1; of equal elements the first comes first.
Var sort(const Var& v);
Var rank(const Var& v);
Var order(const Var& v);
/// At each x the line through the two nearest of the points (at, values); beyond the ends the first or the last value.
Var interpolate(const Arg& x, const Arg& at, const Arg& values);

/// The same elements under another shape.
Var reshape(const Var& v, Extents shape);
/// Of small matrices, evaluated whole. A vector stands for a column.
Var matrix_product(const Var& a, const Var& b);
Var transpose(const Var& a);
Var matrix_inverse(const Var& a);
/// The lower factor L of a positive definite a = L L', and log det a; both read the lower triangle. Where a is not positive
/// definite, log det a is -inf and multi_normal_cholesky of L has no density.
Var cholesky(const Var& a);
Var log_determinant(const Var& a);

struct BuildSettings {
  /// Rows of a bernoulli_logit, binomial_logit, ... or poisson_log factor with the same linear predictor become one row with
  /// the sums of their counts, where that leaves much fewer: the same density from less work.
  bool merge_rows = false;
};

class ModelBuilder {
 public:
  ModelBuilder();
  ~ModelBuilder();
  ModelBuilder(ModelBuilder&&) noexcept;
  ModelBuilder& operator=(ModelBuilder&&) noexcept;

  /// Parameters: what is sampled. Names of elements default to name (n = 1) or name[1], name[2], ...
  Var real(const std::string& name, std::size_t n = 1);
  Var positive(const std::string& name, std::size_t n = 1);
  Var unit(const std::string& name, std::size_t n = 1);                             ///< in (0, 1)
  Var bounded(const std::string& name, std::size_t n, double lower, double upper);  ///< ends may be infinite
  Var integer(const std::string& name, std::size_t n, int lower, int upper);        ///< both ends included
  /// With a shape: elements are called name[1,1], name[1,2], ..., name[2,1], ...
  Var real(const std::string& name, const Extents& shape);
  Var positive(const std::string& name, const Extents& shape);
  Var bounded(const std::string& name, const Extents& shape, double lower, double upper);
  Var integer(const std::string& name, const Extents& shape, int lower, int upper);
  Var count(const std::string& name, const Extents& shape);  ///< 0, 1, 2, ... without an upper bound
  Var ordered(const std::string& name, std::size_t n);       ///< ascending
  Var simplex(const std::string& name, std::size_t n);       ///< nonnegative, sums to 1
  /// A correlation matrix R of k rows, recorded as name[2,1], name[3,1], name[3,2], ... The Var is its lower Cholesky
  /// factor row by row, k (k + 1) / 2 elements: L[1,1], L[2,1], L[2,2], L[3,1], ...
  Var correlation(const std::string& name, std::size_t k);
  /// The same with the LKJ prior of lkj(), det(R)^(eta - 1): of its partial correlations z, which are independent under
  /// it, (1 + z) / 2 are the parameters. `names` are those of the correlations.
  Var lkj_correlation(const std::string& name, std::size_t k, double eta,
                      std::vector<std::string> names = {});

  /// A symmetric positive definite matrix of k rows, recorded as name[1,1], name[1,2], ... The density of a factor is that of its
  /// lower triangle.
  Var positive_definite(const std::string& name, std::size_t k);

  Var data(std::vector<double> values);

  /// Adds the log density of args[0] given args[1], ... under a distribution of the table
  /// (docs/distributions.md). Arguments have one common length or length 1. Weights multiply each row's log
  /// density. Where a row is a vector or a matrix, these are the last axes of an argument.
  void factor(std::string_view distribution, const std::vector<Arg>& args, std::vector<double> weights = {});
  /// The same of a variate that is known to lie between lower and upper (one number each, or one per row; infinite where there is no
  /// bound): the log density is that of the distribution cut there, -inf outside.
  void truncated(std::string_view distribution, const std::vector<Arg>& args, const Arg& lower,
                 const Arg& upper);
  /// Adds the sum of v to the log density.
  void increment(const Var& v);
  /// Adds a Dirichlet log density of a simplex.
  void dirichlet(const Var& x, const std::vector<double>& alpha);
  /// Adds the log of the LKJ density, det(R)^(eta - 1) up to its constant, of what correlation() returned.
  void lkj(const Var& factor, double eta);

  /// Where chains start, also of a simplex or a positive definite matrix (default: at random over the support), and the half-width of uniform noise around it,
  /// on the log scale where positive, on the scale without bounds where bounded or ordered.
  void start(const Var& parameter, std::vector<double> values, std::vector<double> spread = {});
  /// Element names of a parameter in every table.
  void label(const Var& parameter, std::vector<std::string> names);
  /// Records a further quantity with each draw. Only-recorded quantities cost nothing while sampling.
  void monitor(const std::string& name, const Var& v, std::vector<std::string> names = {});
  /// Does not record this parameter.
  void hide(const Var& parameter);

  /// The builder is empty afterwards.
  std::shared_ptr<const Model> build(const BuildSettings& settings = {});

 private:
  Var add_parameter(const std::string& name, const Extents& shape, int support, double lower, double upper);
  void start_made(const Var& parameter, const std::vector<double>& values);
  void add_output(const Var& v, const std::string& name, std::vector<std::string> names);
  std::shared_ptr<Draft> draft_;
};

}  // namespace cggibbs
