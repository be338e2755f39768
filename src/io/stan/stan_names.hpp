// Parameter names as Stan CSV readers understand them.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace cggibbs {

/// One name on its own: beta[1,2] becomes beta.1.2; in any other name each run of characters outside
/// [A-Za-z0-9_] becomes one '_' (C(g)[b] is C_g_b). The result starts with a letter and does not end with
/// "__". A '.' never survives except before an index, because readers take what follows it for one.
std::string stan_name(std::string_view name);

/// All names of a file: unique, and with indices only where the columns form a complete array in column-major
/// order, next to each other, whose base name no other column has (cmdstanpy silently misplaces any other
/// array). The elements of other arrays become scalars: beta[3] alone is beta_3.
std::vector<std::string> stan_names(std::span<const std::string> names);

/// The way back: beta.1.2 becomes beta[1,2]; tuples as cmdstanpy spells them (a:1 is a.1).
std::string name_from_stan(std::string_view name);

}  // namespace cggibbs
