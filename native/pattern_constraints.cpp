// The constraints of a search: whether they hold, and what they rule out.

#include <algorithm>
#include <cstring>

#include "pattern_search.hpp"

namespace cubecsp {

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
    if (group.disjoint) {  // each variable serves one count, so what they want must fit in all of them
        Lanes taken{};
        for (std::size_t half = 0; half < 2; ++half) {
            const Lanes least = static_cast<std::int32_t>(size) - group.spare[half];
            taken += least > certain[half] ? least : certain[half];
        }
        if (taken[0] + taken[1] + taken[2] + taken[3] > static_cast<std::int32_t>(size)) return false;
    }
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
    constexpr std::uint8_t unknown = kUnknownColour;
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
