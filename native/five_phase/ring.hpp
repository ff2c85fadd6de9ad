// Phase 4 of the 5x5x5, which pairs the wings of four edges, and prepares the centres for the last phase.
//
// The eight edges of U and D never leave these layers in this phase. For four edges whose pieces are all
// there, the three kinds of pieces (middle edges, and wings of the first and the second kind) are three
// arrangements of four in eight slots; only what belongs together matters, not which edge is which.

#pragma once

#include <optional>

#include "common/half_bytes.hpp"
#include "common/stop.hpp"
#include "common/symmetry_classes.hpp"
#include "five_phase/geometry.hpp"
#include "five_phase/orbits.hpp"
#include "graphs/coset_graph.hpp"

namespace cubecsp::five_phase {

constexpr std::size_t kSides4 = 432;          // arrangements of R and L that turns of this phase make
constexpr std::size_t kAxis = 4900;           // (8 choose 4) squared
constexpr std::size_t kArrangements = 1680;   // 8 * 7 * 6 * 5
constexpr std::size_t kFours = 70;            // 8 choose 4
constexpr std::size_t kRingClasses = 29'616;  // of kFours * kArrangements, by four symmetries
constexpr unsigned kNear4 = 10;               // turns up to which arrangements are stored,
constexpr unsigned kNearEnds4 = 9;            // and two of them with the centre pieces of U and D

class Phase4 {
public:
    static constexpr std::size_t kMoves = kTurns4;
    static constexpr std::size_t kSorts = 3;  // middle edges, wings of the first and of the second kind
    struct Node {
        std::array<std::uint16_t, kSorts> ring;
        std::uint16_t sides;  // the centre pieces of R and L
        std::uint16_t ends;   // and of U and D
    };
    struct Distances {
        std::uint8_t centres[kSides4 * kAxis];
        std::uint8_t rings[kRingClasses * kArrangements / 2];
        std::uint8_t with_sides[kRingClasses * kSides4 / 2];
        std::uint8_t with_ends[kRingClasses * kAxis / 2];
    };

    explicit Phase4(const Geometry& geometry);

    std::uint8_t turn(std::size_t move) const { return turns_[move]; }

    // One for each four edges in slots that allow pairing; none if R and L cannot be repaired.
    std::vector<Node> nodes(const Pieces& pieces) const;

    Node after(const Node& node, std::size_t move) const {
        const auto [sides, ends] = graph_->step(node.sides, node.ends, move);
        Node next{{}, static_cast<std::uint16_t>(sides), static_cast<std::uint16_t>(ends)};
        for (std::size_t sort = 0; sort < kSorts; ++sort) {
            next.ring[sort] = after_[sort][node.ring[sort]][move];
        }
        return next;
    }

    // As in phase 1.
    unsigned bound(const Distances& distances, const Node& node, unsigned enough) const {
        unsigned turns = distances.centres[node.sides * kAxis + node.ends];
        if (turns > enough) return turns;
        const PairPlace first = place(node.ring[0], node.ring[1]);
        turns = std::max(turns, half_byte(distances.rings, ring_index(node.ring, first)));
        if (turns > enough) return turns;
        turns = std::max(turns, with_centres(distances, first, node.sides, node.ends, enough));
        if (turns > enough) return turns;
        const PairPlace second = place(mirrored_[node.ring[0]], mirrored_[node.ring[2]]);
        return std::max(turns, with_centres(distances, second, sides_mirrored_[node.sides],
                                            ends_mirrored_[node.ends], enough));
    }

    // Up to kNear4 and kNearEnds4 turns, or `nearest` if these are fewer.
    void fill(Distances& distances, const Stop& stop, unsigned nearest) const;

private:
    using Ring = std::array<std::uint16_t, kSorts>;
    using Places = std::array<std::uint8_t, 4>;

    static Places places(std::size_t arrangement);
    static std::uint16_t arrangement(const Places& places);
    void number_arrangements();
    void find_moves(const Geometry& geometry);
    void find_symmetries(const Geometry& geometry);
    void find_classes();
    void number_centres(const Geometry& geometry);
    std::vector<std::uint16_t> moved_arrangements(const EightEdges::Places& to) const;

    void fill_rings(Distances& distances, const Stop& stop, unsigned nearest) const;
    template <std::size_t count, typename Images, typename Step>
    void fill_with(std::span<std::uint8_t> distances, const std::vector<std::size_t>& goals,
                   const Images& images, Step step, const Stop& stop, unsigned nearest) const;

    std::size_t pair_index(std::size_t four, std::size_t wings) const { return four * kArrangements + wings; }
    // A ring is given by the class of its first two sorts and by the third sort, all edges in the order of
    // the first.
    using PairPlace = SymmetryClasses::Place;
    PairPlace place(std::size_t middles, std::size_t wings) const {
        return classes_.place(pair_index(four_[middles], renamed_[wings][order_[middles]]));
    }
    std::size_t ring_index(const Ring& ring, PairPlace pair) const {
        const std::size_t second = renamed_[ring[2]][order_[ring[0]]];
        return pair.number * kArrangements + image(second, four_[ring[0]], pair.symmetry);
    }
    unsigned with_centres(const Distances& distances, PairPlace pair, std::size_t sides, std::size_t ends,
                          unsigned enough) const {
        const auto [number, symmetry] = pair;
        const unsigned turns =
            half_byte(distances.with_sides, number * kSides4 + sides_image_[sides][symmetry]);
        if (turns > enough) return turns;
        return std::max(turns, half_byte(distances.with_ends, number * kAxis + ends_image_[ends][symmetry]));
    }
    // Of wings, the middle edges being in slots of `four` in their order.
    std::size_t image(std::size_t wings, std::size_t four, std::size_t symmetry) const {
        return renamed_[image_[symmetry][wings]][order_[image_[symmetry][sorted_[four]]]];
    }

    Kinds kinds_;
    std::array<std::uint8_t, kMoves> turns_{};
    EightEdges edges_;    // of U and D
    std::uint32_t ring_;  // those of them that phase 5 keeps paired

    std::vector<std::array<std::uint16_t, kMoves>> after_[kSorts];
    // For an arrangement: how its slots are ordered, and which they are.
    std::vector<std::uint8_t> order_, four_;
    std::array<std::uint16_t, kFours> sorted_{};          // the arrangement in order
    std::vector<std::array<std::uint16_t, 24>> renamed_;  // an arrangement of edges in another order
    std::vector<std::vector<std::uint16_t>> image_;       // by symmetries
    std::vector<std::uint16_t> mirrored_, sides_mirrored_, ends_mirrored_;
    std::vector<std::array<std::uint16_t, 4>> sides_image_, ends_image_;
    std::vector<std::uint8_t> inverse_;
    SymmetryClasses classes_;
    std::uint16_t solved_ = 0;

    Coordinate<Pieces> sides_, ends_;
    std::optional<CosetGraph> graph_;
    std::vector<CosetGraph::Vertex> goals_;
};

}  // namespace cubecsp::five_phase
