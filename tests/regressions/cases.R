# The regressions: data from R's own datasets (and two simulated ones), formula, family, link.

# weights: name of a column. dispersion: priors that are not flat (nu and phi have improper posteriors under flat ones).
# prior_sd: coefficients are normal(0, prior_sd) where flat ones have no posterior (gaussian responses whose mean can go to
# 0 with the coefficients to infinity). start: feasible coefficients for glm where it finds none. mirror: eta and -eta
# are one mode (sqrt link).
regression <- function(name, data, formula, family = "gaussian", link = NULL, weights = NULL, dispersion = "flat",
                       na = "error", start = NULL, prior_sd = Inf, mirror = FALSE, quick = FALSE) {
  if (is.null(link)) {
    link <- switch(family, gaussian = , student_t = "identity", bernoulli = , binomial = , beta = "logit", "log")
  }
  # Levels sort by bytes there, and by explicit order in many of these data sets.
  for (column in names(data)) {
    if (is.factor(data[[column]])) data[[column]] <- as.character(data[[column]])
  }
  list(name = name, data = data, formula = formula, family = family, link = link, weights = weights,
       dispersion = dispersion, na = na, start = start, prior_sd = prior_sd, mirror = mirror, quick = quick)
}

series <- function(x, ...) data.frame(value = as.numeric(x), time = as.numeric(time(x)), ...)
state <- data.frame(state.x77, Region = as.character(state.region))
names(state) <- gsub(".", "_", names(state), fixed = TRUE)
seatbelts <- as.data.frame(Seatbelts)
seatbelts$date <- as.numeric(time(Seatbelts))
flowers <- iris
names(flowers) <- gsub(".", "_", names(flowers), fixed = TRUE)
air <- airquality
names(air)[2] <- "Solar"
admissions <- reshape(as.data.frame(UCBAdmissions), direction = "wide", idvar = c("Gender", "Dept"), timevar = "Admit")
names(admissions) <- c("Gender", "Dept", "admitted", "rejected")
strong <- transform(quakes, strong = as.integer(mag >= 5))
shares <- transform(swiss, Fertility = Fertility / 100)

# People's heights in logarithms: far from zero for their spread.
log_heights <- local({
  set.seed(11)
  h <- log(rnorm(400, 68, 4))
  m <- rbinom(400, 1, 0.5)
  data.frame(y = 3 + 2 * h + 0.5 * m + rnorm(400), h = h, m = m)
})
# Three hundred measurements, ten in a second; time stamps are milliseconds since 1970.
time_stamps <- local({
  set.seed(12)
  ms <- 1.7e12 + 100 * (0:299)
  data.frame(y = 5 + 2e-4 * (ms - mean(ms)) + rnorm(300), ms = ms)
})

