// The search for shortest solutions for any processor.

#define CUBECSP_LANES lanes_portable
#include "optimal/search.inc"

namespace cubecsp {

SearchKernel portable_search_kernel() { return lanes_portable::kernel; }

}  // namespace cubecsp
