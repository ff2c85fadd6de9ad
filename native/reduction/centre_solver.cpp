#include "reduction/centre_solver.hpp"

#include <algorithm>
#include <cstddef>
#include <limits>
#include <span>
#include <vector>

#include "reduction/centre_exchange.hpp"
#include "reduction/layer_path.hpp"
#include "reduction/wings.hpp"

namespace cubecsp {

namespace {

// ---- schemes ----

// A scheme after a quarter turn of the whole cube about an axis.
Scheme turned(const Scheme& scheme, unsigned axis) {
    Scheme found = scheme;
    const auto& around = GridCube::ring_faces(axis);
    for (std::size_t i = 0; i < 4; ++i) found[around[(i + 1) & 3]] = scheme[around[i]];
    return found;
}

// ---- whole rows ----

// How many pieces a row of one face would bring home: by the face's turn, the layer, and the layer's turn.
using RowCounts = std::array<std::array<std::vector<std::array<unsigned, 4>>, 4>, 4>;

RowCounts rows_of(const GridCube& cube, const Scheme& scheme, unsigned axis) {
    RowCounts found;
    GridCube held = cube;
    const auto& around = GridCube::ring_faces(axis);
    for (unsigned turn = 0; turn < 4; ++turn) {
        for (std::size_t s = 0; s < 4; ++s) {
            auto& rows = found[s][turn];
            rows.assign(cube.size(), {});
            for (std::size_t layer = 1; layer + 1 < cube.size(); ++layer) {
                const auto strip = held.ring(axis, layer).subspan(s * cube.size() + 1, cube.size() - 2);
                for (const std::uint32_t facelet : strip) {
                    for (unsigned q = 0; q < 4; ++q) {
                        rows[layer][q] += held[facelet] == scheme[around[(s + q) & 3]];
                    }
                }
            }
        }
        for (const unsigned face : around) held.turn(face % 3, face < 3 ? 0 : cube.size() - 1, 1);
    }
    return found;
}

// Turns of all layers of an axis at once.
struct Alignment {
    double net = 0;  // pieces brought home, less the cost of the turns
    unsigned axis = 0;
    std::array<unsigned, 4> faces{};  // quarters of the faces around it, clockwise, before
    Quarters layers;
};

// Returns the best alignment along an axis whose layers are allowed some quarters, as bits, at a rate of
// pieces for a turn.
Alignment best_alignment(const GridCube& cube, const Scheme& scheme, unsigned axis,
                         const std::vector<unsigned>& allowed, double rate) {
    const RowCounts counts = rows_of(cube, scheme, axis);
    const std::size_t size = cube.size();
    LayerPath path(size);
    for (std::size_t layer = 0; layer < size; ++layer) path.allow(layer, allowed[layer]);
    unsigned now = 0;
    for (std::size_t s = 0; s < 4; ++s) {
        for (const auto& row : counts[s][0]) now += row[0];
    }
    Alignment best{-std::numeric_limits<double>::infinity(), axis, {}, {}};
    for (unsigned code = 0; code < 256; ++code) {
        double cost = 0;
        for (unsigned s = 0; s < 4; ++s) cost += (code >> 2 * s & 3) != 0 ? rate : 0;
        for (std::size_t layer = 1; layer + 1 < size; ++layer) {
            for (unsigned q = 0; q < 4; ++q) {
                unsigned worth = 0;
                for (unsigned s = 0; s < 4; ++s) worth += counts[s][code >> 2 * s & 3][layer][q];
                path.worth(layer)[q] = worth;
            }
        }
        const double net = path.best(rate) - now - cost;
        if (net > best.net) {
            best.net = net;
            best.layers = path.quarters();
            for (unsigned s = 0; s < 4; ++s) best.faces[s] = code >> 2 * s & 3;
        }
    }
    return best;
}

void carry_out(TurnRecorder& turns, const Alignment& found) {
    const auto& around = GridCube::ring_faces(found.axis);
    for (std::size_t s = 0; s < 4; ++s) {
        if (found.faces[s] != 0) turns.face(around[s], found.faces[s]);
    }
    turns.layers(found.axis, found.layers);
}

// Which quarters each layer may be turned by: the middle of an odd cube stays.
std::vector<unsigned> any_quarters(std::size_t size) {
    std::vector<unsigned> allowed(size, 0b1111);
    if (size % 2 != 0) allowed[size / 2] = 1;
    return allowed;
}

void align(GridCube& cube, TurnRecorder& turns, const Scheme& scheme, const std::function<void()>& poll) {
    const auto allowed = any_quarters(cube.size());
    constexpr double least = 1.2, falling = 0.8;
    for (double rate = static_cast<double>(cube.size()); rate > least; rate *= falling) {
        while (true) {
            Alignment best;
            for (unsigned axis = 0; axis < 3; ++axis) {
                auto found = best_alignment(cube, scheme, axis, allowed, rate);
                if (found.net > best.net) best = std::move(found);
            }
            if (best.net <= 0) break;
            carry_out(turns, best);
            poll();
        }
    }
}

// Turns layers so that every kind of wing is permuted evenly: a quarter turn of a layer changes one.
void make_wings_even(GridCube& cube, TurnRecorder& turns, const Scheme& scheme) {
    const std::size_t size = cube.size();
    std::vector<bool> odd(size);
    bool any = false;
    for (std::size_t depth = 1; depth <= depths_of(size); ++depth) {
        odd[depth] = is_odd(wings_at(cube, scheme, depth));
        any = any || odd[depth];
    }
    if (!any) return;
    constexpr double rate = 1;
    constexpr unsigned even_quarters = 0b0101, odd_quarters = 0b1010;
    Alignment best{-std::numeric_limits<double>::infinity(), 0, {}, {}};
    for (unsigned axis = 0; axis < 3; ++axis) {
        for (const bool near : {true, false}) {
            std::vector<unsigned> allowed(size, even_quarters);
            for (std::size_t depth = 1; depth <= depths_of(size); ++depth) {
                if (odd[depth]) allowed[near ? depth : size - 1 - depth] = odd_quarters;
            }
            if (size % 2 != 0) allowed[size / 2] = 1;
            auto found = best_alignment(cube, scheme, axis, allowed, rate);
            if (found.net > best.net) best = std::move(found);
        }
    }
    carry_out(turns, best);
}

}  // namespace

std::size_t pieces_home(const GridCube& cube, const Scheme& scheme) {
    std::size_t home = 0;
    for (unsigned face = 0; face < faces_of_cube; ++face) {
        for (std::size_t row = 1; row + 1 < cube.size(); ++row) {
            for (std::size_t column = 1; column + 1 < cube.size(); ++column) {
                home += cube[cube.facelet(face, row, column)] == scheme[face];
            }
        }
    }
    return home;
}

Scheme scheme_of(const GridCube& cube) {
    const std::size_t size = cube.size();
    Scheme first{0, 1, 2, 3, 4, 5};
    if (size % 2 != 0) {
        for (unsigned face = 0; face < faces_of_cube; ++face)
            first[face] = cube[cube.facelet(face, size / 2, size / 2)];
        return first;
    }
    Scheme best = first;
    for (unsigned top = 0; top < 6; ++top) {
        for (unsigned spin = 0; spin < 4; ++spin) {
            if (pieces_home(cube, first) > pieces_home(cube, best)) best = first;
            first = turned(first, 0);
        }
        first = turned(first, top % 2 != 0 ? 1 : 2);
    }
    return best;
}

void solve_centres(GridCube& cube, TurnRecorder& turns, const Scheme& scheme,
                   const std::function<void()>& poll) {
    align(cube, turns, scheme, poll);
    make_wings_even(cube, turns, scheme);
    exchange_centres(cube, turns, scheme, poll);
}

}  // namespace cubecsp
