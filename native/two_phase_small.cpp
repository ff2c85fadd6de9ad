// Makes the small tables of the two-phase search: moves, symmetries, and what lies near the goals.

#include <algorithm>
#include <array>
#include <cstring>
#include <stdexcept>
#include <utility>
#include <vector>

#include "two_phase_tables.hpp"

namespace cubecsp::two_phase {

namespace {

constexpr Cubies kSolved = {{0, 3, 6, 9, 12, 15, 18, 21}, {0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22}};

constexpr uint8_t undone(unsigned turn) { return static_cast<uint8_t>(turn - turn % 3 + 2 - turn % 3); }

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
        if (__builtin_popcount(slots) != 4) continue;
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
    const auto below = [](const auto& row, unsigned limit) {
        return std::all_of(std::begin(row), std::end(row), [=](unsigned v) { return v < limit; });
    };
    bool sound = true;
    const auto check = [&](const Geometry::Symmetry& symmetry) {
        sound &= below(symmetry.corner_target, 8) && below(symmetry.edge_target, 12);
        for (const auto& values : symmetry.corner_value) sound &= below(values, 24);
        for (const auto& values : symmetry.edge_value) sound &= below(values, 24);
        sound &= below(symmetry.turn, kTurns);
    };
    std::for_each(std::begin(geometry.keeping), std::end(geometry.keeping), check);
    std::for_each(std::begin(geometry.axis), std::end(geometry.axis), check);
    for (const auto& row : geometry.corners) sound &= below(row, 24);
    for (const auto& row : geometry.edges) sound &= below(row, 24);
    for (const auto& row : geometry.product) sound &= below(row, kSymmetries);
    if (!sound) throw std::runtime_error("geometry has a number out of range");
}

uint32_t turn_image(const SmallTables& tables, uint32_t symmetry, uint32_t turns) {
    uint32_t result = 0;
    for (; turns; turns &= turns - 1) {
        result |= 1u << tables.geometry.keeping[symmetry].turn[__builtin_ctz(turns)];
    }
    return result;
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

void make_coordinates(SmallTables& tables) {
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
            tables.twist_move[twist][turn] = static_cast<uint16_t>(
                twist_of(product(with_twist(twist), turn_cube(geometry, turn))));
        }
    }
}

uint32_t flip_slice_image(const SmallTables& tables, uint32_t slice, uint32_t flip, uint32_t s) {
    const uint32_t flips = tables.flip_image[flip][s] ^ uint32_t{tables.flip_shift[slice][s]};
    return tables.slice_image[slice][s] * kFlips + flips;
}

// Numbers the classes of flip-slices and returns, for each class, the symmetries that keep its
// representative unchanged as a bit mask.
std::vector<uint32_t> make_classes(SmallTables& tables) {
    constexpr uint32_t kNone = ~0u;
    std::vector<uint32_t> class_of(std::size_t{kSlices} * kFlips, kNone);
    std::vector<uint32_t> keepers;
    for (uint32_t raw = 0; raw < class_of.size(); ++raw) {
        if (class_of[raw] != kNone) continue;
        const auto index = static_cast<uint32_t>(keepers.size());
        if (index == kFlipSliceClasses) throw std::runtime_error("too many flip-slice classes");
        tables.representative[index] = raw;
        keepers.push_back(0);
        for (uint32_t s = 0; s < kSymmetries; ++s) {
            const uint32_t other = flip_slice_image(tables, raw / kFlips, raw % kFlips, s);
            if (class_of[other] == kNone) class_of[other] = index << 4 | tables.inverse[s];
            if (other == raw) keepers.back() |= 1u << s;
        }
    }
    if (keepers.size() != kFlipSliceClasses) throw std::runtime_error("too few flip-slice classes");

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
        const uint32_t raw = tables.representative[index];
        for (unsigned turn = 0; turn < kTurns; ++turn) {
            tables.class_move[index][turn] =
                class_of[slice_move[raw / kFlips][turn] * kFlips + flip_move[raw % kFlips][turn]];
        }
    }
    return keepers;
}

[[noreturn]] void no_room() { throw std::runtime_error("a near set has no room"); }

