// Ways to place edges that know of each other, and not only that each piece is there once.
//
// Edge slots are filled one after another. What can still follow depends on which pieces are used and on
// what each slot that is left may still hold, given those that are filled; states in which both are the same
// are one (layered dynamic programming over residuals, as decision diagrams are built top down: H. Andersen,
// T. Hadzic, J. Hooker and P. Tiedemann, CP 2007, exact here). Slots are taken in an order in which few slots
// that are left know of those that are filled.

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace cubecsp {

class EdgeLayers {
public:
    static constexpr std::size_t kEdges = 12, kValues = 24;
    static constexpr std::size_t kMostStates = 400'000;  // in a layer: 32 MB
    using Domain = std::uint32_t;
    using Domains = std::array<Domain, kEdges>;
    // How often each (parity of the permutation, sum of flips) occurs: entry 2 * parity + sum.
    using Ways = std::array<std::uint64_t, 4>;

    EdgeLayers();

    // Let slot `b` hold only what the placement in slot `a` allows, for each of these; and slot `a`
    // accordingly. The slots are different.
    void relate(std::size_t a, std::size_t b, const std::vector<Domain>& allowed);

    // Whether any slots are related.
    bool any() const { return any_; }

    // Whether what the slots hold keeps all relations.
    bool keeps(const std::array<std::uint8_t, kEdges>& held) const;

    // In how many ways the slots can be filled, each piece once, within their domains and relations.
    // Throws std::length_error where there are more states than there is room for.
    Ways count(const Domains& domains);

private:
    // What each slot that is left may hold, in the order in which slots are filled; in the first place,
    // which is never left, the pieces that are used.
    using Key = std::array<Domain, kEdges>;
    struct State {
        Key key;
        Ways ways;
    };

    void arrange();
    void advance(std::size_t at, const State& state, std::size_t value);
    Ways& found(const Key& key);
    void rehash();

    bool any_ = false, arranged_ = false;
    // [slot][placement][other slot]: what that one may hold besides.
    std::array<std::array<Domains, kValues>, kEdges> allowed_;
    std::array<std::size_t, kEdges> order_{};
    bool odd_order_ = false;
    std::array<std::array<Domains, kValues>, kEdges> in_order_;  // the same for slots in that order
    std::vector<State> layer_, next_;
    std::vector<std::uint32_t> index_;  // by the hash of the key, a place in next_ plus 1, or 0
};

}  // namespace cubecsp
