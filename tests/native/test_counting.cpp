// Counts of fillings, and of edges under corners, against all that there are.

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <vector>

#include "check.hpp"
#include "counting/fillings.hpp"
#include "fillings.hpp"

using namespace cubecsp;
using namespace cubecsp::tests;

TEST(fillings_are_counted_by_parity_and_turns) {
    Random random(1);
    for (int round = 0; round < 100; ++round) {
        const unsigned turns = 1 + random.below(3);
        const Domains domains = random_domains(random, 1 + random.below(5), turns, 8);
        std::vector<std::uint64_t> expected(2 * turns);
        each_filling(turns, domains, [&](const Filling& row) {
            ++expected[(is_odd_filling(row, turns) ? turns : 0) + sum_of_turns(row, turns)];
        });
        CHECK(count_fillings(static_cast<int>(turns), domains) == expected);
    }
}

// Two rows that share the front are counted at once, whatever comes before and after them.
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
    Filling rows;
    std::vector<std::uint64_t> alone;
    for (int number = 0; number < 200; ++number) {
        Filling row(EdgeSums::kCorners);
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
            Filling row(EdgeSums::kCorners);
            for (std::size_t i = 0; i < row.size(); ++i) row[i] = static_cast<std::uint8_t>(3 * i);
            for (std::size_t i = row.size(); i > 1; --i)
                std::swap(row[i - 1], row[random.below(static_cast<unsigned>(i))]);
            Domains domains = drawn;
            domains[static_cast<std::size_t>(edge)] &= allowed[row[3]];
            std::uint64_t expected = 0;
            each_filling(2, domains, [&](const Filling& edges) {
                const bool fits = is_odd_filling(edges, 2) == is_odd_filling(row, 3);
                expected += fits && sum_of_turns(edges, 2) == 0 ? 1 : 0;
            });
            CHECK(sums.counts(row.data(), 1) == std::vector<std::uint64_t>{expected});
            total += expected;
        }
    }
    CHECK(total > 0);
}
