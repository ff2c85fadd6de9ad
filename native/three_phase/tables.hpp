// The 4x4x4 in three phases: the coordinates of the phases, and their distances from the goals.
//
// Slots of wings are numbered so that 2e and 2e + 1 lie on the same edge e of the cube, slots of centre
// pieces so that 4f to 4f + 3 lie on face f. A cube is held so that the phases distinguish R and L from the
// other faces:
//   1  pieces of one pair of opposite colours fill two opposite faces (24 slots choose 8 of them);
//   2  the other two pairs fill two opposite faces each, half turns can repair R and L, the
//      permutation of the wings is even, and the two wings of each edge are of different kinds: the
//      turns of phase 3 take each slot to 12 of the 24, and one kind is in the first 12, the other in
//      the others;
//   3  every face has one colour, the wings are in pairs, and the 3x3x3 that this makes is reachable.

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "common/slot_sets.hpp"
#include "common/stop.hpp"
#include "graphs/coset_graph.hpp"

namespace cubecsp::three_phase {

constexpr std::size_t kSlots = 24;  // of wings, and of centre pieces
constexpr std::size_t kPairs = 12;  // of wings
constexpr std::size_t kFaces = 6;
constexpr std::size_t kAxes = 3;
constexpr std::size_t kTurns = 27;  // of faces, face * 3 + quarters - 1, then Uw Uw2 Uw' Rw ... Fw'

// Layers are numbered by turn / 3: six faces, then the layers of Uw, Rw and Fw.
constexpr std::size_t kLayers = kTurns / 3;
constexpr std::size_t kNoLayer = kLayers;
constexpr bool is_quarter(std::size_t turn) { return turn % 3 != 1; }

// Turns of parallel layers commute, so that one order of them is enough: that of their numbers.
constexpr bool follows(std::size_t layer, std::size_t last) {
    return last == kNoLayer || layer % kAxes != last % kAxes || layer > last;
}

// For each slot whose piece comes there, or for a state, which piece is there.
using Row = SlotRow;

// How turns and rotations act; filled from Python, which derives it from the geometry.
struct Geometry {
    Row wings[kTurns];
    Row centres[kTurns];
    // Rotations of the whole cube that bring each axis, U-D, R-L and F-B, to R-L, the axis R-L by keeping
    // the cube as it is; and then the one about R and L, clockwise as seen from R.
    Row wings_rotated[kAxes + 1];
    Row centres_rotated[kAxes + 1];
    std::uint8_t turn_rotated[kAxes][kTurns];  // the image of each turn under such a rotation
    // Turns of phases 2 and 3.
    std::uint8_t turns2[23];
    std::uint8_t turns3[17];
};
static_assert(sizeof(Geometry) == kSlots * (2 * kTurns + 2 * kAxes + 2) + kAxes * kTurns + 40, "no padding");

constexpr std::size_t kTurns2 = sizeof(Geometry::turns2);
constexpr std::size_t kTurns3 = sizeof(Geometry::turns3);

// Throws std::invalid_argument unless all numbers are in range.
void require_sound(const Geometry& geometry);

// The piece at each place: wings by number, centre pieces by the face that has their colour.
struct Pieces {
    Row wings;
    Row centres;
    bool odd_corners;  // whether the permutation of the corners is odd

    bool operator==(const Pieces&) const = default;
};

// Throws std::invalid_argument unless each wing is there once, and four centre pieces of each colour.
void require_assembly(const Pieces& pieces);

Pieces turned(const Geometry& geometry, const Pieces& pieces, std::size_t turn);
// The same cube in another orientation, and the cube with its colours renamed accordingly.
Pieces rotated(const Geometry& geometry, const Pieces& pieces, std::size_t rotation);
Pieces renamed(const Geometry& geometry, const Pieces& pieces, std::size_t rotation);

constexpr std::size_t kChoices = 735'471;       // 24 choose 8
constexpr std::size_t kSplits = 6435;           // half of 16 choose 8
constexpr std::size_t kSides = 35;              // half of 8 choose 4
constexpr std::size_t kLines = 4900;            // (8 choose 4) squared
constexpr std::size_t kColumns = 12;            // of 8 choose 4, reached by half turns on R and L
constexpr std::size_t kPairings = 239'500'800;  // 12! / 2
constexpr std::size_t kPairingsInByte = 4;
constexpr std::uint8_t kFar = 3;  // of a pairing: further than kNear
constexpr unsigned kNear = 9;

// Everything that is stored: how many turns each state of a phase is from its goal.
struct Distances {
    std::uint8_t choices[kChoices];
    std::uint8_t splits[kSplits * kSides * 2];
    std::uint8_t lines[kLines * kColumns * 2];
    std::uint8_t pairings[kPairings / kPairingsInByte];  // two bits each: the distance modulo 3, or kFar
};

inline std::uint8_t pairing_code(const std::uint8_t* pairings, std::size_t rank) {
    return pairings[rank / kPairingsInByte] >> 2 * (rank % kPairingsInByte) & 3U;
}

// Sets of eight of the 24 slots of centre pieces.
class Choices {
public:
    explicit Choices(const Geometry& geometry);

