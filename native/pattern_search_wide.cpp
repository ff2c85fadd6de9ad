// The pattern search for larger cubes.

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

template class PatternSearch<Wide>;

}  // namespace cubecsp
