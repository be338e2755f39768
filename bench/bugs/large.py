"""Three larger models for the race: a GLMM of 10^5 rows, item responses, a state space."""
import random


def vector(name, values):
    cells = ", ".join(f"{v:.6g}" for v in values)
    return f"{name} <- c({cells})\n"


def glmm(rng, rows=100000, groups=1000):
    model = """model {
  for (i in 1:N) {
    y[i] ~ dbern(p[i])
    logit(p[i]) <- alpha + beta * x[i] + u[g[i]]
  }
  for (j in 1:J) {
    u[j] ~ dnorm(0, tau)
  }
  alpha ~ dnorm(0, 0.01)
  beta ~ dnorm(0, 0.01)
  tau ~ dgamma(1, 0.1)
  sigma <- 1 / sqrt(tau)
}
"""
    from math import exp
    u = [rng.gauss(0, 0.7) for _ in range(groups)]
    g = [i % groups for i in range(rows)]
    x = [rng.gauss(0, 1) for _ in range(rows)]
    y = [1 if rng.random() < 1 / (1 + exp(-(0.3 + 0.5 * a + u[k]))) else 0 for a, k in zip(x, g)]
    data = f"N <- {rows}\nJ <- {groups}\n" + vector("g", [k + 1 for k in g]) + vector("x", x) + vector("y", y)
    return model, data, ["alpha", "beta", "sigma", "u[1:10]"]


def irt(rng, people=1000, items=100):
    model = """model {
  for (i in 1:P) {
    theta[i] ~ dnorm(0, 1)
    for (j in 1:I) {
      y[i, j] ~ dbern(p[i, j])
      logit(p[i, j]) <- a[j] * theta[i] - b[j]
    }
  }
  for (j in 1:I) {
    a[j] ~ dlnorm(0, 4)
    b[j] ~ dnorm(0, 0.25)
  }
}
"""
    from math import exp
    theta = [rng.gauss(0, 1) for _ in range(people)]
    a = [exp(rng.gauss(0, 0.4)) for _ in range(items)]
    b = [rng.gauss(0, 1) for _ in range(items)]
    y = [1 if rng.random() < 1 / (1 + exp(-(a[j] * theta[i] - b[j]))) else 0 for j in range(items) for i in range(people)]
    cells = ", ".join(str(v) for v in y)
    data = f"P <- {people}\nI <- {items}\ny <- structure(c({cells}), .Dim = c({people}L, {items}L))\n"
    return model, data, ["a[1:10]", "b[1:10]", "theta[1:10]"]


def series(rng, steps=10000):
    model = """model {
  x[1] ~ dnorm(0, 0.1)
  for (t in 2:T) {
    x[t] ~ dnorm(phi * x[t - 1], tau.x)
  }
  for (t in 1:T) {
    y[t] ~ dnorm(x[t], tau.y)
  }
  phi ~ dunif(-1, 1)
  tau.x ~ dgamma(1, 0.1)
  tau.y ~ dgamma(1, 0.1)
  sigma.x <- 1 / sqrt(tau.x)
  sigma.y <- 1 / sqrt(tau.y)
}
"""
    x, y = 0.0, []
    for _ in range(steps):
        x = 0.9 * x + rng.gauss(0, 0.5)
        y.append(x + rng.gauss(0, 0.5))
    return model, f"T <- {steps}\n" + vector("y", y), ["phi", "sigma.x", "sigma.y", "x[1:10]"]


LARGE = {"glmm": glmm, "irt": irt, "series": series}
# Iterations before and after the monitors: JAGS takes about a second for one of glmm.
LENGTHS = {"glmm": (50, 200), "irt": (50, 200), "series": (1000, 2000)}


def write(name, folder):
    """model.bug, data.R and script.cmd of a large model."""
    model, data, monitors = LARGE[name](random.Random(1))
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "model.bug").write_text(model)
    (folder / "data.R").write_text(data)
    before, after = LENGTHS[name]
    lines = ["model in model.bug", "data in data.R", "compile", "initialize", f"update {before}"]
    lines += [f"monitor {m}" for m in monitors] + [f"update {after}", "coda *, stem(out-)", "exit"]
    (folder / "script.cmd").write_text("\n".join(lines) + "\n")
