# The system headers that most of our files include, parsed once for the libraries and once for the test programs.
# cggibbs_precompile(target library|test) gives a target that. Only with GCC: Clang refuses to share one between targets
# with different definitions.
function(cggibbs_precompile target kind)
  if(TARGET cggibbs_precompiled_${kind})
    target_precompile_headers(${target} REUSE_FROM cggibbs_precompiled_${kind})
    target_compile_options(${target} PRIVATE -fpch-preprocess)  # lets ccache see what the header contains
  endif()
endfunction()

if(NOT CMAKE_CXX_COMPILER_ID STREQUAL GNU OR CMAKE_DISABLE_PRECOMPILE_HEADERS)
  return()
endif()
set(standard <algorithm> <array> <charconv> <cmath> <cstddef> <cstdint> <functional> <limits> <map> <memory> <numeric>
  <optional> <set> <span> <string> <string_view> <unordered_map> <utility> <variant> <vector> <fmt/format.h>)
file(WRITE ${PROJECT_BINARY_DIR}/precompiled.cpp "")
add_library(cggibbs_precompiled_library OBJECT ${PROJECT_BINARY_DIR}/precompiled.cpp)
target_link_libraries(cggibbs_precompiled_library PRIVATE cggibbs_flags fmt::fmt)
target_precompile_headers(cggibbs_precompiled_library PRIVATE ${standard})
if(CGGIBBS_TESTS)
  add_library(cggibbs_precompiled_test OBJECT ${PROJECT_BINARY_DIR}/precompiled.cpp)
  set_target_properties(cggibbs_precompiled_test PROPERTIES POSITION_INDEPENDENT_CODE OFF)
  target_compile_options(cggibbs_precompiled_test PRIVATE -fPIE)  # as programs are compiled
  target_link_libraries(cggibbs_precompiled_test PRIVATE cggibbs_test_flags fmt::fmt Boost::boost GTest::gtest GTest::gmock)
  target_precompile_headers(cggibbs_precompiled_test PRIVATE ${standard} <boost/math/special_functions/gamma.hpp> <filesystem> <fstream>
    <gmock/gmock.h> <gtest/gtest.h>)
endif()
