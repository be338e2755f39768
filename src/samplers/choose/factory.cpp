// Kernels by parameter, blocks by kernel.
#include "samplers/choose/factory.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cggibbs/error.hpp>

#include "base/suggest.hpp"
#include "samplers/linear/gaussian_factory.hpp"
#include "samplers/linear/horseshoe_block.hpp"
#include "samplers/linear/newton_block.hpp"
#include "samplers/linear/scale_stretch.hpp"

namespace cggibbs {
namespace {

std::string list_of(const std::vector<std::string>& names) {
  std::string out;
  for (const auto& n : names) out += (out.empty() ? "" : ", ") + n;
  return out;
}

bool is_integer(const Model& model, NodeId p) {
  return model.node(p).as<ParameterNode>()->support == SupportKind::integer;
}

void check(const Model& model, NodeId p, Kernel kernel) {
  const std::string& what = model.node(p).name;
  if (is_integer(model, p) && kernel != Kernel::exact)
    throw Error(fmt::format("--block {}={}: '{}' takes whole numbers, which only exact moves. Use {}=exact.",
                            what, name(kernel), what, what));
  if (!is_integer(model, p) && kernel == Kernel::exact)
    throw Error(
        fmt::format("--block {}=exact: '{}' is continuous, exact is for whole numbers. Use slice, "
                    "random_walk, nuts or hmc.",
                    what, what));
}

/// A parameter given to newton by name must be one that it can move; `--sampler newton` takes what it can.
void check_newton(const Model& model, const GibbsSettings& settings,
                  const std::vector<std::unique_ptr<Block>>& blocks) {
  for (const auto& choice : settings.assigned) {
    if (choice.kernel != Kernel::newton) continue;
    bool moved = false;
    for (const auto& b : blocks)
      for (NodeId p : b->parameters()) moved = moved || model.node(p).name == choice.parameter;
    if (!moved)
      throw Error(fmt::format(
          "--block {0}=newton: newton moves coefficients of a linear predictor, and '{0}' is none. "
          "Use slice, random_walk, nuts or hmc.",
          choice.parameter));
  }
}

std::vector<NodeId> given_to(const Model& model, const std::vector<Kernel>& kernels, Kernel kernel) {
  std::vector<NodeId> members;
  for (std::size_t i = 0; i < kernels.size(); ++i)
    if (kernels[i] == kernel) members.push_back(model.parameters()[i]);
  return members;
}

}  // namespace

std::vector<Kernel> assign_kernels(const Model& model, const GibbsSettings& settings) {
  const auto& parameters = model.parameters();
  std::vector<std::string> names;
  std::vector<Kernel> kernels;
  for (NodeId p : parameters) {
    names.push_back(model.node(p).name);
    kernels.push_back(is_integer(model, p) ? Kernel::exact : settings.kernel);
  }
  for (const auto& choice : settings.assigned) {
    const auto found = std::find(names.begin(), names.end(), choice.parameter);
    if (found == names.end())
      throw Error(fmt::format("--block: no parameter is called '{}'.{} There are: {}.", choice.parameter,
                              did_you_mean(choice.parameter, names), list_of(names)));
    const auto at = static_cast<std::size_t>(found - names.begin());
    check(model, parameters[at], choice.kernel);
    kernels[at] = choice.kernel;
  }
  return kernels;
}

std::vector<std::unique_ptr<Block>> make_blocks(const Model& model, const GibbsSettings& settings,
                                                std::size_t warmup) {
  const auto kernels = assign_kernels(model, settings);
  std::vector<std::unique_ptr<Block>> blocks;
  if (settings.gaussian_block) blocks = make_gaussian_blocks(model);
  for (const auto& block : blocks)
    for (NodeId p : block->parameters())
      for (const auto& choice : settings.assigned)
        if (model.node(p).name == choice.parameter)
          throw Error(fmt::format(
              "--block {0}={1}: gaussian_block already moves '{0}'. Leave {0} out, or use --sampler "
              "slice.",
              choice.parameter, name(choice.kernel)));
  const auto to_newton = given_to(model, kernels, Kernel::newton);
  for (auto& newton : make_newton_blocks(model, to_newton)) blocks.push_back(std::move(newton));
  for (auto& horseshoe : make_horseshoe_blocks(model, to_newton)) blocks.push_back(std::move(horseshoe));
  check_newton(model, settings, blocks);
  if (!blocks.empty())
    if (auto stretch = make_scale_stretch(model)) blocks.push_back(std::move(stretch));
  for (const Kernel kernel : {Kernel::nuts, Kernel::hmc}) {
    std::vector<NodeId> members = given_to(model, kernels, kernel);
    if (members.empty()) continue;
    HamiltonianSettings s = settings.hamiltonian;
    s.trajectory = kernel == Kernel::nuts ? Trajectory::nuts : Trajectory::hmc;
    s.warmup = warmup;
    blocks.push_back(std::make_unique<HamiltonianBlock>(model, std::move(members), s));
  }
  return blocks;
}

std::string why_slice_instead(const Model& model, const GibbsSettings& settings) {
  if (settings.gaussian_block && !has_gaussian_blocks(model)) return no_gaussian_blocks;
  if (settings.kernel == Kernel::newton &&
      find_newton_parts(model, given_to(model, assign_kernels(model, settings), Kernel::newton)).empty())
    return no_newton_parts;
  return {};
}

std::vector<KernelChoice> parse_kernel_choices(const std::string& text, const std::string& option) {
  std::vector<KernelChoice> out;
  for (std::size_t start = 0; start < text.size();) {
    const std::size_t comma = std::min(text.find(',', start), text.size());
    const std::string item = text.substr(start, comma - start);
    start = comma + 1;
    const auto eq = item.find('=');
    if (eq == std::string::npos || eq == 0)
      throw Error(
          fmt::format("{}: '{}' is not NAME=KERNEL. Write for example b=nuts,sigma=slice.", option, item));
    const std::string kernel = item.substr(eq + 1);
    std::vector<std::string> names;
    for (Kernel k : all_kernels) names.emplace_back(name(k));
    const auto found = std::find(names.begin(), names.end(), kernel);
    if (found == names.end())
      throw Error(fmt::format("{}: unknown kernel '{}' for {}.{} Use one of: {}.", option, kernel,
                              item.substr(0, eq), did_you_mean(kernel, names), list_of(names)));
    out.push_back({item.substr(0, eq), all_kernels[static_cast<std::size_t>(found - names.begin())]});
  }
  return out;
}

}  // namespace cggibbs
