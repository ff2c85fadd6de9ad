#include "pattern/annealing.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>

#include "common/require.hpp"

namespace cubecsp {

namespace {

constexpr std::size_t kMostFacelets = std::size_t{1} << 24;  // a 1600x1600x1600 has fewer
constexpr int kMostSweeps = 1 << 29;                         // twice as many are an int
constexpr int kMostModulus = 1 << 16;                        // so that a turn of two slots adds an int
constexpr std::int64_t kMostTotal = std::int64_t{1} << 52;   // beyond the sum of so many weights
constexpr double kColdest = 1e-9;                            // nothing worse is accepted from there on
constexpr std::int64_t kMostWeight = 1 << 20;                // sums of so many facelets do not overflow

std::size_t index_below(int number, std::size_t limit, const char* message) {
    require(number >= 0 && static_cast<std::size_t>(number) < limit, message);
    return static_cast<std::size_t>(number);
}

}  // namespace

Annealing::Annealing(const std::vector<Orbit>& orbits, const std::vector<std::pair<int, int>>& fixed,
                     const std::vector<Law>& laws, const Schedule& schedule, std::uint64_t seed)
    : schedule_(schedule), state_(seed), laws_(laws) {
    require(
        schedule.hot > 0 && schedule.cold > 0 && std::isfinite(schedule.hot) && std::isfinite(schedule.cold),
        "temperatures are above 0");
    require(schedule.sweeps > 0 && std::max(schedule.sweeps, schedule.most) <= kMostSweeps,
            "there is at least 1 sweep");
    std::size_t facelets = fixed.size();
    for (const Orbit& orbit : orbits) {
        require(!orbit.frames.empty() && !orbit.frames[0].empty() && orbit.turns > 0, "an empty orbit");
        facelets += orbit.frames.size() * orbit.frames[0].size();
    }
    require(facelets <= kMostFacelets, "too many facelets");
    require(orbits.size() <= std::numeric_limits<std::uint16_t>::max(), "too many orbits");
    constexpr std::uint8_t kNone = kColours;
    colours_.assign(facelets, kNone);
    const auto paint = [&](int facelet, int colour) {
        std::uint8_t& shown = colours_[index_below(facelet, facelets, "no such facelet")];
        require(shown == kNone, "a facelet occurs twice");
        shown = static_cast<std::uint8_t>(index_below(colour, kColours, "no such colour"));
    };
    for (const auto& [facelet, colour] : fixed) paint(facelet, colour);
    for (const Orbit& orbit : orbits) {
        const Kind kind{static_cast<std::size_t>(orbit.turns),
                        values_.size(),
                        orbit.frames.size(),
                        orbit.frames[0].size(),
                        {},
                        std::vector<std::uint64_t>(orbit.frames.size())};
        require(orbit.colours.size() == kind.slots * kind.turns && orbit.colours.size() <= kMostPlacements,
                "as many placements as pieces times turns, 24 at most");
        for (std::size_t slot = 0; slot < kind.slots; ++slot) {
            require(orbit.frames[slot].size() == kind.width, "frames of one length");
            const std::vector<int>& home = orbit.colours[slot * kind.turns];
            require(home.size() == kind.width, "a colour for each facelet of a frame");
            frame_at_.push_back(static_cast<std::uint32_t>(frames_.size()));
            for (std::size_t at = 0; at < kind.width; ++at) {
                paint(orbit.frames[slot][at], home[at]);
                frames_.push_back(static_cast<std::uint32_t>(orbit.frames[slot][at]));
            }
            movable_.push_back(static_cast<std::uint32_t>(values_.size()));
            kind_of_.push_back(static_cast<std::uint16_t>(kinds_.size()));
            values_.push_back(static_cast<std::uint8_t>(slot * kind.turns));
        }
        kinds_.push_back(kind);
        for (const std::vector<int>& shown : orbit.colours) {
            require(shown.size() == kind.width, "a colour for each facelet of a frame");
            for (const int colour : shown)
                kinds_.back().colours.push_back(
                    static_cast<std::uint8_t>(index_below(colour, kColours, "no such colour")));
        }
    }
    require(!movable_.empty(), "no slot has several placements");
    domains_.assign(values_.size(), std::numeric_limits<std::uint32_t>::max());
    pinned_.assign(values_.size(), false);
    pair_cost_.assign(facelets, {});
    neighbours_.resize(facelets);
    parts_.resize(facelets);
    law_sums_.assign(laws.size(), 0);
    law_changes_.assign(laws.size(), 0);
    turned_in_.resize(kinds_.size());
    permuted_in_.resize(kinds_.size());
    for (std::size_t law = 0; law < laws.size(); ++law) {
        const int modulus = laws[law].modulus;
        require(modulus > 1 && modulus <= kMostModulus, "a modulus of 2 to 65,536");
        for (const auto& [orbit, weight] : laws[law].turned) {
            auto& turned = turned_in_[index_below(orbit, kinds_.size(), "no such orbit")];
            require(turned.empty() || turned.back().first != law, "an orbit occurs twice in a law");
            turned.emplace_back(law, weight % modulus);
        }
        for (const int orbit : laws[law].permuted)
            permuted_in_[index_below(orbit, kinds_.size(), "no such orbit")].push_back(law);
    }
}

void Annealing::relate(int a, int b, bool equal) {
    require(!begun_, "annealing has begun");
    const std::size_t first = index_below(a, colours_.size(), "no such facelet");
    const std::size_t second = index_below(b, colours_.size(), "no such facelet");
    require(first != second, "a facelet is compared with itself");
    const std::int32_t weight = equal ? -kPairCost : kPairCost;
    neighbours_[first].push_back({static_cast<std::uint32_t>(second), weight});
    neighbours_[second].push_back({static_cast<std::uint32_t>(first), weight});
    if (equal) cost_ += kPairCost;
}

void Annealing::bound(const std::vector<Term>& terms, std::int64_t least, std::int64_t most) {
    require(!begun_, "annealing has begun");
    const auto number = static_cast<std::uint32_t>(sums_.size());
    sums_.push_back(
        {0, std::clamp(least, -kMostTotal, kMostTotal), std::clamp(most, -kMostTotal, kMostTotal)});
    for (const auto& [facelet, colour, weight] : terms) {
        require(weight != 0 && std::abs(std::int64_t{weight}) <= kMostWeight, "a weight out of range");
        parts_[index_below(facelet, colours_.size(), "no such facelet")]
              [index_below(colour, kColours, "no such colour")]
                  .push_back({number, weight});
    }
}

void Annealing::allow(int slot, std::uint32_t mask) {
    require(!begun_, "annealing has begun");
    domains_[index_below(slot, values_.size(), "no such slot")] &= mask;
}

// Compute the cost of the solved cube, which is the start, and which slots interact.
void Annealing::begin() {
    begun_ = true;
    std::vector<std::uint32_t> slot_of(colours_.size(), std::numeric_limits<std::uint32_t>::max());
    for (std::size_t slot = 0; slot < values_.size(); ++slot) {
        const Kind& kind = kinds_[kind_of_[slot]];
        for (std::size_t at = 0; at < kind.width; ++at)
            slot_of[frames_[frame_at_[slot] + at]] = static_cast<std::uint32_t>(slot);
        cost_ += outside(slot, values_[slot]);
        if (domains_[slot] == std::uint32_t{1} << values_[slot]) pinned_[slot] = true;
    }
    std::erase_if(movable_, [&](std::uint32_t slot) { return pinned_[slot]; });
    for (std::size_t facelet = 0; facelet < colours_.size(); ++facelet) {
        for (const auto& [other, weight] : neighbours_[facelet]) {
            pair_cost_[facelet][colours_[other]] += weight;
            const std::size_t a = slot_of[facelet], b = slot_of[other];
            if (std::max(a, b) < values_.size() && kind_of_[a] == kind_of_[b]) {
                Kind& kind = kinds_[kind_of_[a]];
                kind.near[a - kind.first] |= std::uint64_t{1} << (b - kind.first);
            }
            if (facelet < other && colours_[facelet] == colours_[other]) cost_ += weight;
        }
        for (const Part& part : parts_[facelet][colours_[facelet]]) sums_[part.sum].total += part.weight;
        for (const std::vector<Part>& parts : parts_[facelet]) {
            std::int64_t relief = 0;
            for (const Part& part : parts) relief += 2 * std::abs(part.weight);
            relief_ = std::max(relief_, relief);
        }
    }
    for (const Sum& sum : sums_) cost_ += sum.cost();
    law_relief_ = kLawCost * static_cast<std::int64_t>(laws_.size());
    for (std::size_t orbit = 0; orbit < kinds_.size(); ++orbit)
        kinds_[orbit].by_laws = !turned_in_[orbit].empty() || !permuted_in_[orbit].empty();
    sweeps_ = schedule_.sweeps;
    shuffle();
}

std::uint64_t Annealing::random() {
    state_ += 0x9e3779b97f4a7c15;  // SplitMix64 (G. L. Steele, D. Lea and C. H. Flood, OOPSLA 2014)
    std::uint64_t z = state_;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
    z = (z ^ z >> 27) * 0x94d049bb133111eb;
    return z ^ z >> 31;
}

void Annealing::shuffle() {
    heat_to(std::numeric_limits<double>::infinity());
    for (std::size_t i = 0; i < 8 * movable_.size(); ++i) try_move();
    sweep_ = 0;
    cool();
}

// Begin the next sweep, at its temperature.
void Annealing::cool() {
    const double done = sweeps_ > 1 ? static_cast<double>(sweep_) / (sweeps_ - 1) : 1.0;
    heat_to(schedule_.hot * std::pow(schedule_.cold / schedule_.hot, done));
    left_in_sweep_ = 0;
    for (const Kind& kind : kinds_) left_in_sweep_ += kind.slots * kind.slots / 2;
}

void Annealing::heat_to(double heat) {
    heat_ = std::max(heat, kColdest);
    for (std::size_t more = 0; more < kMostTold; ++more)
        chances_[more] = static_cast<std::uint64_t>(std::exp(-static_cast<double>(more) / heat_) * 0x1p63);
}

void Annealing::walk(double heat, std::uint64_t moves) {
    require(heat > 0, "a temperature is above 0");
    if (!begun_) begin();
    heat_to(heat);
    for (const std::uint64_t end = moves_ + moves; moves_ < end; ++moves_) try_move();
}

bool Annealing::run(std::uint64_t moves) {
    if (!begun_) begin();
    for (const std::uint64_t end = moves_ + moves; moves_ < end && cost_ > 0; ++moves_) {
        if (left_in_sweep_ == 0) {
            if (++sweep_ == sweeps_) {
                sweeps_ = std::min(2 * sweeps_, std::max(schedule_.sweeps, schedule_.most));
                sweep_ = 0;
            }
            cool();
        }
        --left_in_sweep_;
        try_move();
    }
    return cost_ == 0;
}

void Annealing::reheat() {
    if (begun_) shuffle();
}

void Annealing::try_move() {
    if (movable_.empty()) return;
    const std::uint64_t drawn = random();
    const std::size_t a = movable_[scaled(drawn >> 32, movable_.size())];
    const Kind& kind = kinds_[kind_of_[a]];
    const std::size_t b = kind.first + scaled(drawn & 0xffffffff, kind.slots);
    if (pinned_[b]) return;
    std::size_t to_a = values_[b], to_b = values_[a];
    int turned = 0;
    if (kind.turns > 1) {
        turned = -static_cast<int>(to_a % kind.turns) - (a == b ? 0 : static_cast<int>(to_b % kind.turns));
        const std::uint64_t turns = random();
        to_a += scaled(turns >> 32, kind.turns) - to_a % kind.turns;
        to_b += scaled(turns & 0xffffffff, kind.turns) - to_b % kind.turns;
        turned += static_cast<int>(to_a % kind.turns) + (a == b ? 0 : static_cast<int>(to_b % kind.turns));
    }
    changes_.clear();
    note_changes(kind, a, to_a);
    if (a != b) note_changes(kind, b, to_b);
    std::int64_t more = outside(a, to_a) - outside(a, values_[a]);
    if (a != b) more += outside(b, to_b) - outside(b, values_[b]);
    if (changes_.empty() && more == 0) return;
    const std::size_t i = a - kind.first, j = b - kind.first;
    const std::uint64_t both = std::uint64_t{1} << i | std::uint64_t{1} << j;
    more += cost_of_pairs(((kind.near[i] | kind.near[j]) & both) != 0);
    const std::uint64_t chance = random() >> 1;
    if (!accepted(
            more - relief_ * static_cast<std::int64_t>(changes_.size()) - (kind.by_laws ? law_relief_ : 0),
            chance))
        return;
    const bool bound_by_laws = kind.by_laws && (turned != 0 || a != b);
    if (bound_by_laws) more += cost_of_laws(kind_of_[a], turned, a != b);
    more += add_to_sums();
    if (!accepted(more, chance)) {
        take_from_sums();
        return;
    }
    cost_ += more;
    values_[a] = static_cast<std::uint8_t>(to_a);
    if (a != b) values_[b] = static_cast<std::uint8_t>(to_b);
    for (const Change& change : changes_) {
        colours_[change.facelet] = change.after;
        for (const auto& [other, weight] : neighbours_[change.facelet]) {
            pair_cost_[other][change.before] -= weight;
            pair_cost_[other][change.after] += weight;
        }
    }
    if (bound_by_laws) law_sums_ = law_changes_;
}

// Note the stickers that change when a slot gets `value`.
void Annealing::note_changes(const Kind& kind, std::size_t slot, std::size_t value) {
    const std::uint8_t* shown = &kind.colours[value * kind.width];
    for (std::size_t at = 0; at < kind.width; ++at) {
        const std::uint32_t facelet = frames_[frame_at_[slot] + at];
        if (colours_[facelet] != shown[at]) changes_.push_back({facelet, colours_[facelet], shown[at]});
    }
}

// The cost of pairs that the changes would add. `near`: whether some may be pairs themselves.
std::int64_t Annealing::cost_of_pairs(bool near) const {
    std::int64_t more = 0;
    for (const Change& change : changes_) {
        const auto& cost = pair_cost_[change.facelet];
        more += cost[change.after] - cost[change.before];
    }
    if (!near) return more;
    for (std::size_t i = 0; i < changes_.size(); ++i) {
        for (const auto& [other, weight] : neighbours_[changes_[i].facelet]) {
            for (std::size_t j = i + 1; j < changes_.size(); ++j) {
                if (changes_[j].facelet != other) continue;
                const Change &one = changes_[i], &two = changes_[j];
                more += weight * ((one.after == two.after) + (one.before == two.before) -
                                  (one.after == two.before) - (one.before == two.after));
            }
        }
    }
    return more;
}

// Add the changes to the sums; returns what that adds to the cost.
std::int64_t Annealing::add_to_sums() {
    std::int64_t more = 0;
    const auto add = [&](const Part& part, std::int64_t sign) {
        Sum& sum = sums_[part.sum];
        more -= sum.cost();
        sum.total += sign * part.weight;
        more += sum.cost();
    };
    for (const Change& change : changes_) {
        for (const Part& part : parts_[change.facelet][change.before]) add(part, -1);
        for (const Part& part : parts_[change.facelet][change.after]) add(part, 1);
    }
    return more;
}

void Annealing::take_from_sums() {
    for (const Change& change : changes_) {
        for (const Part& part : parts_[change.facelet][change.before]) sums_[part.sum].total += part.weight;
        for (const Part& part : parts_[change.facelet][change.after]) sums_[part.sum].total -= part.weight;
    }
}

// Note the new sums of the invariants, and return what they add to the cost.
std::int64_t Annealing::cost_of_laws(std::size_t orbit, int turned, bool permuted) {
    law_changes_ = law_sums_;
    for (const auto& [law, weight] : turned_in_[orbit]) law_changes_[law] += weight * turned;
    for (const std::size_t law : permuted_in_[orbit]) law_changes_[law] += permuted;
    std::int64_t more = 0;
    for (std::size_t law = 0; law < laws_.size(); ++law) {
        law_changes_[law] %= laws_[law].modulus;
        more += kLawCost * ((law_changes_[law] != 0) - (law_sums_[law] != 0));
    }
    return more;
}

bool Annealing::accepted(std::int64_t more, std::uint64_t chance) const {
    if (more <= 0) return true;
    if (more < static_cast<std::int64_t>(kMostTold)) return chance < chances_[static_cast<std::size_t>(more)];
    return static_cast<double>(chance) < std::exp(-static_cast<double>(more) / heat_) * 0x1p63;
}

}  // namespace cubecsp
