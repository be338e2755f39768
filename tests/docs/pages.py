"""Code blocks of README.md and docs/."""
import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]


def blocks(page):
    """(language, lines) of fenced blocks and of blocks indented by four spaces or more; language is None for the latter."""
    lines, i = page.read_text().splitlines(), 0
    while i < len(lines):
        fence = re.match(r"(\s*)```(\w*)\s*$", lines[i])
        if fence:
            end = next(k for k in range(i + 1, len(lines)) if lines[k].strip() == "```")
            yield fence[2], [line.removeprefix(fence[1]) for line in lines[i + 1:end]]
            i = end + 1
        elif re.match(r" {4,}\S", lines[i]):
            end = next((k for k in range(i, len(lines)) if lines[k].strip() and not lines[k].startswith("    ")), len(lines))
            yield None, [line.strip() for line in lines[i:end]]
            i = end
        else:
            i += 1
