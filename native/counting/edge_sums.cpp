// See edge_sums.hpp.

#include "counting/edge_sums.hpp"

#include <algorithm>
#include <bit>
#include <numeric>
#include <set>
#include <stdexcept>

#include "common/require.hpp"
#include "counting/subsets.hpp"

namespace cubecsp {

namespace {

constexpr std::size_t kWaiting = 256;          // rows: their sums take about a millisecond
constexpr std::uint64_t kStepsOfRow = 5000;    // that are not counted otherwise
constexpr std::uint64_t kStepsOfPlacing = 10;  // one slot and its images

// Whether the pieces of some placements are an odd permutation.
bool is_odd_permutation(const std::uint8_t* placements, std::size_t slots, std::size_t turns) {
    unsigned used = 0;
    bool odd = false;
    for (std::size_t slot = 0; slot < slots; ++slot) {
        const std::size_t piece = placements[slot] / turns;
        odd ^= is_odd_after(used, piece);
        used |= 1u << piece;
    }
    return odd;
}

}  // namespace

EdgeSums::EdgeSums(const std::vector<Domain>& domains) {
    require(domains.size() == kEdges, "one domain for each edge slot");
    for (const Domain domain : domains) require(domain >> kValues == 0, "no such placement");
    std::copy(domains.begin(), domains.end(), initial_.begin());
}

void EdgeSums::depend(int edge, const std::vector<int>& corners, const std::vector<Domain>& allowed) {
    require(!started_, "counting has started");
    require(edge >= 0 && static_cast<std::size_t>(edge) < kEdges, "no such edge slot");
    require(!corners.empty() && corners.size() <= 3, "one to three corners");
    Dependence dependence{static_cast<std::size_t>(edge), {}, allowed};
    std::size_t entries = 1;
    for (const int corner : corners) {
        require(corner >= 0 && static_cast<std::size_t>(corner) < kCorners, "no such corner slot");
        dependence.corners.push_back(static_cast<std::size_t>(corner));
        entries *= kValues;
    }
    require(allowed.size() == entries, "a domain for each placement of the corners");
    for (const Domain domain : allowed) require(domain >> kValues == 0, "no such placement");
    dependences_.push_back(std::move(dependence));
}

void EdgeSums::arrange(const std::vector<int>& order, int front, int corners) {
    require(!started_, "counting has started");
    halves_.arrange({order.begin(), order.end()}, static_cast<std::size_t>(front),
                    static_cast<std::size_t>(corners));
}

void EdgeSums::couple(const std::vector<std::pair<std::vector<std::size_t>, Steps>>& automata) {
    require(!started_, "counting has started");
    std::vector<Automaton> given;
    for (const auto& [slots, steps] : automata) given.push_back({slots, steps});
    halves_.couple(std::move(given));
}

// Slots come in the order in which corners determine their domains, so that rows share the first ones.
void EdgeSums::start() {
    if (started_) return;
    started_ = true;
    std::array<std::size_t, kEdges> settled{};  // by the number of first corners
    for (const Dependence& dependence : dependences_)
        for (const std::size_t corner : dependence.corners)
            settled[dependence.edge] = std::max(settled[dependence.edge], corner + 1);
    std::iota(order_.begin(), order_.end(), std::size_t{0});
    std::stable_sort(order_.begin(), order_.end(),
                     [&](std::size_t a, std::size_t b) { return settled[a] < settled[b]; });
    std::array<std::uint8_t, kEdges> pieces{};
    for (std::size_t i = 0; i < kEdges; ++i) pieces[i] = static_cast<std::uint8_t>(order_[i]);
    odd_order_ = is_odd_permutation(pieces.data(), kEdges, 1);
    const Subsets& subsets = Subsets::get();
    for (std::size_t used = 0; used <= kFront; ++used) front_[used].resize(subsets.number(used));
    for (std::size_t used = 0; used <= kBack; ++used) back_[used].resize(subsets.number(used));
    front_[0][0] = back_[0][0] = Ways{1, 0, 0, 0};
}

EdgeSums::Domains EdgeSums::domains_at(Row row) const {
    Domains domains = initial_;
    for (const Dependence& dependence : dependences_) {
        std::size_t entry = 0;
        for (const std::size_t corner : dependence.corners) entry = entry * kValues + row[corner];
        domains[dependence.edge] &= dependence.allowed[entry];
    }
    return domains;
}

// Fill one more slot, after a number of others: every set of pieces with one more.
void EdgeSums::append(std::size_t used, Domain domain, const Layer& from, Layer& to) {
    const Subsets& subsets = Subsets::get();
    std::fill(to.begin(), to.end(), Ways{});
    for (std::size_t piece = 0; piece < kEdges; ++piece) {
        const unsigned turns = domain >> (2 * piece) & 3;
        const Subsets::Steps& steps = subsets.adding(used, piece);
        switch (turns) {
            case 1:
                add<0>(steps.even, from.data(), to.data());
                add<2>(steps.odd, from.data(), to.data());
                break;
            case 2:
                add<1>(steps.even, from.data(), to.data());
                add<3>(steps.odd, from.data(), to.data());
                break;
            case 3:
                add<0, 1>(steps.even, from.data(), to.data());
                add<2, 3>(steps.odd, from.data(), to.data());
                break;
            default:
                break;
        }
    }
}

// Add to the ways of each target those of its source; each of `kChanges` says for one placement which of
// parity (2) and sum of flips (1) change on the way.
template <unsigned... kChanges>
void EdgeSums::add(const std::vector<SubsetStep>& steps, const Ways* from, Ways* to) {
    for (const auto [source, target] : steps) to[target] += (exchanged<kChanges>(from[source]) + ...);
}

// Fill the front, as far as it has changed since the row before.
void EdgeSums::fill_front(const Domains& domains) {
    bool changed = !filled_;
    for (std::size_t slot = 0; slot < kFront; ++slot) {
        changed = changed || domains[slot] != before_[slot];
        if (changed) append(slot, domains[slot], front_[slot], front_[slot + 1]);
        before_[slot] = domains[slot];
    }
    filled_ = true;
}

void EdgeSums::fill_back(const Domains& domains) {
    for (std::size_t slot = kFront; slot < kEdges; ++slot) {
        append(slot - kFront, domains[slot], back_[slot - kFront], back_[slot - kFront + 1]);
        before_[slot] = domains[slot];
    }
}

// Return in how many ways the halves fit together: what the front has used, the back has not, flips are
// even in number, and the permutation is odd or even.
std::uint64_t EdgeSums::met(bool odd) const {
    const Subsets::Steps& pairs = Subsets::get().halves();
    return matched<0>(odd ? pairs.odd : pairs.even) + matched<2>(odd ? pairs.even : pairs.odd);
}

// `kChange`: whether the parities of the halves differ (2) or not (0).
template <unsigned kChange>
std::uint64_t EdgeSums::matched(const std::vector<SubsetStep>& pairs) const {
    std::array<std::uint64_t, 4> total{};
    for (const auto [ahead, behind] : pairs) {
        const Ways first = front_[kFront][ahead], last = exchanged<kChange>(back_[kBack][behind]);
        for (std::size_t i = 0; i < 4; ++i) total[i] += std::uint64_t{first[i]} * last[i];
    }
    return total[0] + total[1] + total[2] + total[3];
}

std::vector<std::uint64_t> EdgeSums::counts(Row rows, std::size_t number, unsigned part, unsigned decided,
                                            const Poll& poll) {
    require(decided <= kEdges && part >> decided == 0, "no such part");
    start();
    const unsigned pieces = (1u << decided) - 1;
    std::vector<std::uint64_t> found(number);
    Meter meter;
    meter.ask(poll ? &poll : nullptr);
    Waiting waiting;
    for (std::size_t at = 0; at < number; ++at) {
        const Row row = rows + at * kCorners;
        meter.step(kStepsOfRow);
        require(std::all_of(row, row + kCorners, [](std::uint8_t value) { return value < kValues; }),
                "no such placement");
        const Domains given = domains_at(row);
        if (std::find(given.begin(), given.end(), Domain{0}) != given.end()) continue;
        const bool odd = is_odd_permutation(row, kCorners, 3);
        if (halves_.any()) {
            found[at] = halves_.count(row, given, odd, {part, pieces & ~part}, poll);
        } else if (part == 0) {
            waiting.places.push_back(at);
            waiting.odd.push_back(odd != odd_order_);
            waiting.domains.push_back(ordered(given));
            if (waiting.places.size() == kWaiting) settle(waiting, found);
        }
    }
    settle(waiting, found);
    return found;
}

EdgeSums::Domains EdgeSums::ordered(const Domains& given) const {
    Domains domains{};
    for (std::size_t slot = 0; slot < kEdges; ++slot) domains[slot] = given[order_[slot]];
    return domains;
}

// Count the edges for the rows that wait. A permanent and a determinant are the sum and the difference of the
// ways to place them as even and as odd permutations; with flips subtracted, the same for the ways with an
// even and an odd number of flips.
void EdgeSums::settle(Waiting& waiting, std::vector<std::uint64_t>& found) {
    const std::vector<std::int64_t> permanents = permanents_.sums(waiting.domains);
    for (std::size_t i = 0; i < permanents.size(); ++i) {
        const std::int64_t determinants = determinants_.sum(waiting.domains[i]);
        const std::int64_t ways = permanents[i] + (waiting.odd[i] ? -determinants : determinants);
        found[waiting.places[i]] = static_cast<std::uint64_t>(ways) / 4;
    }
    waiting = {};
}

bool EdgeSums::place(Row row, std::uint64_t rank, std::uint8_t* to) {
    require(!halves_.any(), "edges are coupled");
    start();
    const bool odd = is_odd_permutation(row, kCorners, 3);
    const Domains domains = ordered(domains_at(row));
    fill_front(domains);
    fill_back(domains);
    if (rank >= met(odd != odd_order_)) return false;
    const Subsets& subsets = Subsets::get();
    for (const unsigned change : {0u, 2u}) {  // whether the parities of the halves differ
        const bool crossed = (odd != odd_order_) != (change != 0);
        for (const auto [ahead, behind] : crossed ? subsets.halves().odd : subsets.halves().even)
            for (unsigned kind = 0; kind < 4; ++kind) {
                const std::uint64_t last = back_[kBack][behind][kind ^ change];
                const std::uint64_t here = front_[kFront][ahead][kind] * last;
                if (rank >= here) {
                    rank -= here;
                    continue;
                }
                follow(front_.data(), 0, kFront, subsets.set(kFront, ahead), kind, rank / last, to);
                follow(back_.data(), kFront, kEdges, subsets.set(kBack, behind), kind ^ change, rank % last,
                       to);
                return true;
            }
    }
    throw std::logic_error("the number is that of all halves together");
}

// Write one of the ways to fill some slots with all pieces of a set, going back from the last slot.
void EdgeSums::follow(const Layer* layers, std::size_t begin, std::size_t end, unsigned used, unsigned kind,
                      std::uint64_t rank, std::uint8_t* to) const {
    const Subsets& subsets = Subsets::get();
    const auto chosen = [&](std::size_t slot) {
        for (Domain left = before_[slot]; left; left &= left - 1) {
            const auto value = static_cast<unsigned>(std::countr_zero(left));
            if (!(used >> (value / 2) & 1)) continue;
            const unsigned others = used & ~(1u << value / 2);
            const unsigned changed = (value & 1) | (is_odd_after(others, value / 2) ? 2u : 0u);
            const std::uint64_t here = layers[slot - begin][subsets.place(others)][kind ^ changed];
            if (rank < here) {
                kind ^= changed;
                used = others;
                return value;
            }
            rank -= here;
        }
        throw std::logic_error("the number is that of all ways together");
    };
    for (std::size_t slot = end; slot-- > begin;) to[order_[slot]] = static_cast<std::uint8_t>(chosen(slot));
}

std::uint64_t EdgeSums::preserved(Row row, const std::vector<int>& sources,
                                  const std::vector<std::vector<int>>& values, const Poll& poll) const {
    require(sources.size() == kEdges && values.size() == kEdges, "one entry for each edge slot");
    std::array<std::size_t, kEdges> target{};
    for (std::size_t slot = 0; slot < kEdges; ++slot) {
        require(sources[slot] >= 0 && static_cast<std::size_t>(sources[slot]) < kEdges, "no such edge slot");
        require(values[slot].size() == kValues, "an image for each placement");
        for (const int value : values[slot])
            require(value >= 0 && static_cast<std::size_t>(value) < kValues, "no such placement");
        target[static_cast<std::size_t>(sources[slot])] = slot;
    }
    require(std::set<std::size_t>(target.begin(), target.end()).size() == kEdges, "a slot has two images");
    require(std::all_of(row, row + kCorners, [](std::uint8_t value) { return value < kValues; }),
            "no such placement");
    const Domains domains = domains_at(row);
    const bool odd = is_odd_permutation(row, kCorners, 3);
    std::array<std::uint8_t, kEdges> held{};
    std::uint64_t found = 0;
    Meter meter;
    meter.ask(poll ? &poll : nullptr);

    // The content of a slot determines the contents of its images under the symmetry.
    const auto place = [&](auto& self, unsigned filled, unsigned used, bool flipped) -> void {
        if (filled == (1u << kEdges) - 1) {
            found +=
                !flipped && is_odd_permutation(held.data(), kEdges, 2) == odd && halves_.keeps(row, held);
            return;
        }
        const auto first = static_cast<std::size_t>(std::countr_one(filled));
        for (Domain left = domains[first]; left; left &= left - 1) {
            const auto chosen = static_cast<std::size_t>(std::countr_zero(left));
            meter.step(kStepsOfPlacing);
            unsigned now_filled = filled, now_used = used;
            bool now_flipped = flipped, possible = true;
            std::size_t slot = first, value = chosen;
            do {
                const unsigned piece = 1u << (value / 2);
                possible = !(now_used & piece) && (domains[slot] >> value & 1);
                held[slot] = static_cast<std::uint8_t>(value);
                now_used |= piece;
                now_filled |= 1u << slot;
                now_flipped ^= value % 2 == 1;
                slot = target[slot];
                value = static_cast<std::size_t>(values[slot][value]);
            } while (possible && slot != first);
            if (possible && value == chosen) self(self, now_filled, now_used, now_flipped);
        }
    };
    place(place, 0, 0, false);
    return found;
}

}  // namespace cubecsp
