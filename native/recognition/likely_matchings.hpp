// The cheapest ways to fill the slots of one orbit, and the weight of all of them together.
//
// A cost is the negative logarithm of a likelihood. Slots are filled one after the other, and partial
// matchings that use the same pieces, with the same parity and sum of turns, become one state: the recurrence
// of M. Held and R. Karp (1962). The potentials of the assignment problem reduce every cost to its excess
// over the cheapest matching, at least 0, so that a state more costly than the horizon is left out: mostly a
// few dozen of thousands or millions remain. Back from the end, the least cost of a state is an exact bound:
// matchings come in order, and no partial one is a dead end.

#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace cubecsp {

struct MatchingCosts {
    std::size_t slots = 0, kinds = 0, turns = 1;
    std::vector<double> costs;     // finite, of slot, kind and turn
    std::vector<unsigned> copies;  // of each kind: how many pieces look like it; as many as slots together
    bool parity = false;           // whether parities of permutations are distinguished; copies are 1 then
};

struct MatchingClass {               // the matchings with one parity and sum of turns
    double least;                    // cost; infinity if there is none within the horizon
    double log_weight;               // logarithm of the sum of exp(-cost)
    std::vector<double> costs;       // of the cheapest, ascending
    std::vector<std::uint8_t> rows;  // which these are: kind * turns + turn of each slot
    std::vector<double> shares;      // the share of the weight with each slot, kind and turn
};

struct LikelyMatchings {
    double least;                        // cost of the cheapest matching of any class
    double horizon;                      // matchings that cost more than `least` by more are left out
    std::vector<MatchingClass> classes;  // of parity * turns + sum of turns
};

// Find the `number` cheapest matchings of each class. At most `most` states are kept for a slot: the horizon
// comes nearer if there would be more; the cheapest matching of all is always among them.
LikelyMatchings likely_matchings(const MatchingCosts& given, double horizon, std::size_t number,
                                 std::size_t most);

}  // namespace cubecsp