std::vector<uint32_t> make_near1(SmallTables& tables, const std::vector<uint32_t>& keepers) {
    Near1& near = tables.near1;
    std::vector<uint32_t> frontier;
    std::vector<uint32_t> next;
    const auto add = [&](uint32_t index, uint32_t twist, uint32_t code, uint32_t closer) {
        const uint32_t key = index * kTwists + twist;
        uint32_t tag = 0;
        uint32_t* slot = near.slot_for(key, tag);
        if (!slot) no_room();
        if (*slot == 0) {
            *slot = tag | code << 18;
            next.push_back(key);
        }
        if ((*slot >> 18 & 3u) == code) *slot |= closer;
    };
    add(0, 0, 1, 0);
    for (uint32_t distance = 1; distance <= kNear1; ++distance) {
        std::swap(frontier, next);
        next.clear();
        for (const uint32_t key : frontier) {
            const uint32_t index = key / kTwists;
            const uint32_t twist = key % kTwists;
            for (unsigned turn = 0; turn < kTurns; ++turn) {
                const uint32_t moved = tables.class_move[index][turn];
                const uint32_t s = moved & 15u;
                const uint32_t there = tables.twist_image[tables.twist_move[twist][turn]][s];
                const uint32_t back = 1u << tables.geometry.keeping[s].turn[undone(turn)];
                uint32_t same = keepers[moved >> 4];
                if (same == 1) {
                    add(moved >> 4, there, distance % 3 + 1, back);
                    continue;
                }
                for (; same; same &= same - 1) {
                    const auto keeper = static_cast<uint32_t>(__builtin_ctz(same));
                    add(moved >> 4, tables.twist_image[there][keeper], distance % 3 + 1,
                        turn_image(tables, keeper, back));
                }
            }
        }
    }
    return next;
}

void make_fringe1(SmallTables& tables, std::vector<uint32_t> rim, const std::vector<uint32_t>& keepers) {
    Fringe1& fringe = tables.fringe1;
    std::sort(rim.begin(), rim.end());
    for (std::size_t first = 0, last = 0; first < rim.size(); first = last) {
        const uint32_t index = rim[first] / kTwists;
        while (last < rim.size() && rim[last] / kTwists == index) ++last;
        for (unsigned turn = 0; turn < kTurns; ++turn) {
            const uint32_t moved = tables.class_move[index][turn];
            for (std::size_t i = first; i < last; ++i) {
                const uint32_t twist = tables.twist_move[rim[i] - index * kTwists][turn];
                const uint32_t there = tables.twist_image[twist][moved & 15u];
                for (uint32_t same = keepers[moved >> 4]; same; same &= same - 1) {
                    const int keeper = __builtin_ctz(same);
                    fringe.set(Fringe1::place(moved >> 4, tables.twist_image[there][keeper]));
                }
            }
        }
    }
}

Cubies with_corners(const uint8_t* permutation) {
    Cubies cube = kSolved;
    for (int i = 0; i < 8; ++i) cube.corners[i] = static_cast<uint8_t>(3 * permutation[i]);
    return cube;
}

Cubies with_edges(const uint8_t* permutation) {
    Cubies cube = kSolved;
    for (int i = 0; i < 8; ++i) cube.edges[i] = static_cast<uint8_t>(2 * permutation[i]);
    return cube;
}

Cubies with_slice(const uint8_t* permutation) {
    Cubies cube = kSolved;
    for (int i = 0; i < 4; ++i) cube.edges[8 + i] = static_cast<uint8_t>(2 * (8 + permutation[i]));
    return cube;
}

uint32_t corner_rank(const Cubies& cube) {
    uint8_t permutation[8];
    for (int i = 0; i < 8; ++i) permutation[i] = cube.corners[i] / 3;
    return rank8(permutation);
}

uint32_t edge_rank(const Cubies& cube) {
    uint8_t permutation[8];
    for (int i = 0; i < 8; ++i) permutation[i] = cube.edges[i] >> 1;
    return rank8(permutation);
}

uint32_t slice_rank(const Cubies& cube) {
    uint8_t permutation[4];
    for (int i = 0; i < 4; ++i) permutation[i] = static_cast<uint8_t>((cube.edges[8 + i] >> 1) - 8);
    return rank4(permutation);
}

void make_moves2(SmallTables& tables) {
    const Geometry& geometry = tables.geometry;
    uint8_t permutation[8] = {0, 1, 2, 3, 4, 5, 6, 7};
    // Half turns and turns the other way follow from the quarter turns, and products of symmetries
    // from their factors, but ranking each is quick enough.
    for (uint32_t rank = 0; rank < kPermutations; ++rank) {
        const Cubies corners = with_corners(permutation);
        const Cubies edges = with_edges(permutation);
        for (int i = 0; i < kTurns2; ++i) {
            const Cubies turn = turn_cube(geometry, kPhase2Turns[i]);
            tables.corner_move[rank][i] = static_cast<uint16_t>(corner_rank(product(corners, turn)));
            tables.edge_move[rank][i] = static_cast<uint16_t>(edge_rank(product(edges, turn)));
        }
        for (int s = 0; s < kSymmetries; ++s) {
            tables.edge_image[rank][s] =
                static_cast<uint16_t>(edge_rank(image(geometry.keeping[s], edges)));
        }
        std::next_permutation(permutation, permutation + 8);
    }
    for (uint32_t rank = 0; rank < kSlicePermutations; ++rank) {
        for (int i = 0; i < kTurns2; ++i) {
            tables.slice_move[rank][i] = static_cast<uint8_t>(
                slice_rank(product(with_slice(permutation), turn_cube(geometry, kPhase2Turns[i]))));
        }
        std::next_permutation(permutation, permutation + 4);
    }
}

