"""run_block.py < BLOCK: a Python block of the documentation, statement by statement, in the working directory.

What needs a module that is not installed, or another version than a comment names, is told and left out."""
import ast
import importlib
import sys

block = sys.stdin.read()
lines = block.splitlines()
names, missing = {}, []


def other_version(statement):
    """A line for another version, as in `# ArviZ 0.x`."""
    _, _, comment = lines[statement.end_lineno - 1].partition("#")
    module = names.get("arviz")
    for major in "0", "1":
        if comment.strip().startswith(f"ArviZ {major}.x"):
            return module is None or not module.__version__.startswith(major + ".")
    return False


for statement in ast.parse(block).body:
    text = ast.unparse(statement)
    if isinstance(statement, ast.Import):
        for alias in statement.names:
            try:
                names[alias.name] = importlib.import_module(alias.name)
            except ModuleNotFoundError:
                missing.append(alias.name)
    elif other_version(statement):
        print("left out, for another version:", text)
    else:
        try:
            exec(compile(ast.Module([statement], []), "block", "exec"), names)
        except NameError as error:
            if not missing:
                raise
            print("left out:", text, f"({error})")
if missing:
    print("not installed:", ", ".join(missing))
