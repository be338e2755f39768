// Entry point of the program.
#include "cli/commands.hpp"

int main(int argc, char** argv) {
  return cggibbs::run_command_line(argc, argv);
}
