# What `cmake --install` installs: our libraries, the public headers, the program, and a CMake package, so that
# find_package(cggibbs CONFIG REQUIRED) offers the target cggibbs::cggibbs.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

# What the public headers reach; the command line and the readers of matrix files belong to the program alone.
set(libraries cggibbs_base cggibbs_kernels cggibbs_distributions cggibbs_graph cggibbs_samplers cggibbs_models cggibbs_bugs
  cggibbs_diagnostics cggibbs_theory cggibbs_io cggibbs_run)
add_library(cggibbs INTERFACE)
add_library(cggibbs::cggibbs ALIAS cggibbs)
target_link_libraries(cggibbs INTERFACE ${libraries})

# Everything that gets installed, and nothing else: no tests, no benchmarks.
add_custom_target(product)
add_dependencies(product ${libraries})
if(TARGET cggibbs_program)
  add_dependencies(product cggibbs_program)
  install(TARGETS cggibbs_program)
endif()

install(TARGETS cggibbs ${libraries} EXPORT cggibbs)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/cggibbs DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})

set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/cggibbs)
configure_package_config_file(${PROJECT_SOURCE_DIR}/cmake/cggibbs-config.cmake.in
  ${PROJECT_BINARY_DIR}/cggibbs-config.cmake INSTALL_DESTINATION ${package_dir})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/cggibbs-config-version.cmake COMPATIBILITY SameMinorVersion)
install(EXPORT cggibbs NAMESPACE cggibbs:: FILE cggibbs-targets.cmake DESTINATION ${package_dir})
install(FILES ${PROJECT_SOURCE_DIR}/cmake/dependencies.cmake
  ${PROJECT_BINARY_DIR}/cggibbs-config.cmake ${PROJECT_BINARY_DIR}/cggibbs-config-version.cmake
  DESTINATION ${package_dir})
