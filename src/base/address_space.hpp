// Address space of the process: what it takes and what it may still take.
#pragma once

namespace cggibbs {

/// Bytes, mapped and reserved alike; 0 where the system does not say.
double used_address_space();

/// Bytes left under the limit of `ulimit -v`; infinite without one.
double free_address_space();

}  // namespace cggibbs
