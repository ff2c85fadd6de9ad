// A certificate of how many assignments satisfy a formula in which each slot holds one of some placements.
//
// The formula is compiled into a partitioned-operation graph, and proven on the way to be equivalent to it,
// in the format of R. Bryant, W. Nawrocki, J. Avigad and M. Heule, "Certified Knowledge Compilation with
// Application to Verified Model Counting", SAT 2023, as the checkers of R. Bryant, Y. K. Tan et al.,
// "Certifying Projected Knowledge Compilation", SAT 2025, read it. Slot after slot is decided, as in counting
// by dynamic programming:
//
// - Assignments before a slot matter only as far as they occur in clauses that are not satisfied yet.
//   These literals, the boundary, are the state; equal states are one node. For the slots of one orbit they
//   show which pieces are used, and the twist so far, although neither is stated anywhere.
// - A state stands for the sum over its placements of products: the facts of the placement about its slot,
//   the other consequences of it and the state, and the next state. The facts of a placement about its slot
//   are a node that all states share.
// - A product that is not in the graph names the conjunction of a state's literals. With it, "if the state,
//   then its node" is a clause of two literals, which follows from those of the next states. The last such
//   clause is the root.
//
// That the graph implies the formula needs no steps: checkers see it from the graph.

#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "proofs/count_clauses.hpp"

namespace cubecsp {

class CountProof {
public:
    // Begin with a formula.
    //
    // slots: for each slot the variables of its placements, in the order in which slots are decided. A clause
    // of the formula says that one of them is true, others that no two are.
    // left_out: clauses that follow from the others, without which states are smaller.
    // Throws std::invalid_argument if that is not so.
    CountProof(int variables, std::vector<std::vector<int>> clauses,
               const std::vector<std::vector<int>>& slots, const std::vector<std::size_t>& left_out);

    // Return the lines that the next `most` steps bring, which may be none.
    // Throws std::invalid_argument if the placements do not settle all variables.
    std::string next(std::size_t most);

    bool done() const { return done_; }
    double share() const;  // about, of the work that is done
    std::size_t states() const { return states_.size(); }
    std::size_t nodes() const { return static_cast<std::size_t>(node_ - formula_.variables()); }

private:
    using Literals = std::vector<int>;
    using Number = std::int64_t;  // of a clause, as the checkers count

    struct Node {
        int name = 0;
        Number clause = 0;  // the first one that defines it
    };
    struct Placement {
        int variable = 0;
        Node node;          // of its facts about its slot
        Number clause = 0;  // from the variable follows the node
    };
    struct Slot {
        std::vector<Placement> placements;  // those that are possible at all
        Number clause = 0;                  // one of the placements
        Literals literals;                  // of that clause
    };
    struct State {
        int node = 0;  // 0: nothing satisfies it
        Node context;  // of the conjunction of its literals
        Literals literals;
        Number clause = 0;  // from the context follows the node, or nothing
    };
    // The result for a placement in a state.
    struct Branch {
        std::size_t placement = 0;
        int conflict = Propagation::kNone;
        std::size_t state = 0;     // that it leads to
        Literals added;            // the literals it makes true, in order, and why
        std::vector<int> reasons;  // by clause
        bool possible = false;
        Node node;          // of the placement and its consequences
        Number clause = 0;  // from the state and the placement follows the node, or a contradiction
    };
    // A state that is under way.
    struct Frame {
        Literals key;       // states that have the same are the same
        Literals literals;  // on which it depends
        std::size_t assigned = 0;
        std::vector<std::size_t> choices;  // of the slot's placements
        std::size_t next = 0;
        std::vector<Branch> branches;
    };

    static constexpr std::size_t kLeaf = 0;  // the state in which all is assigned

    void start(const std::vector<Literals>& slots);
    bool settle(int literal, int reason, Number number);
    std::vector<Number> because(int reason, int follows) const;
    void refute(int conflict);
    bool probe(const std::vector<Literals>& slots);
    void describe(Slot& slot, std::size_t number);
    void advance();
    std::size_t reached();
    Branch taken(std::size_t before) const;
    void finish_branch(int conflict, std::size_t state);
    void close();
    void close_impossible(Branch& branch, const Slot& slot, const Node& context);
    void close_possible(Branch& branch, bool first, const Slot& slot, const Node& context);
    int close_sum(const std::vector<Branch*>& possible, const Slot& slot, std::vector<Number>& hints);
    void finish();
    std::vector<Number> derive(const Literals& goals, const Branch& branch);

    Node product(const Literals& parts);
    Node sum(int one, int other, const std::vector<Number>& hints);
    Number clause(const Literals& literals, const std::vector<Number>& hints);
    void begin(Number number, char kind);
    void put(Number number);
    void end();

    Propagation formula_;
    std::vector<std::size_t> owner_;  // by variable: the slot that settles it, from 1; 0 for none
    std::vector<Number> known_;  // by variable: the clause that gives its literal, from which others follow
    std::vector<char> needed_;   // by variable, in `derive`
    std::vector<Slot> slots_;    // those of which more than one placement is possible
    std::size_t settled_ = 0;    // literals that hold in any case
    std::vector<Frame> frames_;  // one for each slot so far
    std::vector<State> states_;
    std::map<Literals, std::size_t> number_of_;  // by key
    int node_;                                   // the last one
    Number clause_;                              // the last one
    bool done_ = false;
    std::string text_;
};

}  // namespace cubecsp
