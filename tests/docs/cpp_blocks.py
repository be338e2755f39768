"""cpp_blocks.py FILE: the C++ blocks of the documentation as one program, which runs them all."""
import sys
from pathlib import Path

from pages import PAGES, blocks

# What fragments take for granted.
PRELUDE = """  const std::size_t n = 6;
  const std::vector<double> y{1, 2, 3, 4, 5, 6};
  const std::vector<double> effect{28, 8, -3, 7, -1, 1, 18, 12}, standard_error{15, 10, 16, 11, 9, 11, 10, 18};
  ModelBuilder b;
"""
program = "#include <cggibbs/cggibbs.hpp>\n#include <iostream>\n#include <vector>\n\nusing namespace cggibbs;\n\n"
names = []
for page in PAGES:
    for language, lines in blocks(page):
        if language != "cpp":
            continue
        names.append(f"block_{len(names) + 1}")
        text = "\n".join(lines)
        if "int main()" in text:
            text = text.replace("int main()", f"void {names[-1]}()")
        else:
            text = f"void {names[-1]}() {{\n{PRELUDE}  {{\n{text}\n  }}\n}}"
        program += f"// {page.name}\n{text}\n\n"
program += "int main() {\n" + "".join(f"  {name}();\n" for name in names) + "}\n"
Path(sys.argv[1]).write_text(program)
