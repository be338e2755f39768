"""A case as a JAGS program for the glm module, its data, the names of its quantities and what to monitor."""
import numpy as np

FLAT = "dunif(0, 100)"
LINK = {"poisson": ("log(mu[i])", "dpois(mu[i])"), "bernoulli": ("logit(mu[i])", "dbern(mu[i])"),
        "gaussian": ("mu[i]", "dnorm(mu[i], pow(sigma, -2))")}


def half_normal(scale):
    return FLAT if scale is None else f"dnorm(0, {scale**-2:.10g}) T(0,)"


def write(case):
    """(program, data, names in the order of case.quantities(), monitors)."""
    values, names, monitors = {"n": len(case.y), "y": case.y}, {"Intercept": "a"}, ["a"]
    eta, lines = ["a"], [f"a ~ dnorm(0, {case.intercept_sd**-2:.10g})"]
    if case.gaussian:
        lines.append(f"sigma ~ {half_normal(case.sigma_scale)}")
        names["sigma"] = "sigma"
        monitors.append("sigma")
    if case.x:
        values.update(p=len(case.x), X=case.design())
        prior = f"dnorm(0, {case.coefficient_sd**-2:.10g})"
        if case.shrink:
            prior = "dnorm(0, 1 / slab2 + 1 / (tau * tau * lambda[j] * lambda[j]))"
            lines += horseshoe(case, names, monitors)
        lines.append(f"for (j in 1:p) {{ b[j] ~ {prior} }}")
        eta += ["inprod(X[i,], b)"] if case.shrink else [f"b[{j}] * X[i,{j}]" for j in range(1, len(case.x) + 1)]
        names.update({name: f"b[{j}]" if len(case.x) > 1 else "b" for j, name in enumerate(case.x, 1)})
        monitors.append("b")
    for k, term in enumerate(case.terms, 1):
        values.update({f"g{k}": term.index + 1, f"J{k}": len(term.levels)})
        (one_effect if len(term.effects) == 1 else two_effects)(case, term, k, lines, eta, values, names)
        monitors += [f"s{k}", f"u{k}"] + ([f"r{k}"] if len(term.effects) == 2 else [])
    link, density = LINK[case.family]
    lines.append(f"for (i in 1:n) {{\n    y[i] ~ {density}\n    {link} <- {' + '.join(eta)}\n  }}")
    program = "model {\n" + "".join(f"  {line}\n" for line in lines) + "}\n"
    return program, values, [names[name] for name, _ in case.quantities()], monitors


def one_effect(case, term, k, lines, eta, values, names):
    effect = term.effects[0]
    lines += [f"s{k} ~ {half_normal(case.sd_scale)}", f"for (j in 1:J{k}) {{ u{k}[j] ~ dnorm(0, pow(s{k}, -2)) }}"]
    if effect != "Intercept":
        values[f"x{k}"] = case.x[effect]
    eta.append(f"u{k}[g{k}[i]]" + ("" if effect == "Intercept" else f" * x{k}[i]"))
    names[f"sd({effect}|{term.group})"] = f"s{k}"
    names.update({f"{effect}|{term.group}[{level}]": f"u{k}[{j}]" for j, level in enumerate(term.levels, 1)})


def two_effects(case, term, k, lines, eta, values, names):
    """(1 + r) / 2 ~ beta(eta, eta) is lkj(eta) for two effects."""
    lines += [f"for (e in 1:2) {{ s{k}[e] ~ {half_normal(case.sd_scale)} }}", f"t{k} ~ dbeta({case.lkj:g}, {case.lkj:g})",
              f"r{k} <- 2 * t{k} - 1"]
    lines += [f"P{k}[{e},{e}] <- 1 / ((1 - r{k} * r{k}) * s{k}[{e}] * s{k}[{e}])" for e in (1, 2)]
    lines += [f"P{k}[{e},{3 - e}] <- -r{k} / ((1 - r{k} * r{k}) * s{k}[1] * s{k}[2])" for e in (1, 2)]
    lines.append(f"for (j in 1:J{k}) {{ u{k}[j,1:2] ~ dmnorm(zero, P{k}) }}")
    values["zero"] = np.zeros(2)
    for e, effect in enumerate(term.effects, 1):
        if effect != "Intercept":
            values[f"x{k}"] = case.x[effect]
        eta.append(f"u{k}[g{k}[i],{e}]" + ("" if effect == "Intercept" else f" * x{k}[i]"))
        names[f"sd({effect}|{term.group})"] = f"s{k}[{e}]"
        names.update({f"{effect}|{term.group}[{level}]": f"u{k}[{j},{e}]" for j, level in enumerate(term.levels, 1)})
    names[f"cor({term.effects[0]},{term.effects[1]}|{term.group})"] = f"r{k}"


def horseshoe(case, names, monitors):
    scale, slab_scale, slab_df = case.shrink
    names.update(tau="tau", slab2="slab2")
    monitors += ["tau", "slab2"]
    return [f"tau ~ dt(0, {scale**-2:.10g}, 1) T(0,)", "slab2 <- 1 / slab_precision",
            f"slab_precision ~ dgamma({slab_df / 2:g}, {slab_df * slab_scale**2 / 2:g})",
            "for (j in 1:p) { lambda[j] ~ dt(0, 1, 1) T(0,) }"]


def dump(values):
    """As R reads them."""
    def text(v):
        if np.ndim(v) == 0:
            return repr(v)
        numbers = f"c({', '.join(map(repr, np.asarray(v).flatten(order='F').tolist()))})"
        return numbers if np.ndim(v) == 1 else f"structure({numbers}, .Dim = c({', '.join(map(str, v.shape))}))"

    return "".join(f"{name} <- {text(v)}\n" for name, v in values.items())
