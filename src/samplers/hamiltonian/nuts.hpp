// The no-U-turn sampler: multinomial, biased progressive, with the generalized criterion checked across joins too
// (Hoffman and Gelman 2014; Betancourt 2017, appendix A; the join checks as in Stan since 2.21).
#pragma once

#include <algorithm>
#include <utility>

#include "samplers/hamiltonian/hamiltonian.hpp"

namespace cggibbs {

/// The decisions that make a trajectory leave the target invariant. Tests plant errors here.
struct NutsRules {
  static void step(PhasePoint& z, const LogDensityGradient& density, Metric& metric, double step) {
    leapfrog(z, density, metric, step);
  }
  /// Inside a new half: its points in proportion to their weights.
  static bool takes_later_half(double log_weight_later, double log_weight_both, Rng& rng) {
    return log_weight_later >= log_weight_both ||
           rng.uniform() < std::exp(log_weight_later - log_weight_both);
  }
  /// At the top: biased towards the new half, hence away from the start.
  static bool takes_new_half(double log_weight_new, double log_weight_old, Rng& rng) {
    return log_weight_new >= log_weight_old || rng.uniform() < std::exp(log_weight_new - log_weight_old);
  }
  /// rho is the sum of momenta between two points with velocities v: does the trajectory still stretch?
  static bool goes_on(const std::vector<double>& v_first, const std::vector<double>& v_last,
                      const std::vector<double>& rho) {
    double a = 0, b = 0;
    for (std::size_t k = 0; k < rho.size(); ++k) {
      a += v_first[k] * rho[k];
      b += v_last[k] * rho[k];
    }
    return a > 0 && b > 0;
  }
};

/// Owns the work space of one chain; a move allocates nothing.
template <class Rules = NutsRules>
class BasicNuts {
 public:
  BasicNuts(std::size_t dimension, int max_depth)
      : max_depth_(max_depth),
        z_(dimension),
        back_(dimension),
        front_(dimension),
        rho_(dimension),
        rho_new_(dimension),
        rho_extra_(dimension),
        first_(dimension),
        last_(dimension),
        inner_(dimension),
        sample_(dimension),
        proposal_(dimension),
        start_gradient_(dimension),
        levels_(static_cast<std::size_t>(max_depth), Level(dimension)) {}

  /// Moves q; where the density at q is zero nothing moves.
  HamiltonianMove move(const LogDensityGradient& density, Metric& metric, double step, double* q, Rng& rng) {
    density_ = &density;
    metric_ = &metric;
    step_ = step;
    rng_ = &rng;
    result_ = {};
    sum_acceptance_ = 0;

    std::copy_n(q, z_.size(), z_.q.begin());
    z_.logp = density(q, z_.gradient.data());
    start_gradient_ = z_.gradient;
    refresh_momentum(z_, metric, rng);
    start_energy_ = z_.energy();
    if (!std::isfinite(start_energy_)) return result_;  // rounded onto the edge of the support: stay
    back_ = front_ = z_;
    rho_ = z_.p;
    sample_.q = z_.q;
    sample_.energy = start_energy_;
    double log_weight = 0;
    while (result_.depth < max_depth_) {
      const bool forwards = rng.uniform() > 0.5;
      // The old tree's end that will be next to the new half.
      inner_.p = forwards ? front_.p : back_.p;
      inner_.v = forwards ? front_.v : back_.v;
      direction_ = forwards ? 1 : -1;
      std::swap(z_, forwards ? front_ : back_);
      double log_weight_new = -inf;
      std::fill(rho_new_.begin(), rho_new_.end(), 0.0);
      const bool whole = build(result_.depth, proposal_, first_, last_, rho_new_, log_weight_new);
      std::swap(z_, forwards ? front_ : back_);
      if (!whole) break;
      ++result_.depth;
      if (Rules::takes_new_half(log_weight_new, log_weight, rng)) std::swap(sample_, proposal_);
      log_weight = log_add_exp(log_weight, log_weight_new);
      if (!joins(forwards)) break;
    }
    std::copy(sample_.q.begin(), sample_.q.end(), q);
    result_.energy = sample_.energy;
    result_.acceptance = sum_acceptance_ / result_.leapfrogs;
    return result_;
  }

  /// Of the log density where the last move started.
  const std::vector<double>& start_gradient() const { return start_gradient_; }

