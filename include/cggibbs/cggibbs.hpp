// Everything public: building models, sampling them, errors.
#pragma once

#include <cggibbs/error.hpp>
#include <cggibbs/matrix.hpp>
#include <cggibbs/model.hpp>
#include <cggibbs/sample.hpp>
