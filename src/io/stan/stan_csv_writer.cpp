// The layout of Stan CSV files: comments, names, rows, comments.
#include "io/stan/stan_csv_writer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <charconv>
#include <cmath>
#include <iterator>
#include <string_view>
#include <utility>

#include "base/utf8.hpp"
#include "cggibbs/error.hpp"
#include "io/file/atomic_file.hpp"
#include "io/file/percent.hpp"
#include "io/stan/stan_names.hpp"

namespace cggibbs {
namespace {

constexpr std::size_t buffer_bytes = std::size_t{1} << 20;
constexpr std::size_t number_bytes = 28;  // -1.23456789012345678e-308 at 18 digits, a comma, and some air
constexpr std::size_t field_width = 20;   // any 64-bit count; readers trim the spaces
constexpr std::size_t sampler_columns = 7;

char* put(char* p, double x, int sig_figs) {
  if (std::isfinite(x)) {
    return sig_figs == 0 ? std::to_chars(p, p + number_bytes, x).ptr
                         : std::to_chars(p, p + number_bytes, x, std::chars_format::general, sig_figs).ptr;
  }
  const std::string_view word = std::isnan(x) ? "NaN" : x > 0 ? "inf" : "-inf";
  return std::copy(word.begin(), word.end(), p);
}

std::size_t row_bytes(std::size_t columns) {
  return number_bytes * (columns + sampler_columns) + 1;
}

/// Text from outside stays on its comment line.
std::string one_line(const std::string& from_outside) {
  std::string text = to_utf8(from_outside);
  std::replace_if(
      text.begin(), text.end(), [](unsigned char c) { return c < ' '; }, ' ');
  return text;
}

std::size_t divide_up(std::size_t a, std::size_t b) {
  return a / b + (a % b != 0);
}

void check(const StanCsvInfo& info, int sig_figs) {
  if (sig_figs < 0 || sig_figs > 18)
    throw Error(fmt::format("sig_figs = {} is outside 1 to 18. Use 0 for exact values.", sig_figs));
  if (info.thin == 0) throw Error("thin = 0 keeps no draw. Use 1 to keep every draw.");
  if (info.save_warmup && info.num_warmup % info.thin != 0)
    throw Error(
        fmt::format("thin = {} does not divide num_warmup = {}, and readers of Stan CSV files disagree about "
                    "how many warm-up draws that leaves. Use num_warmup = {}, or do not save warm-up.",
                    info.thin, info.num_warmup, divide_up(info.num_warmup, info.thin) * info.thin));
}

struct Header {
  std::string text;
  std::size_t num_samples_at, num_warmup_at;
};

// Flags are 0 and 1, not false and true: rstan reads them with as.integer().
Header make_header(const StanCsvInfo& info, std::span<const std::string> names, int sig_figs) {
  Header h;
  const auto add = [&]<class... Args>(fmt::format_string<Args...> format, Args&&... args) {
    fmt::format_to(std::back_inserter(h.text), format, std::forward<Args>(args)...);
  };
  const auto add_field = [&](const char* key, std::size_t value) {
    add("#     {} = ", key);
    const std::size_t at = h.text.size();
    add("{:<{}}\n", value, field_width);
    return at;
  };
  add("# stan_version_major = 2\n# stan_version_minor = 35\n# stan_version_patch = 0\n");
  add("# written_by = cggibbs {}\n", one_line(info.version));
  add("# model = {}\n# method = sample (Default)\n#   sample\n", one_line(info.model));
  h.num_samples_at = add_field("num_samples", info.num_samples);
  h.num_warmup_at = add_field("num_warmup", info.num_warmup);
  add("#     save_warmup = {}\n#     thin = {}\n", info.save_warmup ? 1 : 0, info.thin);
  add("#     adapt\n#       engaged = 1 (Default)\n#       gamma = 0.05 (Default)\n#       delta = {}\n",
      info.delta);
  add("#       kappa = 0.75 (Default)\n#       t0 = 10 (Default)\n#       init_buffer = 75 (Default)\n");
  add("#       term_buffer = 50 (Default)\n#       window = 25 (Default)\n");
  add("#     algorithm = hmc (Default)\n#       hmc\n#         engine = {0}\n#           {0}\n",
      one_line(info.engine));
  add("#             max_depth = {}\n#         metric = {}\n", info.max_depth, one_line(info.metric));
  add("#         metric_file =  (Default)\n#         stepsize = 1 (Default)\n");
  add("#         stepsize_jitter = 0 (Default)\n#     num_chains = 1 (Default)\n");
  add("# id = {}\n# data\n#   file = {}\n", info.chain_id, one_line(info.data_file));
  add("# init = 2 (Default)\n# random\n#   seed = {}\n", info.seed);
  add("# output\n#   file = {}\n#   diagnostic_file =  (Default)\n", one_line(info.output_file));
  add("#   refresh = 100 (Default)\n#   sig_figs = {}\n", sig_figs == 0 ? -1 : sig_figs);

  // Names that the header row cannot spell. Encoded, so that no reader mistakes one for a setting.
  const std::vector<std::string> columns = stan_names(names);
  for (std::size_t j = 0; j < names.size(); ++j)
    if (name_from_stan(columns[j]) != names[j])
      add("# column {} is {}\n", sampler_columns + j + 1, percent_encode(names[j]));

  add("lp__,accept_stat__,stepsize__,treedepth__,n_leapfrog__,divergent__,energy__");
  for (const std::string& column : columns) add(",{}", column);
  add("\n");
  return h;
}

std::string adaptation_text(const StanAdaptation& a, const std::string& metric) {
  std::string text = fmt::format("# Adaptation terminated\n# Step size = {}\n", a.step_size);
  if (metric == "unit_e") return text;
  std::size_t per_line = a.inverse_metric.size();
  if (metric == "dense_e") {
    per_line = static_cast<std::size_t>(std::lround(std::sqrt(static_cast<double>(per_line))));
    text += "# Elements of inverse mass matrix:\n";
  } else {
    text += "# Diagonal elements of inverse mass matrix:\n";
  }
  for (std::size_t i = 0; i < a.inverse_metric.size(); ++i) {
    const bool last = (i + 1) % per_line == 0;
    text += fmt::format("{}{}{}", i % per_line == 0 ? "# " : "", a.inverse_metric[i], last ? "\n" : ", ");
  }
  return text;
}

// Stan's own reader takes the numbers from column 17 on; cmdstanpy does not know exponents.
std::string timing_text(const StanTiming& t) {
  return fmt::format(
      "# \n#  Elapsed Time: {:.3f} seconds (Warm-up)\n#                {:.3f} seconds (Sampling)\n"
      "#                {:.3f} seconds (Total)\n# \n",
      t.warmup_seconds, t.sampling_seconds, t.warmup_seconds + t.sampling_seconds);
}

}  // namespace

StanCsvWriter::StanCsvWriter(std::filesystem::path path, StanCsvInfo info, std::span<const std::string> names,
                             int sig_figs)
    : path_(std::move(path)),
      info_((check(info, sig_figs), std::move(info))),
      sig_figs_(sig_figs),
      columns_(names.size()),
      file_(partial_path(path_), PosixFile::Mode::create),
      buffer_(std::max(buffer_bytes, row_bytes(columns_)), '\0') {
  if (info_.output_file.empty()) info_.output_file = path_.string();
  const Header header = make_header(info_, names, sig_figs_);
  file_.write_at(0, header.text);
  offset_ = header.text.size();
  num_samples_at_ = header.num_samples_at;
  num_warmup_at_ = header.num_warmup_at;
}

StanCsvWriter::~StanCsvWriter() {
  if (!file_.is_open()) return;
  try {
    flush();
  } catch (const Error&) {
    // The rows that did not fit are lost with the run that was not finished.
  }
}

void StanCsvWriter::flush() {
  try {
    file_.write_at(offset_, std::span<const char>(buffer_).first(used_));
  } catch (const Error&) {
    cut_to_whole_rows();
    throw;
  }
  offset_ += used_;
  used_ = 0;
}

void StanCsvWriter::cut_to_whole_rows() {
  const std::uint64_t end = file_.size();
  std::size_t kept = end > offset_ ? std::min<std::uint64_t>(end - offset_, used_) : 0;
  while (kept > 0 && buffer_[kept - 1] != '\n') --kept;
  file_.truncate(offset_ + kept);
}

void StanCsvWriter::append(std::span<const double> values, const SamplerColumns& s) {
  assert(values.size() == columns_ && file_.is_open());
  if (!sampling_ && !info_.save_warmup) begin_sampling();
  if (buffer_.size() - used_ < row_bytes(columns_)) flush();
  char* p = buffer_.data() + used_;
  const auto integer = [&](std::int64_t i) { p = std::to_chars(p, p + number_bytes, i).ptr; };
  p = put(p, s.lp, sig_figs_);
  *p++ = ',';
  p = put(p, s.accept_stat, sig_figs_);
  *p++ = ',';
  p = put(p, s.stepsize, sig_figs_);
  *p++ = ',';
  integer(s.treedepth);
  *p++ = ',';
  integer(s.n_leapfrog);
  *p++ = ',';
  integer(s.divergent ? 1 : 0);
  *p++ = ',';
  p = put(p, s.energy, sig_figs_);
  for (const double x : values) {
    *p++ = ',';
    p = put(p, x, sig_figs_);
  }
  *p++ = '\n';
  used_ = static_cast<std::size_t>(p - buffer_.data());
  ++(sampling_ ? rows_ : warmup_rows_);
}

void StanCsvWriter::begin_sampling(const StanAdaptation& adaptation) {
  assert(!sampling_ && file_.is_open());
  flush();
  const std::string text = adaptation_text(adaptation, info_.metric);
  file_.write_at(offset_, text);
  offset_ += text.size();
  draws_at_ = offset_;
  sampling_ = true;
}

void StanCsvWriter::write_number_field(std::uint64_t offset, std::size_t value) {
  file_.write_at(offset, fmt::format("{:<{}}", value, field_width));
}

std::uint64_t StanCsvWriter::end_of_row(std::size_t rows) const {
  // From the end, because few rows are dropped from many.
  std::size_t newlines = rows_ - rows + 1;
  std::string piece(std::min<std::uint64_t>(buffer_bytes, offset_ - draws_at_), '\0');
  std::uint64_t begin = offset_;
  while (rows > 0) {
    const std::size_t n = std::min<std::uint64_t>(piece.size(), begin - draws_at_);
    assert(n > 0);  // every row ends with a newline
    begin -= n;
    file_.read_at(begin, std::span<char>(piece).first(n));
    for (std::size_t i = n; i-- > 0;)
      if (piece[i] == '\n' && --newlines == 0) return begin + i + 1;
  }
  return draws_at_;
}

void StanCsvWriter::complete(const StanTiming& timing, std::size_t rows) {
  assert(file_.is_open());
  if (!sampling_) begin_sampling();
  flush();
  if (rows < rows_) {
    offset_ = end_of_row(rows);
    rows_ = rows;
    file_.truncate(offset_);
  }
  if (rows_ != divide_up(info_.num_samples, info_.thin))
    write_number_field(num_samples_at_, rows_ * info_.thin);
  if (info_.save_warmup && warmup_rows_ != info_.num_warmup / info_.thin)
    write_number_field(num_warmup_at_, warmup_rows_ * info_.thin);
  file_.write_at(offset_, timing_text(timing));
  file_.sync();
}

void StanCsvWriter::finish(const StanTiming& timing, std::size_t rows) {
  complete(timing, rows);
  rename_file(file_.path(), path_);
  file_.close();
}

}  // namespace cggibbs
