// The pattern search for orbits of more than 32 placements.

#include "pattern/pattern_search.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <map>
#include <numeric>

#include "pattern/pattern_build.inc"
#include "pattern/pattern_confined.inc"
#include "pattern/pattern_constraints.inc"
#include "pattern/pattern_linear.inc"
#include "pattern/pattern_parts.inc"
#include "pattern/pattern_search.inc"

namespace cubecsp {

template class PatternSearch<Deep>;

}  // namespace cubecsp
