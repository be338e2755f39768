# The libraries that our libraries link to. Shipped with the installed package, so it names nothing a user does not need;
# what only the build needs is in build_dependencies.cmake. All are Debian packages; scripts/bootstrap installs them.
find_package(Threads REQUIRED)
find_package(fmt REQUIRED)
find_package(Boost 1.74 REQUIRED)
find_package(Eigen3 3.4 REQUIRED NO_MODULE)
find_package(nlohmann_json 3.11 REQUIRED)

find_package(PkgConfig REQUIRED)
pkg_check_modules(hwy REQUIRED IMPORTED_TARGET libhwy)
