// The way from a predictor to the one factor that reads it.
#pragma once

#include <optional>

#include "graph/structure.hpp"

namespace cggibbs {

/// From a linear node, where it and everything on the way has one reader.
std::optional<PredictorPath> find_path(const Model& model, NodeId linear);

/// From a parameter that is a predictor itself to this factor. Its other readers are left alone.
std::optional<PredictorPath> find_path(const Model& model, NodeId parameter, std::size_t factor);

}  // namespace cggibbs
