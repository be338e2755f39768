// JSON lines, appended.
#include "experiments/journal.hpp"

#include <fcntl.h>
#include <fmt/format.h>

#include <cerrno>
#include <cggibbs/error.hpp>
#include <cmath>
#include <nlohmann/json.hpp>
#include <sstream>

#include "io/file/atomic_file.hpp"
#include "run/version.hpp"

namespace cggibbs {
namespace {

using Json = nlohmann::json;

void put(Json& j, const char* name, double v) {
  j[name] = std::isfinite(v) ? Json(v) : Json();
}
void put(Json& j, const char* name, Row::Status s) {
  j[name] = static_cast<int>(s);
}
template <class T>
void put(Json& j, const char* name, const T& v) {
  j[name] = v;
}

void take(const Json& j, const char* name, double& v) {
  v = j.at(name).is_null() ? nan : j.at(name).get<double>();
}
void take(const Json& j, const char* name, Row::Status& s) {
  s = static_cast<Row::Status>(j.at(name).get<int>());
}
template <class T>
void take(const Json& j, const char* name, T& v) {
  v = j.at(name).get<T>();
}

Json to_json(const Row& r) {
  Json j;
  for_each_field(r, [&](const char* name, const auto& v) { put(j, name, v); });
  j["more"] = Json::array();
  for (const auto& [name, v] : r.more) j["more"].push_back({name, std::isfinite(v) ? Json(v) : Json()});
  return j;
}

Row row_of(const Json& j) {
  Row r;
  for_each_field(r, [&](const char* name, auto& v) { take(j, name, v); });
  for (const auto& m : j.at("more"))
    r.more.emplace_back(m.at(0).get<std::string>(), m.at(1).is_null() ? nan : m.at(1).get<double>());
  return r;
}

PosixFile open_journal(const std::filesystem::path& path) {
  const int descriptor = ::open(path.c_str(), O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0666);
  if (descriptor < 0) throw_file_error(path, "open the file", errno);
  return {path, descriptor};
}

}  // namespace

Journal::Journal(const std::filesystem::path& path, std::string terms)
    : terms_(std::move(terms)), file_(open_journal(path)) {
  const std::string text = read_text(path);
  if (!text.empty() && !text.starts_with("{\"key\":"))
    throw Error(
        fmt::format("{}: this file is no journal of experiments. Use another directory.", path.string()));
  const auto last = text.rfind('\n');
  end_ = last == std::string::npos ? 0 : last + 1;
  std::istringstream lines(text.substr(0, end_));
  for (std::string line; std::getline(lines, line);) {
    const Json j = Json::parse(line, nullptr, false);
    try {
      if (j.is_discarded() || j.at("version") != version || j.at("terms") != terms_) continue;
      std::vector<Row> rows;
      for (const auto& r : j.at("rows")) rows.push_back(row_of(r));
      done_[j.at("key").get<std::string>()] = std::move(rows);
    } catch (const Json::exception&) {  // not one of ours
    }
  }
  file_.truncate(end_);
}

const std::vector<Row>* Journal::find(const std::string& key) const {
  const std::lock_guard lock(mutex_);
  const auto found = done_.find(key);
  return found == done_.end() ? nullptr : &found->second;
}

void Journal::add(const std::string& key, std::vector<Row> rows) {
  Json j{{"version", version}, {"terms", terms_}, {"key", key}, {"rows", Json::array()}};
  for (const auto& r : rows) j["rows"].push_back(to_json(r));
  const std::string line = j.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
  const std::lock_guard lock(mutex_);
  file_.write_at(end_, line);
  end_ += line.size();
  done_[key] = std::move(rows);
}

}  // namespace cggibbs
