// How Boost's special functions are called: in double, and what has no value is NaN or infinite, never an exception.
#pragma once

#include <boost/math/policies/policy.hpp>

namespace cggibbs {

using Quiet = boost::math::policies::policy<
    boost::math::policies::domain_error<boost::math::policies::ignore_error>,
    boost::math::policies::pole_error<boost::math::policies::ignore_error>,
    boost::math::policies::overflow_error<boost::math::policies::ignore_error>,
    boost::math::policies::evaluation_error<boost::math::policies::ignore_error>,
    boost::math::policies::promote_double<false>>;

}  // namespace cggibbs
