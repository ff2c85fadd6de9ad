#include "common/cubies.hpp"

#include "common/platform.hpp"

namespace cubecsp {

std::uint32_t twist_of(const Cubies& cube) {
    std::uint32_t twist = 0;
    for (std::size_t i = 0; i + 1 < kCorners; ++i) twist = twist * 3 + cube.corners[i] % 3U;
    return twist;
}

std::uint32_t flip_of(const Cubies& cube) {
    std::uint32_t flip = 0;
    for (std::size_t i = 0; i + 1 < kEdges; ++i) flip = flip * 2 + (cube.edges[i] & 1U);
    return flip;
}

bool is_assembly(const Cubies& cube) {
    unsigned corners = 0;
    unsigned edges = 0;
    for (const std::uint8_t value : cube.corners) corners |= value < kPlacements ? 1U << value / 3 : 0;
    for (const std::uint8_t value : cube.edges) edges |= value < kPlacements ? 1U << value / 2 : 0;
    return corners == 0xFF && edges == 0xFFF;
}

bool is_reachable(const Cubies& cube) {
    if (!is_assembly(cube)) return false;
    unsigned seen = 0;
    unsigned twist = 0;
    unsigned flip = 0;
    bool odd = false;
    for (const std::uint8_t value : cube.corners) {
        odd ^= is_odd(seen >> value / 3);
        seen |= 1U << value / 3;
        twist += value % 3U;
    }
    seen = 0;
    for (const std::uint8_t value : cube.edges) {
        odd ^= is_odd(seen >> value / 2);
        seen |= 1U << value / 2;
        flip += value & 1U;
    }
    return twist % 3 == 0 && flip % 2 == 0 && !odd;
}

}  // namespace cubecsp
