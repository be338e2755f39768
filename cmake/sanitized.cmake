# CGGIBBS_SANITIZE=address,undefined (or thread): everything instrumented, and compiled so that a build is affordable.
# - The libraries at -O1; the test programs at -O0: they are half of the code and hardly any of the work.
# - Of the kernels one vector instruction set besides Highway's fallback: the source is the same for all, and the release build
#   compiles and tests the others. At -O1 the inlined, instrumented loops of one file take GCC half a minute (at -O0 three
#   seconds). Their many temporaries are not guarded; what they read and write is.
# Assertions are on: the presets are of the type Debug.
set(CGGIBBS_SANITIZE "" CACHE STRING "Sanitizers, as -fsanitize= takes them")
if(NOT CGGIBBS_SANITIZE)
  return()
endif()
add_compile_options(-O1 -g1 -fsanitize=${CGGIBBS_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
add_link_options(-fsanitize=${CGGIBBS_SANITIZE})
target_compile_options(cggibbs_test_flags INTERFACE -O0 -g1)

# AVX2, or NEON, and the fallback are left.
set(CGGIBBS_SKIPPED_TARGETS "|HWY_SSSE3|HWY_SSE4|HWY_AVX3|HWY_AVX3_DL")
function(cggibbs_sanitized_kernels)
  target_compile_options(cggibbs_kernels PRIVATE -O0 "SHELL:--param asan-stack=0")
  set_target_properties(cggibbs_kernels PROPERTIES DISABLE_PRECOMPILE_HEADERS ON)
endfunction()

# Tests of laws, the longest of the unit tests: they run no code that quicker ones do not. `make test` runs them.
set(CTEST_CUSTOM_TESTS_IGNORE
  run.Choose.DoesNotDependOnThreads
  run.Choose.HasNothingToWarnOfWhereAllAreRight
  run.Choose.PilotsOfSmallRegressionsTakeAShareOfTheRunOrAMoment
  run.Choose.PilotsTakeAShareOfTheRunThatFollows
  run.Choose.TakesCoordinateUpdatesWhereCoordinatesAreIndependent
  run.Choose.TakesNutsWhereCoordinatesAreBoundAndNoBlockApplies
  run.Choose.TakesTheBlockWhereManyCorrelatedCoefficientsMeetFewRows
  run.Sample.EveryOtherKernelHasTheTargetOfCoordinateUpdates
  samplers.Correlation.DrawsHaveBetaMarginalsUnderEveryKernel
  samplers.GaussianBlock.AgreesWithSliceForEveryFamilyAndMixtureAndWithFlatCoefficients
  samplers.GaussianBlock.PlantedBugsAreCaughtByTheSameTest
  samplers.HamiltonianBlock.EverySplitBetweenNutsAndSliceHasTheSamePosterior
  samplers.HamiltonianBlock.HorseshoeAgreesWithSliceWhenStepsAreSmall
  samplers.Horseshoe.HasItsExactPosteriorWithMoreColumnsThanRows
  samplers.Horseshoe.RegularizedHasItsExactPosteriorWithMoreColumnsThanRows
  samplers.Horseshoe.RegularizedWithoutEndIsThePlainOne
  samplers.JointModels.OfOtherResponsesAgreeWithSlice
  samplers.NewtonBlock.AgreesWithSliceForEveryKindOfColumnPriorAndWeight
  samplers.Nuts.CorrelatedNormalOf250DimensionsHasTheRightMoments
  samplers.Nuts.WishartPrecisionIsSampledToItsNarrowestAndWidestDirection
  samplers.ScaleStretch.LeavesTheJointLawInvariantAndAMissingJacobianIsCaught
  samplers.SlabMoves.LeaveThePriorInvariantAndForgottenJacobiansAreCaught
  samplers.SubtreeWeights.DoNotLeaveItInvariantWhenAnErrorIsPlanted
  samplers.SubtreeWeights.LeaveTheTargetInvariantAtACoarseStep)
file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/CTestCustom.cmake @ONLY
  CONTENT "set(CTEST_CUSTOM_TESTS_IGNORE @CTEST_CUSTOM_TESTS_IGNORE@)\n")
