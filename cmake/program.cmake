# The command-line program.
if(EXISTS ${PROJECT_SOURCE_DIR}/src/cli/main.cpp)
  add_executable(cggibbs_program ${PROJECT_SOURCE_DIR}/src/cli/main.cpp)
  set_target_properties(cggibbs_program PROPERTIES OUTPUT_NAME cggibbs)
  target_link_libraries(cggibbs_program PRIVATE cggibbs_cli cggibbs_flags)
endif()
