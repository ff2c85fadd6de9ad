// Likely matchings, against lists of all of them; and an estimate that finds colours and light.

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "check.hpp"
#include "matchings.hpp"
#include "recognition/appearance.hpp"
#include "recognition/assignment.hpp"
#include "recognition/likely_matchings.hpp"

using namespace cubecsp;
using namespace cubecsp::tests;

namespace {

bool near(double first, double second) {
    return std::abs(first - second) <= 1e-9 * std::max(1.0, std::abs(second));
}

std::vector<double> random_costs(Random& random, std::size_t number) {
    std::vector<double> costs(number);
    for (double& cost : costs) cost = random.below(1000) / 100.0;
    return costs;
}

using Priced = std::vector<std::pair<double, Matching>>;

// All matchings by parity * turns + sum of turns, the cheapest first.
std::vector<Priced> every_matching(const MatchingCosts& given) {
    const auto turns = static_cast<unsigned>(given.turns);
    const Domains domains(given.slots, (std::uint64_t{1} << given.kinds * given.turns) - 1);
    std::vector<Priced> classes(2 * given.turns);
    each_matching(turns, domains, [&](const Matching& row) {
        double cost = 0;
        for (std::size_t slot = 0; slot < row.size(); ++slot)
            cost += given.costs[slot * given.kinds * given.turns + row[slot]];
        const unsigned parity = is_odd_matching(row, turns) ? turns : 0;
        classes[parity + sum_of_turns(row, turns)].emplace_back(cost, row);
    });
    for (Priced& some : classes) std::ranges::sort(some);
    return classes;
}

}  // namespace

TEST(prices_prove_that_an_assignment_is_cheapest) {
    Random random(5);
    for (std::size_t size = 1; size < 25; ++size) {
        const std::vector<double> costs = random_costs(random, size * size);
        const Assignment found = cheapest_assignment(costs, size);
        std::vector<std::size_t> pieces = found.piece_of;
        std::ranges::sort(pieces);
        for (std::size_t slot = 0; slot < size; ++slot) {
            CHECK(pieces[slot] == slot);
            for (std::size_t piece = 0; piece < size; ++piece) {
                const double left = costs[slot * size + piece] - found.slots[slot] - found.pieces[piece];
                CHECK(left > -1e-9 && (piece != found.piece_of[slot] || left < 1e-9));
            }
        }
    }
}

TEST(likely_matchings_are_the_cheapest_of_all) {
    Random random(6);
    for (int round = 0; round < 20; ++round) {
        const std::size_t turns = 1 + random.below(3), slots = 2 + random.below(3);
        const std::vector<double> costs = random_costs(random, slots * slots * turns);
        const MatchingCosts given{slots, slots, turns, costs, std::vector<unsigned>(slots, 1), true};
        const LikelyMatchings found = likely_matchings(given, 1e9, 4, 1 << 16);
        const std::vector<Priced> expected = every_matching(given);
        CHECK(found.classes.size() == expected.size());
        for (std::size_t which = 0; which < expected.size(); ++which) {
            const MatchingClass& one = found.classes[which];
            double weight = 0, shares = 0;
            for (const auto& [cost, row] : expected[which]) weight += std::exp(-cost);
            CHECK(near(one.least, expected[which].front().first));
            CHECK(near(one.log_weight, std::log(weight)));
            for (std::size_t i = 0; i < one.costs.size(); ++i)
                CHECK(near(one.costs[i], expected[which][i].first));
            for (const double share : one.shares) shares += share;
            CHECK(near(shares, static_cast<double>(slots)));
        }
    }
}

TEST(an_estimate_finds_colours_in_a_light_that_differs) {
    const Appearance::Palette truth{
        {{90, 0, 0}, {40, 55, 35}, {55, -50, 30}, {85, 0, 75}, {65, 45, 60}, {35, 5, -45}}};
    constexpr std::size_t kEach = 9, kStickers = 54;
    std::vector<Lab> measured;
    std::vector<double> shares;
    for (std::size_t sticker = 0; sticker < kStickers; ++sticker) {
        const std::size_t colour = sticker % 6;
        const double gain = 1 + 0.1 * (static_cast<double>(sticker / kEach) - 2.5);
        Lab lab = truth[colour];
        for (double& value : lab) value *= gain;
        measured.push_back(lab);
        for (std::size_t other = 0; other < 6; ++other) shares.push_back(other == colour ? 1 : 0);
    }
    std::vector<bool> seen(kStickers, true);
    seen[7] = false;
    measured[7] = {0, 0, 0};
    Appearance same(measured, seen, truth, truth);
    Appearance differs = same.under({0.15, {3, 8, 8}, true});
    for (int step = 0; step < 20; ++step) {
        same = same.fitted(shares.data());
        differs = differs.fitted(shares.data());
    }
    double same_costs = same.penalty(), differs_costs = differs.penalty();
    for (std::size_t i = 0; i < shares.size(); ++i) {
        same_costs += shares[i] * same.costs()[i];
        differs_costs += shares[i] * differs.costs()[i];
    }
    CHECK(differs_costs < same_costs - 20);
    for (std::size_t colour = 0; colour < 6; ++colour) {
        CHECK(differs.costs()[7 * 6 + colour] == 0);
        for (std::size_t c = 0; c < 3; ++c)
            CHECK(std::abs(differs.colours()[colour][c] - truth[colour][c]) < 3);
    }
}
