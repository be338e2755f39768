# What only the build needs: headers that no public header includes, test and benchmark frameworks.
find_path(RANDOM123_INCLUDE_DIR Random123/philox.h REQUIRED)
if(CGGIBBS_TESTS)
  find_package(GTest 1.12 REQUIRED)
endif()
if(CGGIBBS_BENCH)
  find_package(benchmark REQUIRED)
endif()