regressions <- list(
  # gaussian: closed form
  regression("cars", cars, dist ~ speed, quick = TRUE),
  regression("cars_no_intercept", cars, dist ~ 0 + speed),
  regression("women_poly", women, weight ~ poly(height, 2)),
  regression("women_powers", women, weight ~ height + I(height^2)),
  regression("faithful", faithful, eruptions ~ waiting),
  regression("trees_log", trees, log(Volume) ~ log(Girth) + log(Height)),
  regression("stackloss", stackloss, stack.loss ~ .),
  regression("longley", longley, Employed ~ ., quick = TRUE),
  regression("swiss", swiss, Fertility ~ .),
  regression("attitude", attitude, rating ~ .),
  regression("mtcars_interaction", mtcars, mpg ~ wt * hp),
  regression("mtcars_factor", mtcars, mpg ~ factor(cyl) + wt + qsec),
  regression("iris", flowers, Sepal_Length ~ Sepal_Width + Petal_Length * Species),
  regression("airquality", air, Ozone ~ Solar + Wind + Temp, na = "drop"),
  regression("plant_growth", PlantGrowth, weight ~ group),
  regression("tooth_growth", ToothGrowth, len ~ supp * dose),
  regression("chickwts", chickwts, weight ~ feed),
  regression("life_cycle", LifeCycleSavings, sr ~ pop15 + pop75 + dpi + ddpi),
  regression("arrests", USArrests, Murder ~ Assault + UrbanPop + Rape),
  regression("quakes", quakes, mag ~ depth + stations + lat + long),
  regression("nhtemp_years", series(nhtemp), value ~ time),
  regression("huron_years", series(LakeHuron), value ~ time + I(time^2)),
  regression("states", state, Life_Exp ~ Population + Income + Murder + HS_Grad + Frost + Area),
  regression("states_units", transform(state, Population = 1e6 * Population, Area = 1e-6 * Area, Life_Exp = 1e3 * Life_Exp),
             Life_Exp ~ Population + Income + Murder + HS_Grad + Frost + Area + Region),
  regression("log_heights", log_heights, y ~ h + m, quick = TRUE),
  regression("time_stamps", time_stamps, y ~ ms, quick = TRUE),
  regression("co2", as.data.frame(CO2), uptake ~ Type * Treatment + log(conc)),
  regression("chick_growth", as.data.frame(ChickWeight), log(weight) ~ Time * factor(Diet)),
  regression("dnase", as.data.frame(DNase), density ~ log(conc) + I(log(conc)^2)),
  regression("attenu", attenu, log(accel) ~ mag + log(dist)),
  regression("sleep_paired", sleep, extra ~ factor(group) + factor(ID)),
  regression("rock", rock, log(perm) ~ area + peri + shape),
  regression("anscombe", anscombe, y3 ~ x3),
  regression("morley", morley, Speed ~ factor(Expt)),
  regression("mtcars_weights", mtcars, mpg ~ wt + am, weights = "carb"),
  # gaussian, other links
  regression("puromycin", Puromycin, rate ~ state + I(1/conc), link = "inverse", prior_sd = 0.05),
  regression("cars_log", cars, dist ~ speed, link = "log", start = c(2, 0.1), prior_sd = 20),
  # other responses on the line
  regression("stackloss_t", stackloss, stack.loss ~ Air.Flow + Water.Temp, family = "student_t",
             dispersion = "sigma=flat,nu=gamma(2,0.1)"),
  # bernoulli and binomial
  regression("mtcars_am", mtcars, am ~ wt, family = "bernoulli"),
  regression("infert", infert, case ~ spontaneous + induced + age + parity, family = "bernoulli"),
  regression("infert_probit", infert, case ~ spontaneous + induced, family = "bernoulli", link = "probit"),
  regression("quakes_cloglog", strong, strong ~ depth + lat + long, family = "bernoulli", link = "cloglog"),
  regression("quakes_logit", strong, strong ~ depth * lat, family = "bernoulli"),
  regression("titanic_freq", as.data.frame(Titanic), Survived ~ Class + Sex + Age, family = "bernoulli", weights = "Freq",
             quick = TRUE),
  regression("admissions", admissions, cbind(admitted, rejected) ~ Dept + Gender, family = "binomial"),
  regression("esoph", esoph, cbind(ncases, ncontrols) ~ agegp + alcgp + tobgp, family = "binomial"),
  regression("esoph_probit", esoph, cbind(ncases, ncontrols) ~ alcgp + tobgp, family = "binomial", link = "probit"),
  regression("esoph_cloglog", esoph, cbind(ncases, ncontrols) ~ alcgp, family = "binomial", link = "cloglog"),
  # counts
  regression("warpbreaks", warpbreaks, breaks ~ wool * tension, family = "poisson"),
  regression("sprays", InsectSprays, count ~ spray, family = "poisson"),
  regression("discoveries", series(discoveries), value ~ poly(time, 2), family = "poisson"),
  regression("discoveries_years", series(discoveries), value ~ time, family = "poisson"),
  regression("seatbelts_offset", seatbelts, DriversKilled ~ law + PetrolPrice + offset(log(kms)), family = "poisson", quick = TRUE),
  regression("hair_eye", as.data.frame(HairEyeColor), Freq ~ Hair * Eye + Sex, family = "poisson"),
  regression("sprays_identity", InsectSprays, count ~ spray, family = "poisson", link = "identity"),
  regression("seatbelts_identity", seatbelts, drivers ~ law + PetrolPrice, family = "poisson", link = "identity"),
  regression("discoveries_sqrt", series(discoveries), value ~ poly(time, 2), family = "poisson", link = "sqrt", mirror = TRUE),
  regression("warpbreaks_nb", warpbreaks, breaks ~ wool + tension, family = "negative_binomial",
             dispersion = "phi=gamma(2,0.1)"),
  # positive responses and shares
  regression("trees_gamma", trees, Volume ~ log(Girth) + log(Height), family = "gamma"),
  regression("chick_gamma", as.data.frame(ChickWeight), weight ~ Time * factor(Diet), family = "gamma"),
  regression("attenu_gamma", attenu, accel ~ mag + log(dist), family = "gamma"),
  regression("disp_identity", mtcars, disp ~ wt, family = "gamma", link = "identity", start = c(1, 70)),
  regression("disp_inverse", mtcars, disp ~ wt, family = "gamma", link = "inverse", start = c(0.01, -1e-3), quick = TRUE),
  regression("rock_gamma", rock, perm ~ peri + shape, family = "gamma"),
  regression("swiss_beta", shares, Fertility ~ Education + Catholic, family = "beta")
)
