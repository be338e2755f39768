// To the axes and back.
#include "samplers/linear/axis_lines.hpp"

#include <algorithm>

#include "samplers/linear/mixture_scales.hpp"

namespace cggibbs {

AxisLines::AxisLines(const Model& model, const LinearPredictor& predictor)
    : model_(model), a_(model, predictor.parts), axes_(a_, predictor.fixed()), flat_(a_), shift_(a_.rows()) {
  for (auto* v : {&mean_, &sd_, &theta_, &x_, &z_}) v->resize(a_.cols());
}

void AxisLines::read_scales(const BlockView& view, Rng& rng) {
  std::size_t at = 0;
  for (const auto& p : a_.proper_parts()) {
    prior_scales(model_, view.values(), p, rng, mean_.data() + at, sd_.data() + at);
    at += p.size();
  }
}

bool AxisLines::build(const std::vector<double>& weights) {
  if (!axes_.build(sd_, weights)) return false;
  w_.resize(axes_.with_prior());
  built_from_ = weights;
  return true;
}

void AxisLines::save(Writer& w) const {
  w(mean_, sd_, theta_, built_from_);
  flat_.save(w);
  w(w_);
}

void AxisLines::load(Reader& r) {
  r(mean_, sd_, theta_, built_from_);
  flat_.load(r);
  if (!built_from_.empty()) build(std::vector<double>(built_from_));
  axes_.take_products();
  r(w_);
}

void AxisLines::read(const BlockView& view, Work& work) {
  std::size_t at = 0;
  for (const auto& p : a_.proper_parts())
    for (std::size_t j = 0; j < p.size(); ++j, ++at) {
      theta_[at] = view[p.parameter][j];
      x_[at] = theta_[at] - mean_[at];
      z_[at] = x_[at] / sd_[at];
    }
  a_.multiply(x_.data(), shift_.data());
  axes_.coordinates(z_.data(), shift_.data(), w_.data());
  flat_.read(view, x_.data());
  work.products += a_.products();
}

bool AxisLines::knows(const BlockView& view) const {
  auto known = theta_.begin();
  for (const auto& p : a_.proper_parts()) {
    if (!std::equal(view[p.parameter], view[p.parameter] + p.size(), known)) return false;
    known += static_cast<std::ptrdiff_t>(p.size());
  }
  return flat_.knows(view);
}

void AxisLines::write(BlockView& view, Rng& rng, Work& work) {
  for (double& x : x_) x = rng.normal();
  axes_.back(w_.data(), x_.data(), z_.data());
  std::size_t at = 0;
  for (const auto& p : a_.proper_parts())
    for (std::size_t j = 0; j < p.size(); ++j, ++at) {
      x_[at] = sd_[at] * z_[at];
      view[p.parameter][j] = theta_[at] = mean_[at] + x_[at];
    }
  flat_.write(view, x_.data());
  // A normal draw takes some fifty multiply-adds.
  work.products += a_.products() + axes_.take_products() + 50 * a_.cols();
  work.rows += a_.rows() + a_.cols();
}

QuadraticPrior AxisLines::prior(std::size_t k) const {
  return k < axes_.with_prior() ? QuadraticPrior{1, -w_[k]} : QuadraticPrior{0, 0};
}

void AxisLines::step(std::size_t k, double t) {
  if (k < axes_.with_prior())
    w_[k] += t;
  else
    flat_.step(k - axes_.with_prior(), t);
}

bool AxisLines::draw_unseen(std::size_t k, Rng& rng) {
  if (axes_.lambda(k) != 0) return false;
  w_[k] = rng.normal();
  return true;
}

void AxisLines::rescale(double factor) {
  for (double& x : sd_) x *= factor;
  axes_.rescale(factor);
}

void AxisLines::shrink(double factor) {
  for (double& w : w_) w *= factor;
}

}  // namespace cggibbs
