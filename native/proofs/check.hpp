// A small checker of proofs that nothing satisfies all clauses of a formula.
//
// The formula is DIMACS CNF. The proof is LRAT as text (L. Cruz-Filipe, M. Heule, W. Hunt, M. Kaufmann and P.
// Schneider-Kamp, "Efficient certified RAT verification", CADE 2017): clauses that follow from those before
// them, each with the numbers of the clauses that show it, and last the empty clause. Clauses are numbered
// without gaps, those of the formula first. RAT steps, which add clauses that do not follow, are refused.
// Once the empty clause was shown to follow, the formula is refuted, whatever comes after it; but lines after
// it have to be right, too: a file is accepted as a whole. (lrat-check stops reading at the empty clause.)
// Nothing is searched for, so the whole checker can be read in one sitting: the code to trust is
// `ProofChecker::follows`. models/proofs/lrat.py reads the same files and comes to the same verdicts.

#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace cubecsp {

class ProofChecker {
public:
    // Read a formula. Throws std::invalid_argument if it is not DIMACS CNF, or its
    // first line is wrong about its size.
    explicit ProofChecker(std::string_view dimacs);

    // Check the next lines of a proof; lines are given as a whole.
    // Throws std::invalid_argument, with the number of the line, at the first one that is wrong. The
    // checker can then no longer be used.
    void check(std::string_view lines);

    // Whether the empty clause was shown to follow.
    bool proven() const { return proven_; }

    std::size_t given() const { return given_; }  // clauses of the formula
    std::size_t added() const { return added_; }  // clauses of the proof so far

private:
    struct Clause {
        std::size_t begin = 0;
        std::uint32_t size = 0;
        bool there = false;
    };

    void check_line(std::string_view line);
    void add(const std::vector<int>& literals);
    bool follows(const std::vector<int>& literals, const std::vector<std::size_t>& hints);
    const Clause& clause(std::int64_t number) const;
    std::size_t place(int literal) const;
    bool is_false(int literal) const { return false_since_[place(literal)] == step_; }
    void make_false(int literal) { false_since_[place(literal)] = step_; }

    int variables_ = 0;
    std::vector<int> literals_;               // of all clauses, one after the other
    std::vector<Clause> clauses_;             // by number; entry 0 is none
    std::vector<std::uint64_t> false_since_;  // by place of a literal: the step in which it is false
    std::uint64_t step_ = 0;
    std::size_t given_ = 0, added_ = 0, line_ = 0;
    bool proven_ = false;
};

}  // namespace cubecsp
