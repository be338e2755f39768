"""A case as a Stan program, centred or not, its data, and the names of its quantities.

Priors are data, so that cases of the same shape share one compiled program. In the centred form the first effect of each kind
has its coefficient as its mean, as in the textbooks; further ones have mean zero.
"""
LIKELIHOOD = {"poisson": ("poisson_log", ""), "bernoulli": ("bernoulli_logit", ""), "gaussian": ("normal", ", sigma")}
GLM = {"poisson": "poisson_log_glm", "bernoulli": "bernoulli_logit_glm", "gaussian": "normal_id_glm"}


class Writer:
    """Collects the lines of each part of a program."""

    PARTS = ("data", "parameters", "transformed parameters", "model", "generated quantities")

    def __init__(self):
        self.lines = {part: [] for part in self.PARTS}
        self.values, self.eta, self.names = {}, [], {}

    def add(self, part, *lines):
        self.lines[part] += lines

    def give(self, declaration, name, value):
        self.add("data", f"{declaration} {name};")
        self.values[name] = value.tolist() if hasattr(value, "tolist") else value

    def text(self):
        parts = [part + " {\n" + "".join(f"  {line}\n" for line in self.lines[part]) + "}\n" for part in self.PARTS if self.lines[part]]
        return "".join(parts)


def write(case, centred):
    """(program, data, names in the order of case.quantities())."""
    w = Writer()
    w.give("int", "n", len(case.y))
    w.give("real", "intercept_sd", case.intercept_sd)
    w.add("parameters", "real a;")
    w.add("model", "a ~ normal(0, intercept_sd);")
    w.names["Intercept"] = "a"
    if case.gaussian:
        w.give("real", "sigma_scale", case.sigma_scale)
        w.add("parameters", "real<lower=0> sigma;")
        w.add("model", "sigma ~ normal(0, sigma_scale);")
        w.names["sigma"] = "sigma"
    if case.terms:
        w.give("real", "sd_scale", case.sd_scale or 0)
    means = {}
    for k, term in enumerate(case.terms, 1):
        group_term(w, case, term, k, centred, means)
    if "Intercept" not in means:
        w.eta.insert(0, "a")
    coefficients(w, case, [name for name in case.x if name not in means], centred)
    likelihood(w, case, [name for name in case.x if name not in means])
    return w.text(), w.values, [w.names[name] for name, _ in case.quantities()]


def group_term(w, case, term, k, centred, means):
    w.give("int", f"J{k}", len(term.levels))
    w.give(f"array[n] int<lower=1, upper=J{k}>", f"g{k}", term.index + 1)
    own = [e for e in term.effects if centred and e not in means]  # effects that carry their coefficient
    for effect in own:
        means[effect] = "a"
        if effect != "Intercept":
            means[effect] = w.names[effect] = f"m{k}"
            w.give("real", "slope_sd", case.coefficient_sd)
            w.add("parameters", f"real m{k};")
            w.add("model", f"m{k} ~ normal(0, slope_sd);")
    for effect in term.effects:
        if effect != "Intercept":
            w.give("vector[n]", f"x{k}", case.x[effect])
    if len(term.effects) == 1:
        one_effect(w, term, k, centred, means[term.effects[0]] if own else "0")
    else:
        two_effects(w, case, term, k, centred, [means[e] if own else "0" for e in term.effects])


def one_effect(w, term, k, centred, mean):
    effect, group = term.effects[0], term.group
    w.add("parameters", f"real<lower=0> s{k};", f"vector[J{k}] {'v' if centred else 'z'}{k};")
    w.add("model", f"if (sd_scale > 0) s{k} ~ normal(0, sd_scale);")
    if centred:
        w.add("model", f"v{k} ~ normal({mean}, s{k});")
    else:
        w.add("transformed parameters", f"vector[J{k}] u{k} = s{k} * z{k};")
        w.add("model", f"z{k} ~ std_normal();")
    if centred and mean != "0":
        w.add("generated quantities", f"vector[J{k}] u{k} = v{k} - {mean};")
    shown, used = ("v" if centred and mean == "0" else "u"), ("v" if centred else "u")
    w.eta.append(f"{used}{k}[g{k}]" + ("" if effect == "Intercept" else f" .* x{k}"))
    w.names[f"sd({effect}|{group})"] = f"s{k}"
    w.names.update({f"{effect}|{group}[{level}]": f"{shown}{k}.{j}" for j, level in enumerate(term.levels, 1)})


