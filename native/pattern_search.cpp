#include "pattern_search.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <map>
#include <stdexcept>

namespace cubecsp {

namespace {

constexpr Mask bit(int i) { return Mask{1} << i; }
int only(Mask mask) { return std::countr_zero(mask); }

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

void require_that(bool condition, const char* message) {
    if (!condition) throw std::invalid_argument(message);
}

}  // namespace

// ---------------------------------------------------------------- building

PatternSearch::PatternSearch(const std::vector<std::pair<int, int>>& orbits, bool linked_parity,
                             bool closed_turns)
    : linked_parity_(linked_parity), closed_turns_(closed_turns) {
    for (const auto& [size, turns] : orbits) {
        require_that(size >= 0 && size <= kMaxVars - vars_, "too many slots");
        require_that(turns >= 1 && turns <= 3 && size * turns <= kMaxValues, "too many placements");
        Orbit orbit{.first = vars_, .size = size, .turns = turns};
        for (int piece = 0; piece < size; ++piece) orbit.whole |= bit(piece * turns);
        for (int turn = 0; turn < turns; ++turn)
            orbit.with_turn[static_cast<std::size_t>(turn)] = orbit.whole << turn;
        for (int value = 0; value < kMaxValues; ++value)
            orbit.turn_of[static_cast<std::size_t>(value)] = static_cast<std::uint8_t>(value % turns);
        for (int var = vars_; var < vars_ + size; ++var)
            orbit_of_[static_cast<std::size_t>(var)] = orbits_.size();
        orbits_.push_back(orbit);
        vars_ += size;
    }
    // What is beyond the last variable is never empty and never decided.
    for (std::size_t var = static_cast<std::size_t>(vars_); var < kMaxVars; ++var) initial_[var] = 3;
    relation_.assign(static_cast<std::size_t>(vars_) * kMaxValues * kMaxVars, ~Mask{0});
    for (const Orbit& orbit : orbits_) {
        const Mask piece = bit(orbit.turns) - 1;
        for (int a = orbit.first; a < orbit.first + orbit.size; ++a) {
            initial_[static_cast<std::size_t>(a)] = orbit.whole * piece;
            for (int value = 0; value < orbit.size * orbit.turns; ++value)
                for (int b = orbit.first; b < orbit.first + orbit.size; ++b)
                    if (a != b)
                        relation_[static_cast<std::size_t>((a * kMaxValues + value) * kMaxVars + b)] &=
                            ~(piece << (value / orbit.turns * orbit.turns));
        }
    }
}

void PatternSearch::check_var(int var) const {
    require_that(!started_, "the search has started");
    require_that(var >= 0 && var < vars_, "no such slot");
}

void PatternSearch::restrict_domain(int var, Mask mask) {
    check_var(var);
    initial_[static_cast<std::size_t>(var)] &= mask;
}

void PatternSearch::relate(int a, int b, const std::vector<Mask>& allowed) {
    check_var(a);
    check_var(b);
    require_that(a != b && allowed.size() <= kMaxValues, "a relation needs two slots");
    for (std::size_t value = 0; value < allowed.size(); ++value) {
        const std::size_t row = static_cast<std::size_t>(a) * kMaxValues + value;
        relation_[row * kMaxVars + static_cast<std::size_t>(b)] &= allowed[value];
        for (std::size_t other = 0; other < kMaxValues; ++other)
            if (!(allowed[value] >> other & 1)) {
                const std::size_t back = static_cast<std::size_t>(b) * kMaxValues + other;
                relation_[back * kMaxVars + static_cast<std::size_t>(a)] &= ~(Mask{1} << value);
            }
    }
}

int PatternSearch::add(Kind kind, VarSet scope, std::size_t index) {
    require_that(!started_, "the search has started");
    constraints_.push_back({kind, scope, static_cast<int>(index), true});
    return static_cast<int>(constraints_.size()) - 1;
}

int PatternSearch::add_count(const std::vector<std::pair<int, Mask>>& literals, int least,
                             int most) {
    Count count{{}, least, most};
    VarSet scope = 0;
    for (const auto& [var, mask] : literals) {
        check_var(var);
        count.literals.push_back({var, mask});
        scope |= bit(var);
    }
    counts_.push_back(std::move(count));
    return add(Kind::count, scope, counts_.size() - 1);
}

int PatternSearch::add_table(const std::vector<int>& vars,
                             const std::vector<std::vector<std::vector<std::uint32_t>>>& rows_of,
                             std::uint32_t rows, bool allowed) {
    require_that(!vars.empty() && rows_of.size() == vars.size(), "a table needs its slots");
    // A table without rows has a word all the same, so that there is one to point to.
    const std::size_t words = (std::max<std::size_t>(rows, 1) + 63) / 64;
    Table table{vars, words, arena_words_, allowed, {}, rows};
    table.support.assign(vars.size() * kMaxValues * table.words, 0);
    VarSet scope = 0;
    for (std::size_t position = 0; position < vars.size(); ++position) {
        check_var(vars[position]);
        scope |= bit(vars[position]);
        require_that(rows_of[position].size() <= kMaxValues, "too many placements");
        for (std::size_t value = 0; value < rows_of[position].size(); ++value)
            for (const std::uint32_t row : rows_of[position][value]) {
                require_that(row < rows, "no such row");
                const std::size_t start = (position * kMaxValues + value) * table.words;
                table.support[start + row / 64] |= std::uint64_t{1} << row % 64;
            }
        narrowed_[static_cast<std::size_t>(vars[position])].push_back(
            {static_cast<int>(tables_.size()), static_cast<int>(position)});
    }
    arena_words_ += table.words;
    tables_.push_back(std::move(table));
    return add(Kind::table, scope, tables_.size() - 1);
}

int PatternSearch::add_pattern(std::vector<Cell> first, std::vector<Cell> second,
                               std::vector<std::vector<int>> maps, bool same) {
    VarSet scope = 0;
    const std::size_t cells = first.size();
    require_that(second.size() == cells && cells >= 1 && cells <= 16, "patterns of unequal size");
    for (const auto* cells_of : {&first, &second})
        for (const Cell& cell : *cells_of) {
            if (cell.var < 0) {
                require_that(cell.var == -1 && cell.colours.size() == 1, "a fixed cell needs a colour");
                continue;
            }
            check_var(cell.var);
            require_that(cell.colours.size() == kMaxValues, "a cell needs a colour for each value");
            scope |= bit(cell.var);
        }
    for (const auto& map : maps) {
        require_that(map.size() == cells, "a map of cells has the wrong size");
        for (const int cell : map)
            require_that(cell >= 0 && static_cast<std::size_t>(cell) < cells, "no such cell");
    }
    patterns_.push_back({std::move(first), std::move(second), std::move(maps), same});
    const int id = add(Kind::pattern, scope, patterns_.size() - 1);
    constraints_.back().early = same;
    return id;
}

int PatternSearch::add_at_least(int needed, const std::vector<int>& parts) {
    VarSet scope = 0;
    for (const int part : parts) {
        require_that(part >= 0 && static_cast<std::size_t>(part) < constraints_.size(), "no such part");
        scope |= constraints_[static_cast<std::size_t>(part)].scope;
    }
    at_leasts_.push_back({needed, parts});
    return add(Kind::at_least, scope, at_leasts_.size() - 1);
}

void PatternSearch::require(int id) {
    require_that(!started_, "the search has started");
    require_that(id >= 0 && static_cast<std::size_t>(id) < constraints_.size(), "no such constraint");
    required_.push_back(id);
    for (int var = 0; var < vars_; ++var)
        if (constraints_[static_cast<std::size_t>(id)].scope >> var & 1)
            watching_[static_cast<std::size_t>(var)].push_back(id);
}

void PatternSearch::break_symmetry(const SlotMap& map) {
    require_that(!started_, "the search has started");
    require_that(symmetries_.size() < kMaxSymmetries && !orbits_.empty(), "too many symmetries");
    symmetries_.push_back(map);
}

// ---------------------------------------------------------------- searching

void PatternSearch::shuffle(std::uint64_t seed) {
    require_that(!started_, "the search has started");
    shuffled_ = true;
    seed_ = seed;
}

// Put the demanded counts over the same variables together, as long as there are bits for groups,
// and what is dearest to look at last.
void PatternSearch::group_counts() {
    grouped_ = true;
    std::map<std::vector<int>, std::size_t> open;  // the group of these variables that has lanes left
    for (const int id : required_) {
        const Constraint& constraint = constraints_[static_cast<std::size_t>(id)];
        if (constraint.kind == Kind::at_least && late_.size() < 64) {
            for (int var = 0; var < vars_; ++var)
                if (constraint.scope >> var & 1)
                    late_of_[static_cast<std::size_t>(var)] |= std::uint64_t{1} << late_.size();
            late_.push_back(id);
            for (auto& watching : watching_) std::erase(watching, id);
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
            groups_.push_back({vars, {}, {full, full}, {full, full}, 0});
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
        for (std::size_t i = 0; i < vars.size(); ++i)
            group.masks[i][half][lane] = static_cast<std::int32_t>(count.literals[i].mask);
        for (auto& watching : watching_) std::erase(watching, id);
    }
}

void PatternSearch::start() {
    started_ = true;
    if (!grouped_) group_counts();
    depth_ = -1;
    floor_ = 0;
    levels_.resize(static_cast<std::size_t>(vars_) + 1);
    arena_.assign(levels_.size() * arena_words_, 0);
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
    return paths;
}

void PatternSearch::enter(const Path& path) {
    start();
    for (const auto& [var, value] : path) {
        require_that(depth_ >= 0 && var >= 0 && var < vars_ && value >= 0 && value < kMaxValues,
                     "no such branch");
        Level& level = levels_[static_cast<std::size_t>(depth_)];
        require_that(level.domain[static_cast<std::size_t>(var)] >> value & 1, "no such branch");
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

// Whether no symmetric image of the state can come before it in the lexicographic order of the
// first orbit. A symmetry whose image is already later is never looked at again below this level.
bool PatternSearch::least_image(Level& level) const {
    const int size = orbits_.empty() ? 0 : orbits_[0].size;
    for (std::uint64_t left = level.undecided; left != 0; left &= left - 1) {
        const int index = std::countr_zero(left);
        const SlotMap& map = symmetries_[static_cast<std::size_t>(index)];
        for (int var = 0; var < size; ++var) {
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

// ---------------------------------------------------------------- constraints

Truth PatternSearch::status(int depth, int id) {
    const Constraint& constraint = constraints_[static_cast<std::size_t>(id)];
    const auto index = static_cast<std::size_t>(constraint.index);
    const Level& level = levels_[static_cast<std::size_t>(depth)];
    switch (constraint.kind) {
        case Kind::count: return count_status(level, counts_[index]);
        case Kind::table: return table_status(depth, tables_[index]);
        case Kind::pattern: return pattern_status(level, patterns_[index], constraint.scope);
        case Kind::at_least: return at_least_status(depth, at_leasts_[index]);
    }
    return Truth::unknown;
}

// Remove what the constraint rules out; false when nothing is left that could satisfy it.
bool PatternSearch::enforce(int depth, int id) {
    const Constraint& constraint = constraints_[static_cast<std::size_t>(id)];
    const auto index = static_cast<std::size_t>(constraint.index);
    Level& level = levels_[static_cast<std::size_t>(depth)];
    switch (constraint.kind) {
        case Kind::count: return count_enforce(level, counts_[index]);
        case Kind::table: return table_enforce(depth, tables_[index]);
        case Kind::pattern:
            return pattern_status(level, patterns_[index], constraint.scope) != Truth::no;
        case Kind::at_least: return at_least_enforce(depth, at_leasts_[index]);
    }
    return true;
}

Truth PatternSearch::count_status(const Level& level, const Count& count) const {
    int certain = 0, possible = 0;
    for (const Literal& literal : count.literals) {
        const Mask domain = level.domain[static_cast<std::size_t>(literal.var)];
        certain += (domain & ~literal.mask) == 0;
        possible += (domain & literal.mask) != 0;
    }
    if (possible < count.least || certain > count.most) return Truth::no;
    return certain >= count.least && possible <= count.most ? Truth::yes : Truth::unknown;
}

bool PatternSearch::count_enforce(Level& level, const Count& count) const {
    int certain = 0, possible = 0;
    for (const Literal& literal : count.literals) {
        const Mask domain = level.domain[static_cast<std::size_t>(literal.var)];
        certain += (domain & ~literal.mask) == 0;
        possible += (domain & literal.mask) != 0;
    }
    if (possible < count.least || certain > count.most) return false;
    if (certain == possible) return true;
    if (certain == count.most) {
        for (const Literal& literal : count.literals) {
            Mask& domain = level.domain[static_cast<std::size_t>(literal.var)];
            if ((domain & ~literal.mask) != 0) domain &= ~literal.mask;
        }
    } else if (possible == count.least) {
        for (const Literal& literal : count.literals) {
            Mask& domain = level.domain[static_cast<std::size_t>(literal.var)];
            if ((domain & literal.mask) != 0) domain &= literal.mask;
        }
    }
    return true;
}

// As count_enforce, for all counts of the group.
bool PatternSearch::group_enforce(Level& level, const CountGroup& group) const {
    std::array<Lanes, 2> certain{}, impossible{};
    const std::size_t size = group.vars.size();
    for (std::size_t i = 0; i < size; ++i) {
        const auto domain =
            static_cast<std::int32_t>(level.domain[static_cast<std::size_t>(group.vars[i])]);
        for (std::size_t half = 0; half < 2; ++half) {
            const Lanes shown = group.masks[i][half] & domain;
            impossible[half] -= shown == 0;
            certain[half] -= shown == domain;
        }
    }
    Lanes failed{}, tight{};
    for (std::size_t half = 0; half < 2; ++half) {
        failed |= (certain[half] > group.most[half]) | (impossible[half] > group.spare[half]);
        tight |= ((certain[half] == group.most[half]) | (impossible[half] == group.spare[half])) &
                 (certain[half] + impossible[half] != static_cast<std::int32_t>(size));
    }
    if (failed[0] | failed[1] | failed[2] | failed[3]) return false;
    if (!(tight[0] | tight[1] | tight[2] | tight[3])) return true;
    for (int lane = 0; lane < group.used; ++lane) {
        const auto half = static_cast<std::size_t>(lane / 4);
        const int sure = certain[half][lane % 4], out = impossible[half][lane % 4];
        const bool full = sure == group.most[half][lane % 4];
        if (sure + out == static_cast<int>(size) || (!full && out != group.spare[half][lane % 4]))
            continue;
        for (std::size_t i = 0; i < size; ++i) {
            Mask& domain = level.domain[static_cast<std::size_t>(group.vars[i])];
            const auto mask = static_cast<Mask>(group.masks[i][half][lane % 4]);
            if ((domain & mask) != 0 && (domain & ~mask) != 0) domain &= full ? ~mask : mask;
        }
    }
    return true;
}

std::uint64_t* PatternSearch::alive(int depth, const Table& table) {
    return arena_.data() + static_cast<std::size_t>(depth) * arena_words_ + table.offset;
}

// Keep the rows that agree with the value just given to the variable at `position`.
void PatternSearch::narrow_table(int depth, const Table& table, int position) {
    const Level& level = levels_[static_cast<std::size_t>(depth)];
    const auto at = static_cast<std::size_t>(position);
    const auto value =
        static_cast<std::size_t>(only(level.domain[static_cast<std::size_t>(table.vars[at])]));
    const std::uint64_t* support = &table.support[(at * kMaxValues + value) * table.words];
    std::uint64_t* rows = alive(depth, table);
    for (std::size_t word = 0; word < table.words; ++word) rows[word] &= support[word];
}

Truth PatternSearch::table_status(int depth, const Table& table) {
    const Level& level = levels_[static_cast<std::size_t>(depth)];
    const std::uint64_t* rows = alive(depth, table);
    const bool none = std::all_of(rows, rows + table.words, [](std::uint64_t w) { return w == 0; });
    if (none) return table.allowed ? Truth::no : Truth::yes;
    for (const int var : table.vars)
        if (level.open >> var & 1) return Truth::unknown;
    return table.allowed ? Truth::yes : Truth::no;
}

bool PatternSearch::table_enforce(int depth, const Table& table) {
    Level& level = levels_[static_cast<std::size_t>(depth)];
    const std::uint64_t* rows = alive(depth, table);
    int open = 0;
    for (const int var : table.vars) open += static_cast<int>(level.open >> var & 1);
    // A list of forbidden rows says nothing about a slot before the others are known.
    if (open == 0 || (!table.allowed && open > 1)) return table_status(depth, table) != Truth::no;
    for (std::size_t position = 0; position < table.vars.size(); ++position) {
        const int var = table.vars[position];
        if (!(level.open >> var & 1)) continue;
        Mask& domain = level.domain[static_cast<std::size_t>(var)];
        for (Mask left = domain; left != 0; left &= left - 1) {
            const auto value = static_cast<std::size_t>(only(left));
            const std::uint64_t* support =
                &table.support[(position * kMaxValues + value) * table.words];
            bool supported = false;
            for (std::size_t word = 0; word < table.words && !supported; ++word)
                supported = (rows[word] & support[word]) != 0;
            if (supported != table.allowed) domain &= ~bit(only(left));
        }
        if (domain == 0) return false;
    }
    return true;
}

Truth PatternSearch::pattern_status(const Level& level, const Pattern& pattern,
                                    VarSet scope) const {
    constexpr std::uint8_t unknown = 255;
    const std::size_t cells = pattern.first.size();
    const auto shown = [&](const Cell& cell) {
        if (cell.var < 0) return cell.colours[0];
        if (level.open >> cell.var & 1) return unknown;
        const Mask domain = level.domain[static_cast<std::size_t>(cell.var)];
        return cell.colours[static_cast<std::size_t>(only(domain))];
    };
    std::array<std::uint8_t, 16> first{}, second{};
    for (std::size_t i = 0; i < cells; ++i) {
        first[i] = shown(pattern.first[i]);
        second[i] = shown(pattern.second[i]);
    }
    // Equal up to renaming of colours iff the same pairs of cells are equal, as far as is known.
    const auto matches = [&](const std::vector<int>& map) {
        for (std::size_t i = 0; i < cells; ++i) {
            const std::uint8_t a = first[i], c = second[static_cast<std::size_t>(map[i])];
            if (a == unknown || c == unknown) continue;
            for (std::size_t j = i + 1; j < cells; ++j) {
                const std::uint8_t b = first[j], d = second[static_cast<std::size_t>(map[j])];
                if (b != unknown && d != unknown && (a == b) != (c == d)) return false;
            }
        }
        return true;
    };
    const bool possible = std::any_of(pattern.maps.begin(), pattern.maps.end(), matches);
    if (possible && (level.open & scope)) return Truth::unknown;
    return possible == pattern.same ? Truth::yes : Truth::no;
}

Truth PatternSearch::at_least_status(int depth, const AtLeast& rule) {
    int certain = 0, possible = static_cast<int>(rule.parts.size());
    for (const int part : rule.parts) {
        if (certain >= rule.needed || possible < rule.needed) break;
        const Truth truth = status(depth, part);
        certain += truth == Truth::yes;
        possible -= truth == Truth::no;
    }
    if (certain >= rule.needed) return Truth::yes;
    return possible < rule.needed ? Truth::no : Truth::unknown;
}

bool PatternSearch::at_least_enforce(int depth, const AtLeast& rule) {
    int certain = 0, possible = static_cast<int>(rule.parts.size());
    if (possible < rule.needed) return false;
    for (const int part : rule.parts) {
        const Truth truth = status(depth, part);
        certain += truth == Truth::yes;
        possible -= truth == Truth::no;
        if (certain >= rule.needed) return true;
        if (possible < rule.needed) return false;
    }
    if (possible > rule.needed) return true;
    for (const int part : rule.parts)
        if (status(depth, part) == Truth::unknown && !enforce(depth, part)) return false;
    return true;
}

}  // namespace cubecsp
