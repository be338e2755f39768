#!/usr/bin/env bash
# Runs check-arrows (the argument) on small trees, good and bad, and expects its verdict on each.
set -euo pipefail

check_arrows=$1
tree=$(mktemp -d)
trap 'rm -rf "$tree"' EXIT
failures=0

# verdict_is STATUS TEXT FILE CONTENT: a tree holding only FILE, and an option --draws, gets exit STATUS and output with TEXT.
verdict_is() {
  local status=0 output
  rm -rf "${tree:?}"/*
  mkdir -p "$tree/$(dirname "$3")"
  printf '%b\n' "$4" >"$tree/$3"
  mkdir -p "$tree/src/cli" && echo '"-n,--draws"' >"$tree/src/cli/options.cpp"
  output=$("$check_arrows" "$tree" 2>&1) || status=$?
  if [[ $status != "$1" || $output != *"$2"* ]]; then
    printf 'FAILED: %s with %s\n  expected exit %s and "%s"\n  got exit %s and: %s\n' "$3" "$4" "$1" "$2" "$status" "$output"
    failures=$((failures + 1))
  fi
}

verdict_is 0 'follow' src/base/a.hpp '#include <vector>\n#include <boost/math/x.hpp>\n#include "base/b.hpp"'
verdict_is 0 'follow' src/samplers/slice.cpp '#include "graph/conditional.hpp"\n#include "base/rng.hpp"'
verdict_is 0 'follow' src/run/chains.cpp '#include "io/table/csv.hpp"\n#include "samplers/scalar/slice.hpp"\n#include <cggibbs/error.hpp>'
verdict_is 0 'follow' src/run/mpi.cpp '#include <mpi.h>'
verdict_is 0 'follow' src/kernels/axpy.cpp '#include "hwy/highway.h"'
verdict_is 0 'follow' include/cggibbs/a.hpp '#include <span>\n#include <cggibbs/error.hpp>'

verdict_is 1 'src/base/a.hpp:2: ' src/base/a.hpp '#include <vector>\n#include "kernels/axpy.hpp"'
verdict_is 1 'src/graph/a.cpp:1: ' src/graph/a.cpp '#include "samplers/scalar/slice.hpp"'
verdict_is 1 'src/graph/a.cpp:1: ' src/graph/a.cpp '  #  include <samplers/scalar/slice.hpp>'
verdict_is 1 'src/samplers/a.cpp:1: ' src/samplers/a.cpp '#include "models/glm.hpp"'
verdict_is 1 'src/io/a.cpp:1: ' src/io/a.cpp '#include "graph/model.hpp"'
verdict_is 1 'src/graph/a_test.cpp:1: ' src/graph/a_test.cpp '#include "models/glm.hpp"'
verdict_is 1 'name our headers from src' src/base/a.cpp '#include "../graph/model.hpp"'
verdict_is 1 'name our headers from src' src/base/a.cpp '#include "b.hpp"'
verdict_is 1 'mpi.h belongs' src/run/chains.cpp '#include <mpi.h>'
verdict_is 1 'public headers and examples include only' include/cggibbs/a.hpp '#include "graph/model.hpp"'
verdict_is 1 'public headers and examples include only' include/cggibbs/a.hpp '#include <fmt/format.h>'
verdict_is 1 'examples/a.cpp:1: ' examples/a.cpp '#include "graph/model.hpp"'
verdict_is 0 'follow' src/run/a.cpp '--i; x = "use `draws=10` -- or not"_settings;'
verdict_is 0 'follow' src/cli/a.cpp '"--draws"'
verdict_is 1 'src/run/a.cpp:1: ' src/run/a.cpp 'x = "use --draws";'
verdict_is 1 'src/models/a_test.cpp:2: ' src/models/a_test.cpp '\nHasSubstr("\\"--prior")'
verdict_is 1 "is called 'draw'" src/run/a.cpp 'x = "use `draw=10`"_settings;'
verdict_is 1 'is marked' src/run/a.cpp 'x = "use `draws=10`";'
verdict_is 1 'no arrows are known' src/misc/a.hpp '#include <vector>'

[ "$failures" -eq 0 ] && echo 'check-arrows judges every tree as expected'
