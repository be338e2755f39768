# The libraries that our libraries link to. Shipped with the installed package, so it names nothing a user does not need;
# what only the build needs is in build_dependencies.cmake. All are Debian packages; scripts/bootstrap installs them.
find_package(Threads REQUIRED)
find_package(fmt REQUIRED)
find_package(Boost 1.74 REQUIRED)
find_package(Eigen3 3.4 REQUIRED NO_MODULE)
find_package(nlohmann_json 3.11 REQUIRED)
find_package(CLI11 2.1 REQUIRED)
find_package(ZLIB REQUIRED)

find_package(PkgConfig REQUIRED)
pkg_check_modules(matio REQUIRED IMPORTED_TARGET matio)
pkg_check_modules(hdf5 REQUIRED IMPORTED_TARGET hdf5)
# Debian's shared HDF5 draws in thirty libraries (curl, TLS, Kerberos) that are never called and take 5 MiB of every process;
# the archives do not.
find_library(CGGIBBS_HDF5_ARCHIVE libhdf5.a HINTS ${hdf5_LIBRARY_DIRS})
find_library(CGGIBBS_MATIO_ARCHIVE libmatio.a HINTS ${matio_LIBRARY_DIRS})
find_library(CGGIBBS_SZ_ARCHIVE libsz.a)
find_library(CGGIBBS_AEC_ARCHIVE libaec.a)
mark_as_advanced(CGGIBBS_HDF5_ARCHIVE CGGIBBS_MATIO_ARCHIVE CGGIBBS_SZ_ARCHIVE CGGIBBS_AEC_ARCHIVE)
if(CGGIBBS_HDF5_ARCHIVE AND CGGIBBS_MATIO_ARCHIVE AND CGGIBBS_SZ_ARCHIVE AND CGGIBBS_AEC_ARCHIVE)
  set_target_properties(PkgConfig::hdf5 PROPERTIES INTERFACE_LINK_LIBRARIES
    "${CGGIBBS_HDF5_ARCHIVE};${CGGIBBS_SZ_ARCHIVE};${CGGIBBS_AEC_ARCHIVE};ZLIB::ZLIB;${CMAKE_DL_LIBS};m")
  set_target_properties(PkgConfig::matio PROPERTIES INTERFACE_LINK_LIBRARIES
    "${CGGIBBS_MATIO_ARCHIVE};PkgConfig::hdf5")
endif()
pkg_check_modules(libzip REQUIRED IMPORTED_TARGET libzip)
pkg_check_modules(hwy REQUIRED IMPORTED_TARGET libhwy)
pkg_check_modules(openblas REQUIRED IMPORTED_TARGET openblas)
