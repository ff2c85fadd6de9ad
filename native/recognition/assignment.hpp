// The cheapest assignment of pieces to slots, with prices that prove it.

#pragma once

#include <cstddef>
#include <vector>

namespace cubecsp {

// A cheapest assignment: the piece of each slot, and prices that prove it. cost(slot, piece) >= slots[slot] +
// pieces[piece], with equality if the piece is assigned to the slot, so that the difference of both sides is
// a lower bound of the additional cost of every other choice.
struct Assignment {
    std::vector<std::size_t> piece_of;
    std::vector<double> slots, pieces;
};

// Solve the assignment problem of `size` slots and pieces, with finite costs[slot * size + piece], in
// O(size^3): shortest augmenting paths, after H. W. Kuhn (1955) and R. Jonker and A. Volgenant (1987).
Assignment cheapest_assignment(const std::vector<double>& costs, std::size_t size);

}  // namespace cubecsp
