// Which options have no effect here, and why.
#include "cli/idle_options.hpp"

#include <fmt/format.h>

#include <string_view>

#include "samplers/choose/registry.hpp"

namespace cggibbs {
namespace {

class Idle {
 public:
  explicit Idle(const FitOptions& o) : o_(o) {}

  void because(const std::string& why, std::initializer_list<std::string_view> options) {
    for (const std::string_view option : options)
      if (o_.given.contains(std::string(option)))
        notes.push_back(fmt::format("--{} has no effect here: {}.", option, why));
  }

  std::vector<std::string> notes;

 private:
  const FitOptions& o_;
};

bool ends_with_any(const std::string& file, std::initializer_list<std::string_view> endings) {
  for (const std::string_view ending : endings)
    if (file.ends_with(ending)) return true;
  return false;
}

void about_data(const FitOptions& o, Idle& idle) {
  if (o.output.empty()) idle.because("without -o no files are kept", {"save-warmup", "sig-figs"});
  if (is_program(o)) return;
  const std::string& file = o.inputs.back();
  if (o.inputs.size() == 2)
    idle.because("it is about matrix files", {"x", "response", "zero-based"});
  else
    idle.because("it is about tables", {"na"});
  if (o.inputs.size() == 1 && !ends_with_any(file, {".mat", ".npz"}))
    idle.because("only .mat and .npz files have named matrices", {"x"});
  if (o.inputs.size() == 1 && !ends_with_any(file, {".svm", ".svmlight", ".libsvm"}))
    idle.because("it is about svmlight files", {"zero-based"});
}

void about_sampler(const GibbsSettings& g, const std::string& name, Idle& idle) {
  const Sampler& row = find_sampler(g.sampler);
  if (row.trajectories) {
    idle.because(name + " moves all continuous parameters together", {"slice", "width", "no-adapt", "scan"});
    if (g.sampler == "nuts") idle.because("nuts finds the lengths of its trajectories", {"integration-time"});
    if (g.sampler == "hmc") idle.because("it is about the trees of nuts", {"max-depth"});
    return;
  }
  idle.because(name + " follows no gradients", {"metric", "target-accept", "max-depth", "integration-time"});
  if (row.rest == ScalarKernel::random_walk) idle.because(name + " has no slices", {"slice"});
}

}  // namespace

std::vector<std::string> idle_options(const FitOptions& o, const Prepared& p) {
  Idle idle(o);
  about_data(o, idle);
  if (p.contenders.empty() && o.block.empty()) about_sampler(p.settings.chain.gibbs, p.sampler, idle);
  return std::move(idle.notes);
}

}  // namespace cggibbs
