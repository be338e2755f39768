// Reading and placing starting values.
#include "run/init_file.hpp"

#include <fmt/format.h>

#include <cggibbs/error.hpp>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>

#include "base/settings_text.hpp"
#include "base/streams.hpp"
#include "base/suggest.hpp"
#include "graph/start.hpp"
#include "io/file/atomic_file.hpp"
#include "run/parse_json.hpp"

namespace cggibbs {
namespace {

std::string excerpt(const nlohmann::json& j) {
  std::string text = j.dump(-1, ' ', true, nlohmann::json::error_handler_t::replace);
  constexpr std::size_t most = 60;
  return text.size() > most ? text.substr(0, most) + "..." : text;
}

double number(const nlohmann::json& j, const std::string& name, const std::string& file) {
  if (!j.is_number() || !std::isfinite(j.get<double>()))
    throw Error(
        fmt::format("{}: the starting value of '{}' is {}, not a finite number.", file, name, excerpt(j)));
  return j.get<double>();
}

void check_support(const Model& model, NodeId p, double x, const std::string& name, const std::string& file) {
  const auto& parameter = *model.node(p).as<ParameterNode>();
  if (!in_support(parameter, x))
    throw Error(fmt::format("{}: the starting value {} of '{}' is outside its support ({} to {}).", file, x,
                            name, parameter.lower, parameter.upper));
}

/// Elements of an ordered parameter are given together, and ascend.
void check_order(const Model& model, const StartValues& given, const std::string& file) {
  for (NodeId p : model.parameters()) {
    if (model.node(p).as<ParameterNode>()->support != SupportKind::ordered) continue;
    const std::size_t from = model.offset(p);
    std::vector<double> x(model.node(p).size, nan);
    bool some = false, ascend = true;
    for (std::size_t i = 0; i < given.at.size(); ++i)
      if (given.at[i] >= from && given.at[i] - from < x.size()) {
        some = true;
        x[given.at[i] - from] = given.value[i];
      }
    for (std::size_t k = 0; k < x.size(); ++k)
      ascend = ascend && !std::isnan(x[k]) && (k == 0 || x[k - 1] < x[k]);
    if (some && !ascend)
      throw Error(
          fmt::format("{}: '{}' is ordered: give all of its {} starting values, each above the one before.",
                      file, model.node(p).name, x.size()));
  }
}

}  // namespace

StartValues read_start_values(const Model& model, const std::filesystem::path& path) {
  const std::string file = path.string();
  const nlohmann::json root = parse_json(read_text(path), file);
  if (!root.is_object()) throw Error(fmt::format("{}: expected an object like {{\"Intercept\": 0}}.", file));

  std::map<std::string, Coordinate> elements;
  std::map<std::string, NodeId> arrays;
  std::vector<std::string> names;
  for (NodeId p : model.parameters()) arrays[model.node(p).name] = p;
  for (Coordinate c : model.coordinates()) elements[model.coordinate_name(c)] = c;
  for (const auto& [name, p] : arrays) names.push_back(name);
  for (const auto& [name, c] : elements) names.push_back(name);

  StartValues out;
  const auto place = [&](Coordinate c, double x, const std::string& name) {
    check_support(model, c.parameter, x, name, file);
    out.at.push_back(model.offset(c.parameter) + c.k);
    out.value.push_back(x);
  };
  for (const auto& [name, j] : root.items()) {
    const auto e = elements.find(name);
    if (e != elements.end() && !j.is_array()) {
      place(e->second, number(j, name, file), name);
    } else if (const auto a = arrays.find(name); a != arrays.end()) {
      const std::size_t n = model.node(a->second).size;
      if (!j.is_array() || j.size() != n)
        throw Error(fmt::format("{}: '{}' needs an array of {} numbers.", file, name, n));
      for (std::uint32_t k = 0; k < n; ++k) place({a->second, k}, number(j[k], name, file), name);
    } else if (e != elements.end()) {
      throw Error(fmt::format("{}: '{}' is a single number, not an array.", file, name));
    } else {
      throw Error(
          fmt::format("{}: the model has no parameter '{}'.{}", file, name, did_you_mean(name, names)));
    }
  }
  check_order(model, out, file);
  return out;
}

std::vector<double> start_for(const Model& model, const StartValues& given, std::uint64_t seed,
                              std::uint64_t chain) {
  if (given.at.empty()) return {};
  State state = make_state(model);
  // A stream of its own, so that the chain's stream is the same with and without starting values.
  Rng rng = make_rng(seed, Purpose::start, chain);
  for (int t = 0; t < 100; ++t) {
    draw_start(model, state, rng, t < 10 ? 2.0 : 2.0 * std::pow(0.5, t - 9));
    for (std::size_t i = 0; i < given.at.size(); ++i) state.values[given.at[i]] = given.value[i];
    recompute(model, state);
    if (std::isfinite(state.log_density())) return state.values;
  }
  throw Error(
      "the starting values of `init` have density zero under the model. Check them against the priors and "_settings
      "the data.");
}

}  // namespace cggibbs
