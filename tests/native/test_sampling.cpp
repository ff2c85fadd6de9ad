// Rows by number, against lists of all of them.

#include <algorithm>
#include <cstdint>
#include <set>
#include <vector>

#include "check.hpp"
#include "matchings.hpp"
#include "sampling/draws.hpp"
#include "sampling/matchings.hpp"

using namespace cubecsp;
using namespace cubecsp::tests;

namespace {

std::vector<Matching> solvable(unsigned turns, const Domains& domains, bool odd) {
    std::vector<Matching> rows;
    each_matching(turns, domains, [&](const Matching& row) {
        if (is_odd_matching(row, turns) == odd && sum_of_turns(row, turns) == 0) rows.push_back(row);
    });
    return rows;
}

}  // namespace

TEST(numbers_below_a_power_of_two_are_words) {
    // As in Python, where as many words are drawn as limit - 1 has.
    for (std::uint64_t sample = 0; sample < 9; ++sample) {
        Draws words(1, 2, sample), numbers(1, 2, sample);
        for (int i = 0; i < 9; ++i) {
            const TwoWords number = numbers.below(TwoWords{1, 0});
            CHECK(number.high == 0 && number.low == words.word());
        }
    }
}

TEST(completions_number_rows_in_their_order) {
    Random random(3);
    for (int round = 0; round < 50; ++round) {
        const unsigned turns = 1 + random.below(3);
        const Domains domains = random_domains(random, 1 + random.below(5), turns, 8);
        const Completions completions(static_cast<int>(turns), domains);
        std::vector<std::uint64_t> whole(2 * turns);
        each_matching(turns, domains, [&](const Matching& row) {
            ++whole[(is_odd_matching(row, turns) ? turns : 0) + sum_of_turns(row, turns)];
        });
        CHECK(std::equal(whole.begin(), whole.end(), completions.numbers().begin()));
        for (const bool odd : {false, true}) {
            const std::vector<Matching> expected = solvable(turns, domains, odd);
            CHECK(completions.ways(0, odd, 0) == expected.size());
            for (std::size_t rank = 0; rank < expected.size(); ++rank) {
                Matching row(domains.size());
                completions.row(rank, odd, row.data());
                CHECK(row == expected[rank]);
            }
        }
    }
}

TEST(boxes_number_each_cube_once) {
    Random random(4);
    std::size_t most = 0;
    for (int round = 0; round < 20; ++round) {
        const Domains first = random_domains(random, 8, 3, 3);
        const Domains second = random_domains(random, 8, 3, 3);
        Domains both(8);
        for (std::size_t slot = 0; slot < 8; ++slot) both[slot] = first[slot] & second[slot];
        std::set<Matching> expected;
        for (const Domains& domains : {first, second}) {
            for (const bool odd : {false, true}) {
                for (const Matching& row : solvable(3, domains, odd)) expected.insert(row);
            }
        }
        const Boxes boxes({{1, first, {}}, {1, second, {}}, {-1, both, {}}});
        CHECK(boxes.total() == TwoWords{0, expected.size()});
        std::uint64_t rank = 0;
        for (const Matching& row : expected) {
            Matching numbered(8);
            boxes.row({0, rank++}, numbered.data());
            CHECK(numbered == row);
        }
        most = std::max(most, expected.size());
    }
    CHECK(most > 100);
}
