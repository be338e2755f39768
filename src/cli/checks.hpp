// Checks that the options of several subcommands need.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace cggibbs {

/// The position of text among the choices.
std::size_t parse_choice(const std::string& text, const std::vector<std::string>& choices,
                         const std::string& option);

std::size_t in_range(std::int64_t value, std::int64_t low, std::int64_t high, const std::string& option);

/// Bytes in "500MB", "1.5GB", "2GiB" or "1000000".
double parse_bytes(const std::string& text, const std::string& option);

/// Empty text gives a fresh random seed.
std::uint64_t parse_seed(const std::string& text);

/// For CLI11: what is wrong with an empty value; nothing is wrong with others.
std::string not_empty(const std::string& text);

}  // namespace cggibbs
