// One coordinate of a phase: its values, numbered in the order in which a walk from the solved cube meets
// them, and where the moves of the phase lead from each.

#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace cubecsp {

template <typename State>
struct Coordinate {
    static constexpr std::uint16_t unseen = 0xFFFF;

    std::vector<std::uint16_t> number;  // of each raw code
    std::vector<std::uint16_t> table;   // value * moves + move
    std::vector<State> representative;

    // `step` applies a move, `code` is the raw code of a state, below `codes`.
    template <typename Move, typename Step, typename Code>
    void walk(const State& solved, std::size_t codes, const std::vector<Move>& moves, Step step, Code code) {
        number.assign(codes, unseen);
        add(solved, code(solved));
        for (std::size_t value = 0; value < representative.size(); ++value) {
            for (const Move& move : moves) {
                const State next = step(representative[value], move);
                const std::size_t raw = code(next);
                if (number[raw] == unseen) add(next, raw);
                table.push_back(number[raw]);
            }
        }
    }

private:
    void add(const State& state, std::size_t raw) {
        number[raw] = static_cast<std::uint16_t>(representative.size());
        representative.push_back(state);
    }
};

}  // namespace cubecsp
