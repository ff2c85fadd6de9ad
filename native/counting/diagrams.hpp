// Rules about several slots, as automata that read the contents of the slots; and diagrams of the contents
// that some of these slots may have once others are known.
//
// A state of an automaton stands for the residual of the contents read before. This file does not know the
// meaning of rules: models/counting/automata.py makes the automata.

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <stdexcept>
#include <utility>
#include <vector>

namespace cubecsp {

constexpr std::size_t kEdgeValues = 24;  // placements of any slot: a piece and its orientation
using EdgeDomain = std::uint32_t;        // a mask of these
constexpr std::uint16_t kNoState = 0xFFFF;

// Permission for long work to go on, and room for it. Refusals do not depend on the machine.
class Meter {
public:
    static constexpr std::size_t kMostBytes = 128'000'000;      // of states and diagrams, all together
    static constexpr std::uint64_t kMostToBuild = 100'000'000;  // steps, for the diagrams of one row

    // Called every few milliseconds; an exception from it ends the work.
    void ask(const std::function<void()>* poll) { poll_ = poll; }

    void step(std::uint64_t steps) {
        if ((since_ += steps) >= kBetween) look();
    }

    // Steps that make diagrams. Throws std::length_error if these are too many since `begin`.
    void build(std::uint64_t steps) {
        if ((built_ += steps) > kMostToBuild) throw std::length_error("too much work for diagrams");
        step(steps);
    }
    void begin() { before_ += std::exchange(built_, 0); }
    std::uint64_t built() const { return before_ + built_; }

    // Throws std::length_error if there is not as much left.
    void take(std::size_t bytes) {
        if (bytes > kMostBytes - taken_) throw std::length_error("too much room for diagrams");
        taken_ += bytes;
    }
    void give(std::size_t bytes) { taken_ -= bytes; }
    std::size_t taken() const { return taken_; }

private:
    static constexpr std::uint64_t kBetween = 1'000'000;  // steps of some nanoseconds each

    void look() {
        since_ = 0;
        if (poll_ != nullptr) (*poll_)();
    }

    const std::function<void()>* poll_ = nullptr;
    std::uint64_t since_ = 0, built_ = 0, before_ = 0;
    std::size_t taken_ = 0;
};

// Reads what slots hold, one after another.
struct Automaton {
    std::vector<std::size_t> slots;
    // For each slot, the state after it, state before * 24 + placement; kNoState if the slots that follow can
    // no longer be accepted. There is one state before the first slot and one after the last.
    std::vector<std::vector<std::uint16_t>> steps;

    // Throws std::invalid_argument if states and steps do not fit together.
    void check() const;
};

// Several automata that read the same slots, or some of them, at once. States are numbered as they are met.
class Product {
public:
    static constexpr int kDead = -1;

    // `slots`: all that the automata read, in an order in which each of them reads its own.
    Product(std::vector<std::size_t> slots, std::vector<Automaton> members);

    const std::vector<std::size_t>& slots() const { return slots_; }

    // From a state before the slot in this place, by what the slot holds, to the one after it, or kDead.
    // State 0 is the one before the first slot. Throws std::length_error if there are too many states.
    int step(std::size_t place, int state, std::size_t value, Meter& meter);

private:
    using Tuple = std::vector<std::uint16_t>;  // a state of each member
    struct Level {
        std::map<Tuple, int> numbers;
        std::vector<Tuple> states;
        std::vector<int> next;  // state * 24 + placement, once it is known
    };

    int number(std::size_t place, const Tuple& tuple, Meter& meter);
    int stepped(std::size_t place, int state, std::size_t value, Meter& meter);

    std::vector<std::size_t> slots_;
    std::vector<Automaton> members_;
    std::vector<std::vector<std::size_t>> reads_;  // [place][member]: which of its slots that is
    std::vector<std::array<std::uint8_t, kEdgeValues>>
        like_;                   // [place]: the least placement that does the same
    std::vector<Level> levels_;  // one for each place, and the end
};

// The possible contents of consecutive slots: nodes in layers, from which placements lead on.
struct Diagram {
    struct Layer {
        std::vector<EdgeDomain> allowed;  // at each node
        std::vector<std::uint16_t> next;  // node * 24 + placement
    };
    std::vector<Layer> layers;  // one for each slot; the first has only node 0, or none
    std::size_t ends = 0;       // nodes after the last

    bool possible() const { return layers.empty() || layers[0].allowed[0] != 0; }
    std::size_t nodes() const;
    // The most nodes before a slot, or after the last one.
    std::size_t width() const;
};

// A set of classes of a front half.
using Classes = std::vector<std::uint64_t>;

struct FrontDiagram : Diagram {
    std::vector<int> states;  // of the product, at each end
};

struct BackDiagram : Diagram {
    std::vector<Classes> rejected;  // at each end: which of the initial states are not possible
};

// The contents that a number of slots, in the places from `first` on, may have after a state. Throws
// std::length_error if that takes too much work or room.
FrontDiagram front_diagram(Product& product, std::size_t first, std::size_t slots, int state, Meter& meter);

// The contents of the slots in the last places for which at least one of some states, which may include dead
// ones, is accepted. Throws like `front_diagram`.
BackDiagram back_diagram(Product& product, std::size_t first, const std::vector<int>& states, Meter& meter);

}  // namespace cubecsp
