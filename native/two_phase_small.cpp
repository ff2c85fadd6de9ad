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
    uint32_t* class_of = &tables.flip_slice_class[0][0];
    std::fill_n(class_of, kSlices * kFlips, kNone);
    std::vector<uint32_t> keepers;
    std::vector<uint32_t> representatives;
    for (uint32_t raw = 0; raw < kSlices * kFlips; ++raw) {
        if (class_of[raw] != kNone) continue;
        const auto index = static_cast<uint32_t>(keepers.size());
        if (index == kFlipSliceClasses) throw std::runtime_error("too many flip-slice classes");
        representatives.push_back(raw);
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
        const uint32_t raw = representatives[index];
        for (unsigned turn = 0; turn < kTurns; ++turn) {
            const uint32_t moved =
                class_of[slice_move[raw / kFlips][turn] * kFlips + flip_move[raw % kFlips][turn]];
            tables.class_move[index].index[turn] = static_cast<uint16_t>(moved >> 4);
            tables.class_move[index].symmetry[turn] = moved & 15u;
        }
    }
    return keepers;
}

[[noreturn]] void no_room() { throw std::runtime_error("a near set has no room"); }

// Sorts the keys of states by row and calls work(row, columns) for each row that has any.
template <typename Work>
void by_row(std::span<const uint32_t> keys, uint32_t rows, uint32_t columns, const Work& work) {
    std::vector<uint32_t> start(rows + 1, 0);
    for (const uint32_t key : keys) ++start[key / columns + 1];
    for (uint32_t row = 0; row < rows; ++row) start[row + 1] += start[row];
    std::vector<uint32_t> sorted(keys.size());
    std::vector<uint32_t> next(start.begin(), start.end() - 1);
    for (const uint32_t key : keys) {
        const uint32_t row = key / columns;
        sorted[next[row]++] = key - row * columns;
    }
    for (uint32_t row = 0; row < rows; ++row) {
        work(row, std::span<const uint32_t>(sorted).subspan(start[row], start[row + 1] - start[row]));
    }
}

// The states of a near set: keys by distance, and where the furthest ones begin.
struct Disc {
    std::vector<uint32_t> keys;
    std::size_t rim = 0;
};

// Breadth-first search from (0, 0) that fills a near set.
//
// expand(row, column, visit) calls visit(row, column, symmetry, turn) for every neighbour; a state
// is entered under all the names that the keepers of its row give it, each with what data(…) says.
template <typename Near, typename Expand, typename Image, typename Data>
Disc make_near(Near& near, int depth, uint32_t columns,
               const std::vector<uint32_t>& keepers, const Expand& expand, const Image& image_of,
               const Data& data) {
    struct Neighbour {
        uint32_t row, column, symmetry, turn;
    };
    Disc disc{{0}, 0};
    std::vector<Neighbour> pending;
    uint32_t tag = 0;
    uint32_t* home = near.slot_for(0, tag);
    *home = tag | data.first(0);
    const auto enter = [&](int distance, uint32_t key, const Neighbour& by, uint32_t keeper) {
        uint32_t* slot = near.slot_for(key, tag);
        if (!slot) no_room();
        if (*slot == 0) {
            *slot = tag | data.first(distance);
            disc.keys.push_back(key);
        }
        *slot |= data.more(distance, *slot, by.symmetry, by.turn, keeper);
    };
    for (int distance = 1; distance <= depth; ++distance) {
        const std::size_t end = disc.keys.size();
        constexpr std::size_t kTogether = 16;
        for (std::size_t first = disc.rim; first < end; first += kTogether) {
            const std::size_t last = std::min(first + kTogether, end);
            pending.clear();
            for (std::size_t i = first; i < last; ++i) {
                expand(disc.keys[i] / columns, disc.keys[i] % columns,
                       [&](uint32_t row, uint32_t column, uint32_t symmetry, uint32_t turn) {
                           near.prefetch(Near::place(row * columns + column));
                           pending.push_back({row, column, symmetry, turn});
                       });
            }
            for (const Neighbour& by : pending) {
                for (uint32_t same = keepers[by.row]; same; same &= same - 1) {
                    const auto keeper = static_cast<uint32_t>(__builtin_ctz(same));
                    enter(distance, by.row * columns + image_of(by.column, keeper), by, keeper);
                }
            }
        }
        disc.rim = end;
    }
    return disc;
}

