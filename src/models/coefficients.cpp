// Parameters and prior factors of coefficients that share a prior.
#include "models/coefficients.hpp"

#include <fmt/format.h>

namespace cggibbs {
namespace {

std::vector<std::string> prefixed(const std::string& prefix, const std::vector<std::string>& names) {
  std::vector<std::string> out;
  out.reserve(names.size());
  for (const auto& n : names) out.push_back(fmt::format("{}[{}]", prefix, n));
  return out;
}

/// tau ~ half_cauchy(0, scale), lambda_j ~ half_cauchy(0, 1): the scales of both horseshoes.
struct Scales {
  Var tau;
  Var lambda;
};
Scales add_scales(ModelBuilder& b, double tau_scale, const CoefficientNames& names, bool save_all) {
  const Var tau = b.positive(names.own("tau" + names.tag));
  const Var lambda = b.positive("lambda" + names.tag, names.columns.size());
  b.label(lambda, prefixed("lambda", names.columns));
  if (!save_all) b.hide(lambda);
  b.factor("half_cauchy", {tau, tau_scale});
  b.factor("half_cauchy", {lambda, 1});
  return {tau, lambda};
}

}  // namespace

Var add_coefficients(ModelBuilder& b, const SharedPrior& shared, const CoefficientNames& names,
                     const CoefficientStart& start, bool save_all) {
  const std::string& tag = names.tag;
  const std::size_t d = shared.columns.size();
  const auto coefficient = [&](const std::string& name) {
    const Var v = b.real(name + tag, d);
    b.label(v, names.columns);
    b.start(v, start.centre, start.spread);
    return v;
  };
  const Prior& p = shared.prior;
  switch (p.kind) {
    case PriorKind::horseshoe: {
      const Scales s = add_scales(b, p.args[0], names, save_all);
      const Var v = coefficient("b");
      b.factor("normal", {v, 0, s.lambda * s.tau});
      return v;
    }
    case PriorKind::regularized_horseshoe: {
      // Piironen & Vehtari 2017: sd_j = tau lambda_j c / sqrt(c^2 + tau^2 lambda_j^2), c^2 ~ inverse_gamma.
      const Scales s = add_scales(b, p.args[0], names, save_all);
      const double slab = p.args[1];
      const double df = p.args[2];
      const Var c2 = b.positive(names.own("slab2" + tag));
      b.factor("inverse_gamma", {c2, 0.5 * df, 0.5 * df * slab * slab});
      const Var free2 = square(s.lambda * s.tau);
      const Var v = coefficient("b");
      b.factor("normal", {v, 0, sqrt(c2 * free2 / (c2 + free2))});
      return v;
    }
    case PriorKind::spike_slab: {
      const Var included = b.integer("included" + tag, d, 0, 1);
      b.label(included, prefixed("included", names.columns));
      const Var slab = b.real("slab" + tag, d);
      b.hide(slab);
      b.start(slab, start.centre, start.spread);
      b.factor("normal", {slab, 0, p.args[0]});
      if (p.args.size() == 2) {
        b.factor("bernoulli", {included, p.args[1]});
      } else {
        const Var pi = b.unit(names.own("inclusion" + tag));
        b.factor("beta", {pi, 1, 1});
        b.factor("bernoulli", {included, pi});
      }
      const Var v = included * slab;
      b.monitor("b" + tag, v, names.columns);
      return v;
    }
    default: {
      const Var v = coefficient("b");
      if (shared.scales.empty())
        add_prior(b, p, v);
      else
        b.factor("normal", {v, 0, shared.scales});
      return v;
    }
  }
}

std::string coefficient_tag(std::size_t priors, std::size_t k) {
  return priors == 1 ? "" : fmt::format("_{}", k + 1);
}

Matrix select_columns(Matrix&& x, const std::vector<std::size_t>& columns, bool last_use) {
  if (last_use && columns.size() == cols(x)) return std::move(x);
  if (const auto* d = std::get_if<DenseMatrix>(&x)) {
    DenseMatrix out{d->rows, columns.size(), {}};
    out.values.reserve(d->rows * columns.size());
    for (std::size_t j : columns) out.values.insert(out.values.end(), d->col(j).begin(), d->col(j).end());
    return out;
  }
  const auto& s = std::get<SparseMatrix>(x);
  SparseMatrix out{s.rows, columns.size(), {0}, {}, {}};
  for (std::size_t j : columns) {
    out.row.insert(out.row.end(), s.col_rows(j).begin(), s.col_rows(j).end());
    out.values.insert(out.values.end(), s.col_values(j).begin(), s.col_values(j).end());
    out.start.push_back(out.row.size());
  }
  return out;
}

}  // namespace cggibbs
