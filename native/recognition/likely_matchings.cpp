#include "recognition/likely_matchings.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <numeric>
#include <queue>

#include "recognition/assignment.hpp"

namespace cubecsp {

namespace {

constexpr double kRounding = 1e-6;  // sums of costs differ by less
constexpr double kInfinity = std::numeric_limits<double>::infinity();

struct Step {  // from a state of one layer to one of the next
    std::uint64_t state;
    std::uint32_t from;
    std::uint8_t placement;
    double cost;
    double total;  // the least cost of a partial matching that ends with it
};

struct State {
    std::uint64_t code;
    std::uint32_t first, last;  // the steps that lead to it
    double least;
    double weight;  // of all partial matchings that lead to it, as a multiple of exp(-least)
};

struct Layer {
    std::vector<Step> steps;
    std::vector<State> states;
};

class Search {
public:
    Search(const MatchingCosts& given, double horizon, std::size_t most)
        : given_(given), horizon_(horizon), most_(most), extra_(given.costs) {
        reduce();
        order();
        std::uint64_t radix = 1;
        for (const unsigned copies : given_.copies) {
            radix_.push_back(radix);
            radix *= copies + 1;
        }
        layers_.push_back({{}, {{0, 0, 0, 0.0, 1.0}}});
        for (const std::size_t slot : order_) fill(slot);
    }

    LikelyMatchings result(std::size_t number) const {
        LikelyMatchings found{base_, horizon_, {}};
        const std::size_t all = sums();
        for (std::size_t sum = 0; sum < all; ++sum) {  // half of them on: the other parity
            const std::size_t shift = given_.parity && order_is_odd_ ? given_.turns : 0;
            found.classes.push_back(class_of((sum + shift) % all, number));
        }
        return found;
    }

private:
    // How many sums a state can have: parity * turns + sum of turns.
    std::size_t sums() const { return given_.parity ? 2 * given_.turns : given_.turns; }
    std::size_t at(std::size_t slot, std::size_t kind) const {
        return (slot * given_.kinds + kind) * given_.turns;
    }

    // Reduce costs to their excess over the cheapest matching.
    void reduce() {
        const std::size_t slots = given_.slots;
        std::vector<std::size_t> kind_of;
        for (std::size_t kind = 0; kind < given_.kinds; ++kind)
            kind_of.insert(kind_of.end(), given_.copies[kind], kind);
        std::vector<double> costs;
        for (std::size_t slot = 0; slot < slots; ++slot)
            for (const std::size_t kind : kind_of) {
                const auto first = given_.costs.begin() + static_cast<std::ptrdiff_t>(at(slot, kind));
                costs.push_back(*std::min_element(first, first + static_cast<std::ptrdiff_t>(given_.turns)));
            }
        const Assignment cheapest = cheapest_assignment(costs, slots);
        std::vector<double> price(given_.kinds);  // copies have the same one
        for (std::size_t piece = 0; piece < slots; ++piece) price[kind_of[piece]] = cheapest.pieces[piece];
        for (const std::size_t piece : cheapest.piece_of) cheapest_.push_back(kind_of[piece]);
        base_ = std::accumulate(cheapest.slots.begin(), cheapest.slots.end(), 0.0) +
                std::accumulate(cheapest.pieces.begin(), cheapest.pieces.end(), 0.0);
        for (std::size_t slot = 0; slot < slots; ++slot)
            for (std::size_t kind = 0; kind < given_.kinds; ++kind)
                for (std::size_t turn = 0; turn < given_.turns; ++turn) {
                    double& extra = extra_[at(slot, kind) + turn];
                    extra = std::max(0.0, extra - cheapest.slots[slot] - price[kind]);
                }
    }

