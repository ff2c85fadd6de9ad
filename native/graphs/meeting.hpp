// All sequences of a given number of moves from a state of any puzzle to some others, which meet in the
// middle.
//
// A state is a value for each row. The second halves of the sequences are taken back from the goals and kept,
// the first halves are looked up there, by keys that do not see some values: those that differ between the
// goals. Goals that agree in all but a few pieces cost together no more than one. If the second halves do not
// fit into the memory, they are divided by their keys, and all is done once for each part.

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "common/stop.hpp"

namespace cubecsp {

class MiddleSearch {
public:
    static constexpr std::size_t kLargest = 256;  // rows, values, and moves
    static constexpr std::size_t kLongest = 16;   // moves of a sequence

    using Bytes = std::span<const std::uint8_t>;
    using State = std::array<std::uint8_t, kLargest>;

    struct Tables {
        Bytes sources;  // for each move and row, the row that its value comes from
        Bytes turned;   // for each move and row, the number of the table of new values
    };

    // `turns` are tables of 256 new values each, the first without effect; `weights` are 256 for each row,
    // and keys their sums; `flags` has for each two moves 1 if they commute and 2 if they together are one
    // move, or none.
    MiddleSearch(std::size_t rows, const Tables& done, const Tables& undone, Bytes turns,
                 std::vector<std::uint64_t> weights, Bytes flags, Bytes start, Bytes goals);

    struct Limits {
        std::size_t kept;   // second halves at a time
        std::size_t found;  // sequences
        std::size_t nodes;  // states looked at, in all searches
    };

    // Returns the sequences of a length, one after the other, each in the first of the orders in which it can
    // be written by exchanging moves that commute; none with two moves together that are one move or none.
    std::vector<std::uint8_t> search(std::size_t length, const Limits& limits, const Stop& stop);

    bool complete() const { return complete_; }  // whether the last search came to its end
    std::size_t nodes() const { return nodes_; }

private:
    struct Step {  // what a move does to a row
        std::uint8_t row, source, turned;
    };
    struct Half {
        std::uint64_t key, word;
        bool operator<(const Half& other) const { return key < other.key; }
    };
    struct Full {};
    using Mask = std::array<std::uint64_t, kLargest / 64>;

    std::vector<std::vector<Step>> steps(const Tables& tables) const;
    std::uint8_t after(const Step& step, const State& state) const {
        return turns_[step.turned * kLargest + state[step.source]];
    }
    void apply(const std::vector<Step>& steps, const State& state, State& result) const;
    std::uint64_t key_of(const State& state) const;
    std::uint64_t key_after(const std::vector<Step>& steps, const State& state, std::uint64_t key) const;
    Mask after_move(const Mask& forbidden, std::size_t move) const;
    void look(const Stop& stop);
    bool keep_halves(std::size_t length, const Limits& limits, const Stop& stop);
    void go_back(std::size_t depth, std::uint64_t key, std::uint64_t word, const Stop& stop);
    void go_on(std::size_t depth, std::uint64_t key, const Mask& forbidden, const Stop& stop);
    void look_up(std::uint64_t key, std::size_t last, const Mask& forbidden);
    bool in_part(std::uint64_t key) const { return (key & (parts_ - 1)) == part_; }

    std::size_t rows_, moves_;
    std::vector<std::uint8_t> turns_;
    std::vector<std::uint64_t> weights_;
    std::vector<std::vector<Step>> done_, undone_;
    std::vector<Mask> commuting_, after_,
        before_;  // for each move: those that commute; may not follow, precede it
    State start_{};
    std::vector<State> roots_;
    std::set<std::string> goals_;

    std::vector<Half> halves_;
    std::vector<std::uint64_t> filter_;  // bits for the keys that halves have, by their first bits
    unsigned filter_bits_ = 0;
    std::size_t parts_ = 1, part_ = 0;
    std::array<State, kLongest> states_{};
    std::array<std::uint8_t, kLongest> word_{};
    std::size_t first_length_ = 0, second_length_ = 0;
    Limits limits_{};
    std::vector<std::uint8_t> found_;
    std::size_t nodes_ = 0;
    bool complete_ = true;
};

}  // namespace cubecsp
