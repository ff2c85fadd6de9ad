// Orbits of the pieces under the turns of the later phases, and the coordinates of centre pieces.

#pragma once

#include <span>

#include "common/coordinate.hpp"
#include "common/require.hpp"
#include "five_phase/geometry.hpp"

namespace cubecsp::five_phase {

// A set of slots of wings, and facelets of middle edges, that turns of phases 4 and 5 preserve. It contains
// one of the two wings of each edge, and one of the two facelets.
struct Kinds {
    std::uint32_t wings = 0;
    std::uint32_t middles = 0;
    std::array<std::uint8_t, kEdges> wing_slot[2]{};  // of each edge, the slot in the set and the other
    std::array<std::uint8_t, kEdges> middle_slot{};   // of each edge, the facelet in the set

    explicit Kinds(const Geometry& geometry);
};

// Eight of the edges, in their order, which some turns do not mix with the other four.
class EightEdges {
public:
    static constexpr std::size_t kCount = 8;
    using Places = std::array<std::uint8_t, kCount>;

    // Throws std::invalid_argument unless turns leave four edges among themselves.
    EightEdges(const Geometry& geometry, std::span<const std::uint8_t> turns);

    std::uint8_t edge(std::size_t place) const { return edges_[place]; }
    std::uint8_t place(std::size_t edge) const { return place_of_[edge]; }
    std::uint32_t others() const { return others_; }  // a bit each

    // Where a permutation takes pieces, by places; `slots` has one of each edge, two slots making an edge.
    Places moved_by(const Row& row, const std::array<std::uint8_t, kEdges>& slots) const;

private:
    Places edges_{};
    std::array<std::uint8_t, kEdges> place_of_{};
    std::uint32_t others_ = 0;
};

// Numbers the values of `code`, below `codes`, among the cubes that some turns make of a solved one.
template <typename Code>
Coordinate<Pieces> walked(const Geometry& geometry, std::span<const std::uint8_t> turns, std::size_t codes,
                          Code code) {
    const std::vector<std::uint8_t> moves(turns.begin(), turns.end());
    const auto step = [&](const Pieces& pieces, std::uint8_t turn) {
        return product(pieces, geometry.turns[turn]);
    };
    Coordinate<Pieces> result;
    result.walk(kSolved, codes, moves, step, code);
    return result;
}

// Which of the eight slots on an axis hold pieces of its face U, R or F.
inline std::uint32_t axis_code(const Row& centres, std::size_t axis) {
    const std::uint32_t set = holding(centres, face_slots(axis));
    return (set >> 4 * axis & 15U) | (set >> 4 * (axis + kAxes) & 15U) << 4;
}

// Both kinds of centre pieces together.
inline std::size_t axis_codes(const Pieces& pieces, std::size_t axis) {
    return axis_code(pieces.xs, axis) << 8 | axis_code(pieces.ts, axis);
}
constexpr std::size_t kAxisCodes = 1U << 16;

// The number of a code; throws std::invalid_argument if turns do not lead there.
inline std::uint16_t numbered(const Coordinate<Pieces>& coordinate, std::size_t code) {
    const std::uint16_t number = coordinate.number[code];
    require(number != Coordinate<Pieces>::unseen, "the cube is not ready for this phase");
    return number;
}

// The symmetries that take each of some sets of turns to itself.
std::vector<std::size_t> keeping(const Geometry& geometry,
                                 std::initializer_list<std::span<const std::uint8_t>> sets_of_turns);

}  // namespace cubecsp::five_phase
