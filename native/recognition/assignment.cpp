#include "recognition/assignment.hpp"

#include <limits>

namespace cubecsp {

Assignment cheapest_assignment(const std::vector<double>& costs, std::size_t size) {
    const std::size_t none = size;
    Assignment found{std::vector<std::size_t>(size), std::vector<double>(size),
                     std::vector<double>(size + 1)};  // of `none`, too
    std::vector<std::size_t> slot_of(size + 1, none), before(size);
    std::vector<double> distance(size);
    std::vector<char> reached(size + 1);
    for (std::size_t slot = 0; slot < size; ++slot) {
        distance.assign(size, std::numeric_limits<double>::infinity());
        reached.assign(size + 1, false);
        std::size_t piece = none;
        slot_of[none] = slot;
        do {  // lengthen the shortest path by the nearest piece, until one is free
            reached[piece] = true;
            const std::size_t at = slot_of[piece];
            std::size_t nearest = none;
            for (std::size_t other = 0; other < size; ++other) {
                if (reached[other]) continue;
                const double length = costs[at * size + other] - found.slots[at] - found.pieces[other];
                if (length < distance[other]) {
                    distance[other] = length;
                    before[other] = piece;
                }
                if (nearest == none || distance[other] < distance[nearest]) nearest = other;
            }
            const double step = distance[nearest];
            for (std::size_t other = 0; other <= size; ++other) {
                if (reached[other]) {
                    found.slots[slot_of[other]] += step;
                    found.pieces[other] -= step;
                } else if (other < size) {
                    distance[other] -= step;
                }
            }
            piece = nearest;
        } while (slot_of[piece] != none);
        for (; piece != none; piece = before[piece]) slot_of[piece] = slot_of[before[piece]];
    }
    for (std::size_t piece = 0; piece < size; ++piece) found.piece_of[slot_of[piece]] = piece;
    found.pieces.pop_back();
    return found;
}

}  // namespace cubecsp
