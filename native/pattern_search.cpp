#include "pattern_search.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <map>

namespace cubecsp {

namespace {

constexpr int kLanes = 8;  // of a group of counts
using Words = std::uint32_t __attribute__((vector_size(16)));
constexpr VarSet kEmpty = VarSet{1} << 31;

// The variables with one value left, and kEmpty if one has none.
VarSet decided(const std::array<Mask, kMaxVars>& domain) {
    Lanes found{}, empty{};
    Lanes bits = {1, 2, 4, 8};
    for (std::size_t first = 0; first < kMaxVars; first += 4) {
        Words some;
        std::memcpy(&some, domain.data() + first, sizeof some);
        found |= ((some & (some - 1)) == 0) & bits;
        empty |= some == 0;
        bits <<= 4;
    }
    const auto any = [](const Lanes& v) { return static_cast<VarSet>(v[0] | v[1] | v[2] | v[3]); };
    return any(found) | (any(empty) & kEmpty);
}

// How many values each variable has left; processors without a popcount need a library call for one.
void count_values(const std::array<Mask, kMaxVars>& domain,
                  std::array<std::int32_t, kMaxVars>& sizes) {
    for (std::size_t first = 0; first < kMaxVars; first += 4) {
        Words x;
        std::memcpy(&x, domain.data() + first, sizeof x);
        x -= x >> 1 & 0x55555555u;
        x = (x & 0x33333333u) + (x >> 2 & 0x33333333u);
        x = (x + (x >> 4)) & 0x0f0f0f0fu;
        x += x >> 8;
        x = (x + (x >> 16)) & 0x3fu;
        std::memcpy(sizes.data() + first, &x, sizeof x);
    }
}

// A step of SplitMix64 (G. L. Steele, D. Lea and C. H. Flood, OOPSLA 2014).
std::uint64_t mixed(std::uint64_t z) {
    z += 0x9e3779b97f4a7c15;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
    z = (z ^ z >> 27) * 0x94d049bb133111eb;
    return z ^ z >> 31;
}

}  // namespace

void PatternSearch::shuffle(std::uint64_t seed) {
    require_that(!started_, "the search has started");
    shuffled_ = true;
    seed_ = seed;
}

// Put the demanded counts over the same variables together, as long as there are bits for groups,
// and what is dearest to look at last.
void PatternSearch::group_counts() {
    groups_.clear();
    groups_of_ = {};
    late_.clear();
    late_of_ = {};
    std::vector<bool> moved(constraints_.size());  // no longer to be looked at with every variable
    std::map<std::vector<int>, std::size_t> open;  // the group of these variables that has lanes left
    for (const int id : required_) {
        const Constraint& constraint = constraints_[static_cast<std::size_t>(id)];
        if (constraint.kind == Kind::at_least && late_.size() < 64) {
            for (int var = 0; var < vars_; ++var)
                if (constraint.scope >> var & 1)
                    late_of_[static_cast<std::size_t>(var)] |= std::uint64_t{1} << late_.size();
            late_.push_back(id);
            moved[static_cast<std::size_t>(id)] = true;
        }
        if (constraint.kind != Kind::count) continue;
        const Count& count = counts_[static_cast<std::size_t>(constraint.index)];
        std::vector<int> vars;
        for (const Literal& literal : count.literals) vars.push_back(literal.var);
        if (vars.empty() || vars.size() > kMaxVars) continue;
        const auto known = open.find(vars);
        std::size_t index = known == open.end() ? groups_.size() : known->second;
        if (index == groups_.size() || groups_[index].used == kLanes) {
            if (groups_.size() == 64) continue;
            index = groups_.size();
            const Lanes full = Lanes{} + static_cast<std::int32_t>(vars.size());
            groups_.push_back({vars, {}, {full, full}, {full, full}, 0, true});
            groups_.back().masks.resize(vars.size());
            open[vars] = index;
            for (const int var : vars)
                groups_of_[static_cast<std::size_t>(var)] |= std::uint64_t{1} << index;
        }
        CountGroup& group = groups_[index];
        const auto half = static_cast<std::size_t>(group.used / 4);
        const int lane = group.used++ % 4;
        group.most[half][lane] = count.most;
        group.spare[half][lane] = static_cast<int>(vars.size()) - count.least;
        for (std::size_t i = 0; i < vars.size(); ++i) {
            const auto mask = static_cast<std::int32_t>(count.literals[i].mask);
            for (const Lanes& others : group.masks[i])
                for (int other = 0; other < 4; ++other) group.disjoint &= (others[other] & mask) == 0;
            group.masks[i][half][lane] = mask;
        }
        moved[static_cast<std::size_t>(id)] = true;
    }
    for (auto& watching : watching_)
        std::erase_if(watching, [&](int id) { return moved[static_cast<std::size_t>(id)]; });
    grouped_ = true;
}

void PatternSearch::start() {
    if (!grouped_) group_counts();
    depth_ = -1;
    floor_ = 0;
    levels_.resize(static_cast<std::size_t>(vars_) + 1);
    arena_.assign(levels_.size() * arena_words_, 0);
    started_ = true;  // there is memory enough
    for (const Table& table : tables_)
        for (std::uint32_t row = 0; row < table.rows; ++row)
            alive(0, table)[row / 64] |= std::uint64_t{1} << row % 64;
    Level& root = levels_[0];
    root = {initial_, vars_ == 0 ? 0 : bit(vars_) - 1, 0, 0, 0, 0, mixed(seed_)};
    root.undecided = symmetries_.empty() ? 0 : ~std::uint64_t{0} >> (64 - symmetries_.size());
    for (int var = 0; var < vars_; ++var)
        if (root.domain[static_cast<std::size_t>(var)] == 0) return;
    for (const int id : required_)
        if (!enforce(0, id)) return;
    if (!propagate(0)) return;
    choose(root);
    depth_ = 0;
}

std::vector<std::uint8_t> PatternSearch::run(std::uint64_t max_nodes, std::uint64_t max_solutions) {
    std::vector<std::uint8_t> found;
    if (!started_) start();
    const std::uint64_t last = nodes_ + std::min(max_nodes, ~nodes_);
    std::uint64_t solutions = 0;
    while (depth_ >= floor_ && nodes_ < last && solutions < max_solutions) {
        if (!advance()) continue;
        // A solution stands one level below the last decision, or at the floor, which is then done.
        const bool leaf = levels_[static_cast<std::size_t>(depth_)].open == 0;
        const Level& level = levels_[static_cast<std::size_t>(leaf ? depth_ : depth_ + 1)];
        if (leaf) --depth_;
        if (!parity_even(level)) continue;
        for (int var = 0; var < vars_; ++var)
            found.push_back(
                static_cast<std::uint8_t>(only(level.domain[static_cast<std::size_t>(var)])));
        ++solutions;
    }
    return found;
}

std::vector<PatternSearch::Path> PatternSearch::branches(int depth) {
    require_that(depth >= 0, "branches are no decisions or more below the root");
    std::vector<Path> paths;
    start();
    const auto record = [&](int levels) {
        Path path;
        for (int d = 0; d < levels; ++d) {
            const int var = levels_[static_cast<std::size_t>(d)].var;
            const Level& next = levels_[static_cast<std::size_t>(d) + 1];
            path.emplace_back(var, only(next.domain[static_cast<std::size_t>(var)]));
        }
        paths.push_back(std::move(path));
    };
    while (depth_ >= 0) {
        const bool leaf = levels_[static_cast<std::size_t>(depth_)].open == 0;
        if (leaf || depth_ == depth) {
            record(depth_);
            --depth_;
        } else if (advance()) {
            record(depth_ + 1);
        }
    }
    start();
    return paths;
}

void PatternSearch::enter(const Path& path) {
    start();
    const auto leads_on = [&](int var, int value) {
        if (depth_ < 0 || var < 0 || var >= vars_ || value < 0 || value >= kMaxValues) return false;
        const Level& level = levels_[static_cast<std::size_t>(depth_)];
        return (level.open >> var & 1) && (level.domain[static_cast<std::size_t>(var)] >> value & 1);
    };
    for (const auto& [var, value] : path) {
        if (!leads_on(var, value)) {
            start();
            throw std::invalid_argument("no such branch");
        }
        Level& level = levels_[static_cast<std::size_t>(depth_)];
        level.var = var;
        if (!descend(level, bit(value))) {
            depth_ = -1;
            return;
        }
        choose(levels_[static_cast<std::size_t>(++depth_)]);
    }
    floor_ = static_cast<int>(path.size());
}

// Try the next value of the level, or leave it. True when that gives every variable a value: at the
// level itself if nothing is open there, or one below, which is then not entered.
bool PatternSearch::advance() {
    Level& level = levels_[static_cast<std::size_t>(depth_)];
    if (level.open == 0) return true;
    if (level.remaining == 0) {
        --depth_;
        return false;
    }
    const Mask value = next_value(level);
    level.remaining ^= value;
    if (!descend(level, value)) return false;
    Level& next = levels_[static_cast<std::size_t>(depth_) + 1];
    if (next.open == 0) return true;
    choose(next);
    ++depth_;
    return false;
}

// Fill the level below `level`, the current one, with what follows from giving its variable `value`.
bool PatternSearch::descend(Level& level, Mask value) {
    Level& next = levels_[static_cast<std::size_t>(depth_) + 1];
    next = level;
    next.domain[static_cast<std::size_t>(level.var)] = value;
    if (shuffled_) next.key = mixed(level.key + static_cast<std::uint64_t>(only(value)) + 1);
    if (arena_words_ != 0)
        std::copy_n(arena_.begin() + static_cast<std::ptrdiff_t>(arena_words_) * depth_, arena_words_,
                    arena_.begin() + static_cast<std::ptrdiff_t>(arena_words_) * (depth_ + 1));
    return propagate(depth_ + 1);
}

Mask PatternSearch::next_value(const Level& level) const {
    Mask left = level.remaining;
    if (shuffled_) {
        const auto count = static_cast<std::uint64_t>(std::popcount(left));
        std::uint64_t skipped = (mixed(level.key ^ count << 32) >> 32) * count >> 32;
        for (; skipped > 0; --skipped) left &= left - 1;
    }
    return left & (~left + 1);
}

double PatternSearch::progress() const {
    if (!started_) return 0;
    double tried = 0, share = 1;
    for (int depth = floor_; depth <= depth_; ++depth) {
        const Level& level = levels_[static_cast<std::size_t>(depth)];
        if (level.branches == 0) break;
        share /= level.branches;
        // The branch under way is counted by the levels below it.
        tried += share * (level.branches - std::popcount(level.remaining) - (depth < depth_ ? 1 : 0));
    }
    return depth_ < floor_ ? 1 : tried;
}

// The first orbit before the others, and in it the fewest candidates first.
void PatternSearch::choose(Level& level) const {
    std::array<std::int32_t, kMaxVars> sizes;
    count_values(level.domain, sizes);
    for (const Orbit& orbit : orbits_) {
        int fewest = kMaxValues + 1;
        for (VarSet open = level.open & ((bit(orbit.size) - 1) << orbit.first); open != 0;
             open &= open - 1) {
            const int var = std::countr_zero(open);
            const int size = sizes[static_cast<std::size_t>(var)];
            if (size < fewest) {
                fewest = size;
                level.var = var;
            }
        }
        if (fewest <= kMaxValues) {
            level.remaining = level.domain[static_cast<std::size_t>(level.var)];
            level.branches = fewest;
            return;
        }
    }
}

// Assign every variable with one value left, with all that follows, until nothing does.
bool PatternSearch::propagate(int depth) {
    Level& level = levels_[static_cast<std::size_t>(depth)];
    const VarSet before = level.open;
    std::uint64_t changed = 0;  // groups of counts to look at once no variable is pending
    std::uint64_t late = 0;     // at_leasts to look at after them
    for (;;) {
        VarSet pending = decided(level.domain);
        if (pending & kEmpty) return false;
        pending &= level.open;
        if (pending) {
            const int var = std::countr_zero(pending);
            if (!assign(level, var)) return false;
            changed |= groups_of_[static_cast<std::size_t>(var)];
            late |= late_of_[static_cast<std::size_t>(var)];
            for (const auto& [table, position] : narrowed_[static_cast<std::size_t>(var)])
                narrow_table(depth, tables_[static_cast<std::size_t>(table)], position);
            for (const int id : watching_[static_cast<std::size_t>(var)]) {
                const Constraint& constraint = constraints_[static_cast<std::size_t>(id)];
                if (!constraint.early && (level.open & constraint.scope)) continue;
                if (!enforce(depth, id)) return false;
            }
        } else if (changed) {
            const auto& group = groups_[static_cast<std::size_t>(std::countr_zero(changed))];
            changed &= changed - 1;
            if (!group_enforce(level, group)) return false;
        } else if (late) {
            const int id = late_[static_cast<std::size_t>(std::countr_zero(late))];
            late &= late - 1;
            if (!enforce(depth, id)) return false;
        } else {
            break;
        }
    }
    return pieces_left(level) && (before == level.open || least_image(level));
}

bool PatternSearch::assign(Level& level, int var) {
    level.open &= ~bit(var);
    ++nodes_;
    const int value = only(level.domain[static_cast<std::size_t>(var)]);
    const Mask* row = &relation_[static_cast<std::size_t>((var * kMaxValues + value) * kMaxVars)];
    for (std::size_t b = 0; b < kMaxVars; ++b) level.domain[b] &= row[b];
    return !closed_turns_ || turns_close(level, orbits_[orbit_of_[static_cast<std::size_t>(var)]]);
}

// Every piece needs a slot that can still take it.
bool PatternSearch::pieces_left(const Level& level) const {
    for (const Orbit& orbit : orbits_) {
        Mask placements = 0;
        for (int var = orbit.first; var < orbit.first + orbit.size; ++var)
            placements |= level.domain[static_cast<std::size_t>(var)];
        Mask pieces = placements;
        for (int turn = 1; turn < orbit.turns; ++turn) pieces |= placements >> turn;
        if ((pieces & orbit.whole) != orbit.whole) return false;
    }
    return true;
}

// The last open slot of an orbit is turned so that the orbit's turns add up to whole ones.
bool PatternSearch::turns_close(Level& level, const Orbit& orbit) const {
    const VarSet open = level.open & ((bit(orbit.size) - 1) << orbit.first);
    if (open & (open - 1)) return true;
    int sum = 0;
    for (int var = orbit.first; var < orbit.first + orbit.size; ++var)
        if (!(open >> var & 1))
            sum += orbit.turn_of[static_cast<std::size_t>(
                only(level.domain[static_cast<std::size_t>(var)]))];
    const int needed = (orbit.turns - sum % orbit.turns) % orbit.turns;
    if (open == 0) return needed == 0;
    level.domain[static_cast<std::size_t>(std::countr_zero(open))] &=
        orbit.with_turn[static_cast<std::size_t>(needed)];
    return true;
}

bool PatternSearch::parity_even(const Level& level) const {
    if (!linked_parity_) return true;
    int odd = 0;
    for (const Orbit& orbit : orbits_) {
        std::array<int, kMaxVars> piece{};
        for (int i = 0; i < orbit.size; ++i)
            piece[static_cast<std::size_t>(i)] =
                only(level.domain[static_cast<std::size_t>(orbit.first + i)]) / orbit.turns;
        for (int i = 0; i < orbit.size; ++i)
            for (int j = i + 1; j < orbit.size; ++j)
                odd ^= static_cast<int>(piece[static_cast<std::size_t>(i)] >
                                        piece[static_cast<std::size_t>(j)]);
    }
    return odd == 0;
}

// Whether no symmetric image of the state can come before it in the lexicographic order of all
// variables. A symmetry whose image is already later is never looked at again below this level.
bool PatternSearch::least_image(Level& level) const {
    for (std::uint64_t left = level.undecided; left != 0; left &= left - 1) {
        const int index = std::countr_zero(left);
        const SlotMap& map = symmetries_[static_cast<std::size_t>(index)];
        for (int var = 0; var < vars_; ++var) {
            const std::size_t source = map.source[static_cast<std::size_t>(var)];
            if ((level.open >> var & 1) || (level.open >> source & 1)) break;
            const int mine = only(level.domain[static_cast<std::size_t>(var)]);
            const int image = map.values[static_cast<std::size_t>(var)]
                                        [static_cast<std::size_t>(only(level.domain[source]))];
            if (image < mine) return false;
            if (image > mine) {
                level.undecided &= ~(std::uint64_t{1} << index);
                break;
            }
        }
    }
    return true;
}

}  // namespace cubecsp