    // Choose which slot is filled next: one that brings in the fewest pieces, so that few are open at a time.
    void order() {
        std::vector<std::uint64_t> fitting(given_.slots);
        for (std::size_t slot = 0; slot < given_.slots; ++slot)
            for (std::size_t kind = 0; kind < given_.kinds; ++kind)
                for (std::size_t turn = 0; turn < given_.turns; ++turn)
                    if (extra_[at(slot, kind) + turn] <= horizon_) fitting[slot] |= std::uint64_t{1} << kind;
        std::vector<std::size_t> left(given_.slots);
        std::iota(left.begin(), left.end(), std::size_t{0});
        std::uint64_t open = 0;
        while (!left.empty()) {
            const auto next = std::min_element(left.begin(), left.end(), [&](std::size_t a, std::size_t b) {
                return std::popcount(fitting[a] & ~open) < std::popcount(fitting[b] & ~open);
            });
            open |= fitting[*next];
            order_is_odd_ ^= static_cast<std::size_t>(next - left.begin()) % 2;
            order_.push_back(*next);
            left.erase(next);
        }
    }

    // The state after a placement, or false if no piece of its kind is left.
    bool follow(std::uint64_t code, std::size_t kind, std::size_t turn, std::uint64_t& next) const {
        const std::size_t all = sums();
        const std::uint64_t used = code / all;
        if (used / radix_[kind] % (given_.copies[kind] + 1) == given_.copies[kind]) return false;
        std::uint64_t sum = code % all;
        const std::uint64_t turned = (sum % given_.turns + turn) % given_.turns;
        std::uint64_t parity = sum / given_.turns;
        if (given_.parity) parity ^= static_cast<std::uint64_t>(std::popcount(used >> kind)) & 1;
        next = (used + radix_[kind]) * all + parity * given_.turns + turned;
        return true;
    }

    void fill(std::size_t slot) {
        Layer layer;
        const std::vector<State>& before = layers_.back().states;
        for (std::uint32_t from = 0; from < before.size(); ++from)
            for (std::size_t kind = 0; kind < given_.kinds; ++kind)
                for (std::size_t turn = 0; turn < given_.turns; ++turn) {
                    const double cost = extra_[at(slot, kind) + turn], total = before[from].least + cost;
                    std::uint64_t next = 0;
                    if (total <= horizon_ + kRounding && follow(before[from].code, kind, turn, next))
                        layer.steps.push_back(
                            {next, from, static_cast<std::uint8_t>(kind * given_.turns + turn), cost, total});
                }
        std::sort(layer.steps.begin(), layer.steps.end(), [](const Step& a, const Step& b) {
            return a.state != b.state ? a.state < b.state : a.total < b.total;
        });
        merge(layer);
        advance(slot);
        if (layer.states.size() > most_) narrow(layer);
        layers_.push_back(std::move(layer));
    }

    void advance(std::size_t slot) {
        const auto first = extra_.begin() + static_cast<std::ptrdiff_t>(at(slot, cheapest_[slot]));
        const auto turn = std::min_element(first, first + static_cast<std::ptrdiff_t>(given_.turns)) - first;
        follow(path_, cheapest_[slot], static_cast<std::size_t>(turn), path_);
    }

    // Make a state of the steps that lead to the same one.
    void merge(Layer& layer) const {
        const std::vector<State>& before = layers_.back().states;
        for (std::uint32_t first = 0, last = 0; first < layer.steps.size(); first = last) {
            const Step& best = layer.steps[first];
            double weight = 0;
            for (; last < layer.steps.size() && layer.steps[last].state == best.state; ++last)
                weight +=
                    before[layer.steps[last].from].weight * std::exp(best.total - layer.steps[last].total);
            layer.states.push_back({best.state, first, last, best.total, weight});
        }
    }

    // Keep the cheapest states and that of the cheapest matching, and lower the horizon to the cheapest state
    // left out.
    void narrow(Layer& layer) {
        const auto first = layer.states.begin();
        std::iter_swap(first, std::find_if(first, layer.states.end(),
                                           [this](const State& state) { return state.code == path_; }));
        const auto last = first + static_cast<std::ptrdiff_t>(most_);
        std::nth_element(first + 1, last, layer.states.end(),
                         [](const State& a, const State& b) { return a.least < b.least; });
        horizon_ = last->least;
        layer.states.erase(last, layer.states.end());
    }

