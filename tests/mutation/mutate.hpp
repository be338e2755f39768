// Changes to the bytes of a file, as accidents and attackers make them.
#pragma once

#include <random>
#include <string>

namespace cggibbs::mutation {

/// One to a dozen changes; `other` is a file of the same kind whose parts may be taken over.
std::string mutated(std::string bytes, const std::string& other, std::mt19937_64& rng);

}  // namespace cggibbs::mutation
