// Counts of edges under corners, against all that there are.

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <numeric>
#include <vector>

#include "check.hpp"
#include "counting/determinants.hpp"
#include "counting/edge_sums.hpp"
#include "counting/permanents.hpp"
#include "counting/subsets.hpp"
#include "matchings.hpp"

using namespace cubecsp;
using namespace cubecsp::tests;

// Rows that begin alike are counted together, whatever comes before and after them.
TEST(rows_are_counted_together_as_they_are_alone) {
    Random random(3);
    const std::vector<EdgeSums::Domain> all(EdgeSums::kEdges, (1U << EdgeSums::kValues) - 1);
    std::vector<EdgeSums> both(2, EdgeSums(all));
    for (const int edge :
         {2, 5, 11}) {  // the last two slots come last, since they depend on the last corners
        std::vector<EdgeSums::Domain> allowed(EdgeSums::kValues);
        for (EdgeSums::Domain& domain : allowed) domain = random.below(1U << 24);
        for (EdgeSums& sums : both) sums.depend(edge, {edge == 2 ? 0 : edge == 5 ? 6 : 7}, allowed);
    }
    Matching rows;
    std::vector<std::uint64_t> alone;
    for (int number = 0; number < 200; ++number) {
        Matching row(EdgeSums::kCorners);
        for (std::size_t i = 0; i < row.size(); ++i)
            row[i] = static_cast<std::uint8_t>(3 * i + random.below(3));
        std::swap(row[0], row[1 + random.below(2)]);
        std::swap(row[7], row[3 + random.below(4)]);
        rows.insert(rows.end(), row.begin(), row.end());
        EdgeSums fresh = both[0];
        alone.push_back(fresh.counts(row.data(), 1)[0]);
    }
    CHECK(both[1].counts(rows.data(), alone.size()) == alone);
    CHECK(*std::max_element(alone.begin(), alone.end()) > 1'000'000'000);
}

TEST(edges_are_counted_under_corners_that_they_depend_on) {
    Random random(2);
    std::uint64_t total = 0;
    for (int round = 0; round < 10; ++round) {
        const Domains drawn = random_domains(random, 12, 2, 3);
        EdgeSums sums({drawn.begin(), drawn.end()});
        const int edge = static_cast<int>(random.below(12));
        std::vector<EdgeSums::Domain> allowed(EdgeSums::kValues);
        for (EdgeSums::Domain& domain : allowed) domain = random.below(1U << 24);
        sums.depend(edge, {3}, allowed);
        for (int number = 0; number < 4; ++number) {
            Matching row(EdgeSums::kCorners);
            for (std::size_t i = 0; i < row.size(); ++i) row[i] = static_cast<std::uint8_t>(3 * i);
            for (std::size_t i = row.size(); i > 1; --i)
                std::swap(row[i - 1], row[random.below(static_cast<unsigned>(i))]);
            Domains domains = drawn;
            domains[static_cast<std::size_t>(edge)] &= allowed[row[3]];
            std::uint64_t expected = 0;
            each_matching(2, domains, [&](const Matching& edges) {
                const bool fits = is_odd_matching(edges, 2) == is_odd_matching(row, 3);
                expected += fits && sum_of_turns(edges, 2) == 0 ? 1 : 0;
            });
            CHECK(sums.counts(row.data(), 1) == std::vector<std::uint64_t>{expected});
            total += expected;
        }
    }
    CHECK(total > 0);
}

namespace {

// The permanent and the determinant of the first rows, added up, with factors for flipped placements.
struct Expansion {
    std::int64_t permanent = 0, determinant = 0;
};

Expansion expanded(const Permanents::Domains& domains, int flipped, std::size_t slot = 0, unsigned used = 0) {
    if (slot == domains.size()) return {1, 1};
    Expansion sum;
    for (unsigned piece = 0; piece < domains.size(); ++piece) {
        const EdgeDomain turns = domains[slot] >> (2 * piece) & 3;
        const std::int64_t factor = static_cast<int>(turns & 1) + flipped * static_cast<int>(turns >> 1);
        if (factor == 0 || used >> piece & 1) continue;
        const Expansion rest = expanded(domains, flipped, slot + 1, used | 1u << piece);
        sum.permanent += factor * rest.permanent;
        sum.determinant += is_odd_after(used, piece) ? -factor * rest.determinant : factor * rest.determinant;
    }
    return sum;
}

}  // namespace

TEST(permanents_and_determinants_are_those_that_expansion_gives) {
    Random random(4);
    std::vector<Permanents::Domains> matrices(1);
    for (int number = 0; number < 60; ++number) {
        Permanents::Domains next = matrices.back();
        const std::size_t kept = number % 7 == 0 ? 0 : random.below(12);  // rows of the matrix before
        for (std::size_t slot = kept; slot < next.size(); ++slot) {
            if (slot > kept && random.below(2) == 0) continue;  // what follows a change may stay as it was
            next[slot] = 0;
            for (int placements = 0; placements < 6; ++placements) next[slot] |= 1u << random.below(24);
        }
        matrices.push_back(next);
    }
    Permanents permanents;
    Determinants determinants;
    const std::vector<std::int64_t> sums = permanents.sums(matrices);
    std::int64_t most = 0;
    for (std::size_t i = 0; i < matrices.size(); ++i) {
        const Expansion plain = expanded(matrices[i], 1), flipped = expanded(matrices[i], -1);
        CHECK(sums[i] == plain.permanent + flipped.permanent);
        CHECK(determinants.sum(matrices[i]) == plain.determinant + flipped.determinant);
        CHECK(permanents.sums({matrices[i]}) == std::vector<std::int64_t>{sums[i]});
        most = std::max(most, determinants.sum(matrices[i]));
    }
    CHECK(most > 100);
}

// These have the greatest numbers on the way.
TEST(every_edge_may_be_anywhere_in_both_ways_or_in_one) {
    constexpr std::int64_t kOrders = 479'001'600;  // 12!
    Permanents::Domains both, one;
    both.fill((1u << 24) - 1);
    one.fill(0x555555);
    Permanents permanents;
    CHECK(permanents.sums({both, both, one}) ==
          (std::vector<std::int64_t>{kOrders << 12, kOrders << 12, 2 * kOrders}));
    CHECK(Determinants().sum(both) == 0);
    // A Hadamard matrix of order 12 (R. Paley), whose determinant is the greatest: the squares modulo 11.
    Permanents::Domains paley;
    for (std::size_t row = 0; row < 12; ++row) {
        paley[row] = 0;
        for (std::size_t column = 0; column < 12; ++column) {
            const std::size_t difference = (11 + row - column) % 11;
            const bool square =
                difference == 1 || difference == 3 || difference == 4 || difference == 5 || difference == 9;
            const bool minus = row < 11 && column < 11 && !square;
            paley[row] |= (minus ? 2u : 1u) << (2 * column);
        }
    }
    // The plain matrix has only ones; with flips subtracted, the rows are orthogonal.
    CHECK(std::abs(Determinants().sum(paley)) == 2'985'984);
}
