# cggibbs_together(group files...): these files are compiled as one, where a header costs more than what it is used for.
# Their file-local names must differ. The preset for clang-tidy sees them one by one.
function(cggibbs_together group)
  list(TRANSFORM ARGN PREPEND ${PROJECT_SOURCE_DIR}/)
  set_source_files_properties(${ARGN} PROPERTIES UNITY_GROUP ${group})
endfunction()
if(CMAKE_DISABLE_PRECOMPILE_HEADERS)
  set(CGGIBBS_TOGETHER OFF)
else()
  set(CGGIBBS_TOGETHER ON)
endif()