 private:
  struct Sample {
    explicit Sample(std::size_t d) : q(d) {}
    std::vector<double> q;
    double energy = inf;
  };
  struct Ends {
    explicit Ends(std::size_t d) : p(d), v(d) {}
    std::vector<double> p, v;
  };
  /// What joining two subtrees of one depth needs.
  struct Level {
    explicit Level(std::size_t d) : later(d), early_last(d), later_first(d), rho_early(d), rho_later(d) {}
    Sample later;
    Ends early_last, later_first;
    std::vector<double> rho_early, rho_later;
  };

  /// Extends the trajectory from z_ by 2^depth steps; first and last are in the order of integration. False when
  /// it diverged or turned inside, so that the new points must not be used.
  bool build(int depth, Sample& chosen, Ends& first, Ends& last, std::vector<double>& rho,
             double& log_weight) {
    if (depth == 0) return build_leaf(chosen, first, last, rho, log_weight);
    Level& l = levels_[static_cast<std::size_t>(depth - 1)];
    double log_weight_early = -inf, log_weight_later = -inf;
    std::fill(l.rho_early.begin(), l.rho_early.end(), 0.0);
    if (!build(depth - 1, chosen, first, l.early_last, l.rho_early, log_weight_early)) return false;
    std::fill(l.rho_later.begin(), l.rho_later.end(), 0.0);
    if (!build(depth - 1, l.later, l.later_first, last, l.rho_later, log_weight_later)) return false;

    const double both = log_add_exp(log_weight_early, log_weight_later);
    log_weight = log_add_exp(log_weight, both);
    if (Rules::takes_later_half(log_weight_later, both, *rng_)) std::swap(chosen, l.later);
    add(l.rho_early, l.rho_later, rho_extra_);
    for (std::size_t k = 0; k < rho.size(); ++k) rho[k] += rho_extra_[k];
    if (!Rules::goes_on(first.v, last.v, rho_extra_)) return false;
    add(l.rho_early, l.later_first.p, rho_extra_);
    if (!Rules::goes_on(first.v, l.later_first.v, rho_extra_)) return false;
    add(l.rho_later, l.early_last.p, rho_extra_);
    return Rules::goes_on(l.early_last.v, last.v, rho_extra_);
  }

  bool build_leaf(Sample& chosen, Ends& first, Ends& last, std::vector<double>& rho, double& log_weight) {
    Rules::step(z_, *density_, *metric_, direction_ * step_);
    ++result_.leapfrogs;
    const double energy = z_.energy(), gain = start_energy_ - energy;
    if (-gain > divergence_limit) result_.divergent = true;
    log_weight = log_add_exp(log_weight, gain);
    sum_acceptance_ += gain > 0 ? 1 : std::exp(gain);
    chosen.q = z_.q;
    chosen.energy = energy;
    first.p = last.p = z_.p;
    first.v = last.v = z_.v;
    for (std::size_t k = 0; k < rho.size(); ++k) rho[k] += z_.p[k];
    return !result_.divergent;
  }

  /// The criterion for the whole trajectory and across the join of its two halves. Points are in the order of
  /// time when forwards and against it otherwise, which the criterion does not mind: it is even in the order.
  bool joins(bool forwards) {
    const PhasePoint& far = forwards ? back_ : front_;
    add(rho_, first_.p, rho_extra_);
    const bool old_side = Rules::goes_on(far.v, first_.v, rho_extra_);
    add(rho_new_, inner_.p, rho_extra_);
    const bool new_side = Rules::goes_on(inner_.v, last_.v, rho_extra_);
    for (std::size_t k = 0; k < rho_.size(); ++k) rho_[k] += rho_new_[k];
    return Rules::goes_on(far.v, last_.v, rho_) && old_side && new_side;
  }

  static void add(const std::vector<double>& a, const std::vector<double>& b, std::vector<double>& out) {
    for (std::size_t k = 0; k < out.size(); ++k) out[k] = a[k] + b[k];
  }

  int max_depth_;
  PhasePoint z_, back_, front_;
  std::vector<double> rho_, rho_new_, rho_extra_;
  Ends first_, last_, inner_;
  Sample sample_, proposal_;
  std::vector<double> start_gradient_;
  std::vector<Level> levels_;

  const LogDensityGradient* density_ = nullptr;
  Metric* metric_ = nullptr;
  Rng* rng_ = nullptr;
  double step_ = 0, start_energy_ = 0, sum_acceptance_ = 0;
  int direction_ = 1;
  HamiltonianMove result_;
};

using Nuts = BasicNuts<>;

}  // namespace cggibbs
