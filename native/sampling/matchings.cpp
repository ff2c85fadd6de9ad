// See matchings.hpp.

#include "sampling/matchings.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <map>
#include <stdexcept>

#include "common/platform.hpp"
#include "common/require.hpp"

namespace cubecsp {

namespace {

constexpr std::size_t kMostSlots = 12, kCorners = 8, kCornerTurns = 3, kEdges = 12, kEdgeTurns = 2;
constexpr std::size_t kMostTables = 512;  // of edges: 64 MB

// The contents of the first slots of an orbit.
struct Filled {
    unsigned used = 0;    // the pieces
    bool odd = false;     // whether the number of their inversions is odd
    std::size_t sum = 0;  // of their turns
};

// The next piece, and a choice of turns.
struct Choice {
    std::size_t slot, piece;
    unsigned turns;  // a bit mask
};

// For each set of up to 12 pieces a bit for each piece: whether it would add an odd number of inversions.
const std::vector<std::uint16_t>& inversions() {
    static const std::vector<std::uint16_t> found = [] {
        std::vector<std::uint16_t> masks(std::size_t{1} << kMostSlots);
        for (unsigned used = 0; used < masks.size(); ++used)
            for (unsigned piece = 0; piece < kMostSlots; ++piece)
                if (is_odd(used >> piece >> 1))
                    masks[used] = static_cast<std::uint16_t>(masks[used] | 1u << piece);
        return masks;
    }();
    return found;
}

// Fill the slots of an orbit with row number `given`, and return the contents of the first slots and the rest
// of the number. `domain(slot)`: the domain of a slot; `number(choice, after)`: in how many ways the rest can
// be filled after any of some turns, `after.sum` being the sum without it; `chosen(slot, value)` is called
// with the content of a slot.
template <std::size_t kTurns, class Rank, class Domain, class Number, class Chosen>
std::pair<Filled, Rank> descend(std::size_t slots, const Rank& given, const Domain& domain,
                                const Number& number, const Chosen& chosen) {
    constexpr unsigned kAll = (1u << kTurns) - 1;
    const std::uint16_t* odd_after = inversions().data();
    Rank rank = given;
    Filled state;
    for (std::size_t slot = 0; slot < slots; ++slot) {
        const std::uint64_t held = domain(slot);
        const unsigned odd = odd_after[state.used] ^ (state.odd ? ~0u : 0u);
        Choice choice{slot, 0, 0};
        Filled after = state;
        for (unsigned left = ((1u << slots) - 1) & ~state.used;; left &= left - 1) {
            require(left != 0, "the rank is too large");
            choice.piece = static_cast<std::size_t>(std::countr_zero(left));
            choice.turns = static_cast<unsigned>(held >> (choice.piece * kTurns)) & kAll;
            after.used = state.used | (left & (0 - left));
            after.odd = (odd >> choice.piece & 1) != 0;
            const Rank here = number(choice, after);
            if (rank < here) break;
            rank = rank - here;
        }
        state = after;
        unsigned turns = choice.turns;
        for (;; turns &= turns - 1) {
            require(turns != 0, "the rank is too large");
            choice.turns = turns & (0 - turns);
            const Rank here = number(choice, state);
            if (rank < here) break;
            rank = rank - here;
        }
        const auto turn = static_cast<std::size_t>(std::countr_zero(turns));
        state.sum = (state.sum + turn) % kTurns;
        chosen(slot, choice.piece * kTurns + turn);
    }
    return {state, rank};
}

// Add up the ways that follow each of some turns: `following(sum)`, by the sum of turns then.
template <std::size_t kTurns, class Rank, class Following>
Rank total_of(unsigned turns, std::size_t sum, const Following& following) {
    Rank total{};
    for (; turns != 0; turns &= turns - 1)
        total = total + following((sum + static_cast<std::size_t>(std::countr_zero(turns))) % kTurns);
    return total;
}

// The completions of each list of domains, made once.
class Tables {
public:
    std::shared_ptr<const Completions> of(int turns, const std::vector<std::uint64_t>& domains) {
        auto& table = tables_[domains];
        if (!table) {
            if (tables_.size() > kMostTables) throw std::length_error("too many different domains");
            table = std::make_shared<const Completions>(turns, domains);
        }
        return table;
    }

private:
    std::map<std::vector<std::uint64_t>, std::shared_ptr<const Completions>> tables_;
};

}  // namespace

Completions::Completions(int turns, const std::vector<std::uint64_t>& domains)
    : turns_(static_cast<std::size_t>(turns)), domains_(domains) {
    require(turns >= 1 && turns <= 3, "a piece is turned in 1 to 3 ways");
    require(domains.size() <= kMostSlots, "at most 12 slots");
    const std::size_t slots = domains.size();
    for (const std::uint64_t domain : domains) require(domain >> (slots * turns_) == 0, "no such placement");
    if (turns_ == 1) count<1>();
    if (turns_ == 2) count<2>();
    if (turns_ == 3) count<3>();
}

// Add up from the end, for those sets of pieces that the first slots can use.
template <std::size_t kTurns>
void Completions::count() {
    constexpr unsigned kAll = (1u << kTurns) - 1;
    const std::uint16_t* odd_after = inversions().data();
    const std::size_t sets = std::size_t{1} << slots();
    std::array<unsigned, kMostSlots + 1> fitting{};  // pieces, by slot
    for (std::size_t slot = 0; slot < slots(); ++slot)
        for (std::size_t piece = 0; piece < slots(); ++piece)
            if (domains_[slot] >> (piece * kTurns) & kAll) fitting[slot] |= 1u << piece;
    std::vector<char> reached(sets);
    reached[0] = 1;
    for (unsigned used = 0; used < sets; ++used)
        if (reached[used])
            for (unsigned left = fitting[static_cast<std::size_t>(std::popcount(used))] & ~used; left != 0;
                 left &= left - 1)
                reached[used | (left & (0 - left))] = 1;
    ways_.assign(sets * 2 * kTurns, 0);
    ways_[(sets - 1) * 2 * kTurns] = 1;
    for (auto used = static_cast<unsigned>(sets - 1); used-- > 0;) {
        if (!reached[used]) continue;
        const auto slot = static_cast<std::size_t>(std::popcount(used));
        std::array<std::uint64_t, 2 * kTurns> total{};
        for (unsigned left = fitting[slot] & ~used; left != 0; left &= left - 1) {
            const auto piece = static_cast<std::size_t>(std::countr_zero(left));
            const std::size_t odd = odd_after[used] >> piece & 1;
            const std::uint64_t* from = &ways_[std::size_t{used | 1u << piece} * 2 * kTurns];
            for (std::size_t turn = 0; turn < kTurns; ++turn) {
                if (!(domains_[slot] >> (piece * kTurns + turn) & 1)) continue;
                for (std::size_t parity = 0; parity < 2; ++parity)
                    for (std::size_t sum = 0; sum < kTurns; ++sum)
                        total[(parity ^ odd) * kTurns + (sum + turn) % kTurns] += from[parity * kTurns + sum];
            }
        }
        std::copy(total.begin(), total.end(), &ways_[std::size_t{used} * 2 * kTurns]);
    }
}

template <std::size_t kTurns>
void Completions::fill(std::uint64_t rank, bool odd, std::uint8_t* to) const {
    descend<kTurns>(
        slots(), rank, [&](std::size_t slot) { return domains_[slot]; },
        [&](const Choice& choice, const Filled& after) {
            return total_of<kTurns, std::uint64_t>(choice.turns, after.sum, [&](std::size_t sum) {
                return ways(after.used, odd != after.odd, (kTurns - sum) % kTurns);
            });
        },
        [&](std::size_t slot, std::size_t value) { to[slot] = static_cast<std::uint8_t>(value); });
}

void Completions::row(std::uint64_t rank, bool odd, std::uint8_t* to) const {
    if (turns_ == 1) return fill<1>(rank, odd, to);
    return turns_ == 2 ? fill<2>(rank, odd, to) : fill<3>(rank, odd, to);
}

Boxes::Boxes(const std::vector<Box>& boxes) {
    require(!boxes.empty(), "no boxes");
    slots_ = kCorners + boxes[0].edges.size();
    Tables corners, edges;
    std::map<const Completions*, std::shared_ptr<const Weights<std::uint64_t>>> edge_weights;
    for (const Box& box : boxes) {
        require(box.sign == 1 || box.sign == -1, "a sign is 1 or -1");
        require(box.corners.size() == kCorners, "one domain for each corner slot");
        require(box.edges.empty() || box.edges.size() == kEdges, "one domain for each edge slot");
        require(kCorners + box.edges.size() == slots_, "boxes of different cubes");
        Part part{box.sign < 0, corners.of(kCornerTurns, box.corners), nullptr, {}, {}};
        if (!box.edges.empty()) {
            part.edges = edges.of(kEdgeTurns, box.edges);
            auto& weights = edge_weights[part.edges.get()];
            if (!weights)
                weights = std::make_shared<const Weights<std::uint64_t>>(edge_weights_of(*part.edges));
            part.edge_weights = weights;
        }
        part.weights = weights_of(*part.corners, part.edges.get());
        const TwoWords number = part.weights.single[0];
        total_ = part.negative ? total_ - number : total_ + number;
        parts_.push_back(std::move(part));
    }
}

Boxes::Weights<TwoWords> Boxes::weights_of(const Completions& corners, const Completions* edges) {
    Weights<TwoWords> weights;
    for (unsigned used = 0; used < 1u << kCorners; ++used)
        for (const bool before : {false, true}) {
            TwoWords total;
            for (std::size_t sum = 0; sum < kCornerTurns; ++sum) {
                TwoWords weight;
                for (const bool after : {false, true}) {
                    const std::uint64_t behind = edges == nullptr ? 1 : edges->ways(0, before != after, 0);
                    weight = weight +
                             product(corners.ways(used, after, (kCornerTurns - sum) % kCornerTurns), behind);
                }
                weights.single.push_back(weight);
                total = total + weight;
            }
            weights.totals.push_back(total);
        }
    return weights;
}

Boxes::Weights<std::uint64_t> Boxes::edge_weights_of(const Completions& edges) {
    Weights<std::uint64_t> weights{edges.numbers(), {}};
    for (std::size_t i = 0; i < edges.numbers().size(); i += kEdgeTurns)
        weights.totals.push_back(edges.numbers()[i] + edges.numbers()[i + 1]);
    return weights;
}

// The number of cubes of a part with the present placements, read from its weights.
template <std::size_t kTurns, class Rank>
class Boxes::Reader {
public:
    Reader(const Weights<Rank>& weights, bool odd)
        : single_(weights.single.data()), totals_(weights.totals.data()), odd_(odd ? 1 : 0) {}

