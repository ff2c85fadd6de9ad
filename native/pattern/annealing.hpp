// Simulated annealing over the cubes of any size: the inner loop of models/engines/annealing.py.
//
// S. Kirkpatrick, C. Gelatt and M. Vecchi, "Optimization by simulated annealing", Science 220 (1983) 671-680.
// A move exchanges what two slots of one orbit hold, in any orientation, so that every orbit keeps its
// pieces. The cost of a cube is how much it breaks the demands: pairs of stickers, sums out of their bounds,
// slots out of their domains, invariants of the puzzle. A move that does not increase the cost
// is made; one that adds d to it is made with probability exp(-d / t). The temperature t falls from hot
// to cold by the same factor after each sweep; if no cube of cost 0 is met on the way, the next fall takes
// twice as many sweeps.
//
// For each sticker and colour, the cost of pairs if the sticker had that colour is stored, so that a move can
// be refused, as most are, without looking at its neighbours.

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace cubecsp {

class Annealing {
public:
    static constexpr std::size_t kColours = 6;
    static constexpr std::size_t kMostPlacements = 24;

    // One kind of piece. `turns`: in how many ways a piece fits a slot. `frames`: the facelets of each
    // slot. `colours`: what each placement, piece * turns + turn, shows along a frame.
    struct Orbit {
        int turns;
        std::vector<std::vector<int>> frames, colours;
    };

    // A sum of weights of stickers that show some colour.
    struct Term {
        int facelet, colour, weight;
    };

    // A sum modulo a number that turns never change: of the turns of the pieces of some orbits, each with
    // a weight, and of the parities of the permutations of some orbits.
    struct Law {
        int modulus;
        std::vector<std::pair<int, int>> turned;
        std::vector<int> permuted;
    };

    // How the temperature falls: from hot to cold, in how many sweeps the first time, and in how many at
    // most. A sweep tries as many moves as there are pairs of slots that pieces can exchange.
    struct Schedule {
        double hot, cold;
        int sweeps, most;
    };

    // `fixed`: facelets that keep their colours. All others are those of the frames, each once. Throws
    // std::invalid_argument if something is out of range.
    Annealing(const std::vector<Orbit>& orbits, const std::vector<std::pair<int, int>>& fixed,
              const std::vector<Law>& laws, const Schedule& schedule, std::uint64_t seed);

    // Demand that two stickers differ, or that they are equal.
    void relate(int a, int b, bool equal);
    // Demand that a sum is from `least` to `most`.
    void bound(const std::vector<Term>& terms, std::int64_t least, std::int64_t most);
    // Demand that a slot, by its number among all, holds one of the placements of a mask.
    void allow(int slot, std::uint32_t mask);

    // Try this many moves, or fewer if the cost becomes 0; returns whether it has.
    bool run(std::uint64_t moves);
    // Heat up again, as after a solution has been taken.
    void reheat();
    // Try this many moves at one temperature, even if the cost becomes 0: a Metropolis walk that weighs cubes
    // of cost c by exp(-c / heat), and all equally if `heat` is infinite. Throws std::invalid_argument if it
    // is not above 0.
    void walk(double heat, std::uint64_t moves);

    std::int64_t cost() const { return cost_; }
    std::uint64_t moves() const { return moves_; }
    // The content of each slot, orbit by orbit.
    const std::vector<std::uint8_t>& row() const { return values_; }

private:
    struct Kind {
        std::size_t turns, first, slots, width;  // width: stickers of a piece
        std::vector<std::uint8_t> colours;       // [placement * width + position]
        std::vector<std::uint64_t> near;         // for each slot, those that share a pair with it
        bool by_laws = false;                    // whether an invariant involves its pieces
    };
    struct Neighbour {
        std::uint32_t facelet;
        std::int32_t weight;  // of equal colours
    };
    struct Sum {
        std::int64_t total, least, most;
        std::int64_t cost() const { return total < least ? least - total : total > most ? total - most : 0; }
    };
    struct Part {
        std::uint32_t sum;
        std::int32_t weight;
    };
    struct Change {
        std::uint32_t facelet;
        std::uint8_t before, after;
    };

    std::uint64_t random();
    // A number below a limit, from 32 random bits.
    static std::size_t scaled(std::uint64_t bits, std::size_t limit) { return bits * limit >> 32; }
    void begin();
    void shuffle();
    void cool();
    void heat_to(double heat);
    void try_move();
    void note_changes(const Kind& kind, std::size_t slot, std::size_t value);
    std::int64_t cost_of_pairs(bool near) const;
    std::int64_t add_to_sums();
    void take_from_sums();
    std::int64_t cost_of_laws(std::size_t orbit, int turned, bool permuted);
    // Whether to make a move that adds this much, for 63 random bits.
    bool accepted(std::int64_t more, std::uint64_t chance) const;
    std::int64_t outside(std::size_t slot, std::size_t value) const {
        return domains_[slot] >> value & 1 ? 0 : kDomainCost;
    }

    static constexpr std::int64_t kDomainCost = 4, kLawCost = 3;
    static constexpr std::int32_t kPairCost = 2;
    static constexpr std::size_t kMostTold = 64;  // how many chances are computed in advance

    Schedule schedule_;
    std::uint64_t state_;
    std::vector<Kind> kinds_;
    std::vector<std::uint32_t> frames_;    // facelets of all slots, one slot after the other
    std::vector<std::uint32_t> frame_at_;  // where those of each slot begin
    std::vector<std::uint16_t> kind_of_;   // of each slot that can change
    std::vector<std::uint32_t> movable_;
    std::vector<std::uint8_t> values_, colours_;
    std::vector<std::uint32_t> domains_;
    std::vector<bool> pinned_;  // slots that keep what they hold on the solved cube
    std::vector<std::array<std::int32_t, kColours>> pair_cost_;  // for each facelet and colour
    std::vector<std::vector<Neighbour>> neighbours_;
    std::vector<Sum> sums_;
    std::vector<std::array<std::vector<Part>, kColours>> parts_;  // of sums, for each facelet and colour
    std::vector<Law> laws_;
    std::vector<int> law_sums_, law_changes_;
    std::vector<std::vector<std::pair<std::size_t, int>>> turned_in_;  // by orbit: invariants, and weights
    std::vector<std::vector<std::size_t>> permuted_in_;
    std::vector<Change> changes_;
    double heat_ = 1.0;
    std::array<std::uint64_t, kMostTold> chances_{};  // for each cost that is added, of 2^63
    std::int64_t relief_ = 0,
                 law_relief_ = 0;  // the most that sums can cost less, for each sticker, and invariants
    std::int64_t cost_ = 0;
    std::uint64_t moves_ = 0, left_in_sweep_ = 0;
    int sweep_ = 0, sweeps_ = 0;
    bool begun_ = false;
};

}  // namespace cubecsp
