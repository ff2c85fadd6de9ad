#include "proofs/count_clauses.hpp"

#include <algorithm>
#include <cstdlib>
#include <utility>

#include "common/require.hpp"

namespace cubecsp {

Propagation::Propagation(int variables, std::vector<std::vector<int>> clauses,
                         const std::vector<std::size_t>& left_out)
    : variables_(variables), clauses_(std::move(clauses)) {
    require(variables >= 1, "there are no variables");
    require(variables <= kMostVariables, "there are too many variables");
    const std::size_t places = 2 * (static_cast<std::size_t>(variables) + 1);
    occurrences_.resize(places);
    values_.resize(places);
    reasons_.resize(places / 2, kNone);
    marked_.resize(places / 2);
    satisfied_.resize(clauses_.size());
    open_.resize(clauses_.size());
    for (const std::size_t number : left_out) satisfied_.at(number) = 1;
    for (std::size_t number = 0; number < clauses_.size(); ++number) {
        open_[number] = static_cast<int>(clauses_[number].size());
        for (const int literal : clauses_[number]) {
            require(literal != 0 && literal >= -variables && literal <= variables,
                    "the variable of a literal is not in the formula");
            if (!satisfied_[number]) occurrences_[place(literal)].push_back(static_cast<int>(number));
        }
    }
}

int Propagation::assume(int literal, int reason) {
    std::size_t next = trail_.size();
    set(literal, reason);
    for (; next < trail_.size(); ++next) {
        for (const int number : occurrences_[place(-trail_[next])]) {
            const auto clause = static_cast<std::size_t>(number);
            if (satisfied_[clause] || open_[clause] > 1) continue;
            if (open_[clause] == 0) return number;
            for (const int other : clauses_[clause]) {
                if (is_open(other)) {
                    set(other, number);
                    break;
                }
            }
        }
    }
    return kNone;
}

void Propagation::set(int literal, int reason) {
    values_[place(literal)] = 1;
    values_[place(-literal)] = -1;
    reasons_[place(literal) / 2] = reason;
    trail_.push_back(literal);
    count(literal, 1);
}

void Propagation::count(int literal, int by) {
    for (const int clause : occurrences_[place(literal)]) satisfied_[static_cast<std::size_t>(clause)] += by;
    for (const int clause : occurrences_[place(-literal)]) open_[static_cast<std::size_t>(clause)] -= by;
}

void Propagation::undo(std::size_t kept) {
    for (; trail_.size() > kept; trail_.pop_back()) {
        const int literal = trail_.back();
        values_[place(literal)] = values_[place(-literal)] = 0;
        count(literal, -1);
    }
}

void Propagation::boundary(std::size_t first, std::vector<int>& literals) {
    literals.clear();
    ++mark_;
    for (std::size_t at = first; at < trail_.size(); ++at) marked_[place(trail_[at]) / 2] = mark_;
    for (std::size_t clause = 0; clause < clauses_.size(); ++clause) {
        if (satisfied_[clause] || open_[clause] == static_cast<int>(clauses_[clause].size())) continue;
        for (const int literal : clauses_[clause]) {
            std::uint32_t& mark = marked_[place(literal) / 2];
            if (mark != mark_ || !is_false(literal)) continue;
            mark = 0;
            literals.push_back(-literal);
        }
    }
    std::sort(literals.begin(), literals.end());
}

}  // namespace cubecsp
