// Phase 3 of the 5x5x5, which sorts wings and middle edges into two kinds, and centre pieces of R and L.
//
// A pair of wings and their middle edge can be paired either way round, flipped or not. So there are 2^11
// ways to say which kind each piece is of (an even number of edges are flipped, as on a 3x3x3), half of which
// only exchange the names of the two kinds; the phase can aim at any.

#pragma once

#include <optional>

#include "common/half_bytes.hpp"
#include "common/stop.hpp"
#include "common/symmetry_classes.hpp"
#include "five_phase/geometry.hpp"
#include "five_phase/orbits.hpp"
#include "graphs/coset_graph.hpp"

namespace cubecsp::five_phase {

constexpr std::size_t kMiddleKinds = 2048;    // ways for the facelets of middle edges to lie
constexpr std::size_t kWingClasses = 86'048;  // of 24 slots choose 12, by 16 symmetries and exchanged kinds
constexpr std::size_t kSides3 = 1225;         // (half of 8 choose 4) squared
constexpr unsigned kNear3 = 8;                // turns up to which wings and middle edges are stored

class Phase3 {
public:
    static constexpr std::size_t kMoves = kTurns3;
    struct Node {
        std::uint32_t wings;  // where those of the first kind are
        std::uint16_t middles;
        std::uint16_t sides;  // the centre pieces of R and L
    };
    struct Distances {
        std::uint8_t sides[kSides3 * kMiddleKinds];
        std::uint8_t kinds[kWingClasses * kMiddleKinds / 2];
    };

    explicit Phase3(const Geometry& geometry);

    std::uint8_t turn(std::size_t move) const { return turns_[move]; }

    // Everything that the phase can aim at: 1,024 nodes.
    std::vector<Node> nodes(const Pieces& pieces) const;

    Node after(const Node& node, std::size_t move) const {
        const auto [sides, middles] = graph_->step(node.sides, node.middles, move);
        return {wings_.moved(node.wings, move), static_cast<std::uint16_t>(middles),
                static_cast<std::uint16_t>(sides)};
    }

    // As in phase 1.
    unsigned bound(const Distances& distances, const Node& node, unsigned enough) const {
        const unsigned of_sides = distances.sides[node.sides * kMiddleKinds + node.middles];
        if (of_sides > enough) return of_sides;
        return std::max(of_sides, half_byte(distances.kinds, index(node.wings, node.middles)));
    }

    // Up to kNear3 turns, or `nearest` if these are fewer.
    void fill(Distances& distances, const Stop& stop, unsigned nearest) const;

private:
    static std::size_t side_code(const Pieces& pieces);
    std::uint16_t middle_code(std::uint32_t facelets) const;
    std::uint32_t facelets_of(std::size_t middles) const;
    void number_middles(const Geometry& geometry);
    void find_symmetries(const Geometry& geometry);
    void find_classes();

    std::size_t index(std::uint32_t wings, std::size_t middles) const {
        const auto [number, symmetry] = classes_.place(wings_.rank(wings));
        return number * kMiddleKinds + middles_image_[middles][symmetry];
    }

    Kinds kinds_;
    std::array<std::uint8_t, kMoves> turns_{};
    std::vector<std::size_t> symmetries_;
    SlotSets wings_;  // turns, then symmetries
    std::vector<std::array<std::uint16_t, 32>> middles_image_;
    std::uint32_t exchanged_ = 0;  // symmetries that exchange kinds of wings, a bit each
    std::vector<std::uint8_t> inverse_;
    Coordinate<Pieces> sides_;
    std::optional<CosetGraph> graph_;
    std::vector<CosetGraph::Vertex> goals_;
    SymmetryClasses classes_;
};

}  // namespace cubecsp::five_phase