    std::uint32_t turned(std::uint32_t set, std::size_t turn) const { return sets_.moved(set, turn); }
    std::size_t rank(std::uint32_t set) const { return sets_.rank(set); }

    // Writes how far each set is from two opposite faces.
    void fill_distances(std::uint8_t* distances) const;

private:
    SlotSets sets_;
};

// The slots of two opposite faces: of U-D, R-L or F-B.
constexpr std::uint32_t axis_slots(std::size_t axis) { return 0xFU << 4 * axis | 0xFU << 4 * (axis + kAxes); }

// The wings of phase 3: of each edge, counted by slots of the first kind, the place in the second kind
// of the wing that belongs to the one that is there.
struct Pairing {
    std::array<std::uint8_t, kPairs> partner;

    // Among the even permutations, 0 for the identity.
    std::size_t rank() const {
        std::uint64_t smaller = 0xBA9876543210;  // nibble v: how many numbers below v are still to come
        std::size_t result = 0;
        for (std::size_t i = 0; i + 2 < kPairs; ++i) {
            const unsigned at = 4U * partner[i];
            result = result * (kPairs - i) + (smaller >> at & 15U);
            smaller -= std::uint64_t{0x111111111110} << at;
        }
        return result;
    }
    static Pairing unrank(std::size_t rank);

    bool operator==(const Pairing&) const = default;
};

// The coordinates of all phases, numbered by walks from the solved cube, and where turns lead from each.
class Coordinates {
public:
    explicit Coordinates(const Geometry& geometry);

    const Geometry& geometry() const { return geometry_; }
    const Choices& choices() const { return choices_; }
    const CosetGraph& graph2() const { return *graph2_; }
    const CosetGraph& graph3() const { return *graph3_; }

    using Vertex = std::pair<std::size_t, std::size_t>;
    // Where a cube stands in phase 2, having pieces of colours R and L on R and L only.
    Vertex vertex2(const Pieces& pieces) const;
    // The same in phase 3, with each pair of colours on its own faces, and wings that can be paired.
    Vertex vertex3(const Pieces& pieces) const;

    // Whether wings of phase 2 are as phase 3 needs them, an even permutation being known.
    bool pairable(const Row& wings) const;
    Pairing pairing(const Row& wings) const;
    // The pairing after a move of phase 3.
    Pairing after(const Pairing& pairing, std::size_t move) const {
        Pairing result;
        for (std::size_t i = 0; i < kPairs; ++i) {
            result.partner[i] = second_[move][pairing.partner[first_[move][i]]];
        }
        return result;
    }

    // Fills everything, pairings up to kNear or fewer turns; `stop` is asked in long loops.
    void fill_distances(Distances& distances, const Stop& stop, unsigned nearest = kNear) const;

    // How far a pairing is from the identity, kNear + 1 standing for all that is further.
    unsigned distance(const std::uint8_t* pairings, Pairing pairing) const;

private:
    void find_kinds();
    void number_phase2();
    void number_phase3();
    std::size_t column_code(const Pieces& pieces) const;
    void fill_pairings(std::uint8_t* pairings, const Stop& stop, unsigned nearest) const;

    Geometry geometry_;
    Choices choices_;
    std::array<std::uint8_t, kPairs> slot_[2]{};  // of each edge, the slot of the first and second kind
    std::array<std::uint8_t, kSlots> kind_{};
    std::array<std::array<std::uint8_t, kPairs>, kTurns3> first_{};  // for each edge which one's piece comes
    std::array<std::array<std::uint8_t, kPairs>, kTurns3>
        second_{};                                             // the inverse of that for the other kind
    std::vector<std::uint16_t> split_, side_, line_, column_;  // numbers of raw codes
    std::optional<CosetGraph> graph2_, graph3_;
    std::vector<Vertex> goals2_, goals3_;
};

}  // namespace cubecsp::three_phase
