# Warnings, and what keeps sums the same on every machine.
add_library(cggibbs_flags INTERFACE)
target_compile_options(cggibbs_flags INTERFACE -Wall -Wextra -Wpedantic -Wshadow -ffp-contract=off)
# The code is position-independent, for shared libraries of others will hold it, but no function of ours is to be replaced when a
# program starts: the compiler may inline them.
include(CheckCXXCompilerFlag)
check_cxx_compiler_flag(-fno-semantic-interposition CGGIBBS_HAS_OWN_FUNCTIONS)
if(CGGIBBS_HAS_OWN_FUNCTIONS)
  target_compile_options(cggibbs_flags INTERFACE -fno-semantic-interposition)
endif()

# Test programs on top of that: most of what they cost is compiling them. The libraries they test are as shipped.
add_library(cggibbs_test_flags INTERFACE)
target_link_libraries(cggibbs_test_flags INTERFACE cggibbs_flags)
target_compile_options(cggibbs_test_flags INTERFACE $<$<CONFIG:Release>:-O1>)

# Thirty programs link the same large libraries: lld, where it is installed, takes a third of the time.
include(CheckLinkerFlag)
check_linker_flag(CXX -fuse-ld=lld CGGIBBS_HAS_LLD)
if(CGGIBBS_HAS_LLD)
  add_link_options(-fuse-ld=lld)
endif()
