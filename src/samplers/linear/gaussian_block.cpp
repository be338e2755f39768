// One update: scales, axes if due, a few passes of moves along the axes, the coefficients back. What a horseshoe adds is in
// gaussian_block_horseshoe.cpp.
#include "samplers/linear/gaussian_block.hpp"

#include <algorithm>
#include <cmath>

namespace cggibbs {
namespace {

std::vector<NodeId> moved(const LinearPredictor& predictor, const std::vector<GaussianPart>& companions) {
  std::vector<NodeId> out;
  for (const auto& p : predictor.parts) {
    out.push_back(p.parameter);
    if (!p.horseshoe) continue;
    const auto scales = p.horseshoe->nodes();
    out.insert(out.end(), scales.begin(), scales.end());
  }
  for (const auto& p : companions) out.push_back(p.parameter);
  return out;
}

/// Axes are factored, and coefficients may go through all rows.
std::optional<NodeId> noise_of(const Model& model, const LinearPredictor& p) {
  if (!p.parts[0].horseshoe || p.size() <= p.path.rows) return {};
  return CollapsedNoise::find(model, p.path);
}

std::vector<NodeId> with(std::vector<NodeId> nodes, std::optional<NodeId> one) {
  if (one) nodes.push_back(*one);
  return nodes;
}

std::variant<LineMover, PlainRows> make_rows(const Model& model, const LinearPredictor& p, bool slices) {
  if (p.fixed() && p.path.direct() && !slices) return LineMover(model, p.path);
  return PlainRows(model, p.path);
}

}  // namespace

GaussianBlock::GaussianBlock(const Model& model, const LinearPredictor& predictor,
                             const std::vector<GaussianPart>& companions)
    : model_(model),
      parameters_(moved(predictor, companions)),
      view_(model, with(parameters_, noise_of(model, predictor))),
      fixed_(predictor.fixed()),
      linear_(predictor.path.linear),
      lines_(model, predictor),
      rows_(make_rows(model, predictor, !companions.empty())),
      weights_(predictor.path.rows),
      shift_(predictor.path.rows) {
  if (predictor.parts[0].horseshoe) horseshoe_.emplace(predictor.parts[0], lines_.design().proper());
  if (lines_.axes().factored() && horseshoe_ && horseshoe_->scales().slab)
    collapsed_.emplace(lines_.design());
  if (noise_of(model, predictor)) noise_.emplace(model, predictor.path, lines_.design());
  for (const auto& p : companions)
    for (std::size_t j = 0; j < p.size(); ++j) {
      companions_.push_back({p, j, 1.0, std::vector<double>(shift_.size(), 0.0)});
      const ColumnView v = p.columns->col(j);
      for (std::size_t t = 0; t < v.count; ++t) companions_.back().column[v.row(t)] = v.value(t);
    }
  if (horseshoe_) choose_counterweight();
}

void GaussianBlock::freeze() {
  if (built_ && fixed_) lines_.settle();
}

void GaussianBlock::save(Writer& w) const {
  Block::save(w);
  w(memory_, updates_, next_build_, built_, known_);
  weights_.save(w);
  lines_.save(w);
  std::visit([&](const auto& rows) { rows.save(w); }, rows_);
  for (const auto& c : companions_) w(c.width);
}

void GaussianBlock::load(Reader& r) {
  Block::load(r);
  r(memory_, updates_, next_build_, built_, known_);
  weights_.load(r);
  lines_.load(r);
  std::visit([&](auto& rows) { rows.load(r); }, rows_);
  for (auto& c : companions_) r(c.width);
}

void GaussianBlock::update(State& state, Rng& rng, bool learn) {
  learning_ = learn;
  view_.open(state);
  if (!fixed_ || !built_) lines_.read_scales(view_, rng);
  if (noise_) noise_->move(view_, lines_.mean(), lines_.sd(), learn ? warmup_reach : 100, rng, work_);
  std::visit([&](auto& rows) { rows.load(view_, work_); }, rows_);
  if (holder_) plain().hold_mean(counterweight());
  if (learn || weights_.seen() == 0) learn_weights();
  const auto scale = [&](NodeId v) -> double& { return *view_[v]; };
  const double tau = collapsed_ ? scale(horseshoe_->scales().tau) : 0;
  const double c2 = collapsed_ ? scale(horseshoe_->scales().slab->c2) : 0;
  if (collapsed_) move_collapsed(rng);
  const bool rebuild = !built_ || !fixed_ || (learn && weights_.seen() >= next_build_);
  // Whether there are axes depends on scales that the moves along them leave alone: without, the rest moves alone.
  if (!rebuild || build_axes()) {
    read_coordinates();
    move_on_axes(rng);
    lines_.write(view_, rng, work_);
  } else {
    if (collapsed_) {  // nobody draws the coefficients that go with the new ones
      scale(horseshoe_->scales().tau) = tau;
      scale(horseshoe_->scales().slab->c2) = c2;
    }
    move_companions(rng);
  }
  if (horseshoe_) move_scales(rng);
  // The predictor of these very coefficients: the way back loses digits where axes are ill-conditioned. Scales from a hopeless
  // start may leave none for a mean that has to be positive: then nothing has moved.
  if (view_.commit() && !learn)
    std::visit([&](auto& rows) { check_predictor(rows.eta().data(), view_[linear_], rows.eta().size()); },
               rows_);
}

/// Row weights for the axes: the curvature of the likelihood averaged over warmup. They only shape the axes, so any
/// values are valid; after warmup they stand still. So do the widths of companions' slices. A level without rows has its
/// prior alone, whose scale may be drawn: the widest seen, for shrinking costs less than stepping out.
void GaussianBlock::learn_weights() {
  std::visit([&](auto& rows) { weights_.add(rows.weights()); }, rows_);
  for (auto& c : companions_) {
    const std::vector<double>& weights = weights_.usable();
    double curvature = 0;
    for (std::size_t i = 0; i < weights.size(); ++i) curvature += weights[i] * square(c.column[i]);
    if (curvature > 0) {
      c.width = 2.5 / std::sqrt(curvature);
      continue;
    }
    const double alone = PartPrior(model_, view_.values(), c.part).with(c.element, [](const auto& prior) {
      LinePoint here{};
      prior.add(here, 0);
      return std::max(here.curvature, square(here.slope));  // tails are straight, or hollow
    });
    if (alone > 0) c.width = std::max(c.width, 2.5 / std::sqrt(alone));
  }
}

bool GaussianBlock::build_axes() {
  known_ = false;
  built_ = lines_.build(weights_.usable());
  if (!built_) return false;
  if (cached()) memory_.assign(lines_.axes().count(), {});
  next_build_ = std::max<std::size_t>(20, 3 * weights_.seen());
  return true;
}

/// What the last update left is read again now and then against the drift of many small steps.
void GaussianBlock::read_coordinates() {
  if (cached() && known_ && updates_++ % 100 != 0 && lines_.knows(view_)) return;
  lines_.read(view_, work_);
  known_ = true;
}

/// As many passes as cost about what bringing the coefficients back costs (and new axes), for that is paid once per update.
int GaussianBlock::passes() const {
  const auto n = static_cast<double>(lines_.design().rows());
  const auto d = static_cast<double>(lines_.design().cols());
  // Multiply-adds at a fifth of a likelihood row, a fifteenth of a cached one; for a horseshoe at half a row, since its axes are
  // what it waits for.
  const double gram = fixed_ ? 0 : 0.5 * n * d * std::min(n, d);
  const double once = horseshoe_ ? 2 * n * d + 0.5 * gram : 0.2 * ((cached() ? 1 : 3) * n * d + gram);
  const double pass = 5 * static_cast<double>(lines_.axes().count()) * (n + 60);
  // The global scale of a horseshoe crosses its range by many small steps, each of which the axes must follow.
  return static_cast<int>(std::clamp(once / pass, 1.0, horseshoe_ ? 20.0 : 8.0));
}

void GaussianBlock::move_on_axes(Rng& rng) {
  if (lines_.axes().count() == 0) return;
  const int count = passes();
  for (int pass = 0; pass < count; ++pass) {
    for (std::size_t k = 0; k < lines_.axes().count(); ++k) move_along_axis(k, rng);
    move_companions(rng);
    if (horseshoe_) move_tau(rng);
    std::visit([](auto& rows) { rows.next_sweep(); }, rows_);
  }
  if (tau_ratio_ != 1) {
    lines_.rescale(tau_ratio_);
    tau_ratio_ = 1;
  }
}

void GaussianBlock::move_along_axis(std::size_t k, Rng& rng) {
  if (lines_.draw_unseen(k, rng)) {
    ++work_.commits;
    return;
  }
  const Axes& axes = lines_.axes();
  const QuadraticPrior prior = lines_.prior(k);
  // Where scales change, curvatures averaged over warmup may be far too large for them, and stepping out costs more than
  // shrinking: there the prior decides.
  const bool prior_decides = !cached() && prior.a > 0 && axes.factored();
  const double seen = curvature(k);
  const double curvature = prior_decides ? std::min(seen * tau_ratio_ * tau_ratio_, 1.0) : seen;
  const Line line{axes.column(k), 2.5 / std::sqrt(prior.a + curvature), cached() ? &memory_[k] : nullptr,
                  axes.column(k + 1 < axes.count() ? k + 1 : 0), tau_ratio_};
  lines_.step(k,
              std::visit([&](auto& rows) { return rows.along(line, prior, rng, learning_, work_); }, rows_));
}

/// Coefficients outside the block, one slice move each on the block's own predictor. Who holds its mean moves it.
void GaussianBlock::move_companions(Rng& rng) {
  for (std::size_t k = 0; k < companions_.size(); ++k) {
    const Companion& c = companions_[k];
    if (k == holder_) plain().hold_mean({});
    view_[c.part.parameter][c.element] +=
        PartPrior(model_, view_.values(), c.part).with(c.element, [&](const auto& prior) {
          return plain().along({c.column.data(), c.width}, prior, rng, learning_, work_);
        });
    if (k == holder_) plain().hold_mean(counterweight());
  }
}

}  // namespace cggibbs
