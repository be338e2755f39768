# The target header_check compiles one tiny file per header, which proves that each header includes what it uses.
# Not part of `all`: it parses every header once more, without the precompiled ones; `make lint` builds it.
file(GLOB_RECURSE headers CONFIGURE_DEPENDS RELATIVE ${PROJECT_SOURCE_DIR}
  ${PROJECT_SOURCE_DIR}/include/*.hpp ${PROJECT_SOURCE_DIR}/src/*.hpp)
set(checks)
foreach(header ${headers})
  string(REGEX REPLACE "^(src|include)/" "" name ${header})
  set(check ${PROJECT_BINARY_DIR}/header_check/${name}.cpp)
  file(CONFIGURE OUTPUT ${check} CONTENT "#include \"@name@\"\n" @ONLY)
  list(APPEND checks ${check})
endforeach()

add_library(header_check OBJECT EXCLUDE_FROM_ALL ${checks})
get_property(libraries GLOBAL PROPERTY CGGIBBS_LIBRARIES)
target_link_libraries(header_check PRIVATE ${libraries})
target_compile_options(header_check PRIVATE -O0 -g0)
