// A proof as a solver has written it, without the parts that the empty clause does not need.
//
// CaDiCaL (A. Biere et al.) writes with each clause that it learns the numbers of the clauses that show it
// (F. Pollitt, M. Fleury and A. Biere, "Faster LRAT checking than solving with CaDiCaL", SAT 2023). So
// nothing has to be found again: going back from the empty clause, used clauses are kept.

#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace cubecsp {

class TrimmedProof {
public:
    // Read a proof in binary LRAT from a formula of this many clauses. The text must outlive this object.
    // Numbers that no clause of the proof has belong to the formula, in order: CaDiCaL numbers both
    // together. Throws std::invalid_argument if it cannot be read, has RAT steps, or lacks the empty clause.
    TrimmedProof(std::string_view proof, std::size_t given);

    // The lines of the next `most` clauses, or of those that are left, as LRAT and as DRAT; both are empty
    // at the end. Clauses are renumbered without gaps, and deleted after their last use; units are not
    // deleted in DRAT, where checkers do not agree on what that means.
    struct Lines {
        std::string lrat, drat;
    };
    Lines next(std::size_t most);

    std::size_t learned() const { return steps_.size(); }
    std::size_t kept() const { return kept_.size(); }

private:
    using Number = std::uint32_t;  // of a clause: CaDiCaL's, or the new one

    struct Step {
        std::size_t begin;  // of its literals, in the proof; its hints follow them
        Number number;      // CaDiCaL's
    };
    struct Kept {
        Number step;
        std::vector<Number> last;  // clauses not used afterwards
    };

    void read(std::string_view proof);
    void number(std::size_t given);
    void mark();
    void write(const Kept& kept, Lines& lines);
    void write_deleted(const Step& step, std::string& drat) const;

    static constexpr Number kNone = 0xFFFFFFFF;

    std::string_view proof_;
    std::vector<Step> steps_;
    std::vector<Number> step_;     // by CaDiCaL's number: the step, or none
    std::vector<Number> renamed_;  // by CaDiCaL's number: the new one, or none yet
    std::vector<Kept> kept_;       // the last one first
    std::size_t written_ = 0;      // of these, those that are left
    Number numbers_ = 0;           // so far
};

}  // namespace cubecsp
