// The pattern search for orbits of more than 32 placements.

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

template class PatternSearch<Deep>;

}  // namespace cubecsp
