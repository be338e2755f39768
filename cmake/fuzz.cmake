# The libFuzzer programs, one per *_fuzz.cpp, over what they call and nothing else: the readers of io, the formulas and
# designs of models. A file that a fuzzer newly needs is named here when the linker misses it.
file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/*.cpp)
set(fuzzers ${sources})
list(FILTER fuzzers INCLUDE REGEX "_fuzz\\.cpp$")
list(FILTER sources INCLUDE REGEX "/src/(base|io)/|/src/bugs/(parser|source)[.]cpp$|/src/jags/script[.]cpp$|/src/models/(.*/)?(categorical|design|formula|frame|numeric_expr|poly|stray_text)[^/]*$")
list(FILTER sources EXCLUDE REGEX
  "_(test|bench|fuzz)\\.cpp$|/test_[^/]*\\.cpp$|/(rng|symmetric_eigen|mat|mat73|hdf5_[a-z]*|matrix_file|plain_matrix|draw_store|fingerprint|summary_csv)\\.cpp$|_writer\\.cpp$")

add_library(fuzzed STATIC ${sources})
# Clang has no precompiled headers here: parsing is most of the work.
set_target_properties(fuzzed PROPERTIES UNITY_BUILD ON)
target_include_directories(fuzzed PUBLIC ${PROJECT_SOURCE_DIR}/src ${PROJECT_SOURCE_DIR}/include)
target_link_libraries(fuzzed PUBLIC cggibbs_flags fmt::fmt Boost::boost PkgConfig::libzip ZLIB::ZLIB)
foreach(source ${fuzzers})
  get_filename_component(program ${source} NAME_WE)
  add_executable(${program} ${source})
  target_compile_options(${program} PRIVATE -fsanitize=fuzzer)
  target_link_options(${program} PRIVATE -fsanitize=fuzzer)
  target_link_libraries(${program} PRIVATE fuzzed)
endforeach()
