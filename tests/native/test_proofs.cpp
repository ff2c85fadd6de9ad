// The checker of proofs: what it accepts follows, by all assignments of a few variables.

#include <stdexcept>
#include <string>
#include <vector>

#include "check.hpp"
#include "proofs/check.hpp"

using namespace cubecsp;
using namespace cubecsp::tests;

namespace {

constexpr unsigned kVariables = 3;

using Clause = std::vector<int>;

Clause random_clause(Random& random) {
    Clause clause;
    for (int variable = 1; variable <= static_cast<int>(kVariables); ++variable) {
        const unsigned choice = random.below(3);
        if (choice != 0) clause.push_back(choice == 1 ? variable : -variable);
    }
    return clause;
}

bool satisfies(unsigned assignment, const Clause& clause) {
    for (const int literal : clause) {
        const bool value = (assignment >> (literal < 0 ? -literal : literal) & 1U) != 0;
        if (value == (literal > 0)) return true;
    }
    return false;
}

bool implied(const std::vector<Clause>& formula, const Clause& clause) {
    for (unsigned assignment = 0; assignment < 2U << kVariables; ++assignment) {
        bool all = true;
        for (const Clause& one : formula) all = all && satisfies(assignment, one);
        if (all && !satisfies(assignment, clause)) return false;
    }
    return true;
}

std::string text_of(const std::vector<int>& numbers) {
    std::string text;
    for (const int number : numbers) text += std::to_string(number) + " ";
    return text + "0";
}

std::string dimacs(const std::vector<Clause>& formula) {
    std::string text = "p cnf " + std::to_string(kVariables) + " " + std::to_string(formula.size()) + "\n";
    for (const Clause& clause : formula) text += text_of(clause) + "\n";
    return text;
}

}  // namespace

TEST(clauses_that_are_accepted_follow) {
    Random random(6);
    int accepted = 0, refused = 0;
    for (int round = 0; round < 20'000; ++round) {
        std::vector<Clause> formula(4);
        for (Clause& clause : formula) {
            do clause = random_clause(random);
            while (clause.empty());
        }
        const Clause clause = random_clause(random);
        std::vector<int> hints;
        for (unsigned i = 0; i < 1 + random.below(3); ++i)
            hints.push_back(1 + static_cast<int>(random.below(4)));
        ProofChecker checker(dimacs(formula));
        const std::string number = std::to_string(formula.size() + 1);
        try {
            checker.check(number + " " + text_of(clause) + " " + text_of(hints) + "\n");
        } catch (const std::invalid_argument&) {
            ++refused;
            continue;
        }
        ++accepted;
        CHECK(implied(formula, clause));
        CHECK(checker.proven() == clause.empty());
    }
    CHECK(accepted > 100 && refused > 100);
}

TEST(a_refutation_is_accepted_and_no_other_is) {
    const std::string formula = dimacs({{1, 2}, {1, -2}, {-1, 3}, {-1, -3}});
    ProofChecker checker(formula);
    checker.check("5 1 0 1 2 0\n");
    CHECK(!checker.proven());
    checker.check("6 0 5 3 4 0\n");
    CHECK(checker.proven() && checker.given() == 4 && checker.added() == 2);
    CHECK(throws<std::invalid_argument>([&] { ProofChecker(formula).check("5 0 1 2 3 4 0\n"); }));
}
