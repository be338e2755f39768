// Outcomes in words.
#include "run/outcome.hpp"

namespace cggibbs {

std::string Outcome::words() const {
  switch (kind) {
    case Kind::open:
      return "";
    case Kind::refused:
      return detail;
    case Kind::hopeless:
      return "predicted to be far dearer";
    case Kind::unaffordable:
      return "too dear for a pilot";
    case Kind::failed:
      return "failed: " + detail;
    case Kind::still:
      return "its draws do not vary";
    case Kind::cut_short:
      return "cut short by the budget";
    case Kind::diverged:
      return "its trajectories diverge";
    case Kind::behind:
      return "behind";
    case Kind::too_dear:
      return "too dear even if its draws were independent";
    case Kind::dear_warmup:
      return "its warmup alone is dearer than a whole chain of the best";
    case Kind::given_up:
      return "given up in warmup, dearer so far than any that could win";
    case Kind::disagrees:
      return "disagrees with " + detail;
    case Kind::chosen:
      return "chosen";
  }
  return "";
}

}  // namespace cggibbs
