// Texts that name settings in backquotes, told apart from what users wrote.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace cggibbs {

/// Stand for the backquotes around a setting until somebody reads the text: as backquotes in C++, as options at the command line.
inline constexpr char setting_opens = '\x01', setting_closes = '\x02';

namespace detail {

template <std::size_t N>
struct SettingsText {
  char text[N];

  consteval SettingsText(const char (&literal)[N]) {  // implicit: a literal is the template's argument
    bool open = false;
    for (std::size_t i = 0; i < N; ++i) {
      text[i] = literal[i];
      if (literal[i] != '`') continue;
      open = !open;
      text[i] = open ? setting_opens : setting_closes;
    }
    if (open) throw "a backquote is never closed";
  }
};

}  // namespace detail

/// "use `draws=1000`"_settings: only what stands so in our own literals is a setting, never what is formatted into them.
template <detail::SettingsText Text>
consteval const char* operator""_settings() {
  return Text.text;
}

/// The text with its backquotes.
std::string with_backquotes(std::string_view text);

}  // namespace cggibbs
