add_custom_target(unit_tests)  # the test programs beside the sources

# cggibbs_testing is what every test program links: GoogleTest, our flags, and base/test_paths.hpp.
add_library(cggibbs_testing INTERFACE)
target_link_libraries(cggibbs_testing INTERFACE cggibbs_test_flags GTest::gtest_main GTest::gmock)
configure_file(${PROJECT_SOURCE_DIR}/cmake/test_paths.hpp.in ${PROJECT_BINARY_DIR}/generated/base/test_paths.hpp @ONLY)
target_include_directories(cggibbs_testing INTERFACE ${PROJECT_BINARY_DIR}/generated)