def two_effects(w, case, term, k, centred, means):
    w.give("real", "lkj", case.lkj)
    w.add("parameters", f"vector<lower=0>[2] s{k};", f"cholesky_factor_corr[2] L{k};")
    w.add("model", f"if (sd_scale > 0) s{k} ~ normal(0, sd_scale);", f"L{k} ~ lkj_corr_cholesky(lkj);")
    if centred:
        w.add("parameters", f"array[J{k}] vector[2] v{k};")
        w.add("model", f"v{k} ~ multi_normal_cholesky([{means[0]}, {means[1]}]', diag_pre_multiply(s{k}, L{k}));")
        w.add("generated quantities", f"matrix[J{k}, 2] u{k};",
              f"for (j in 1:J{k}) for (e in 1:2) u{k}[j, e] = v{k}[j][e] - [{means[0]}, {means[1]}][e];")
        columns = [f"to_vector(v{k}[g{k}, {e}])" for e in (1, 2)]
    else:
        w.add("parameters", f"matrix[2, J{k}] z{k};")
        w.add("transformed parameters", f"matrix[J{k}, 2] u{k} = (diag_pre_multiply(s{k}, L{k}) * z{k})';")
        w.add("model", f"to_vector(z{k}) ~ std_normal();")
        columns = [f"u{k}[g{k}, {e}]" for e in (1, 2)]
    w.add("generated quantities", f"real r{k} = L{k}[2, 1];")
    w.eta += [c + ("" if e == "Intercept" else f" .* x{k}") for c, e in zip(columns, term.effects)]
    w.names[f"cor({term.effects[0]},{term.effects[1]}|{term.group})"] = f"r{k}"
    for e, effect in enumerate(term.effects, 1):
        w.names[f"sd({effect}|{term.group})"] = f"s{k}.{e}"
        w.names.update({f"{effect}|{term.group}[{level}]": f"u{k}.{j}.{e}" for j, level in enumerate(term.levels, 1)})


def coefficients(w, case, names, centred):
    if not names:
        return
    w.give("int", "p", len(names))
    w.give("matrix[n, p]", "X", case.design(names))
    w.names.update({name: f"b.{j}" for j, name in enumerate(names, 1)})
    if case.shrink:
        return regularized_horseshoe(w, case, centred)
    w.give("real", "coefficient_sd", case.coefficient_sd)
    w.add("parameters", "vector[p] b;")
    w.add("model", "b ~ normal(0, coefficient_sd);")


def regularized_horseshoe(w, case, centred):
    """Piironen and Vehtari (2017), appendix C."""
    for name, value in zip(("global_scale", "slab_scale", "slab_df"), case.shrink):
        w.give("real", name, value)
    w.add("parameters", "real<lower=0> tau;", "real<lower=0> slab2;", "vector<lower=0>[p] lambda;",
          "vector[p] b;" if centred else "vector[p] z;")
    scale = "tau * sqrt(slab2) * lambda ./ sqrt(slab2 + square(tau) * square(lambda))"
    if centred:
        w.add("model", f"b ~ normal(0, {scale});")
    else:
        w.add("transformed parameters", f"vector[p] b = {scale} .* z;")
        w.add("model", "z ~ std_normal();")
    w.add("model", "tau ~ cauchy(0, global_scale);", "lambda ~ cauchy(0, 1);",
          "slab2 ~ inv_gamma(0.5 * slab_df, 0.5 * slab_df * square(slab_scale));")
    w.names.update(tau="tau", slab2="slab2")


def likelihood(w, case, names):
    w.give("vector[n]" if case.gaussian else "array[n] int", "y", case.y)
    density, last = LIKELIHOOD[case.family]
    eta = " + ".join(w.eta)
    if names:
        w.add("model", f"y ~ {GLM[case.family]}(X, {eta}, b{last});")
    else:
        w.add("model", f"y ~ {density}({eta}{last});")
