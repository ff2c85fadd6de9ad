// Building a search: slots, and the constraints that models/engines/native.py lowers rules to.

#include <algorithm>
#include <bit>

#include "pattern_search.hpp"

namespace cubecsp {

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

void PatternSearch::check_open() const { require_that(!started_, "the search has started"); }

void PatternSearch::check_var(int var) const {
    check_open();
    require_that(var >= 0 && var < vars_, "no such slot");
}

const Orbit& PatternSearch::orbit_at(int var) const {
    return orbits_[orbit_of_[static_cast<std::size_t>(var)]];
}

std::size_t PatternSearch::values_of(int var) const {
    const Orbit& orbit = orbit_at(var);
    return static_cast<std::size_t>(orbit.size * orbit.turns);
}

void PatternSearch::restrict_domain(int var, Mask mask) {
    check_var(var);
    initial_[static_cast<std::size_t>(var)] &= mask;
}

void PatternSearch::relate(int a, int b, const std::vector<Mask>& allowed) {
    check_var(a);
    check_var(b);
    require_that(a != b, "a relation needs two slots");
    require_that(allowed.size() == values_of(a), "a relation needs a mask for each value");
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
    constraints_.push_back({.kind = kind, .scope = scope, .index = static_cast<int>(index)});
    return static_cast<int>(constraints_.size()) - 1;
}

int PatternSearch::add_count(const std::vector<std::pair<int, Mask>>& literals, int least,
                             int most) {
    check_open();
    // What no number of true literals can reach is all the same: so the sums below can't overflow.
    const int all = static_cast<int>(literals.size());
    Count count{{}, std::clamp(least, 0, all + 1), std::clamp(most, -1, all)};
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
    check_open();
    require_that(!vars.empty() && rows_of.size() == vars.size(), "a table needs its slots");
    require_that(rows <= kMaxRows, "too many rows");
    VarSet scope = 0;
    for (std::size_t position = 0; position < vars.size(); ++position) {
        check_var(vars[position]);
        require_that(!(scope & bit(vars[position])), "a slot stands in a table twice");
        scope |= bit(vars[position]);
        require_that(rows_of[position].size() == values_of(vars[position]),
                     "a table needs the rows of each value");
    }
    // A table without rows has a word all the same, so that there is one to point to.
    const std::size_t words = (std::max<std::size_t>(rows, 1) + 63) / 64;
    Table table{vars, words, arena_words_, allowed, {}, rows};
    table.support.assign(vars.size() * kMaxValues * table.words, 0);
    for (std::size_t position = 0; position < vars.size(); ++position)
        for (std::size_t value = 0; value < rows_of[position].size(); ++value)
            for (const std::uint32_t row : rows_of[position][value]) {
                require_that(row < rows, "no such row");
                const std::size_t start = (position * kMaxValues + value) * table.words;
                table.support[start + row / 64] |= std::uint64_t{1} << row % 64;
            }
    // All is well with it: only now may anything be left behind.
    for (std::size_t position = 0; position < vars.size(); ++position)
        narrowed_[static_cast<std::size_t>(vars[position])].push_back(
            {static_cast<int>(tables_.size()), static_cast<int>(position)});
    arena_words_ += table.words;
    tables_.push_back(std::move(table));
    return add(Kind::table, scope, tables_.size() - 1);
}

// Returns which variables the cells show, and gives each a colour for every value there could be.
VarSet PatternSearch::check_cells(std::vector<Cell>& cells) const {
    VarSet scope = 0;
    for (Cell& cell : cells) {
        for (const std::uint8_t colour : cell.colours)
            require_that(colour < kUnknownColour, "no such colour");
        if (cell.var == -1) {
            require_that(cell.colours.size() == 1, "a fixed cell needs a colour");
            continue;
        }
        check_var(cell.var);
        require_that(cell.colours.size() == values_of(cell.var), "a cell needs a colour for each value");
        cell.colours.resize(kMaxValues, 0);
        scope |= bit(cell.var);
    }
    return scope;
}

int PatternSearch::add_pattern(std::vector<Cell> first, std::vector<Cell> second,
                               std::vector<std::vector<int>> maps, bool same) {
    check_open();
    const std::size_t cells = first.size();
    require_that(second.size() == cells && cells >= 1 && cells <= 16, "patterns of unequal size");
    const VarSet scope = check_cells(first) | check_cells(second);
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
    check_open();
    VarSet scope = 0;
    std::uint32_t height = 1, weight = 1;
    for (const int part : parts) {
        require_that(part >= 0 && static_cast<std::size_t>(part) < constraints_.size(), "no such part");
        const Constraint& constraint = constraints_[static_cast<std::size_t>(part)];
        scope |= constraint.scope;
        height = std::max(height, constraint.height + 1);
        weight += constraint.weight;  // no more than twice the limit
        require_that(height <= kMaxHeight, "constraints are nested too deeply");
        require_that(weight <= kMaxWeight, "a constraint of too many parts");
    }
    at_leasts_.push_back({needed, parts});
    const int id = add(Kind::at_least, scope, at_leasts_.size() - 1);
    constraints_.back().height = height;
    constraints_.back().weight = weight;
    return id;
}

void PatternSearch::require(int id) {
    check_open();
    require_that(id >= 0 && static_cast<std::size_t>(id) < constraints_.size(), "no such constraint");
    required_.push_back(id);
    for (int var = 0; var < vars_; ++var)
        if (constraints_[static_cast<std::size_t>(id)].scope >> var & 1)
            watching_[static_cast<std::size_t>(var)].push_back(id);
}

void PatternSearch::break_symmetry(const std::vector<std::pair<int, std::vector<int>>>& slots) {
    check_open();
    require_that(symmetries_.size() < kMaxSymmetries, "too many symmetries");
    require_that(slots.size() == static_cast<std::size_t>(vars_), "a symmetry maps every slot");
    SlotMap map;
    VarSet sources = 0;
    for (int slot = 0; slot < vars_; ++slot) {
        const auto& [source, values] = slots[static_cast<std::size_t>(slot)];
        check_var(source);
        require_that(&orbit_at(source) == &orbit_at(slot) && !(sources & bit(source)),
                     "a symmetry permutes the slots of each orbit");
        sources |= bit(source);
        const auto size = static_cast<int>(values_of(slot));
        Mask images = 0;
        for (const int value : values) {
            require_that(value >= 0 && value < size && !(images & bit(value)),
                         "a symmetry permutes the values of a slot");
            map.values[static_cast<std::size_t>(slot)][static_cast<std::size_t>(std::popcount(images))] =
                static_cast<std::uint8_t>(value);
            images |= bit(value);
        }
        require_that(values.size() == values_of(slot), "a symmetry permutes the values of a slot");
        map.source[static_cast<std::size_t>(slot)] = static_cast<std::uint8_t>(source);
    }
    symmetries_.push_back(map);
}

}  // namespace cubecsp
