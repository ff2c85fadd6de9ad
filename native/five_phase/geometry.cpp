// The action of turns and symmetries of the 5x5x5 on its pieces.

#include <algorithm>
#include <span>

#include "common/require.hpp"
#include "five_phase/geometry.hpp"

namespace cubecsp::five_phase {

namespace {

bool are_permutations(const Pieces& pieces) {
    return is_permutation(pieces.wings) && is_permutation(pieces.middles) && is_permutation(pieces.xs) &&
           is_permutation(pieces.ts);
}

// Facelets of middle edges stay together.
bool are_edges(const Row& middles) {
    for (std::size_t facelet = 0; facelet < kSlots; ++facelet) {
        if ((middles[facelet] ^ 1U) != middles[facelet ^ 1U]) return false;
    }
    return true;
}

Row inverse(const Row& row) {
    Row result{};
    for (std::size_t slot = 0; slot < kSlots; ++slot) result[row[slot]] = static_cast<std::uint8_t>(slot);
    return result;
}

Row conjugated(const Row& pieces, const Row& symmetry) {
    return product(product(inverse(symmetry), pieces), symmetry);
}

}  // namespace

void require_sound(const Geometry& geometry) {
    const auto sound = [](const Pieces& pieces) {
        return are_permutations(pieces) && are_edges(pieces.middles);
    };
    require(std::ranges::all_of(geometry.turns, sound) && std::ranges::all_of(geometry.symmetries, sound),
            "a turn is not a permutation of 24 slots");
    const auto are_turns = [](std::span<const std::uint8_t> turns) {
        return std::ranges::all_of(turns, [](std::uint8_t turn) { return turn < kTurns; });
    };
    for (const auto& images : geometry.turn_images) {
        require(are_turns(images), "turns are 0 to 35");
    }
    require(are_turns(geometry.turns2) && are_turns(geometry.turns3) && are_turns(geometry.turns4) &&
                are_turns(geometry.turns5),
            "turns are 0 to 35");
}

void require_assembly(const Pieces& pieces) {
    require(are_permutations(pieces) && are_edges(pieces.middles), "each piece must be there once");
}

Pieces conjugated(const Geometry& geometry, const Pieces& pieces, std::size_t symmetry) {
    const Pieces& by = geometry.symmetries[symmetry];
    return {conjugated(pieces.wings, by.wings), conjugated(pieces.middles, by.middles),
            conjugated(pieces.xs, by.xs), conjugated(pieces.ts, by.ts)};
}

std::vector<std::uint8_t> inverses(const Geometry& geometry, const std::vector<std::size_t>& symmetries) {
    std::vector<std::uint8_t> result;
    for (const std::size_t symmetry : symmetries) {
        const auto undoes = [&](std::size_t other) {
            return product(geometry.symmetries[symmetry], geometry.symmetries[other]) == kSolved;
        };
        const auto found = std::ranges::find_if(symmetries, undoes);
        require(found != symmetries.end(), "the symmetries are not a group");
        result.push_back(static_cast<std::uint8_t>(found - symmetries.begin()));
    }
    return result;
}

std::uint32_t holding(const Row& pieces, std::uint32_t homes) {
    std::uint32_t result = 0;
    for (std::size_t slot = 0; slot < kSlots; ++slot) result |= (homes >> pieces[slot] & 1U) << slot;
    return result;
}

}  // namespace cubecsp::five_phase
