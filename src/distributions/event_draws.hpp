// Drawing vectors and matrices.
#pragma once

#include "distributions/event.hpp"

namespace cggibbs {

/// Draws an event into x; NaN where parameters are invalid.
using EventDraw = void (*)(Rng& rng, const Event* parameters, std::span<double> x);

/// By the name of the distribution, whose struct has draw(Rng&, Event..., std::span<double>). Null where the parameters do not say it
/// all: multinomial.
EventDraw find_event_draw(std::string_view name);

}  // namespace cggibbs
