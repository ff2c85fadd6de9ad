// Cubes piece by piece, and the coordinates of the two phases.

#include "two_phase_tables.hpp"

namespace cubecsp::two_phase {

namespace {

// binomial[n][k]
constexpr auto kBinomial = [] {
    struct {
        uint32_t at[13][5];
    } table{};
    for (int n = 0; n <= 12; ++n) {
        table.at[n][0] = 1;
        for (int k = 1; k <= 4; ++k) {
            table.at[n][k] = n == 0 ? 0 : table.at[n - 1][k - 1] + table.at[n - 1][k];
        }
    }
    return table;
}();

template <int N>
uint32_t rank(const uint8_t* permutation) {
    uint32_t places = 0x76543210;  // nibble p: how many smaller numbers are still to come
    uint32_t result = 0;
    for (int i = 0; i < N; ++i) {
        const unsigned at = 4u * permutation[i];
        result = result * static_cast<uint32_t>(N - i) + (places >> at & 7u);
        places -= uint32_t{0x11111110} << at;
    }
    return result;
}

}  // namespace

uint32_t twist_of(const Cubies& cube) {
    uint32_t twist = 0;
    for (int i = 0; i < 7; ++i) twist = twist * 3 + cube.corners[i] % 3u;
    return twist;
}

uint32_t flip_of(const Cubies& cube) {
    uint32_t flip = 0;
    for (int i = 0; i < 11; ++i) flip = flip * 2 + (cube.edges[i] & 1u);
    return flip;
}

uint32_t slice_of(const Cubies& cube) {
    // Ranks the set of slots of the slice edges, counted from the last slot so that home is 0.
    uint32_t slice = 0;
    int found = 0;
    for (int j = 0; j < 12; ++j) {
        if (cube.edges[11 - j] >> 1 >= 8) slice += kBinomial.at[j][++found];
    }
    return slice;
}

uint32_t rank8(const uint8_t* permutation) { return rank<8>(permutation); }

uint32_t rank4(const uint8_t* permutation) { return rank<4>(permutation); }

bool is_reachable(const Cubies& cube) {
    unsigned corners = 0;
    unsigned edges = 0;
    unsigned twist = 0;
    unsigned flip = 0;
    unsigned inversions = 0;
    for (int i = 0; i < 8; ++i) {
        const unsigned piece = cube.corners[i] / 3u;
        if (piece >= 8) return false;
        inversions += static_cast<unsigned>(__builtin_parity(corners >> piece));
        corners |= 1u << piece;
        twist += cube.corners[i] % 3u;
    }
    for (int i = 0; i < 12; ++i) {
        const unsigned piece = cube.edges[i] >> 1;
        if (piece >= 12) return false;
        inversions += static_cast<unsigned>(__builtin_parity(edges >> piece));
        edges |= 1u << piece;
        flip += cube.edges[i] & 1u;
    }
    return corners == 0xFF && edges == 0xFFF && twist % 3 == 0 && flip % 2 == 0 && inversions % 2 == 0;
}

Cubies product(const Cubies& first, const Cubies& second) {
    Cubies result{};
    for (int i = 0; i < 8; ++i) {
        const unsigned held = first.corners[second.corners[i] / 3];
        result.corners[i] =
            static_cast<uint8_t>(held - held % 3 + (held + second.corners[i]) % 3);
    }
    for (int i = 0; i < 12; ++i) {
        const unsigned held = first.edges[second.edges[i] >> 1];
        result.edges[i] = static_cast<uint8_t>(held ^ (second.edges[i] & 1u));
    }
    return result;
}

Cubies inverse(const Cubies& cube) {
    Cubies result{};
    for (unsigned i = 0; i < 8; ++i) {
        result.corners[cube.corners[i] / 3] =
            static_cast<uint8_t>(3 * i + (3u - cube.corners[i] % 3u) % 3u);
    }
    for (unsigned i = 0; i < 12; ++i) {
        result.edges[cube.edges[i] >> 1] = static_cast<uint8_t>(2 * i + (cube.edges[i] & 1u));
    }
    return result;
}

Cubies image(const Geometry::Symmetry& symmetry, const Cubies& cube) {
    Cubies result{};
    for (int i = 0; i < 8; ++i) {
        result.corners[symmetry.corner_target[i]] = symmetry.corner_value[i][cube.corners[i]];
    }
    for (int i = 0; i < 12; ++i) {
        result.edges[symmetry.edge_target[i]] = symmetry.edge_value[i][cube.edges[i]];
    }
    return result;
}

}  // namespace cubecsp::two_phase
