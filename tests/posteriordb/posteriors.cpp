// The models of shared/reference/posteriordb/README.md: Gaussian regressions through the GLM front end, the
// rest through the model builder.
#include "posteriordb/posteriors.hpp"

#include <cmath>
#include <functional>

#include "models/glm.hpp"

namespace cggibbs::test {
namespace {

using nlohmann::json;
using Column = std::vector<double>;

Column column(const json& data, const std::string& name) {
  return data.at(name).get<Column>();
}

template <class F>
Column each(const F& f, const Column& a) {
  Column out(a.size());
  for (std::size_t i = 0; i < a.size(); ++i) out[i] = f(a[i]);
  return out;
}

template <class F>
Column each(const F& f, const Column& a, const Column& b) {
  Column out(a.size());
  for (std::size_t i = 0; i < a.size(); ++i) out[i] = f(a[i], b[i]);
  return out;
}

Column logs(const Column& x) {
  return each([](double v) { return std::log(v); }, x);
}
Column product(const Column& a, const Column& b) {
  return each([](double v, double w) { return v * w; }, a, b);
}
Column plus(const Column& a, const Column& b) {
  return each([](double v, double w) { return v + w; }, a, b);
}
Column minus(const Column& a, const Column& b) {
  return each([](double v, double w) { return v - w; }, a, b);
}
Column equals(const Column& x, double level) {
  return each([&](double v) { return v == level ? 1.0 : 0.0; }, x);
}
Column centred(const Column& x) {
  double mean = 0;
  for (double v : x) mean += v / static_cast<double>(x.size());
  return each([&](double v) { return v - mean; }, x);
}

const Prior flat{PriorKind::flat, {}};

struct Regression {
  Column y;
  std::vector<Column> x;
  bool intercept = true;
  Prior sigma = flat;
  Prior intercept_prior = flat;
  Prior slopes = flat;
  std::string intercept_name = "beta[1]";
  std::vector<std::string> slope_names = {};  ///< default: beta[2], ... (beta[1], ... without an intercept)
};

Posterior regression(const Regression& r) {
  Design d;
  d.rows = r.y.size();
  d.y = r.y;
  d.intercept = r.intercept;
  DenseMatrix x{d.rows, r.x.size(), {}};
  Posterior out{.model = nullptr};
  if (d.rows > 500) out.draws = 6000;  // almost independent, but not cheap
  for (std::size_t j = 0; j < r.x.size(); ++j) {
    x.values.insert(x.values.end(), r.x[j].begin(), r.x[j].end());
    d.names.push_back("x" + std::to_string(j));
    const std::size_t k = j + (r.intercept ? 2 : 1);
    out.names[d.names[j]] = r.slope_names.empty() ? "beta[" + std::to_string(k) + "]" : r.slope_names[j];
  }
  d.x = std::move(x);
  if (r.intercept) out.names["Intercept"] = r.intercept_name;
  out.names["sigma"] = "sigma";
  GlmSettings settings;
  settings.prior.others = {r.slopes};
  settings.intercept_prior = r.intercept_prior;
  settings.dispersion_prior.others = {r.sigma};
  out.model = build_glm(settings, d).form(false);
  settings.decorrelate = Decorrelate::off;
  out.straight = build_glm(settings, std::move(d)).model;
  return out;
}

Posterior autoregression(const json& data) {
  const Column y = column(data, "y");
  const auto lags = data.at("K").get<std::size_t>();
  Regression r{.y = Column(y.begin() + static_cast<std::ptrdiff_t>(lags), y.end()), .x = {}};
  for (std::size_t k = 1; k <= lags; ++k) {
    r.x.emplace_back(y.begin() + static_cast<std::ptrdiff_t>(lags - k),
                     y.end() - static_cast<std::ptrdiff_t>(k));
    r.slope_names.push_back("beta[" + std::to_string(k) + "]");
  }
  r.intercept_name = "alpha";
  r.intercept_prior = r.slopes = {PriorKind::normal, {0, 10}};
  r.sigma = {PriorKind::half_cauchy, {2.5}};
  return regression(r);
}

Posterior kilpisjarvi(const json& data) {
  const auto prior = [&](const char* mean, const char* sd) {
    return Prior{PriorKind::normal, {data.at(mean).get<double>(), data.at(sd).get<double>()}};
  };
  return regression({.y = column(data, "y"),
                     .x = {column(data, "x")},
                     .intercept_prior = prior("pmualpha", "psalpha"),
                     .slopes = prior("pmubeta", "psbeta"),
                     .intercept_name = "alpha",
                     .slope_names = {"beta"}});
}

Posterior blr(const json& data) {
  Regression r{.y = column(data, "y"), .x = {}, .intercept = false};
  const auto rows = data.at("X").get<std::vector<Column>>();
  for (std::size_t j = 0; j < rows[0].size(); ++j) {
    r.x.emplace_back();
    for (const auto& row : rows) r.x[j].push_back(row[j]);
  }
  r.slopes = {PriorKind::normal, {0, 10}};
  r.sigma = {PriorKind::half_normal, {10}};
  return regression(r);
}

Posterior nes(const json& d) {
  const Column age = column(d, "age_discrete");
  return regression({.y = column(d, "partyid7"),
                     .x = {column(d, "real_ideo"), column(d, "race_adj"), equals(age, 2), equals(age, 3),
                           equals(age, 4), column(d, "educ1"), column(d, "gender"), column(d, "income")}});
}

Posterior log_mesquite(const json& d, bool shape) {
  const Column d1 = logs(column(d, "diam1"));
  const Column d2 = logs(column(d, "diam2"));
  const Column area = plus(d1, d2);
  Regression r{.y = logs(column(d, "weight")), .x = {plus(area, logs(column(d, "canopy_height"))), area}};
  if (shape) {
    r.x.push_back(minus(d1, d2));
    r.x.push_back(logs(column(d, "total_height")));
  }
  r.x.push_back(column(d, "group"));
  return regression(r);
}

Posterior eight_schools(const json& data) {
  ModelBuilder b;
  const Var mu = b.real("mu");
  const Var tau = b.positive("tau");
  const Column y = column(data, "y");
  // Not centred: theta = mu + tau * z.
  const Var z = b.real("z", y.size());
  b.hide(z);
  const Var theta = mu + tau * z;
  b.monitor("theta", theta);
  b.factor("normal", {mu, 0, 5});
  b.factor("half_cauchy", {tau, 5});
  b.factor("normal", {z, 0, 1});
  b.factor("normal", {y, theta, column(data, "sigma")});
  return {.model = b.build(), .draws = 40000};  // tau has a long tail
}

Posterior mixture(const json& data) {
  ModelBuilder b;
  const Var mu = b.ordered("mu", 2);
  const Var sigma = b.positive("sigma", 2);
  const Var theta = b.unit("theta");
  b.factor("normal", {mu, 0, 2});
  b.factor("half_normal", {sigma, 2});
  b.factor("beta", {theta, 5, 5});
  const Var y = b.data(column(data, "y"));
  const auto part = [&](std::uint32_t k, const Var& log_weight) {
    const Var s = gather(sigma, {k});
    return log_weight - log(s) - 0.5 * square((y - gather(mu, {k})) / s);
  };
  b.increment(log_add_exp(part(0, log(theta)), part(1, log1m(theta))));
  return {.model = b.build(), .draws = 6000};
}

using Maker = std::function<Posterior(const json&)>;

const std::map<std::string, Maker>& makers() {
  const auto earnings = [](double (*scale)(double), bool interaction) -> Maker {
    return [=](const json& d) {
      const Column height = column(d, "height");
      Regression r{.y = each(scale, column(d, "earn")), .x = {height}};
      if (interaction) r.x = {height, column(d, "male"), product(height, column(d, "male"))};
      return regression(r);
    };
  };
  static const std::map<std::string, Maker> all{
      {"arK-arK", autoregression},
      {"earnings-earn_height", earnings([](double v) { return v; }, false)},
      {"earnings-log10earn_height", earnings([](double v) { return std::log10(v); }, false)},
      {"earnings-logearn_height", earnings([](double v) { return std::log(v); }, false)},
      {"earnings-logearn_interaction", earnings([](double v) { return std::log(v); }, true)},
      {"eight_schools-eight_schools_noncentered", eight_schools},
      {"kidiq-kidscore_interaction",
       [](const json& d) {
         const Column hs = column(d, "mom_hs");
         const Column iq = column(d, "mom_iq");
         return regression({.y = column(d, "kid_score"),
                            .x = {hs, iq, product(hs, iq)},
                            .sigma = {PriorKind::half_cauchy, {2.5}}});
       }},
      {"kidiq-kidscore_momiq",
       [](const json& d) {
         return regression({.y = column(d, "kid_score"),
                            .x = {column(d, "mom_iq")},
                            .sigma = {PriorKind::half_cauchy, {2.5}}});
       }},
      {"kidiq_with_mom_work-kidscore_interaction_c",
       [](const json& d) {
         const Column hs = centred(column(d, "mom_hs"));
         const Column iq = centred(column(d, "mom_iq"));
         return regression({.y = column(d, "kid_score"), .x = {hs, iq, product(hs, iq)}});
       }},
      {"kidiq_with_mom_work-kidscore_mom_work",
       [](const json& d) {
         const Column work = column(d, "mom_work");
         return regression(
             {.y = column(d, "kid_score"), .x = {equals(work, 2), equals(work, 3), equals(work, 4)}});
       }},
      {"kilpisjarvi_mod-kilpisjarvi", kilpisjarvi},
      {"low_dim_gauss_mix-low_dim_gauss_mix", mixture},
      {"mesquite-logmesquite_logva", [](const json& d) { return log_mesquite(d, false); }},
      {"mesquite-logmesquite_logvash", [](const json& d) { return log_mesquite(d, true); }},
      {"mesquite-mesquite",
       [](const json& d) {
         return regression({.y = column(d, "weight"),
                            .x = {column(d, "diam1"), column(d, "diam2"), column(d, "canopy_height"),
                                  column(d, "total_height"), column(d, "density"), column(d, "group")}});
       }},
      {"nes1972-nes", nes},
      {"nes1980-nes", nes},
      {"nes1988-nes", nes},
      {"nes1996-nes", nes},
      {"sblrc-blr", blr},
  };
  return all;
}

}  // namespace

Posterior make_posterior(const std::string& name, const json& data) {
  return makers().at(name)(data);
}

std::vector<std::string> posterior_names() {
  std::vector<std::string> names;
  for (const auto& [name, maker] : makers()) names.push_back(name);
  return names;
}

}  // namespace cggibbs::test
