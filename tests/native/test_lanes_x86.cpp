// As search_x86.cpp has it.

#define CUBECSP_LANES lanes_tested_x86
#include "test_lanes.inc"

TEST(sixteen_bytes_at_once_with_ssse3) {
    if (__builtin_cpu_supports("avx2")) cubecsp::lanes_tested_x86::check_lanes();
}
