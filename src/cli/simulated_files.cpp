// Writing synthetic data in the formats that `fit` reads.
#include "cli/simulated_files.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cggibbs/error.hpp>
#include <iterator>

#include "cli/flags.hpp"
#include "io/file/atomic_file.hpp"
#include "io/file/text_file.hpp"
#include "io/matrix/matrix_text.hpp"
#include "io/matrix/npz_writer.hpp"

namespace cggibbs {
namespace fs = std::filesystem;
namespace {

/// Formulas list so many columns; beyond, `y ~ .` reads better.
constexpr std::size_t listed_columns = 8;

std::string csv_text(const Simulated& data, std::size_t levels) {
  const std::size_t n = data.y.size();
  const std::size_t d = cols(data.x);
  DenseMatrix zeros{n, d, {}};
  const auto* dense = std::get_if<DenseMatrix>(&data.x);
  if (!dense) {
    const auto& s = std::get<SparseMatrix>(data.x);
    zeros.values.assign(n * d, 0.0);
    for (std::size_t j = 0; j < d; ++j)
      for (std::size_t t = s.start[j]; t < s.start[j + 1]; ++t) zeros.col(j)[s.row[t]] = s.values[t];
    dense = &zeros;
  }
  std::string out = "y";
  auto end = std::back_inserter(out);
  for (std::size_t j = 0; j < d; ++j) fmt::format_to(end, ",x{}", j + 1);
  if (!data.group.empty()) out += ",group";
  if (!data.trials.empty()) out += ",trials";
  out += '\n';
  for (std::size_t i = 0; i < n; ++i) {
    fmt::format_to(end, "{}", data.y[i]);
    for (std::size_t j = 0; j < d; ++j) fmt::format_to(end, ",{}", dense->values[j * n + i]);
    if (!data.group.empty()) fmt::format_to(end, ",{}", group_label(data.group[i], levels));
    if (!data.trials.empty()) fmt::format_to(end, ",{}", data.trials[i]);
    out += '\n';
  }
  return out;
}

constexpr const char* truth_columns = "variable,value\n";

std::string truth_text(const Simulated& data) {
  std::string out = truth_columns;
  for (const auto& [variable, value] : data.truth)
    fmt::format_to(std::back_inserter(out), "{},{}\n", variable, value);
  return out;
}

std::string formula(const SimulateSettings& s) {
  std::string terms;
  if (s.cols > listed_columns) terms = ".";
  for (std::size_t j = 1; s.cols <= listed_columns && j <= s.cols; ++j)
    terms += fmt::format("{}x{}", j == 1 ? "" : " + ", j);
  return fmt::format("'y ~ {}{}'", terms, s.groups > 0 ? " + (1|group)" : "");
}

}  // namespace

SimulatedFiles plan_files(const std::string& output, const SimulateSettings& s) {
  using Format = SimulatedFiles::Format;
  SimulatedFiles files{Format::csv, output, {}, {}};
  const std::string extension = files.data.extension().string();
  if (extension == ".svm") {
    files.format = Format::svm;
  } else if (extension == ".mtx") {
    files.format = Format::mtx;
  } else if (extension == ".npz") {
    files.format = Format::npz;
  } else if (extension != ".csv") {
    throw Error(fmt::format("-o {}: the name must end in .csv, .svm, .mtx or .npz.", output));
  }
  const auto beside = [&](const std::string& ending) {
    return files.data.parent_path() / (files.data.stem().string() + ending);
  };
  files.truth = beside("-truth.csv");
  if (files.format == Format::mtx) files.response = beside(".y.csv");
  if (files.format != Format::csv && s.groups > 0)
    throw Error(fmt::format("-o {}: matrix files hold no groups. Use -o FILE.csv with --groups.", output));
  if (files.format != Format::csv && family_row(s.family).has_trials)
    throw Error(
        fmt::format("-o {}: matrix files hold no trials. Use -o FILE.csv with --family binomial.", output));
  return files;
}

void check_files(const SimulatedFiles& files) {
  std::error_code ignored;
  const bool mine = fs::is_regular_file(files.truth, ignored) &&
                    read_file_start(files.truth.string(), 64).starts_with(truth_columns);
  for (const auto& file : {files.data, files.response, files.truth})
    if (!file.empty() && fs::exists(fs::symlink_status(file)) && !mine)
      throw Error(fmt::format(
          "{}: there is a file of this name, and simulate has not written it. Use another name, or "
          "remove the file.",
          file.string()));
}

void write_files(const SimulatedFiles& files, const Simulated& data) {
  if (files.data.has_parent_path()) ensure_directory(files.data.parent_path());
  write_text_atomically(files.truth, truth_text(data));  // first: by it simulate knows its files
  std::size_t levels = 0;
  for (auto g : data.group) levels = std::max<std::size_t>(levels, g + 1);
  switch (files.format) {
    case SimulatedFiles::Format::csv:
      write_text_atomically(files.data, csv_text(data, levels));
      break;
    case SimulatedFiles::Format::svm:
      write_text_atomically(files.data, svmlight_text(data.x, data.y));
      break;
    case SimulatedFiles::Format::mtx: {
      std::string response = "y\n";
      for (double y : data.y) fmt::format_to(std::back_inserter(response), "{}\n", y);
      write_text_atomically(files.data, matrix_market_text(data.x));
      write_text_atomically(files.response, response);
      break;
    }
    case SimulatedFiles::Format::npz:
      write_npz(files.data, data.x, data.y);
      break;
  }
}

std::string describe_files(const SimulatedFiles& files, const SimulateSettings& s) {
  const Link link = link_or_default(s.family, s.link);
  const bool table = files.format == SimulatedFiles::Format::csv;
  std::string out = fmt::format("{}: {} rows, {} columns{}, {} with {} link, seed {}; the truth is in {}\n",
                                files.data.string(), s.rows, s.cols,
                                s.groups > 0 ? fmt::format(", {} groups", s.groups) : "", name(s.family),
                                name(link), s.seed, files.truth.string());
  out += "  cggibbs fit ";
  if (table) out += formula(s) + " ";
  out += shell_word(files.data.string());
  if (!files.response.empty()) out += " --response " + shell_word(files.response.string());
  out += fmt::format(" --family {}", name(s.family));
  if (s.link && *s.link != link_or_default(s.family, {})) out += fmt::format(" --link {}", name(link));
  if (family_row(s.family).has_trials) out += " --trials trials";
  return out + "\n";
}

}  // namespace cggibbs
