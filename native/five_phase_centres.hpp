// Phases 1 and 2 of the 5x5x5, which sort centre pieces by axes.

#pragma once

#include <optional>

#include "coset_graph.hpp"
#include "five_phase.hpp"
#include "five_phase_orbits.hpp"

namespace cubecsp::five_phase {

constexpr std::size_t kEights = 735'471;  // 24 slots choose 8

// The centre pieces of colours R and L, as sets of slots.
class Phase1 {
public:
    static constexpr std::size_t kMoves = kTurns;
    struct Node {
        std::uint32_t xs, ts;
    };
    struct Distances {
        std::uint8_t xs[kEights];
        std::uint8_t ts[kEights];
    };

    explicit Phase1(const Geometry& geometry);

    std::uint8_t turn(std::size_t move) const { return static_cast<std::uint8_t>(move); }
    Node node(const Pieces& pieces) const;
    Node after(const Node& node, std::size_t move) const {
        return {xs_.moved(node.xs, move), ts_.moved(node.ts, move)};
    }
    // Turns that it takes at least, or more than `enough` if they are more; 0 where the phase is done.
    unsigned bound(const Distances& distances, const Node& node, unsigned enough) const {
        const unsigned of_xs = distances.xs[xs_.rank(node.xs)];
        if (of_xs > enough) return of_xs;
        return std::max<unsigned>(of_xs, distances.ts[ts_.rank(node.ts)]);
    }
    void fill(Distances& distances) const;

private:
    SlotSets xs_, ts_;
};

// The centre pieces of colours U and D in the slots around R and L, and whether the wings are permuted
// evenly. It takes no table that is worth storing.
class Phase2 {
public:
    static constexpr std::size_t kMoves = kTurns2;
    struct Node {
        std::uint16_t xs, ts;
        bool odd;
    };

    explicit Phase2(const Geometry& geometry);

    std::uint8_t turn(std::size_t move) const { return turns_[move]; }
    Node node(const Pieces& pieces) const;
    Node after(const Node& node, std::size_t move) const {
        return {xs_.table[node.xs * kMoves + move], ts_.table[node.ts * kMoves + move],
                node.odd != odd_[move]};
    }
    unsigned bound(const Node& node) const {
        return std::max(of_xs_[node.xs * 2U + node.odd], of_ts_[node.ts * 2U + node.odd]);
    }

private:
    std::vector<std::uint8_t> distances(const Coordinate<Pieces>& coordinate) const;

    std::array<std::uint8_t, kMoves> turns_;
    std::array<bool, kMoves> odd_{};
    Coordinate<Pieces> xs_, ts_;
    std::vector<std::uint8_t> of_xs_, of_ts_;
};

}  // namespace cubecsp::five_phase
