// Reading the data and the settings of a GLM.
#include "cli/read_problem.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cggibbs/error.hpp>
#include <filesystem>
#include <optional>
#include <system_error>

#include "base/utf8.hpp"
#include "cli/checks.hpp"
#include "cli/read_program.hpp"
#include "io/file/memory_limit.hpp"
#include "io/matrix/matrix_file.hpp"
#include "io/table/csv.hpp"
#include "models/formula.hpp"
#include "models/glm.hpp"
#include "models/matrix_design.hpp"
#include "samplers/choose/registry.hpp"

namespace cggibbs {
namespace {

void check_inputs(const std::vector<std::string>& inputs) {
  if (inputs.size() > 2)
    throw Error(fmt::format(
        "too many inputs ('{}'): give FORMULA DATA, with the formula in quotes, or a matrix file.",
        inputs[2]));
  const std::string& data = inputs.back();
  if (inputs.size() == 2 && is_matrix_file(data))
    throw Error(fmt::format("matrix files take no formula: cggibbs fit {}", data));
  if (inputs.size() == 2 || is_matrix_file(data)) return;
  if (data.find('~') != std::string::npos)
    throw Error(fmt::format("the data file is missing: cggibbs fit '{}' DATA.csv", data));
  throw Error(
      fmt::format("'{}' is not a matrix file (.mat .npz .svm .mtx): tables need a formula, as in cggibbs "
                  "fit 'y ~ x' {}",
                  data, data));
}

bool finds_axes(const std::string& sampler) {
  const auto all = samplers();
  return std::any_of(all.begin(), all.end(),
                     [&](const Sampler* row) { return row->finds_axes && row->name == sampler; });
}

GlmSettings glm_settings(const FitOptions& o, bool matrix) {
  GlmSettings s;
  s.family = o.family.empty() ? (matrix ? Family::bernoulli : Family::gaussian) : parse_family(o.family);
  if (!o.link.empty()) s.link = parse_link(o.link);
  if (!o.prior.empty()) s.prior = parse_prior_table(o.prior, "--prior");
  if (!o.intercept_prior.empty()) s.intercept_prior = parse_prior(o.intercept_prior, "--intercept-prior");
  if (!o.dispersion_prior.empty())
    s.dispersion_prior = parse_positive_prior_table(o.dispersion_prior, "--dispersion-prior");
  if (!o.sd_prior.empty()) s.sd_prior = parse_positive_prior(o.sd_prior, "--sd-prior");
  s.standardize = parse_standardize(o.standardize);
  if (!matrix && s.standardize == Standardize::automatic) s.standardize = Standardize::none;
  s.decorrelate =
      static_cast<Decorrelate>(parse_choice(o.decorrelate, {"auto", "yes", "no"}, "--decorrelate"));
  s.merge_rows = parse_choice(o.merge_rows, {"no", "yes"}, "--merge-rows") == 1;
  // Starting values and kernels are given for coefficients, so these must be what is sampled; and some samplers find
  // better axes themselves.
  if (!o.init.empty() || !o.block.empty() || finds_axes(o.sampler))
    if (s.decorrelate == Decorrelate::automatic) s.decorrelate = Decorrelate::off;
  s.paper_defaults = matrix;
  s.save_all = std::find(o.save.begin(), o.save.end(), "all") != o.save.end();
  return s;
}

Design read_matrix(const FitOptions& o, Family family) {
  MatrixOptions options;
  options.x_name = o.x_name;
  options.response = o.response;
  options.zero_based = o.zero_based;
  if (!o.max_memory.empty()) options.max_memory = parse_bytes(o.max_memory, "--max-memory");
  MatrixData data = read_matrix_file(o.inputs.back(), options);
  if (!o.weights.empty() || !o.trials.empty() || !o.offsets.empty())
    throw Error("--weights, --trials and --offset name columns of a table; matrix files have none.");
  if (!o.separator.empty() || !o.decimal.empty() || !o.na_strings.empty())
    throw Error("--sep, --decimal and --na-strings say how a table is written; matrix files are none.");
  return matrix_design(std::move(data), family, !o.no_intercept);
}

CsvOptions csv_options(const FitOptions& o) {
  CsvOptions csv;
  const std::string separator = o.separator == "tab" || o.separator == "\\t" ? "\t" : o.separator;
  if (separator.size() > 1)
    throw Error(fmt::format("--sep '{}' must be one character, or tab.", o.separator));
  if (!separator.empty()) csv.delimiter = separator[0];
  if (!o.decimal.empty()) csv.decimal = parse_choice(o.decimal, {".", ","}, "--decimal") == 1 ? ',' : '.';
  for (const auto& word : o.na_strings) csv.missing.push_back(to_utf8(word));
  return csv;
}

Design read_table(const FitOptions& o) {
  DesignOptions options;
  options.na = static_cast<MissingValues>(parse_choice(o.na, {"error", "drop"}, "--na"));
  options.weights = to_utf8(o.weights);
  options.trials = to_utf8(o.trials);
  for (const auto& name : o.offsets) options.offsets.push_back(to_utf8(name));
  if (o.no_intercept) throw Error("--no-intercept is for matrix files; in a formula write 'y ~ ... - 1'.");
  std::error_code unknown;  // the size of a pipe
  const auto size = std::filesystem::file_size(o.inputs[1], unknown);
  const double asked = o.max_memory.empty() ? 0 : parse_bytes(o.max_memory, "--max-memory");
  std::optional<MemoryBudget> budget;
  if (!unknown || asked > 0) {
    budget.emplace(asked, static_cast<double>(size));
    options.max_memory = MemoryBudget::bytes();
  }
  return build_design(parse_formula(to_utf8(o.inputs[0])), read_csv(o.inputs[1], csv_options(o)), options);
}

}  // namespace

Problem read_problem(const FitOptions& o, std::uint64_t seed) {
  if (is_program(o)) return read_program(o, seed);
  check_inputs(o.inputs);
  const bool matrix = o.inputs.size() == 1;
  const GlmSettings settings = glm_settings(o, matrix);
  return build_glm(settings, matrix ? read_matrix(o, settings.family) : read_table(o));
}

}  // namespace cggibbs
