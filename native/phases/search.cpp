// The beam search of a phase. Positions of one length are looked at together, turn by turn and set by set, so
// that the tables of a turn stay in the cache: a position after a turn takes some ten nanoseconds.

#include <algorithm>
#include <bit>
#include <limits>
#include <numeric>
#include <tuple>
#include <utility>

#include "common/require.hpp"
#include "phases/search.hpp"

namespace cubecsp::phases {

namespace {

constexpr std::uint32_t kFirst = std::numeric_limits<std::uint32_t>::max();  // the turn before a start

// Positions are sorted by cost; a cost has kAway for each thing that is not at the goal.
constexpr std::uint32_t kAway = 1U << 24;
constexpr std::uint32_t kHopeless = 1U << 20;  // above all costs that occur
constexpr std::uint32_t cost_of(std::uint32_t measured) { return measured & (kAway - 1); }
constexpr bool at_goal(std::uint32_t measured) { return measured < kAway; }

// How a position came about: from which one, by which turn of the phase; beyond these, from which start.
struct Step {
    std::uint32_t before;
    std::uint32_t turn;
};

struct Candidate {
    std::uint32_t measured;
    std::uint32_t parent;
    std::uint32_t turn;

    std::tuple<bool, std::uint32_t, std::uint32_t, std::uint32_t> key() const {
        return {!at_goal(measured), cost_of(measured), parent, turn};
    }
};

// Positions of one length, a column for each set.
struct Level {
    std::vector<std::vector<Set>> sets;
    std::vector<std::uint32_t> odd;   // a bit for each parity
    std::vector<std::uint32_t> last;  // the turn before
    std::vector<std::uint32_t> step;

    explicit Level(std::size_t followed) : sets(followed) {}
    std::size_t size() const { return step.size(); }
    void clear() {
        for (auto& column : sets) column.clear();
        odd.clear();
        last.clear();
        step.clear();
    }
};

// Numbers that were seen.
class Seen {
public:
    explicit Seen(std::size_t most) : slots_(std::bit_ceil(4 * most)) {}
    // Whether a number is new.
    bool insert(std::uint64_t number) {
        number |= 1;  // 0 marks an empty slot
        for (std::size_t at = number >> 8;; ++at) {
            std::uint64_t& slot = slots_[at & (slots_.size() - 1)];
            if (slot == number) return false;
            if (slot == 0) {
                slot = number;
                return true;
            }
        }
    }
    void clear() { std::ranges::fill(slots_, 0); }

private:
    std::vector<std::uint64_t> slots_;
};

std::uint64_t mixed(std::uint64_t hash, std::uint64_t value) {
    hash = (hash ^ value) * 0x9E3779B97F4A7C15ULL;
    return hash ^ hash >> 29;
}

class Search {
public:
    Search(const Phase& phase, std::span<const Start> starts, const Effort& effort, const Stop& stop)
        : phase_(phase),
          starts_(starts),
          effort_(effort),
          stop_(stop),
          level_(phase.followed.size()),
          next_(phase.followed.size()),
          seen_(2 * effort.width) {
        for (const Turn& turn : phase.turns) {
            auto& of_sets = turned_.emplace_back();
            for (const Followed& one : phase.followed) of_sets.emplace_back(turn.rows[one.orbit]);
            odd_.push_back(odd_orbits(turn.rows));
        }
    }

    std::vector<Found> run() {
        std::vector<std::size_t> order(starts_.size());
        std::iota(order.begin(), order.end(), std::size_t{0});
        std::ranges::stable_sort(order, {}, [&](std::size_t i) { return starts_[i].length; });
        if (order.empty()) return {};
        std::size_t last = starts_[order.back()].length + effort_.patience;
        auto waiting = order.begin();
        for (std::size_t length = starts_[order.front()].length; length <= last; ++length) {
            candidates_.clear();
            expand();
            for (; waiting != order.end() && starts_[*waiting].length == length; ++waiting) begin(*waiting);
            const bool none_before = found_.empty();
            keep_best();
            if (found_.size() >= effort_.wanted) break;
            if (none_before && !found_.empty()) last = std::min(last, length + effort_.more);
            if (level_.size() == 0 && waiting == order.end()) break;
        }
        return std::move(found_);
    }

private:
    std::uint32_t odd_orbits(const std::vector<Row>& rows) const {
        std::uint32_t odd = 0;
        for (std::size_t i = 0; i < phase_.parities.size(); ++i) {
            odd |= std::uint32_t{is_odd(rows[phase_.parities[i]])} << i;
        }
        return odd;
    }

