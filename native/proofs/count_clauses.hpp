// Clauses, and the consequences of assumptions by unit propagation, each literal with its reason.

#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace cubecsp {

class Propagation {
public:
    static constexpr int kNone = -1;                // no clause
    static constexpr int kMostVariables = 1 << 23;  // that some hundred megabytes have room for

    // Literals are ±1 … ±variables. Clauses that are `left_out` take no part.
    // Throws std::invalid_argument if a literal is out of range, or there are too many variables.
    Propagation(int variables, std::vector<std::vector<int>> clauses,
                const std::vector<std::size_t>& left_out);

    // Make an open literal true for a reason, and its consequences. Returns a clause that is then false, or
    // none.
    int assume(int literal, int reason = kNone);
    // Forget all but the first literals of the trail.
    void undo(std::size_t kept);

    bool is_true(int literal) const { return values_[place(literal)] > 0; }
    bool is_false(int literal) const { return values_[place(literal)] < 0; }
    bool is_open(int literal) const { return values_[place(literal)] == 0; }

    // The literals that are true, in the order in which they became so.
    const std::vector<int>& trail() const { return trail_; }
    // The clause that made a literal of the trail true; none if it was assumed.
    int reason(int literal) const { return reasons_[place(literal) / 2]; }

    const std::vector<std::vector<int>>& clauses() const { return clauses_; }
    int variables() const { return variables_; }

    // Give the true literals, except the first ones of the trail, whose negations are in clauses that are not
    // satisfied yet: later consequences depend only on these. They are sorted.
    void boundary(std::size_t first, std::vector<int>& literals);

private:
    static std::size_t place(int literal) {
        return literal < 0 ? 2 * static_cast<std::size_t>(-literal) + 1
                           : 2 * static_cast<std::size_t>(literal);
    }
    void set(int literal, int reason);
    void count(int literal, int by);

    int variables_;
    std::vector<std::vector<int>> clauses_;
    std::vector<std::vector<int>> occurrences_;  // by place: the clauses that a literal is in
    std::vector<int> satisfied_, open_;          // by clause: its literals that are true; that are not false
    std::vector<std::int8_t> values_;            // by place: 1 true, -1 false
    std::vector<int> reasons_;                   // by variable
    std::vector<int> trail_;
    std::vector<std::uint32_t> marked_;  // by variable: the last time that it was given
    std::uint32_t mark_ = 0;
};

}  // namespace cubecsp
