// The coordinates of the 4x4x4's three phases, and the distances of all their states.

#include <algorithm>
#include <bit>
#include <stdexcept>

#include "common/coordinate.hpp"
#include "common/require.hpp"
#include "three_phase/tables.hpp"

namespace cubecsp::three_phase {

namespace {

constexpr Row kIdentity = [] {
    Row row{};
    for (std::size_t slot = 0; slot < kSlots; ++slot) row[slot] = static_cast<std::uint8_t>(slot);
    return row;
}();

Pieces solved_pieces() {
    Pieces pieces{kIdentity, {}, false};
    for (std::size_t slot = 0; slot < kSlots; ++slot)
        pieces.centres[slot] = static_cast<std::uint8_t>(slot / 4);
    return pieces;
}

// The slots of centre pieces on some faces, in their order.
template <std::size_t faces>
constexpr std::array<std::uint8_t, 4 * faces> slots_of(const std::array<std::size_t, faces>& of) {
    std::array<std::uint8_t, 4 * faces> slots{};
    for (std::size_t i = 0; i < slots.size(); ++i)
        slots[i] = static_cast<std::uint8_t>(4 * of[i / 4] + i % 4);
    return slots;
}

constexpr std::size_t kU = 0, kR = 1, kF = 2, kD = 3, kL = 4, kB = 5;
constexpr auto kAround = slots_of<4>({kU, kF, kD, kB});  // the axis R-L
constexpr auto kOfUD = slots_of<2>({kU, kD});
constexpr auto kOfRL = slots_of<2>({kR, kL});
constexpr auto kOfFB = slots_of<2>({kF, kB});

// Which of some slots hold a colour that satisfies a condition, a bit each.
template <typename Slots, typename Wanted>
std::size_t set_of(const Row& centres, const Slots& slots, Wanted wanted) {
    std::size_t set = 0;
    for (std::size_t i = 0; i < slots.size(); ++i) {
        if (wanted(centres[slots[i]])) set |= std::size_t{1} << i;
    }
    return set;
}

// A set of half of the bits, or the set of the others.
constexpr std::size_t either(std::size_t set, std::size_t bits) {
    return std::min(set, ~set & ((std::size_t{1} << bits) - 1));
}

bool is_odd_pairing(const Pairing& pairing) {
    unsigned inversions = 0;
    for (std::size_t i = 0; i < kPairs; ++i) {
        for (std::size_t j = i + 1; j < kPairs; ++j) inversions += pairing.partner[i] > pairing.partner[j];
    }
    return inversions % 2 != 0;
}

// Numbers the values of `code`, below `codes`, among the cubes that some turns make of a solved one.
template <typename Turns, typename Code>
Coordinate<Pieces> walked(const Geometry& geometry, const Turns& turns, std::size_t codes, Code code) {
    const std::vector<std::uint8_t> moves(std::begin(turns), std::end(turns));
    const auto step = [&](const Pieces& pieces, std::uint8_t turn) { return turned(geometry, pieces, turn); };
    Coordinate<Pieces> result;
    result.walk(solved_pieces(), codes, moves, step, code);
    return result;
}

std::size_t split_code(const Pieces& pieces) {
    return either(set_of(pieces.centres, kAround, [](std::size_t colour) { return colour % kAxes == kU; }),
                  16);
}

std::size_t side_code(const Pieces& pieces) {
    const std::size_t set = set_of(pieces.centres, kOfRL, [](std::size_t colour) { return colour == kR; });
    return either(set, 8) * 2 + is_odd(pieces.wings);
}

std::size_t line_code(const Pieces& pieces) {
    return set_of(pieces.centres, kOfUD, [](std::size_t colour) { return colour == kU; }) << 8 |
           set_of(pieces.centres, kOfFB, [](std::size_t colour) { return colour == kF; });
}

// The geometry, whose numbers are all in range.
const Geometry& sound(const Geometry& geometry) {
    require_sound(geometry);
    return geometry;
}

}  // namespace

void require_sound(const Geometry& geometry) {
    for (const auto& rows :
         {std::span<const Row>(geometry.wings), std::span<const Row>(geometry.centres),
          std::span<const Row>(geometry.wings_rotated), std::span<const Row>(geometry.centres_rotated)}) {
        for (const Row& row : rows) {
            require(is_permutation(row), "a turn is not a permutation of 24 slots");
        }
    }
    const auto is_turn = [](std::uint8_t turn) { return turn < kTurns; };
    for (const auto& turns : geometry.turn_rotated) {
        require(std::ranges::all_of(turns, is_turn), "turns are 0 to 26");
    }
    require(std::ranges::all_of(geometry.turns2, is_turn) && std::ranges::all_of(geometry.turns3, is_turn),
            "turns are 0 to 26");
}

void require_assembly(const Pieces& pieces) {
    std::array<unsigned, kFaces> colours{};
    for (const std::uint8_t colour : pieces.centres) {
        require(colour < kFaces, "colours of centre pieces are 0 to 5");
        ++colours[colour];
    }
    require(is_permutation(pieces.wings) && std::ranges::all_of(colours, [](unsigned n) { return n == 4; }),
            "each wing must be there once, and four centre pieces of each colour");
}

Pieces turned(const Geometry& geometry, const Pieces& pieces, std::size_t turn) {
    return {product(pieces.wings, geometry.wings[turn]), product(pieces.centres, geometry.centres[turn]),
            pieces.odd_corners != is_quarter(turn)};
}

Pieces rotated(const Geometry& geometry, const Pieces& pieces, std::size_t rotation) {
    return {product(pieces.wings, geometry.wings_rotated[rotation]),
            product(pieces.centres, geometry.centres_rotated[rotation]), pieces.odd_corners};
}

Pieces renamed(const Geometry& geometry, const Pieces& pieces, std::size_t rotation) {
    Pieces result = pieces;
    const Row& wings = geometry.wings_rotated[rotation];
    const Row& centres = geometry.centres_rotated[rotation];
    Row to{};
    for (std::size_t slot = 0; slot < kSlots; ++slot) to[wings[slot]] = static_cast<std::uint8_t>(slot);
    for (std::uint8_t& wing : result.wings) wing = to[wing];
    for (std::size_t slot = 0; slot < kSlots; ++slot)
        to[centres[slot] / 4] = static_cast<std::uint8_t>(slot / 4);
    for (std::uint8_t& colour : result.centres) colour = to[colour];
    return result;
}

Choices::Choices(const Geometry& geometry)
    : sets_({std::begin(geometry.centres), std::end(geometry.centres)}, 8) {}

void Choices::fill_distances(std::uint8_t* distances) const {
    std::array<std::uint32_t, kAxes> goals{};
    for (std::size_t axis = 0; axis < kAxes; ++axis) goals[axis] = axis_slots(axis);
    sets_.fill_distances(goals, kTurns, distances);
}

Pairing Pairing::unrank(std::size_t rank) {
    std::array<std::size_t, kPairs> smaller{};  // numbers to come that are smaller
    std::size_t inversions = 0;
    for (std::size_t i = kPairs - 2; i-- > 0;) {
        smaller[i] = rank % (kPairs - i);
        rank /= kPairs - i;
        inversions += smaller[i];
    }
    smaller[kPairs - 2] = inversions % 2;
    std::uint64_t left = 0xBA9876543210;
    Pairing result;
    for (std::size_t i = 0; i < kPairs; ++i) {
        const std::size_t at = 4 * smaller[i];
        const std::uint64_t below = (std::uint64_t{1} << at) - 1;
        result.partner[i] = static_cast<std::uint8_t>(left >> at & 15U);
        left = (left & below) | (left >> 4 & ~below);
    }
    return result;
}

Coordinates::Coordinates(const Geometry& geometry) : geometry_(sound(geometry)), choices_(geometry_) {
    find_kinds();
    number_phase3();
    number_phase2();
}

// Sorts the slots of wings into the two kinds that turns of phase 3 do not mix.
void Coordinates::find_kinds() {
    std::vector<std::size_t> first{0};
    kind_.fill(1);
    kind_[0] = 0;
    for (std::size_t next = 0; next < first.size(); ++next) {
        for (const std::uint8_t turn : geometry_.turns3) {
            const std::uint8_t from = geometry_.wings[turn][first[next]];
            if (kind_[from] != 0) first.push_back(from);
            kind_[from] = 0;
        }
    }
    for (std::size_t slot = 0; slot < kSlots; ++slot) {
        require(kind_[slot] != kind_[slot ^ 1U], "turns mix the two wings of an edge");
        slot_[kind_[slot]][slot / 2] = static_cast<std::uint8_t>(slot);
    }
    for (std::size_t move = 0; move < kTurns3; ++move) {
        const Row& come = geometry_.wings[geometry_.turns3[move]];
        for (std::size_t edge = 0; edge < kPairs; ++edge) {
            first_[move][edge] = come[slot_[0][edge]] / 2;
            second_[move][come[slot_[1][edge]] / 2] = static_cast<std::uint8_t>(edge);
        }
    }
}

// With the pieces R the parity that a 3x3x3 with these wings in pairs would have.
std::size_t Coordinates::column_code(const Pieces& pieces) const {
    Pairing edges;
    for (std::size_t edge = 0; edge < kPairs; ++edge) edges.partner[edge] = pieces.wings[slot_[0][edge]] / 2;
    const std::size_t set = set_of(pieces.centres, kOfRL, [](std::size_t colour) { return colour == kR; });
    return set * 2 + (is_odd_pairing(edges) != pieces.odd_corners);
}

void Coordinates::number_phase3() {
    auto line = walked(geometry_, geometry_.turns3, 1U << 16, line_code);
    auto column =
        walked(geometry_, geometry_.turns3, 1U << 9, [this](const Pieces& p) { return column_code(p); });
    const auto side = walked(geometry_, geometry_.turns3, 1U << 9, side_code);
    // Each face has one colour: opposite faces can have exchanged theirs, two pairs at a time.
    for (const std::size_t kept : {kNoLayer, kU, kR, kF}) {
        Pieces pieces = solved_pieces();
        for (std::uint8_t& colour : pieces.centres) {
            if (kept != kNoLayer && colour % kAxes != kept)
                colour = static_cast<std::uint8_t>((colour + 3) % 6);
        }
        goals3_.emplace_back(line.number[line_code(pieces)], column.number[column_code(pieces)]);
    }
    for (const Pieces& pieces : side.representative) goals2_.emplace_back(0, side_code(pieces));
    line_ = std::move(line.number);
    column_ = std::move(column.number);
    graph3_.emplace(std::move(line.table), std::move(column.table), kTurns3);
}

void Coordinates::number_phase2() {
    auto split = walked(geometry_, geometry_.turns2, 1U << 16, split_code);
    auto side = walked(geometry_, geometry_.turns2, 1U << 9, side_code);
    split_ = std::move(split.number);
    side_ = std::move(side.number);
    graph2_.emplace(std::move(split.table), std::move(side.table), kTurns2);
    for (auto& [row, column] : goals2_) column = side_[column];
}

namespace {

Coordinates::Vertex numbered(std::uint16_t row, std::uint16_t column) {
    require(row != Coordinate<Pieces>::unseen && column != Coordinate<Pieces>::unseen,
            "the cube is not ready for this phase");
    return {row, column};
}

}  // namespace

Coordinates::Vertex Coordinates::vertex2(const Pieces& pieces) const {
    return numbered(split_[split_code(pieces)], side_[side_code(pieces)]);
}

Coordinates::Vertex Coordinates::vertex3(const Pieces& pieces) const {
    return numbered(line_[line_code(pieces)], column_[column_code(pieces)]);
}

bool Coordinates::pairable(const Row& wings) const {
    unsigned edges = 0;
    for (const std::uint8_t slot : slot_[0]) edges |= 1U << wings[slot] / 2;
    return edges == (1U << kPairs) - 1 && !is_odd_pairing(pairing(wings));
}

Pairing Coordinates::pairing(const Row& wings) const {
    std::array<std::uint8_t, kPairs> place{};
    for (std::size_t edge = 0; edge < kPairs; ++edge) {
        place[wings[slot_[1][edge]] / 2] = static_cast<std::uint8_t>(edge);
    }
    Pairing result;
    for (std::size_t edge = 0; edge < kPairs; ++edge) result.partner[edge] = place[wings[slot_[0][edge]] / 2];
    return result;
}

void Coordinates::fill_distances(Distances& distances, const Stop& stop, unsigned nearest) const {
    choices_.fill_distances(distances.choices);
    if (graph2_->size() != sizeof distances.splits || graph3_->size() != sizeof distances.lines) {
        throw std::runtime_error("the phases have other numbers of states");
    }
    graph2_->fill_distances(goals2_, distances.splits);
    graph3_->fill_distances(goals3_, distances.lines);
    fill_pairings(distances.pairings, stop, nearest);
}

// Breadth first, level by level. States of earlier levels with the same remainder are met
// again, which finds nothing new and costs little, as there are few of them.
void Coordinates::fill_pairings(std::uint8_t* pairings, const Stop& stop, unsigned nearest) const {
    constexpr std::size_t bytes = kPairings / kPairingsInByte;
    constexpr std::size_t block = std::size_t{1} << 16;
    std::fill_n(pairings, bytes, std::uint8_t{0xFF});
    const auto put = [&](std::size_t rank, unsigned code) {
        const unsigned shift = 2 * (rank % kPairingsInByte);
        std::uint8_t& byte = pairings[rank / kPairingsInByte];
        byte = static_cast<std::uint8_t>((byte & ~(3U << shift)) | code << shift);
    };
    put(0, 0);
    for (unsigned depth = 0; depth < nearest; ++depth) {
        for (std::size_t at = 0; at < bytes; ++at) {
            if (at % block == 0) stop.obey();
            if (pairings[at] == 0xFF) continue;
            for (std::size_t rank = at * kPairingsInByte; rank < (at + 1) * kPairingsInByte; ++rank) {
                if (pairing_code(pairings, rank) != depth % 3) continue;
                const Pairing here = Pairing::unrank(rank);
                for (std::size_t move = 0; move < kTurns3; ++move) {
                    const std::size_t there = after(here, move).rank();
                    if (pairing_code(pairings, there) == kFar) put(there, (depth + 1) % 3);
                }
            }
        }
    }
}

unsigned Coordinates::distance(const std::uint8_t* pairings, Pairing pairing) const {
    const std::uint8_t code = pairing_code(pairings, pairing.rank());
    if (code == kFar) return kNear + 1;
    unsigned distance = 0;
    for (unsigned left = code; pairing.rank() != 0; ++distance) {
        left = (left + 2) % 3;
        std::size_t move = 0;
        while (move < kTurns3 && pairing_code(pairings, after(pairing, move).rank()) != left) ++move;
        require(move != kTurns3 && distance != kNear, "the distances are damaged");
        pairing = after(pairing, move);
    }
    return distance;
}

}  // namespace cubecsp::three_phase
