// Cubes of some size by phases: the coordinates of a phase, their distances from the goal, and a search.
//
// A cube is a number of orbits of 24 slots each: kinds of centre pieces, and of wings. A phase allows some
// turns, and follows *sets* of pieces by the slots that they are in. It is done when
//   targets   one set, or several together, are in their goal slots. For each value it is known how many of
//             the turns take it there;
//   matches   some sets are alike, slot by slot;
//   parities  some orbits are permuted evenly.
// The phases are declared in search/reduce_to_five.py.

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "common/slot_sets.hpp"
#include "common/stop.hpp"

namespace cubecsp::phases {

constexpr std::uint8_t kNever = 255;  // the distance if the turns cannot reach the goal

// For each slot whose piece comes there, or which piece is there.
using Row = SlotRow;

// Where the pieces of a set are, a bit for each slot.
using Set = SlotSet;

// One set or several together, each among the values that it can have, numbered.
class Values {
public:
    // Takes the values of each set. Throws std::invalid_argument unless they are of one size each, every one
    // once, and not too many.
    explicit Values(const std::vector<std::vector<Set>>& of_sets);

    std::size_t count() const { return count_; }
    std::size_t sets() const { return parts_.size(); }
    // The summand of the value of a set in the number of all; kNone and more if it is no value.
    std::uint32_t part(std::size_t set, Set value) const {
        const Part& part = parts_[set];
        const std::size_t rank = part.ranks(value);
        return part.numbers.empty() ? static_cast<std::uint32_t>(rank) * part.step : part.numbers[rank];
    }

    static constexpr std::uint32_t kNone = 1U << 28;
    static constexpr std::size_t kMost = 8;  // sets

private:
    struct Part {
        SetRanks ranks;
        std::uint32_t step;                  // from one value to the next
        std::vector<std::uint32_t> numbers;  // none if the values are all sets of their size, in order
    };
    std::vector<Part> parts_;
    std::size_t count_ = 1;
};

// Writes how many turns take each value to a goal, kNever if none do. A turn has a row for each set; a goal
// and the numbers of values are those of `Values`. Throws std::invalid_argument if turns lead out of the
// values.
void fill_distances(std::span<const std::vector<Row>> turns, const std::vector<std::vector<Set>>& values,
                    std::span<const std::vector<Set>> goals, std::span<std::uint8_t> distances,
                    const Stop& stop);

// The cost of a distance, or of a number of slots, in the search.
using Costs = std::array<std::uint16_t, 256>;

struct Followed {
    std::size_t orbit;
    Set members;  // pieces
};

struct Target {
    std::vector<std::size_t> sets;  // of those that the phase follows
    const Values* values;
    std::span<const std::uint8_t> distances;
    Costs costs;
};

struct Match {
    std::vector<std::size_t> sets;
    Costs costs;  // by the number of slots that differ
};

struct Turn {
    std::uint8_t number;    // for callers
    std::uint8_t axis;      // turns about one axis commute
    std::uint8_t block;     // and follow each other in this order only
    std::vector<Row> rows;  // for each orbit
};

struct Phase {
    std::vector<Turn> turns;
    std::vector<Followed> followed;
    std::vector<Target> targets;
    std::vector<Match> matches;
    std::vector<std::size_t> parities;  // orbits
    std::uint16_t parity_cost = 0;
};

// A cube, and how many turns it took to come there.
struct Start {
    std::vector<Row> pieces;  // of each orbit
    std::size_t length;
};

struct Found {
    std::size_t start;  // its number
    std::vector<std::uint8_t> turns;
    std::vector<Row> pieces;
};

struct Effort {
    std::size_t width;     // positions of each length to look beyond
    std::size_t wanted;    // sequences to find
    std::size_t more;      // turns that these may be longer than the shortest that is found
    std::size_t patience;  // turns after the last start, and no more
};

// Returns sequences that finish a phase, starts included in their length, the shortest first: a beam search
// that keeps of each length the positions of the least cost.
std::vector<Found> search(const Phase& phase, std::span<const Start> starts, const Effort& effort,
                          const Stop& stop);

}  // namespace cubecsp::phases
