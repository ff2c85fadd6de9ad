// Phase 5 of the 5x5x5, which solves the centres and pairs the other eight edges.
//
// The wing of either kind at each of the eight edges belongs to a middle edge that is at one of the eight:
// two permutations, which show which pieces are paired, but not in which slots. One table measures both: it
// has the distance of the first together with the centre pieces of F and B; a mirror turns the second into
// such a one.

#pragma once

#include <optional>

#include "common/half_bytes.hpp"
#include "common/stop.hpp"
#include "common/symmetry_classes.hpp"
#include "five_phase/geometry.hpp"
#include "five_phase/orbits.hpp"
#include "graphs/coset_graph.hpp"

namespace cubecsp::five_phase {

constexpr std::size_t kPartners = 40'320;      // 8!
constexpr std::size_t kPartnerClasses = 5288;  // by eight symmetries
constexpr std::size_t kSides5 = 36;            // arrangements of R, L, U and D that turns of this phase make
constexpr std::size_t kEnds5 = 4900;           // (8 choose 4) squared
constexpr unsigned kNear5 = 11;                // turns up to which partners are stored

class Phase5 {
public:
    static constexpr std::size_t kMoves = kTurns5;
    struct Node {
        std::uint16_t first, second;  // the partners of the wings of either kind
        std::uint16_t sides;          // the centre pieces of R, L, U and D
        std::uint16_t ends;           // and of F and B
    };
    struct Distances {
        std::uint8_t centres[kSides5 * kEnds5];
        std::uint8_t pairs[kPartnerClasses * kEnds5 / 2];
    };

    explicit Phase5(const Geometry& geometry);

    std::uint8_t turn(std::size_t move) const { return turns_[move]; }
    Node node(const Pieces& pieces) const;

    Node after(const Node& node, std::size_t move) const {
        const auto [sides, ends] = graph_->step(node.sides, node.ends, move);
        return {after_[0][node.first][move], after_[1][node.second][move], static_cast<std::uint16_t>(sides),
                static_cast<std::uint16_t>(ends)};
    }

    // As in phase 1.
    unsigned bound(const Distances& distances, const Node& node, unsigned enough) const {
        unsigned turns = distances.centres[node.sides * kEnds5 + node.ends];
        if (turns > enough) return turns;
        turns = std::max(turns, pair_distance(distances, node.first, node.ends));
        if (turns > enough) return turns;
        return std::max(turns, pair_distance(distances, mirrored_[node.second], ends_mirrored_[node.ends]));
    }

    // Up to kNear5 turns, or `nearest` if these are fewer.
    void fill(Distances& distances, const Stop& stop, unsigned nearest) const;

private:
    using Partners = EightEdges::Places;

    static std::size_t rank(const Partners& partners);
    static Partners unrank(std::size_t rank);
    Partners partners(const Pieces& pieces, std::size_t kind) const;
    void find_moves(const Geometry& geometry);
    void find_symmetries(const Geometry& geometry);
    void number_centres(const Geometry& geometry);
    // The image of the centre pieces of F and B under a symmetry.
    std::uint16_t ends_image(const Geometry& geometry, std::size_t ends, std::size_t symmetry) const;

    std::size_t index(std::size_t partners, std::size_t ends) const {
        const auto [number, symmetry] = classes_.place(partners);
        return number * kEnds5 + ends_image_[ends][symmetry];
    }
    unsigned pair_distance(const Distances& distances, std::size_t partners, std::size_t ends) const {
        return half_byte(distances.pairs, index(partners, ends));
    }

    Kinds kinds_;
    std::array<std::uint8_t, kMoves> turns_{};
    EightEdges edges_;  // of F and B
    std::vector<std::array<std::uint16_t, kMoves>> after_[2];
    std::vector<std::uint16_t> mirrored_, ends_mirrored_;
    std::vector<std::array<std::uint16_t, 8>> ends_image_;
    SymmetryClasses classes_;
    Coordinate<Pieces> sides_, ends_;
    std::vector<std::uint32_t> side_codes_;
    std::optional<CosetGraph> graph_;
};

}  // namespace cubecsp::five_phase
