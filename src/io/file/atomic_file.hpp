// Small files that are either complete or absent, and the directory they go to.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <string_view>

namespace cggibbs {

class PosixFile;

/// path with ".partial" appended: where a file lives until it is complete.
std::filesystem::path partial_path(const std::filesystem::path& path);

/// Has PATH.partial written and renames it to PATH: a reader sees the old file or the new one, never a part. On
/// failure PATH is as before and PATH.partial is gone.
void write_atomically(const std::filesystem::path& path, const std::function<void(PosixFile&)>& write);
void write_text_atomically(const std::filesystem::path& path, std::string_view text);

/// Throws what writing PATH would throw now, before there is anything to write.
void ensure_writable(const std::filesystem::path& path);

/// Creates the directory with its parents where missing, and checks that files can be created in it.
void ensure_directory(const std::filesystem::path& path);

/// The whole file as text.
std::string read_text(const std::filesystem::path& path);

}  // namespace cggibbs
