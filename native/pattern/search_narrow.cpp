// The pattern search for the 2x2x2 and the 3x3x3.

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

template std::unique_ptr<AnySearch> make_search<Narrow>(const std::vector<std::pair<int, int>>&,
                                                        const std::vector<Law>&, const std::vector<int>&);

}  // namespace cubecsp
