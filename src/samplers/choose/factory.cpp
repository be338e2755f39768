// Samplers by parameter, blocks by sampler.
#include "samplers/choose/factory.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cggibbs/error.hpp>
#include <iterator>

#include "base/settings_text.hpp"
#include "base/suggest.hpp"
#include "samplers/dirichlet/dirichlet_block.hpp"
#include "samplers/joint/array_block.hpp"
#include "samplers/joint/joint_blocks.hpp"
#include "samplers/linear/scale_stretch.hpp"

namespace cggibbs {
namespace {

bool is_integer(const Model& model, NodeId p) {
  return model.node(p).as<ParameterNode>()->support == SupportKind::integer;
}

const Sampler& of_whole_numbers() {
  const auto all = samplers();
  return **std::find_if(all.begin(), all.end(), [](const Sampler* s) { return s->whole_numbers; });
}

/// Names of rows that parameters can be given to.
template <class Keep>
std::vector<std::string> names_for_parameters(Keep keep) {
  std::vector<std::string> names;
  for (const Sampler* s : samplers())
    if (s->takes_parameters && keep(*s)) names.emplace_back(s->name);
  return names;
}

/// "slice, nuts, hmc or random_walk": samplers for any continuous parameter.
std::string for_any() {
  const auto names = names_for_parameters([](const Sampler& s) { return s.only.empty(); });
  return fmt::format("{} or {}", fmt::join(names.begin(), names.end() - 1, ", "), names.back());
}

void check(const Model& model, NodeId p, const Sampler& sampler) {
  const std::string& what = model.node(p).name;
  if (is_integer(model, p) && !sampler.whole_numbers)
    throw Error(
        fmt::format("`block={0}={1}`: '{0}' takes whole numbers, which only {2} moves. Use {0}={2}."_settings,
                    what, sampler.name, of_whole_numbers().name));
  if (!is_integer(model, p) && sampler.whole_numbers)
    throw Error(
        fmt::format("`block={0}={1}`: '{0}' is continuous, {1} is for whole numbers. Use {2}."_settings, what,
                    sampler.name, for_any()));
}

bool moved_by(const Blocks& blocks, const Model& model, const std::string& parameter) {
  for (const auto& b : blocks)
    for (NodeId p : b->parameters())
      if (model.node(p).name == parameter) return true;
  return false;
}

/// A parameter given by name must be one that its sampler can move, and that no other sampler has taken.
void check_assigned(const Model& model, const GibbsSettings& settings, const Sampler& sampler,
                    const Blocks& blocks) {
  for (const auto& choice : settings.assigned) {
    const bool moved = moved_by(blocks, model, choice.parameter);
    if (moved && !sampler.takes_parameters)
      throw Error(fmt::format(
          "`block={0}={1}`: {2} already moves '{0}'. Leave {0} out, or use `sampler=slice`."_settings,
          choice.parameter, choice.sampler, sampler.name));
    if (!moved && choice.sampler == sampler.name && !sampler.only.empty() && !sampler.whole_numbers)
      throw Error(fmt::format("`block={0}={1}`: {1} moves {2}, and '{0}' is none. Use {3}."_settings,
                              choice.parameter, sampler.name, sampler.only, for_any()));
  }
}

Members given_to(const Model& model, const std::vector<const Sampler*>& assigned, const Sampler& sampler) {
  Members members;
  for (std::size_t i = 0; i < assigned.size(); ++i)
    if (assigned[i] == &sampler) members.push_back(model.parameters()[i]);
  return members;
}

/// Every row that has parameters and makes something of them, the sampler of the model first, those with trajectories last:
/// calls use(row, its parameters).
template <class Use>
void for_each_in_use(const Model& model, const GibbsSettings& settings, bool trajectories, const Use& use) {
  const auto assigned = assign_samplers(model, settings);
  std::vector<const Sampler*> order(samplers().begin(), samplers().end());
  std::stable_partition(order.begin(), order.end(),
                        [&](const Sampler* s) { return s->name == settings.sampler && !s->trajectories; });
  for (const Sampler* row : order) {
    if (row->trajectories != trajectories) continue;
    const Members members = given_to(model, assigned, *row);
    const bool whole = row->name == settings.sampler && !row->takes_parameters;
    if (whole || !members.empty()) use(*row, members);
  }
}

/// Parameters that no block has taken and that are not given to samplers with other kernels than slice.
Members left_to_coordinates(const Model& model, const GibbsSettings& settings, const Blocks& blocks) {
  std::vector<char> taken(model.nodes().size(), false);
  for (const auto& b : blocks)
    if (!b->shares())
      for (NodeId p : b->parameters()) taken[p] = true;
  const auto assigned = assign_samplers(model, settings);
  Members members;
  for (std::size_t i = 0; i < assigned.size(); ++i) {
    const Sampler& s = *assigned[i];
    const NodeId p = model.parameters()[i];
    if (!taken[p] && !s.trajectories && s.rest != ScalarKernel::random_walk) members.push_back(p);
  }
  return members;
}

}  // namespace

std::vector<const Sampler*> assign_samplers(const Model& model, const GibbsSettings& settings) {
  const auto& parameters = model.parameters();
  const Sampler& sampler = find_sampler(settings.sampler);
  std::vector<std::string> names;
  std::vector<const Sampler*> all;
  for (NodeId p : parameters) {
    names.push_back(model.node(p).name);
    all.push_back(is_integer(model, p) ? &of_whole_numbers() : &sampler);
  }
  for (const auto& choice : settings.assigned) {
    const auto found = std::find(names.begin(), names.end(), choice.parameter);
    if (found == names.end())
      throw Error(fmt::format("`block`: no parameter is called '{}'.{} There are: {}."_settings,
                              choice.parameter, did_you_mean(choice.parameter, names),
                              fmt::join(names, ", ")));
    const auto at = static_cast<std::size_t>(found - names.begin());
    all[at] = &find_sampler(choice.sampler, "block");
    check(model, parameters[at], *all[at]);
  }
  return all;
}

Blocks make_blocks(const Model& model, const GibbsSettings& settings, std::size_t warmup) {
  Blocks blocks;
  GibbsSettings s = settings;
  s.hamiltonian.warmup = warmup;
  const auto add = [&](const Sampler& row, const Members& members) {
    if (!row.make) return;
    Blocks made = row.make(model, members, s);
    check_assigned(model, settings, row, made);
    std::move(made.begin(), made.end(), std::back_inserter(blocks));
  };
  for_each_in_use(model, settings, false, add);
  if (!blocks.empty() && !find_sampler(settings.sampler).moves_scales)
    if (auto stretch = make_scale_stretch(model)) blocks.push_back(std::move(stretch));
  // Labels of Dirichlet processes and their atoms, whatever moves the rest.
  Blocks labels = make_dirichlet_blocks(model);
  blocks.insert(blocks.begin(), std::move_iterator(labels.begin()), std::move_iterator(labels.end()));
  const Sampler& sampler = find_sampler(settings.sampler);
  if (sampler.joins)
    for (auto& block : make_joint_blocks(model, left_to_coordinates(model, settings, blocks), s))
      blocks.push_back(std::move(block));
  else if (sampler.steps && !blocks.empty())
    for (auto& block :
         make_array_blocks(model, left_to_coordinates(model, settings, blocks), s.slice, s.width))
      blocks.push_back(std::move(block));
  for_each_in_use(model, settings, true, add);
  return blocks;
}

double block_bytes(const Model& model, const GibbsSettings& settings) {
  double total = dirichlet_bytes(model);
  for (const bool trajectories : {false, true})
    for_each_in_use(model, settings, trajectories, [&](const Sampler& row, const Members& members) {
      if (row.bytes) total += row.bytes(model, members, settings);
    });
  return total;
}

std::string why_slice_instead(const Model& model, const GibbsSettings& settings) {
  const Sampler& sampler = find_sampler(settings.sampler);
  return sampler.unsuited
             ? sampler.unsuited(model, given_to(model, assign_samplers(model, settings), sampler))
             : "";
}

const Sampler* trajectory_sampler(const GibbsSettings& settings) {
  const Sampler* row = &find_sampler(settings.sampler);
  for (const auto& choice : settings.assigned) {
    if (row->trajectories) break;
    row = &find_sampler(choice.sampler);
  }
  return row->trajectories ? row : nullptr;
}

std::vector<Assigned> parse_assigned(const std::string& text) {
  std::vector<Assigned> out;
  const auto names = names_for_parameters([](const Sampler&) { return true; });
  for (std::size_t start = 0; start < text.size();) {
    const std::size_t comma = std::min(text.find(',', start), text.size());
    const std::string item = text.substr(start, comma - start);
    start = comma + 1;
    const auto eq = item.find('=');
    if (eq == std::string::npos || eq == 0)
      throw Error(fmt::format(
          "`block`: '{}' is not NAME=KERNEL. Write for example b=nuts,sigma=slice."_settings, item));
    const std::string sampler = item.substr(eq + 1);
    if (std::find(names.begin(), names.end(), sampler) == names.end())
      throw Error(fmt::format("`block`: unknown kernel '{}' for {}.{} Use one of: {}."_settings, sampler,
                              item.substr(0, eq), did_you_mean(sampler, names), fmt::join(names, ", ")));
    out.push_back({item.substr(0, eq), sampler});
  }
  return out;
}

}  // namespace cggibbs
