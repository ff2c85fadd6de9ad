// The search over slots, in each of its rooms, against all matchings of a small orbit.

#include <algorithm>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

#include "check.hpp"
#include "matchings.hpp"
#include "pattern/any_search.hpp"

using namespace cubecsp;
using namespace cubecsp::tests;

namespace {

constexpr unsigned kPieces = 4, kTurned = 2, kPlacements = kPieces * kTurned;

// A count of literals, which has to lie between two numbers.
struct Counted {
    std::vector<std::pair<int, std::uint32_t>> literals;
    int least, most;

    bool holds(const Matching& row) const {
        int count = 0;
        for (const auto& [slot, mask] : literals)
            count += static_cast<int>(mask >> row[static_cast<std::size_t>(slot)] & 1U);
        return least <= count && count <= most;
    }
};

// A random question, and whether a row answers it.
struct Question {
    Domains domains;
    std::vector<std::uint32_t> related;  // for each placement of slot 0 those of slot 1
    Counted counted;
    bool even, unturned;

    explicit Question(Random& random)
        : domains(random_domains(random, kPieces, kTurned, 10)), counted{{}, 0, 0}, even(), unturned() {
        for (unsigned value = 0; value < kPlacements; ++value)
            related.push_back(random.below(1U << kPlacements));
        for (int slot = 0; slot < static_cast<int>(kPieces); ++slot)
            counted.literals.emplace_back(slot, random.below(1U << kPlacements));
        counted.least = static_cast<int>(random.below(3));
        counted.most = counted.least + static_cast<int>(random.below(3));
        even = random.below(2) != 0;
        unturned = random.below(2) != 0;
    }

    bool answered_by(const Matching& row) const {
        return (related[row[0]] >> row[1] & 1U) != 0 && counted.holds(row) &&
               !(even && is_odd_matching(row, kTurned)) && !(unturned && sum_of_turns(row, kTurned) != 0);
    }
};

template <class Size>
std::vector<Matching> found_by(const Question& question) {
    std::vector<Law> laws;
    if (question.unturned) laws.push_back({2, {{0, 1}}, {}});
    if (question.even) laws.push_back({2, {}, {0}});
    const auto search = make_search<Size>({{static_cast<int>(kPieces), static_cast<int>(kTurned)}}, laws, {});
    for (std::size_t slot = 0; slot < kPieces; ++slot)
        search->restrict_domain(static_cast<int>(slot), question.domains[slot]);
    search->relate(0, 1, {question.related.begin(), question.related.end()});
    std::vector<std::pair<int, AnySearch::Values>> literals(question.counted.literals.begin(),
                                                            question.counted.literals.end());
    search->post(search->add_count(literals, question.counted.least, question.counted.most));
    std::vector<Matching> rows;
    while (!search->done()) {
        const std::vector<std::uint8_t> some = search->run(3, 2);
        for (std::size_t at = 0; at < some.size(); at += kPieces)
            rows.emplace_back(some.data() + at, some.data() + at + kPieces);
    }
    std::ranges::sort(rows);
    return rows;
}

}  // namespace

TEST(each_search_finds_just_the_answers) {
    Random random(5);
    std::size_t total = 0;
    for (int round = 0; round < 200; ++round) {
        const Question question(random);
        std::vector<Matching> expected;
        each_matching(kTurned, question.domains, [&](const Matching& row) {
            if (question.answered_by(row)) expected.push_back(row);
        });
        CHECK(found_by<Narrow>(question) == expected);
        CHECK(found_by<Wide>(question) == expected);
        CHECK(found_by<Deep>(question) == expected);
        total += expected.size();
    }
    CHECK(total > 0);
}
