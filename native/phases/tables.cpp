// The sets of phases numbered, and their distances found breadth first.

#include <algorithm>
#include <bit>
#include <utility>

#include "common/require.hpp"
#include "phases/search.hpp"

namespace cubecsp::phases {

namespace {

// The action of turns on numbers of values, set by set.
class NumberTurns {
public:
    NumberTurns(std::span<const std::vector<Row>> turns, const std::vector<std::vector<Set>>& of_sets,
                const Values& values)
        : of_sets_(of_sets) {
        for (const std::vector<Row>& rows : turns) {
            auto& parts = turns_.emplace_back();
            for (std::size_t set = 0; set < of_sets.size(); ++set) {
                const SetTurn turn(rows.at(set));
                auto& part = parts.emplace_back();
                for (const Set value : of_sets[set]) part.push_back(values.part(set, turn(value)));
                require(std::ranges::all_of(part, [](std::uint32_t one) { return one < Values::kNone; }),
                        "a turn leads out of the values of a set");
            }
        }
    }

    std::size_t count() const { return turns_.size(); }
    std::uint32_t operator()(std::size_t turn, std::uint32_t number) const {
        std::uint32_t result = 0;
        for (std::size_t set = 0; set < of_sets_.size(); ++set) {
            const auto size = static_cast<std::uint32_t>(of_sets_[set].size());
            result += turns_[turn][set][number % size];
            number /= size;
        }
        return result;
    }

private:
    const std::vector<std::vector<Set>>& of_sets_;
    std::vector<std::vector<std::vector<std::uint32_t>>> turns_;
};

// Breadth first from a number; `turned` calls its second argument with the images of the first under turns.
template <typename State, typename Turned, typename Number>
void spread(std::vector<State> frontier, const Turned& turned, const Number& number,
            std::span<std::uint8_t> distances) {
    std::ranges::fill(distances, kNever);
    for (const State state : frontier) distances[number(state)] = 0;
    std::vector<State> next;
    for (std::uint8_t depth = 1; !frontier.empty(); ++depth) {
        require(depth != kNever, "a distance exceeds 254");
        next.clear();
        turned(frontier, [&](State reached) {
            std::uint8_t& distance = distances[number(reached)];
            if (distance != kNever) return;
            distance = depth;
            next.push_back(reached);
        });
        std::swap(frontier, next);
    }
}

}  // namespace

Values::Values(const std::vector<std::vector<Set>>& of_sets) {
    require(!of_sets.empty() && of_sets.size() <= kMost, "there are no sets, or too many");
    for (const std::vector<Set>& values : of_sets) {
        const int members = values.empty() ? 0 : std::popcount(values.front());
        require(members != 0 && count_ * values.size() < kNone, "a set has no values, or too many");
        parts_.push_back(
            {SetRanks(static_cast<std::size_t>(members)), static_cast<std::uint32_t>(count_), {}});
        Part& part = parts_.back();
        part.numbers.assign(part.ranks.count(), kNone);
        for (std::size_t i = 0; i < values.size(); ++i) {
            require(values[i] >> kOrbitSlots == 0 && std::popcount(values[i]) == members,
                    "the values of a set have different sizes, or slots above 23");
            std::uint32_t& number = part.numbers[part.ranks(values[i])];
            require(number == kNone, "a value occurs twice");
            number = static_cast<std::uint32_t>(i) * part.step;
        }
        if (values.size() == part.ranks.count() && std::ranges::is_sorted(values)) {
            part.numbers = std::vector<std::uint32_t>();  // which frees the memory
        }
        count_ *= values.size();
    }
}

void fill_distances(std::span<const std::vector<Row>> turns, const std::vector<std::vector<Set>>& values,
                    std::span<const std::vector<Set>> goals, std::span<std::uint8_t> distances,
                    const Stop& stop) {
    const Values numbered(values);
    require(distances.size() == numbered.count(), "a table of the wrong size");
    std::vector<std::uint32_t> ends;
    for (const std::vector<Set>& goal : goals) {
        std::uint32_t number = 0;
        for (std::size_t set = 0; set < values.size(); ++set) {
            require(std::popcount(goal.at(set)) == std::popcount(values[set].front()),
                    "a goal is not a value of its set");
            number += numbered.part(set, goal[set]);
        }
        require(number < Values::kNone, "a goal is not a value of its set");
        ends.push_back(number);
    }
    if (values.size() > 1) {
        const NumberTurns turned(turns, values, numbered);
        const auto every = [&](const std::vector<std::uint32_t>& frontier, const auto& reach) {
            for (std::size_t turn = 0; turn < turned.count(); ++turn) {
                stop.obey();
                for (const std::uint32_t number : frontier) reach(turned(turn, number));
            }
        };
        spread(std::move(ends), every, [](std::uint32_t number) { return number; }, distances);
        return;
    }
    // A single set may have too many values to write down what each turn makes of them.
    std::vector<SetTurn> turned;
    for (const std::vector<Row>& rows : turns) turned.emplace_back(rows.at(0));
    const auto every = [&](const std::vector<Set>& frontier, const auto& reach) {
        for (const SetTurn& turn : turned) {
            stop.obey();
            for (const Set set : frontier) reach(turn(set));
        }
    };
    const auto number = [&](Set set) {
        const std::uint32_t found = numbered.part(0, set);
        require(found < Values::kNone, "a turn leads out of the values of a set");
        return found;
    };
    std::vector<Set> frontier;
    for (const std::vector<Set>& goal : goals) frontier.push_back(goal[0]);
    spread(std::move(frontier), every, number, distances);
}

}  // namespace cubecsp::phases