    Rank operator()(unsigned turns, const Filled& after) const {
        const std::size_t entry = after.used * 2 + (odd_ ^ (after.odd ? 1u : 0u));
        if (turns == (1u << kTurns) - 1) return totals_[entry];
        return total_of<kTurns, Rank>(turns, after.sum,
                                      [&](std::size_t sum) { return single_[entry * kTurns + sum]; });
    }

private:
    const Rank *single_, *totals_;
    unsigned odd_;
};

// Fill an orbit by a rank, and return whether the permutation is odd, and the rest of the rank. `alive`: the
// parts that contain the present placements; `weights(part)`: how many cubes of them remain.
template <std::size_t kTurns, auto kOrbit, class Rank, class Of>
std::pair<bool, Rank> Boxes::place(const Rank& rank, std::vector<const Part*>& alive, bool odd,
                                   std::uint8_t* to, const Of& weights) {
    const std::size_t slots = (alive[0]->*kOrbit)->slots();
    if (alive.size() == 1) {  // the usual case, which takes half the time in this way
        const Completions& only = *(alive[0]->*kOrbit);
        const Reader<kTurns, Rank> reader(weights(*alive[0]), odd);
        const auto [filled, left] = descend<kTurns>(
            slots, rank, [&](std::size_t slot) { return only.domain(slot); },
            [reader](const Choice& choice, const Filled& after) { return reader(choice.turns, after); },
            [to](std::size_t slot, std::size_t value) { to[slot] = static_cast<std::uint8_t>(value); });
        return {filled.odd, left};
    }
    const auto [filled, left] = descend<kTurns>(
        slots, rank,
        [&](std::size_t slot) {
            std::uint64_t domain = 0;
            for (const Part* part : alive) domain |= (part->*kOrbit)->domain(slot);
            return domain;
        },
        [&](const Choice& choice, const Filled& after) {
            Rank total{};
            for (const Part* part : alive) {
                const std::uint64_t domain = (part->*kOrbit)->domain(choice.slot);
                const auto turns = choice.turns & static_cast<unsigned>(domain >> (choice.piece * kTurns));
                if (turns == 0) continue;
                const Rank some = Reader<kTurns, Rank>(weights(*part), odd)(turns, after);
                total = part->negative ? total - some : total + some;
            }
            return total;
        },
        [&](std::size_t slot, std::size_t value) {
            to[slot] = static_cast<std::uint8_t>(value);
            std::erase_if(alive,
                          [&](const Part* part) { return !((part->*kOrbit)->domain(slot) >> value & 1); });
        });
    return {filled.odd, left};
}

void Boxes::row(TwoWords rank, std::uint8_t* to) const {
    require(rank < total_, "the rank is too large");
    std::vector<const Part*> alive;
    alive.reserve(parts_.size());
    for (const Part& part : parts_) alive.push_back(&part);
    const auto [odd, left] = place<kCornerTurns, &Part::corners>(
        rank, alive, false, to, [](const Part& part) -> const auto& { return part.weights; });
    if (slots_ == kCorners) return;
    // The ways to place the edges are fewer than 2^40.
    place<kEdgeTurns, &Part::edges>(left.low, alive, odd, to + kCorners,
                                    [](const Part& part) -> const auto& { return *part.edge_weights; });
}

}  // namespace cubecsp