    bool follows(std::uint32_t turn, std::uint32_t last) const {
        if (last == kFirst) return true;
        const Turn &one = phase_.turns[turn], &before = phase_.turns[last];
        return one.axis != before.axis || one.block > before.block;
    }

    // All positions one turn further.
    void expand() {
        const std::size_t count = level_.size();
        bar_ = kHopeless - 1;
        room_ = 4 * effort_.width + 1024;
        tally_.assign(kHopeless >> kCoarse, 0);
        for (std::uint32_t turn = 0; turn < phase_.turns.size(); ++turn) {
            stop_.obey();
            measure(turn);
            for (std::uint32_t i = 0; i < count; ++i) {
                if (cost_of(measured_[i]) <= bar_ && follows(turn, level_.last[i])) {
                    put({measured_[i], i, turn});
                }
            }
        }
    }

    // Keeps a candidate, and lowers the bar once there are enough better ones.
    void put(const Candidate& candidate) {
        candidates_.push_back(candidate);
        ++tally_[cost_of(candidate.measured) >> kCoarse];
        if (candidates_.size() < room_) return;
        std::size_t better = 0;
        std::uint32_t bar = 0;
        while (better < 2 * effort_.width && bar < tally_.size()) better += tally_[bar++];
        bar_ = std::min(bar_, (bar << kCoarse) - 1);
        std::erase_if(candidates_, [&](const Candidate& one) { return cost_of(one.measured) > bar_; });
        std::fill(tally_.begin() + bar, tally_.end(), 0U);
        room_ = candidates_.size() + 2 * effort_.width + 1024;
    }

    // Measures all positions after a turn.
    void measure(std::size_t turn) {
        const std::size_t count = level_.size();
        measured_.resize(count);
        for (std::size_t i = 0; i < count; ++i) measured_[i] = of_parities(level_.odd[i] ^ odd_[turn]);
        for (const Target& target : phase_.targets) {
            numbers_.assign(count, 0);
            for (std::size_t part = 0; part < target.sets.size(); ++part) {
                const SetTurn& turned = turned_[turn][target.sets[part]];
                const Set* sets = level_.sets[target.sets[part]].data();
                for (std::size_t i = 0; i < count; ++i) {
                    numbers_[i] += target.values->part(part, turned(sets[i]));
                }
            }
            for (std::size_t i = 0; i < count; ++i) measured_[i] += of_target(target, numbers_[i]);
        }
        for (const Match& match : phase_.matches) {
            numbers_.assign(count, 0);
            const SetTurn& first = turned_[turn][match.sets[0]];
            const Set* firsts = level_.sets[match.sets[0]].data();
            for (std::size_t part = 1; part < match.sets.size(); ++part) {
                const SetTurn& turned = turned_[turn][match.sets[part]];
                const Set* sets = level_.sets[match.sets[part]].data();
                for (std::size_t i = 0; i < count; ++i) numbers_[i] |= first(firsts[i]) ^ turned(sets[i]);
            }
            for (std::size_t i = 0; i < count; ++i) measured_[i] += of_match(match, numbers_[i]);
        }
    }

    std::uint32_t of_parities(std::uint32_t odd) const {
        return static_cast<std::uint32_t>(std::popcount(odd)) * (kAway + phase_.parity_cost);
    }
    static std::uint32_t of_target(const Target& target, std::uint32_t number) {
        const std::uint8_t distance = number < target.distances.size() ? target.distances[number] : kNever;
        if (distance == kNever) return kAway + kHopeless;
        return distance == 0 ? 0 : kAway + target.costs[distance];
    }
    static std::uint32_t of_match(const Match& match, Set unlike) {
        return unlike == 0 ? 0 : kAway + match.costs[static_cast<std::size_t>(std::popcount(unlike))];
    }

    std::vector<Set> sets_of(const Start& start) const {
        std::vector<Set> found;
        for (const Followed& one : phase_.followed) {
            Set set = 0;
            for (std::size_t slot = 0; slot < kOrbitSlots; ++slot) {
                set |= (one.members >> start.pieces[one.orbit][slot] & 1U) << slot;
            }
            found.push_back(set);
        }
        return found;
    }

