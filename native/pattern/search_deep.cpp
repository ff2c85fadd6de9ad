// The pattern search for orbits of more than 32 placements.

#include "pattern/search.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <map>
#include <numeric>

#include "pattern/build.inc"
#include "pattern/confined.inc"
#include "pattern/constraints.inc"
#include "pattern/linear.inc"
#include "pattern/parts.inc"
#include "pattern/search.inc"

namespace cubecsp {

template std::unique_ptr<AnySearch> make_search<Deep>(const std::vector<std::pair<int, int>>&,
                                                      const std::vector<Law>&, const std::vector<int>&);

}  // namespace cubecsp
