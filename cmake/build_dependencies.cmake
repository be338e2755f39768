# What only the build needs: the libraries of the program, headers that no public header includes, test and benchmark
# frameworks.
find_package(CLI11 2.1 REQUIRED)
find_package(ZLIB REQUIRED)
find_path(RANDOM123_INCLUDE_DIR Random123/philox.h REQUIRED)
find_path(XXHASH_INCLUDE_DIR xxhash.h REQUIRED)

pkg_check_modules(openblas REQUIRED openblas)
pkg_check_modules(libzip REQUIRED IMPORTED_TARGET libzip)
pkg_check_modules(hdf5 REQUIRED IMPORTED_TARGET hdf5)
# Debian's shared HDF5 draws in thirty libraries (curl, TLS, Kerberos) that are never called and take 5 MiB of every process;
# the archives do not.
find_library(CGGIBBS_HDF5_ARCHIVE libhdf5.a HINTS ${hdf5_LIBRARY_DIRS})
find_library(CGGIBBS_SZ_ARCHIVE libsz.a)
find_library(CGGIBBS_AEC_ARCHIVE libaec.a)
mark_as_advanced(CGGIBBS_HDF5_ARCHIVE CGGIBBS_SZ_ARCHIVE CGGIBBS_AEC_ARCHIVE)
if(CGGIBBS_HDF5_ARCHIVE AND CGGIBBS_SZ_ARCHIVE AND CGGIBBS_AEC_ARCHIVE)
  set_target_properties(PkgConfig::hdf5 PROPERTIES INTERFACE_LINK_LIBRARIES
    "${CGGIBBS_HDF5_ARCHIVE};${CGGIBBS_SZ_ARCHIVE};${CGGIBBS_AEC_ARCHIVE};ZLIB::ZLIB;${CMAKE_DL_LIBS};m")
endif()

if(CGGIBBS_TESTS)
  find_package(GTest 1.12 REQUIRED)
endif()
if(CGGIBBS_BENCH)
  find_package(benchmark REQUIRED)
endif()