    MatchingClass class_of(std::size_t sum, std::size_t number) const {
        const std::vector<State>& ends = layers_.back().states;
        const std::size_t all = sums();
        const auto end =
            std::find_if(ends.begin(), ends.end(), [&](const State& s) { return s.code % all == sum; });
        if (end == ends.end()) return {kInfinity, -kInfinity, {}, {}, {}};
        MatchingClass found{base_ + end->least, std::log(end->weight) - base_ - end->least, {}, {}, {}};
        const auto index = static_cast<std::uint32_t>(end - ends.begin());
        list(index, number, found);
        share(index, found);
        return found;
    }

    struct Partial {  // the end of a matching
        double total;
        std::uint32_t state;
        double cost;
        std::vector<std::uint8_t> placements;  // the last first
        bool operator<(const Partial& other) const { return total > other.total; }
    };

    // Find the cheapest matchings that end in a state, best first.
    void list(std::uint32_t end, std::size_t number, MatchingClass& found) const {
        std::priority_queue<Partial> open;
        open.push({layers_.back().states[end].least, end, 0.0, {}});
        while (!open.empty() && found.costs.size() < number) {
            const Partial partial = open.top();
            open.pop();
            const std::size_t depth = given_.slots - partial.placements.size();
            if (depth == 0) {
                found.costs.push_back(base_ + partial.total);
                std::vector<std::uint8_t> row(given_.slots);
                for (std::size_t i = 0; i < given_.slots; ++i)
                    row[order_[i]] = partial.placements[given_.slots - 1 - i];
                found.rows.insert(found.rows.end(), row.begin(), row.end());
                continue;
            }
            const State& state = layers_[depth].states[partial.state];
            for (std::uint32_t i = state.first; i < state.last; ++i) {
                const Step& step = layers_[depth].steps[i];
                Partial longer{step.total + partial.cost, step.from, step.cost + partial.cost,
                               partial.placements};
                longer.placements.push_back(step.placement);
                open.push(std::move(longer));
            }
        }
    }

    // Find which share of the weight of a state goes through each placement.
    void share(std::uint32_t end, MatchingClass& found) const {
        found.shares.assign(given_.costs.size(), 0.0);
        std::vector<double> flow(layers_.back().states.size());
        flow[end] = 1;
        for (std::size_t depth = given_.slots; depth > 0; --depth) {
            const Layer& layer = layers_[depth];
            const std::vector<State>& before = layers_[depth - 1].states;
            std::vector<double> earlier(before.size());
            for (std::size_t i = 0; i < layer.states.size(); ++i) {
                const State& state = layer.states[i];
                if (flow[i] == 0) continue;
                for (std::uint32_t j = state.first; j < state.last; ++j) {
                    const Step& step = layer.steps[j];
                    const double part = flow[i] * before[step.from].weight *
                                        std::exp(state.least - step.total) / state.weight;
                    earlier[step.from] += part;
                    found.shares[at(order_[depth - 1], 0) + step.placement] += part;
                }
            }
            flow = std::move(earlier);
        }
    }

    const MatchingCosts& given_;
    double horizon_;
    std::size_t most_;
    std::vector<double> extra_;          // as `costs`
    std::vector<std::size_t> cheapest_;  // the kind in each slot of the cheapest matching
    std::uint64_t path_ = 0;             // the state that it has reached
    double base_ = 0;
    std::vector<std::size_t> order_;
    std::size_t order_is_odd_ = 0;
    std::vector<std::uint64_t> radix_;
    std::vector<Layer> layers_;  // after each number of slots
};

}  // namespace

LikelyMatchings likely_matchings(const MatchingCosts& given, double horizon, std::size_t number,
                                 std::size_t most) {
    return Search(given, horizon, most).result(number);
}

}  // namespace cubecsp
