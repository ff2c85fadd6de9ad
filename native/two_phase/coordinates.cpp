// The coordinates of the two phases: how turns and symmetries change them, and their classes.

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <stdexcept>
#include <vector>

#include "two_phase/tables.hpp"

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

Cubies turn_cube(const Geometry& geometry, int turn) {
    Cubies cube;
    std::copy_n(geometry.corners[turn], 8, cube.corners);
    std::copy_n(geometry.edges[turn], 12, cube.edges);
    return cube;
}

Cubies with_twist(uint32_t twist) {
    Cubies cube = kSolved;
    uint32_t sum = 0;
    for (int i = 6; i >= 0; --i, twist /= 3) {
        cube.corners[i] = static_cast<uint8_t>(3 * i + static_cast<int>(twist % 3));
        sum += twist % 3;
    }
    cube.corners[7] = static_cast<uint8_t>(21 + (3 - sum % 3) % 3);
    return cube;
}

Cubies with_flip(uint32_t flip) {
    Cubies cube = kSolved;
    uint32_t sum = 0;
    for (int i = 10; i >= 0; --i, flip /= 2) {
        cube.edges[i] = static_cast<uint8_t>(2 * i + static_cast<int>(flip % 2));
        sum += flip % 2;
    }
    cube.edges[11] = static_cast<uint8_t>(22 + sum % 2);
    return cube;
}

// One cube for each set of slots that the slice edges can sit in, by rank.
std::vector<Cubies> slice_cubes() {
    std::vector<Cubies> cubes(kSlices);
    for (unsigned slots = 0; slots < 1u << 12; ++slots) {
        if (std::popcount(slots) != 4) continue;
        Cubies cube = kSolved;
        unsigned slice_edge = 8;
        unsigned other = 0;
        for (unsigned i = 0; i < 12; ++i) {
            const bool holds = slots >> i & 1u;
            cube.edges[i] = static_cast<uint8_t>(2 * (holds ? slice_edge++ : other++));
        }
        cubes[slice_of(cube)] = cube;
    }
    return cubes;
}

void read_geometry(std::span<const uint8_t> bytes, Geometry& geometry) {
    if (bytes.size() != sizeof(Geometry)) throw std::runtime_error("geometry has the wrong size");
    std::memcpy(&geometry, bytes.data(), sizeof(Geometry));
    if (!is_sound(geometry)) throw std::runtime_error("geometry has a number out of range");
}

void make_frames(SmallTables& tables) {
    const Geometry& geometry = tables.geometry;
    for (int s = 0; s < kSymmetries; ++s) {
        for (int t = 0; t < kSymmetries; ++t) {
            if (geometry.product[s][t] == 0) tables.inverse[s] = static_cast<uint8_t>(t);
        }
    }
    for (uint32_t s = 0; s < kSymmetries; ++s) {
        for (unsigned last = 0; last <= kTurns; ++last) {
            uint32_t turns = 0;
            for (unsigned turn = 0; turn < kTurns; ++turn) {
                // Of two opposite faces, the one with the lower number is turned first.
                const bool useless = last < kTurns && (turn / 3 == last / 3 || turn / 3 + 3 == last / 3);
                if (!useless) turns |= 1u << turn;
            }
            tables.allowed[s][last] = turn_image(tables, s, turns);
        }
    }
}

void make_phase1_coordinates(SmallTables& tables) {
    const Geometry& geometry = tables.geometry;
    const std::vector<Cubies> slices = slice_cubes();
    for (uint32_t s = 0; s < kSymmetries; ++s) {
        for (uint32_t twist = 0; twist < kTwists; ++twist) {
            tables.twist_image[twist][s] =
                static_cast<uint16_t>(twist_of(image(geometry.keeping[s], with_twist(twist))));
        }
        for (uint32_t slice = 0; slice < kSlices; ++slice) {
            const Cubies cube = image(geometry.keeping[s], slices[slice]);
            tables.slice_image[slice][s] = static_cast<uint16_t>(slice_of(cube));
            tables.flip_shift[slice][s] = static_cast<uint16_t>(flip_of(cube));
        }
        for (uint32_t flip = 0; flip < kFlips; ++flip) {
            const uint32_t flips = flip_of(image(geometry.keeping[s], with_flip(flip)));
            tables.flip_image[flip][s] = static_cast<uint16_t>(flips ^ tables.flip_shift[0][s]);
        }
    }
    for (int turn = 0; turn < kTurns; ++turn) {
        for (uint32_t twist = 0; twist < kTwists; ++twist) {
            tables.twist_move[twist][turn] =
                static_cast<uint16_t>(twist_of(product(with_twist(twist), turn_cube(geometry, turn))));
        }
    }
}

