// The pattern search for the 2x2x2 and the 3x3x3.

#include "pattern_search.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <map>
#include <numeric>

#include "pattern_build.inc"
#include "pattern_confined.inc"
#include "pattern_constraints.inc"
#include "pattern_linear.inc"
#include "pattern_parts.inc"
#include "pattern_search.inc"

namespace cubecsp {

template class PatternSearch<Narrow>;

}  // namespace cubecsp