    // Takes a start among the candidates.
    void begin(std::size_t start) {
        const std::vector<Set> sets = sets_of(starts_[start]);
        std::uint32_t measured = of_parities(odd_orbits(starts_[start].pieces));
        for (const Target& target : phase_.targets) {
            std::uint32_t number = 0;
            for (std::size_t part = 0; part < target.sets.size(); ++part) {
                number += target.values->part(part, sets[target.sets[part]]);
            }
            measured += of_target(target, number);
        }
        for (const Match& match : phase_.matches) {
            Set unlike = 0;
            for (const std::size_t set : match.sets) unlike |= sets[set] ^ sets[match.sets[0]];
            measured += of_match(match, unlike);
        }
        if (cost_of(measured) >= kHopeless) return;
        candidates_.push_back({measured, kFirst, static_cast<std::uint32_t>(phase_.turns.size() + start)});
    }

    // Makes the best candidates the next level, each position once; those at the goal are found.
    void keep_best() {
        auto& all = candidates_;
        const std::size_t most = std::min(all.size(), 2 * effort_.width);
        std::ranges::nth_element(all, all.begin() + static_cast<std::ptrdiff_t>(most), {}, &Candidate::key);
        all.resize(most);
        std::ranges::sort(all, {}, &Candidate::key);
        next_.clear();
        seen_.clear();
        for (const Candidate& one : all) {
            if (next_.size() >= effort_.width || found_.size() >= effort_.wanted) break;
            add(one);
        }
        std::swap(level_, next_);
    }

    void add(const Candidate& one) {
        const bool starts = one.parent == kFirst;
        std::vector<Set>& sets = sets_;
        if (starts) {
            sets = sets_of(starts_[one.turn - phase_.turns.size()]);
        } else {
            sets.resize(phase_.followed.size());
            for (std::size_t i = 0; i < sets.size(); ++i) {
                sets[i] = turned_[one.turn][i](level_.sets[i][one.parent]);
            }
        }
        const std::uint32_t odd = starts ? odd_orbits(starts_[one.turn - phase_.turns.size()].pieces)
                                         : level_.odd[one.parent] ^ odd_[one.turn];
        const Step step{starts ? kFirst : level_.step[one.parent], one.turn};
        if (at_goal(one.measured)) {
            found_.push_back(traced(step));
            return;
        }
        std::uint64_t hash = mixed(1, odd);
        for (const Set set : sets) hash = mixed(hash, set);
        if (!seen_.insert(hash)) return;
        for (std::size_t i = 0; i < sets.size(); ++i) next_.sets[i].push_back(sets[i]);
        next_.odd.push_back(odd);
        next_.last.push_back(starts ? kFirst : one.turn);
        next_.step.push_back(static_cast<std::uint32_t>(steps_.size()));
        steps_.push_back(step);
    }

    // The sequence that ends with a step.
    Found traced(Step step) const {
        std::vector<std::uint32_t> turns;
        while (step.before != kFirst) {
            turns.push_back(step.turn);
            step = steps_[step.before];
        }
        Found found{step.turn - phase_.turns.size(), {}, {}};
        found.pieces = starts_[found.start].pieces;
        for (auto number = turns.rbegin(); number != turns.rend(); ++number) {
            const Turn& turn = phase_.turns[*number];
            found.turns.push_back(turn.number);
            for (std::size_t orbit = 0; orbit < found.pieces.size(); ++orbit) {
                found.pieces[orbit] = product(found.pieces[orbit], turn.rows[orbit]);
            }
        }
        return found;
    }

    static constexpr unsigned kCoarse = 2;  // bits of costs that tallies do without

    const Phase& phase_;
    std::span<const Start> starts_;
    const Effort& effort_;
    const Stop& stop_;
    std::vector<std::vector<SetTurn>> turned_;  // by turn and set
    std::vector<std::uint32_t> odd_;            // of each turn
    Level level_, next_;
    std::vector<Step> steps_;
    std::vector<Candidate> candidates_;
    std::vector<std::uint32_t> measured_, numbers_, tally_;
    std::vector<Set> sets_;
    std::uint32_t bar_ = 0;  // candidates cost no more
    std::size_t room_ = 0;   // candidates there may be before the bar is lowered
    Seen seen_;
    std::vector<Found> found_;
};

}  // namespace

std::vector<Found> search(const Phase& phase, std::span<const Start> starts, const Effort& effort,
                          const Stop& stop) {
    require(effort.width != 0, "a beam is at least 1 wide");
    return Search(phase, starts, effort, stop).run();
}

}  // namespace cubecsp::phases