uint32_t flip_slice_image(const SmallTables& tables, uint32_t slice, uint32_t flip, uint32_t s) {
    const uint32_t flips = tables.flip_image[flip][s] ^ uint32_t { tables.flip_shift[slice][s] };
    return tables.slice_image[slice][s] * kFlips + flips;
}

void make_flip_slice_classes(SmallTables& tables) {
    constexpr uint32_t kNone = ~0u;
    uint32_t* class_of = &tables.flip_slice_class[0][0];
    std::fill_n(class_of, kSlices * kFlips, kNone);
    std::vector<uint32_t> representatives;
    for (uint32_t raw = 0; raw < kSlices * kFlips; ++raw) {
        if (class_of[raw] != kNone) continue;
        const auto index = static_cast<uint32_t>(representatives.size());
        if (index == kFlipSliceClasses) throw std::runtime_error("too many flip-slice classes");
        representatives.push_back(raw);
        for (uint32_t s = 0; s < kSymmetries; ++s) {
            const uint32_t other = flip_slice_image(tables, raw / kFlips, raw % kFlips, s);
            if (class_of[other] == kNone) class_of[other] = index << 4 | tables.inverse[s];
        }
    }
    if (representatives.size() != kFlipSliceClasses) throw std::runtime_error("too few flip-slice classes");

    std::vector<std::array<uint16_t, kTurns>> flip_move(kFlips);
    std::vector<std::array<uint16_t, kTurns>> slice_move(kSlices);
    const std::vector<Cubies> slices = slice_cubes();
    for (unsigned turn = 0; turn < kTurns; ++turn) {
        const Cubies turned = turn_cube(tables.geometry, static_cast<int>(turn));
        for (uint32_t flip = 0; flip < kFlips; ++flip) {
            flip_move[flip][turn] = static_cast<uint16_t>(flip_of(product(with_flip(flip), turned)));
        }
        for (uint32_t slice = 0; slice < kSlices; ++slice) {
            slice_move[slice][turn] = static_cast<uint16_t>(slice_of(product(slices[slice], turned)));
        }
    }
    for (uint32_t index = 0; index < kFlipSliceClasses; ++index) {
        const uint32_t raw = representatives[index];
        for (unsigned turn = 0; turn < kTurns; ++turn) {
            const uint32_t moved =
                class_of[slice_move[raw / kFlips][turn] * kFlips + flip_move[raw % kFlips][turn]];
            tables.class_move[index].index[turn] = static_cast<uint16_t>(moved >> 4);
            tables.class_move[index].symmetry[turn] = moved & 15u;
        }
    }
}

void make_moves2(SmallTables& tables) {
    const Geometry& geometry = tables.geometry;
    uint8_t permutation[8] = {0, 1, 2, 3, 4, 5, 6, 7};
    uint8_t turned[8];
    // Only U, D, R2, F2, L2, B2 are ranked; the others are made of them.
    for (uint32_t rank = 0; rank < kPermutations; ++rank) {
        for (int i = 0; i < kTurns2; ++i) {
            if (i < 6 && i % 3 != 0) continue;
            const Cubies turn = turn_cube(geometry, kPhase2Turns[i]);
            for (int k = 0; k < 8; ++k) turned[k] = permutation[turn.corners[k] / 3];
            tables.corner_move[rank][i] = static_cast<uint16_t>(rank_of<8>(turned));
            for (int k = 0; k < 8; ++k) turned[k] = permutation[turn.edges[k] >> 1];
            tables.edge_move[rank][i] = static_cast<uint16_t>(rank_of<8>(turned));
        }
        std::next_permutation(permutation, permutation + 8);
    }
    for (auto* move : {&tables.corner_move, &tables.edge_move}) {
        for (uint32_t rank = 0; rank < kPermutations; ++rank) {
            for (int i = 0; i < 6; i += 3) {
                (*move)[rank][i + 1] = (*move)[(*move)[rank][i]][i];
                (*move)[rank][i + 2] = (*move)[(*move)[rank][i + 1]][i];
            }
        }
    }
    for (uint32_t rank = 0; rank < kSlicePermutations; ++rank) {
        for (int i = 0; i < kTurns2; ++i) {
            const Cubies turn = turn_cube(geometry, kPhase2Turns[i]);
            for (int k = 0; k < 4; ++k) turned[k] = permutation[(turn.edges[8 + k] >> 1) - 8];
            tables.slice_move[rank][i] = static_cast<uint8_t>(rank_of<4>(turned));
        }
        std::next_permutation(permutation, permutation + 4);
    }
}

// The image of a permutation of corners or of U and D edges under a symmetry, by rank.
uint32_t permuted_image(const uint8_t* permutation, const uint8_t* target, const uint8_t (*value)[24],
                        int turns) {
    uint8_t result[8];
    for (int i = 0; i < 8; ++i) {
        result[target[i]] = static_cast<uint8_t>(value[i][permutation[i] * turns] / turns);
    }
    return rank_of<8>(result);
}

