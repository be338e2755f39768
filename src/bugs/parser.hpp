// From the text of a program to its relations.
#pragma once

#include "bugs/ast.hpp"

namespace cggibbs::bugs {

/// Throws a SourceError that points at what is not understood.
Program parse_program(const Source& source);

/// One reference, such as a monitor is: alpha, alpha[1:3], beta[,2].
Expr parse_reference(const Source& source);

}  // namespace cggibbs::bugs
