// Building a search: slots, and the constraints that models/engines/native.py lowers rules to.

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

}  // namespace cubecsp