void make_edge_images(SmallTables& tables) {
    const Geometry& geometry = tables.geometry;
    uint32_t known = 0;
    for (uint32_t s = 0; s < kSymmetries; ++s) {
        // A product of two that are known, if possible.
        uint32_t first = kSymmetries;
        uint32_t second = kSymmetries;
        for (uint32_t t = 0; t < kSymmetries; ++t) {
            for (uint32_t u = 0; u < kSymmetries; ++u) {
                if (geometry.product[t][u] == s && (known >> t & known >> u & 1u)) first = t, second = u;
            }
        }
        uint8_t permutation[8] = {0, 1, 2, 3, 4, 5, 6, 7};
        for (uint32_t rank = 0; rank < kPermutations; ++rank) {
            if (first < kSymmetries) {
                tables.edge_image[rank][s] = tables.edge_image[tables.edge_image[rank][first]][second];
                continue;
            }
            tables.edge_image[rank][s] = static_cast<uint16_t>(permuted_image(
                permutation, geometry.keeping[s].edge_target, geometry.keeping[s].edge_value, 2));
            std::next_permutation(permutation, permutation + 8);
        }
        known |= 1u << s;
    }
}

void make_corner_classes(SmallTables& tables) {
    uint32_t count = 0;
    std::vector<uint8_t> seen(kPermutations, 0);
    uint8_t permutation[8] = {0, 1, 2, 3, 4, 5, 6, 7};
    for (uint32_t rank = 0; rank < kPermutations; ++rank) {
        if (!seen[rank]) {
            const uint32_t index = count++;
            if (index == kCornerClasses) throw std::runtime_error("too many corner classes");
            tables.corner_representative[index] = static_cast<uint16_t>(rank);
            for (uint32_t s = 0; s < kSymmetries; ++s) {
                const Geometry::Symmetry& symmetry = tables.geometry.keeping[s];
                const uint32_t other =
                    permuted_image(permutation, symmetry.corner_target, symmetry.corner_value, 3);
                if (!seen[other]) {
                    seen[other] = 1;
                    tables.corner_class[other] = static_cast<uint16_t>(index << 4 | tables.inverse[s]);
                }
            }
        }
        std::next_permutation(permutation, permutation + 8);
    }
    if (count != kCornerClasses) throw std::runtime_error("too few corner classes");
}

}  // namespace

uint32_t slice_of(const Cubies& cube) {
    // Ranks the set of slots of the slice edges, counted from the last slot so that home is 0.
    uint32_t slice = 0;
    int found = 0;
    for (int j = 0; j < 12; ++j) {
        if (cube.edges[11 - j] >> 1 >= 8) slice += kBinomial.at[j][++found];
    }
    return slice;
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

uint32_t turn_image(const SmallTables& tables, uint32_t symmetry, uint32_t turns) {
    uint32_t result = 0;
    for (; turns; turns &= turns - 1) {
        result |= 1u << tables.geometry.keeping[symmetry].turn[std::countr_zero(turns)];
    }
    return result;
}

void make_coordinates(std::span<const uint8_t> geometry, SmallTables& tables) {
    read_geometry(geometry, tables.geometry);
    make_frames(tables);
    make_phase1_coordinates(tables);
    make_flip_slice_classes(tables);
    make_moves2(tables);
    make_edge_images(tables);
    make_corner_classes(tables);
}

std::vector<uint32_t> flip_slice_keepers(const SmallTables& tables) {
    std::vector<uint32_t> keepers(kFlipSliceClasses, 0);
    for (uint32_t raw = 0; raw < kSlices * kFlips; ++raw) {
        const uint32_t framed = tables.flip_slice_class[raw / kFlips][raw % kFlips];
        if ((framed & 15u) != 0) continue;  // no representative
        for (uint32_t s = 0; s < kSymmetries; ++s) {
            if (flip_slice_image(tables, raw / kFlips, raw % kFlips, s) == raw)
                keepers[framed >> 4] |= 1u << s;
        }
    }
    return keepers;
}

std::vector<uint32_t> corner_keepers(const SmallTables& tables) {
    std::vector<uint32_t> keepers(kCornerClasses, 0);
    uint8_t permutation[8] = {0, 1, 2, 3, 4, 5, 6, 7};
    for (uint32_t rank = 0; rank < kPermutations; ++rank) {
        const uint32_t framed = tables.corner_class[rank];
        for (uint32_t s = 0; (framed & 15u) == 0 && s < kSymmetries; ++s) {
            const Geometry::Symmetry& symmetry = tables.geometry.keeping[s];
            const uint32_t other =
                permuted_image(permutation, symmetry.corner_target, symmetry.corner_value, 3);
            if (other == rank) keepers[framed >> 4] |= 1u << s;
        }
        std::next_permutation(permutation, permutation + 8);
    }
    return keepers;
}

}  // namespace cubecsp::two_phase