std::vector<uint32_t> make_corner_classes(SmallTables& tables) {
    std::vector<uint32_t> keepers;
    std::vector<uint8_t> seen(kPermutations, 0);
    uint8_t permutation[8] = {0, 1, 2, 3, 4, 5, 6, 7};
    for (uint32_t rank = 0; rank < kPermutations; ++rank) {
        if (!seen[rank]) {
            const auto index = static_cast<uint32_t>(keepers.size());
            if (index == kCornerClasses) throw std::runtime_error("too many corner classes");
            tables.corner_representative[index] = static_cast<uint16_t>(rank);
            keepers.push_back(0);
            const Cubies cube = with_corners(permutation);
            for (uint32_t s = 0; s < kSymmetries; ++s) {
                const uint32_t other = corner_rank(image(tables.geometry.keeping[s], cube));
                if (!seen[other]) {
                    seen[other] = 1;
                    tables.corner_class[other] = static_cast<uint16_t>(index << 4 | tables.inverse[s]);
                }
                if (other == rank) keepers.back() |= 1u << s;
            }
        }
        std::next_permutation(permutation, permutation + 8);
    }
    if (keepers.size() != kCornerClasses) throw std::runtime_error("too few corner classes");
    return keepers;
}

void make_near2(SmallTables& tables, const std::vector<uint32_t>& keepers) {
    Near2& near = tables.near2;
    std::vector<uint32_t> frontier;
    std::vector<uint32_t> next;
    const auto add = [&](uint32_t index, uint32_t edges, uint32_t code) {
        const uint32_t key = index * kPermutations + edges;
        uint32_t tag = 0;
        uint32_t* slot = near.slot_for(key, tag);
        if (!slot) no_room();
        if (*slot != 0) return;
        *slot = tag | code;
        next.push_back(key);
    };
    add(0, 0, 1);
    for (uint32_t distance = 1; distance <= kNear2; ++distance) {
        std::swap(frontier, next);
        next.clear();
        for (const uint32_t key : frontier) {
            const uint32_t corners = tables.corner_representative[key / kPermutations];
            const uint32_t edges = key % kPermutations;
            for (int i = 0; i < kTurns2; ++i) {
                const uint32_t moved = tables.corner_class[tables.corner_move[corners][i]];
                const uint32_t there = tables.edge_image[tables.edge_move[edges][i]][moved & 15u];
                for (uint32_t same = keepers[moved >> 4]; same; same &= same - 1) {
                    const int keeper = __builtin_ctz(same);
                    add(moved >> 4, tables.edge_image[there][keeper], distance + 1);
                }
            }
        }
    }
}

void make_distances(uint8_t (&distance)[kPermutations][kSlicePermutations],
                    const uint16_t (&move)[kPermutations][kTurns2], const SmallTables& tables) {
    constexpr uint8_t kNone = 255;
    std::memset(distance, kNone, sizeof distance);
    distance[0][0] = 0;
    std::vector<uint32_t> frontier = {0};
    std::vector<uint32_t> next;
    for (uint8_t depth = 1; !frontier.empty(); ++depth) {
        next.clear();
        for (const uint32_t state : frontier) {
            for (int i = 0; i < kTurns2; ++i) {
                const uint32_t permutation = move[state / kSlicePermutations][i];
                const uint32_t slice = tables.slice_move[state % kSlicePermutations][i];
                if (distance[permutation][slice] != kNone) continue;
                distance[permutation][slice] = depth;
                next.push_back(permutation * kSlicePermutations + slice);
            }
        }
        std::swap(frontier, next);
    }
}

}  // namespace

Framed flip_slice_class(const SmallTables& tables, uint32_t slice, uint32_t flip) {
    uint32_t least = ~0u;
    uint32_t symmetry = 0;
    for (uint32_t s = 0; s < kSymmetries; ++s) {
        const uint32_t raw = flip_slice_image(tables, slice, flip, s);
        if (raw < least) {
            least = raw;
            symmetry = s;
        }
    }
    const uint32_t* first = tables.representative;
    const uint32_t* found = std::lower_bound(first, first + kFlipSliceClasses, least);
    return {static_cast<uint32_t>(found - first), symmetry};
}

void make_small(std::span<const uint8_t> geometry, SmallTables& tables) {
    read_geometry(geometry, tables.geometry);
    make_frames(tables);
    make_coordinates(tables);
    const std::vector<uint32_t> keepers = make_classes(tables);
    make_fringe1(tables, make_near1(tables, keepers), keepers);
    make_moves2(tables);
    make_near2(tables, make_corner_classes(tables));
    make_distances(tables.corner_slice, tables.corner_move, tables);
    make_distances(tables.edge_slice, tables.edge_move, tables);
}

}  // namespace cubecsp::two_phase
