// Random placements of a 3x3x3's corners, each drawn as often as there are ways to place the edges then.
//
// That number takes long to count, and nobody has added it up yet. So darts are thrown at bounds of it that
// take no counting (J. von Neumann's rejection; as in M. Huber, "Exact sampling from perfect matchings of
// dense regular bipartite graphs", Algorithmica 44 (2006), the bounds are nested). A placement of the first
// corners has as many points as there are ways to place the other corners, times a bound of the ways to place
// the edges then; more corners have no more points together than fewer had. A dart that hits none of the
// points of the next corner's placements misses; one that goes all the way down has corners and a number, and
// hits where that is less than the ways to place the edges, of which it then says which one it is. With A+
// the ways in which each piece fits each slot, 0 to 2, and A- the same with flips told as -1, there are
//
//     (per A+ + per A- + det A+ + det A-) / 4        (the determinants negative for odd permutations)
//
// ways. Permanents are at most the product over the rows of g(ones and twos) + g(twos), with g(k) = k!^(1/k)
// (L. Bregman's theorem, each row being a sum of two of 0 and 1), determinants at most that of the rows'
// lengths (J. Hadamard).

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "sampling.hpp"

namespace cubecsp {

class CornerDarts {
public:
    static constexpr std::size_t kCorners = 8, kEdges = 12, kValues = 24;
    using Domain = std::uint32_t;  // a mask of 24 placements
    using Domains = std::array<Domain, kEdges>;
    using Row = const std::uint8_t*;

    // What each slot may hold by itself. Throws std::invalid_argument where a domain is none.
    CornerDarts(const std::vector<std::uint64_t>& corners, const std::vector<std::uint64_t>& edges);

    // Let an edge slot hold only what some corners allow; see EdgeSums::depend. Corners ascend.
    void depend(int edge, const std::vector<int>& corners, const std::vector<Domain>& allowed);

    // In how many ways the corners can be placed.
    std::uint64_t placements() const;

    // How many points darts are thrown at, each cube being one of them.
    Wide points();

    // At most in how many ways the edges can be placed under these corners.
    std::uint64_t bound(Row row) const;

    struct Dart {
        std::uint64_t number;                        // which dart it is
        std::array<std::uint8_t, kCorners> corners;  // what it has drawn
        std::uint64_t rank;
    };

    // Throw darts, and return those that go all the way down.
    std::vector<Dart> thrown(std::uint64_t seed, std::uint64_t stream, std::uint64_t first,
                             std::size_t number);

    // Write number `rank` of the ways to place the edges under some corners.
    // Throws std::invalid_argument where there are not so many.
    void edges(Row row, std::uint64_t rank, std::uint8_t* to);

private:
    // What a domain adds to bounds, or several: see above.
    struct Factors {
        double permanent, signed_permanent, determinant, signed_determinant;

        void operator*=(const Factors& other);
    };
    struct Dependence {
        std::vector<std::size_t> corners;
        // [k][entry]: what the edge may hold with the first k corners placed, the entry telling how.
        std::vector<std::vector<Domain>> allowed;
        std::vector<std::vector<Factors>> factors;  // of these alone, once darts are thrown
    };
    // A placement of the first corners.
    struct Beginning {
        std::array<std::uint8_t, kCorners> row;
        std::uint64_t bound;  // of the ways to place the edges
        Wide points;          // of those up to it
    };

    void begin();
    template <class Found>
    void extend(Beginning& beginning, std::size_t placed, const Found& found) const;
    bool fall(Dart& dart, const Beginning& from) const;
    Domain domain_at(std::size_t edge, Row row, std::size_t placed) const;
    Factors factors_at(std::size_t edge, Row row, std::size_t placed) const;
    static const std::vector<Factors>& factors();
    static Factors factors_of(Domain domain);
    static std::uint64_t bound_of(const Factors& factors);

    Completions corners_, edges_;
    Domains initial_{};
    std::array<std::vector<Dependence>, kEdges> dependences_;   // of each edge slot
    std::array<std::array<bool, kEdges>, kCorners> touches_{};  // whether an edge depends on a corner
    std::vector<Beginning> beginnings_;                         // once darts are thrown
};

}  // namespace cubecsp