// Marks the states of a disc and their neighbours.
template <typename Fringe, typename Expand, typename Image>
void make_fringe(Fringe& fringe, const Disc& disc, uint32_t columns,
                 const std::vector<uint32_t>& keepers, const Expand& expand_row, const Image& image_of) {
    const auto rows = static_cast<uint32_t>(keepers.size());
    const std::span<const uint32_t> keys = disc.keys;
    for (const uint32_t key : keys.first(disc.rim)) fringe.set(Fringe::place(key / columns, key % columns));
    const std::span<const uint32_t> rim = keys.subspan(disc.rim);
    by_row(rim, rows, columns, [&](uint32_t row, std::span<const uint32_t> members) {
        if (members.empty()) return;
        expand_row(row, [&](uint32_t next_row, const auto& column_of) {
            const uint32_t same = keepers[next_row];
            for (const uint32_t column : members) {
                const uint32_t there = column_of(column);
                fringe.set(Fringe::place(next_row, there));
                for (uint32_t others = same & ~1u; others; others &= others - 1) {
                    const auto keeper = static_cast<uint32_t>(__builtin_ctz(others));
                    fringe.set(Fringe::place(next_row, image_of(there, keeper)));
                }
            }
        });
    });
}

void make_phase1(SmallTables& tables) {
    const std::vector<uint32_t> keepers = make_classes(tables);
    const auto image_of = [&](uint32_t twist, uint32_t s) -> uint32_t { return tables.twist_image[twist][s]; };
    const auto expand = [&](uint32_t index, uint32_t twist, const auto& visit) {
        for (uint32_t turn = 0; turn < kTurns; ++turn) {
            const uint32_t s = tables.class_move[index].symmetry[turn];
            visit(tables.class_move[index].index[turn], image_of(tables.twist_move[twist][turn], s), s, turn);
        }
    };
    const auto expand_row = [&](uint32_t index, const auto& visit) {
        for (uint32_t turn = 0; turn < kTurns; ++turn) {
            const uint32_t s = tables.class_move[index].symmetry[turn];
            visit(tables.class_move[index].index[turn], [&tables, s, turn](uint32_t twist) -> uint32_t {
                return tables.twist_image[tables.twist_move[twist][turn]][s];
            });
        }
    };
    struct {
        const SmallTables& tables;
        uint32_t first(int distance) const { return static_cast<uint32_t>(distance % 3 + 1) << 18; }
        // The turn back leads closer, if it leads from a state of this distance.
        uint32_t more(int distance, uint32_t slot, uint32_t s, uint32_t turn, uint32_t keeper) const {
            if ((slot & 3u << 18) != first(distance)) return 0;
            const uint32_t back = tables.geometry.keeping[s].turn[undone(turn)];
            return 1u << tables.geometry.keeping[keeper].turn[back];
        }
    } const data{tables};
    const Disc disc = make_near(tables.near1, kNear1, kTwists, keepers, expand, image_of, data);
    make_fringe(tables.fringe1, disc, kTwists, keepers, expand_row, image_of);
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
            tables.corner_move[rank][i] = static_cast<uint16_t>(rank8(turned));
            for (int k = 0; k < 8; ++k) turned[k] = permutation[turn.edges[k] >> 1];
            tables.edge_move[rank][i] = static_cast<uint16_t>(rank8(turned));
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
            tables.slice_move[rank][i] = static_cast<uint8_t>(rank4(turned));
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
    return rank8(result);
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
            for (uint32_t s = 0; s < kSymmetries; ++s) {
                const Geometry::Symmetry& symmetry = tables.geometry.keeping[s];
                const uint32_t other =
                    permuted_image(permutation, symmetry.corner_target, symmetry.corner_value, 3);
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

void make_phase2(SmallTables& tables) {
    make_moves2(tables);
    make_edge_images(tables);
    const std::vector<uint32_t> keepers = make_corner_classes(tables);
    const auto image_of = [&](uint32_t edges, uint32_t s) -> uint32_t { return tables.edge_image[edges][s]; };
    const auto expand = [&](uint32_t index, uint32_t edges, const auto& visit) {
        const uint32_t corners = tables.corner_representative[index];
        for (uint32_t i = 0; i < kTurns2; ++i) {
            const uint32_t moved = tables.corner_class[tables.corner_move[corners][i]];
            visit(moved >> 4, image_of(tables.edge_move[edges][i], moved & 15u), moved & 15u, i);
        }
    };
    const auto expand_row = [&](uint32_t index, const auto& visit) {
        const uint32_t corners = tables.corner_representative[index];
        for (uint32_t i = 0; i < kTurns2; ++i) {
            const uint32_t moved = tables.corner_class[tables.corner_move[corners][i]];
            visit(moved >> 4, [&tables, s = moved & 15u, i](uint32_t edges) -> uint32_t {
                return tables.edge_image[tables.edge_move[edges][i]][s];
            });
        }
    };
    struct {
        uint32_t first(int distance) const { return static_cast<uint32_t>(distance + 1); }
        uint32_t more(int, uint32_t, uint32_t, uint32_t, uint32_t) const { return 0; }
    } const data;
    const Disc disc = make_near(tables.near2, kNear2, kPermutations, keepers, expand, image_of, data);
    make_fringe(tables.fringe2, disc, kPermutations, keepers, expand_row, image_of);
}

// Distances of (corners, slice edges), all slice permutations of a row at a time as a bit mask.
void make_corner_slice(SmallTables& tables) {
    uint32_t moved_mask[kTurns2][3][256] = {};
    for (int i = 0; i < kTurns2; ++i) {
        for (uint32_t part = 0; part < 3; ++part) {
            for (uint32_t byte = 0; byte < 256; ++byte) {
                for (uint32_t bit = 0; bit < 8; ++bit) {
                    const uint32_t to = tables.slice_move[8 * part + bit][i];
                    if (byte >> bit & 1u) moved_mask[i][part][byte] |= 1u << to;
                }
            }
        }
    }
    std::vector<uint32_t> seen(kPermutations, 0);
    std::vector<uint32_t> frontier(kPermutations, 0);
    std::vector<uint32_t> next(kPermutations, 0);
    seen[0] = next[0] = 1;
    bool more = true;
    for (uint8_t distance = 1; more; ++distance) {
        std::swap(frontier, next);
        std::fill(next.begin(), next.end(), 0u);
        more = false;
        for (uint32_t corners = 0; corners < kPermutations; ++corners) {
            const uint32_t mask = frontier[corners];
            if (mask == 0) continue;
            for (int i = 0; i < kTurns2; ++i) {
                const uint32_t there = tables.corner_move[corners][i];
                const auto& moved = moved_mask[i];
                uint32_t fresh = moved[0][mask & 255u] | moved[1][mask >> 8 & 255u] | moved[2][mask >> 16];
                fresh &= ~seen[there];
                seen[there] |= fresh;
                next[there] |= fresh;
                more = more || fresh != 0;
                for (; fresh; fresh &= fresh - 1) tables.corner_slice[there][__builtin_ctz(fresh)] = distance;
            }
        }
    }
}

}  // namespace

void make_small(std::span<const uint8_t> geometry, SmallTables& tables) {
    read_geometry(geometry, tables.geometry);
    make_frames(tables);
    make_coordinates(tables);
    make_phase1(tables);
    make_phase2(tables);
    make_corner_slice(tables);
}

}  // namespace cubecsp::two_phase
