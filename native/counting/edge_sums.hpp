// Ways to place the edges, counted without listing them: the inner loops of models/counting.
//
// A placement is a piece and its orientation, piece * turns + turn; a domain is a bit mask of them.
// This file does not know rules: models/counting lowers them to domains.

#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

#include "common/platform.hpp"
#include "counting/determinants.hpp"
#include "counting/halves.hpp"
#include "counting/permanents.hpp"
#include "counting/subsets.hpp"

namespace cubecsp {

// The edges of a 3x3x3 under each of many arrangements of its corners.
//
// The domain of an edge slot is known as soon as the corners are; edges depend on each other only in that
// each piece occurs once. So the arrangements of a row are counted by permanents and determinants of
// matrices: see permanents.hpp.
//
// Arrangements by number take all ways to fill some slots, by the parity of the permutation and the sum of
// the flips: the first seven slots from the front, the last five from the back. These four numbers of 32 bits
// go together through one vector register: no half has more than 7! 2^7 ways.
class EdgeSums {
public:
    static constexpr std::size_t kCorners = 8, kEdges = 12, kValues = 24;
    static constexpr std::size_t kFront = 7, kBack = kEdges - kFront;  // slots of either half
    using Domain = std::uint32_t;                                      // a mask of 24 placements
    using Domains = std::array<Domain, kEdges>;
    using Row = const std::uint8_t*;  // what the eight corner slots hold

    // `domains`: for each edge slot its possible contents for any corners.
    explicit EdgeSums(const std::vector<Domain>& domains);

    // Let an edge slot hold only what some corners allow. `corners`: one to three different slots;
    // `allowed`: a domain for each of their placements, the last corner's running fastest.
    void depend(int edge, const std::vector<int>& corners, const std::vector<Domain>& allowed);

    // Set the order in which coupled edge slots are filled and corners read; see EdgeHalves.
    void arrange(const std::vector<int>& order, int front, int corners);

    // Let corner slots, 0 to 7, and edge slots, 8 to 19, hold only what some automata accept, which are
    // best read as one. Given are the slots of each, and its steps for each of them; see EdgeHalves.
    using Steps = std::vector<std::vector<std::uint16_t>>;
    void couple(const std::vector<std::pair<std::vector<std::size_t>, Steps>>& automata);

    // For each row, eight placements of corners, in how many ways the edges can be placed so that turns
    // can make the cube. Rows that begin alike are best given one after the other.
    //
    // If edges are coupled, this can be done in 2^`decided` parts, which add up to the number: in part i each
    // piece p < `decided` is in the front half if and only if bit p of i is set. Otherwise part 0 is all
    // there is. Throws std::invalid_argument if a row or part is invalid, std::length_error if coupled edges
    // take more room than there is, and what `poll` throws, which is called every few milliseconds.
    using Poll = std::function<void()>;
    std::vector<std::uint64_t> counts(Row rows, std::size_t number, unsigned part = 0, unsigned decided = 0,
                                      const Poll& poll = {});

    // Write number `rank` of the ways to place the edges under some corners, in an order that is the same
    // everywhere, if nothing couples edges; false if there are not that many.
    bool place(Row row, std::uint64_t rank, std::uint8_t* to);

    // How much work coupled edges have taken so far, in steps of some nanoseconds: the same on every machine.
    std::uint64_t steps() const { return halves_.steps(); }
    // How much went into diagrams besides, which many rows share.
    std::uint64_t built() const { return halves_.built(); }

    // The same for one row, but only of placements that a symmetry preserves: it takes what slot i holds from
    // slot sources[i] and turns placement v into values[i][v]. The row has to be preserved too.
    std::uint64_t preserved(Row row, const std::vector<int>& sources,
                            const std::vector<std::vector<int>>& values, const Poll& poll = {}) const;

private:
    struct Dependence {
        std::size_t edge;
        std::vector<std::size_t> corners;
        std::vector<Domain> allowed;
    };

    // How often each (parity of the permutation, sum of flips) occurs: entry 2 * parity + sum.
    using Ways = Lanes16<std::uint32_t>::type;
    using Layer = std::vector<Ways>;  // for each set of this many pieces, in ascending order

    void start();
    // Rows whose edges are not counted yet.
    struct Waiting {
        std::vector<std::size_t> places;
        std::vector<bool> odd;         // whether corners and the order of slots differ in parity
        std::vector<Domains> domains;  // of edge slots, in the order in which they are filled
    };

    Domains domains_at(Row row) const;
    Domains ordered(const Domains& given) const;
    void settle(Waiting& waiting, std::vector<std::uint64_t>& found);
    void fill_front(const Domains& domains);
    void fill_back(const Domains& domains);
    static void append(std::size_t used, Domain domain, const Layer& from, Layer& to);
    template <unsigned... kChanges>
    static void add(const std::vector<SubsetStep>& steps, const Ways* from, Ways* to);
    template <unsigned kChange>
    std::uint64_t matched(const std::vector<SubsetStep>& pairs) const;
    std::uint64_t met(bool odd) const;
    void follow(const Layer* layers, std::size_t begin, std::size_t end, unsigned used, unsigned kind,
                std::uint64_t rank, std::uint8_t* to) const;

    Domains initial_{};
    std::vector<Dependence> dependences_;
    EdgeHalves halves_;  // how edges depend on each other
    bool started_ = false;
    std::array<std::size_t, kEdges> order_{};  // in which edge slots are filled
    bool odd_order_ = false;
    bool filled_ = false;
    Domains before_{};  // of the row before, in that order
    std::array<Layer, kFront + 1> front_;
    std::array<Layer, kBack + 1> back_;
    Permanents permanents_;
    Determinants determinants_;
};

}  // namespace cubecsp
