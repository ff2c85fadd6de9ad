// The choice of the compiler: SSSE3 if the flags ask for it, NEON on arm64, an array elsewhere.

#define CUBECSP_LANES lanes_tested
#include "test_lanes.inc"

TEST(sixteen_bytes_at_once) { cubecsp::lanes_tested::check_lanes(); }
