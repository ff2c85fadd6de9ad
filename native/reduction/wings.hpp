// Where the wings and edges of a large cube are.
//
// A place for a wing is an ordered pair of faces: a wing with its *first* sticker on the first face, along
// the edge to the second one, which is held up, at the wing's depth from the left. Turns of the
// cube keep left and right, so that every wing is a pair too: the colours of its first sticker and its other
// one. Places and wings of each depth are numbered alike, 0 to 23.

#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "reduction/centre_solver.hpp"
#include "reduction/grid_cube.hpp"

namespace cubecsp {

constexpr unsigned wings_of_a_depth = 24;

using WingRow = std::array<std::uint8_t, wings_of_a_depth>;

// The number of kinds of wings: the depths are 1 to this number.
constexpr std::size_t depths_of(std::size_t size) { return (size - 2) / 2; }

// The faces of a place or wing: the first one, and the one held up.
std::array<unsigned, 2> faces_of_wing(unsigned wing);
// The number of such a pair.
unsigned wing_of(unsigned first, unsigned up);
// The other place of the same edge.
unsigned partner_of(unsigned wing);

// Returns which wing of a depth is at each place; on an odd cube the middle has depth size/2, and each edge
// counts twice. Throws std::invalid_argument unless each occurs once.
WingRow wings_at(const GridCube& cube, const Scheme& scheme, std::size_t depth);
// Returns where a turn of the layer takes the wings of depth 1: the one at place i goes to place row[i].
WingRow moved_wings(unsigned face, bool inner, unsigned quarters);

bool is_odd(std::span<const std::uint8_t> permutation);
// Whether the corners are permuted oddly. Throws std::invalid_argument unless each occurs once.
bool corners_are_odd(const GridCube& cube, const Scheme& scheme);
// Makes sure that turns can bring all pieces home: the reduction searches until it has done so. Throws
// std::invalid_argument unless each corner, edge and wing occurs once, and four centre pieces of each colour
// in each orbit.
void require_pieces(const GridCube& cube, const Scheme& scheme);

}  // namespace cubecsp
