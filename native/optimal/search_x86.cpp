// The search for shortest solutions for x86 processors with AVX2; nothing else may be compiled here,
// lest a function shared with the rest of the program use instructions that not every processor has.

#define CUBECSP_LANES lanes_x86
#include "optimal/search.inc"

namespace cubecsp {

SearchKernel x86_search_kernel() { return lanes_x86::kernel; }

}  // namespace cubecsp
