// The search for shortest solutions with arrays in place of registers, to compare the others with.

#define CUBECSP_NO_LANES
#define CUBECSP_LANES lanes_plain
#include "optimal/search.inc"

namespace cubecsp {

SearchKernel plain_search_kernel() { return lanes_plain::kernel; }

}  // namespace cubecsp
