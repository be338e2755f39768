// Columns that a few cells have made text.
#pragma once

#include "models/frame.hpp"

namespace cggibbs {

/// Throws where most cells of a text column are numbers: as categories it would surprise. `may_be_categories`: C(column) is a way
/// out.
void refuse_stray_text(const Column& column, const Frame& frame, bool may_be_categories);

}  // namespace cggibbs
