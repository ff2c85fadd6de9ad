// Phases 1 and 2 of the 5x5x5, which sort centre pieces by axes.

#pragma once

#include <optional>

#include "common/stop.hpp"
#include "common/symmetry_classes.hpp"
#include "five_phase/geometry.hpp"
#include "five_phase/orbits.hpp"
#include "graphs/coset_graph.hpp"

namespace cubecsp::five_phase {

constexpr std::size_t kEights = 735'471;  // 24 slots choose 8
constexpr unsigned kNear1 = 6;            // turns up to which both kinds of centre pieces are stored together
constexpr std::size_t kNearSlots = std::size_t{1} << 21;

// The centre pieces of colours R and L, as sets of slots.
class Phase1 {
public:
    static constexpr std::size_t kMoves = kTurns;
    struct Node {
        std::uint32_t xs, ts;
    };
    struct Distances {
        std::uint32_t both[kNearSlots];
        std::uint8_t xs[kEights + 1];  // one more, so that nothing is padded
        std::uint8_t ts[kEights + 1];
    };

    explicit Phase1(const Geometry& geometry);

    std::uint8_t turn(std::size_t move) const { return static_cast<std::uint8_t>(move); }
    Node node(const Pieces& pieces) const;
    Node after(const Node& node, std::size_t move) const {
        return {xs_.moved(node.xs, move), ts_.moved(node.ts, move)};
    }
    // A lower bound of the turns, or some number above `enough` if it is more; 0 if the phase is done.
    unsigned bound(const Distances& distances, const Node& node, unsigned enough) const {
        const std::size_t xs = xs_.rank(node.xs);
        if (distances.xs[xs] > enough) return distances.xs[xs];
        const unsigned turns = std::max(distances.xs[xs], distances.ts[ts_.rank(node.ts)]);
        if (turns > enough || enough > kNear1) return turns;
        return both_distance(distances, xs, node.ts);
    }
    void fill(Distances& distances, const Stop& stop) const;

private:
    void fill_both(Distances& distances, const Stop& stop) const;
    std::uint64_t key(std::size_t xs, std::uint32_t ts) const {
        const auto [number, symmetry] = classes_.place(xs);
        return std::uint64_t{number} << kSlots | ts_.moved(ts, kMoves + symmetry);
    }
    static std::size_t find(const Distances& distances, std::uint64_t key);
    // kNear1 + 1 for all that is farther.
    unsigned both_distance(const Distances& distances, std::size_t xs, std::uint32_t ts) const;

    SlotSets xs_, ts_;  // turns, then symmetries
    SymmetryClasses classes_;
};

// The centre pieces of colours U and D in the slots around R and L, and whether the wings are permuted
// evenly. It needs no table that is worth storing.
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
