// See diagrams.hpp.

#include "counting/diagrams.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "common/require.hpp"

namespace cubecsp {

namespace {

constexpr std::size_t kNotRead = static_cast<std::size_t>(-1);
constexpr int kUnknown = -2;
constexpr std::size_t kOverhead = 64;  // bytes of a node of a map, about
constexpr std::uint64_t kOfMap = 30;   // steps that looking into one takes

// Room that is given back at the end.
class Taken {
public:
    explicit Taken(Meter& meter) : meter_(meter) {}
    ~Taken() { meter_.give(bytes_); }
    Taken(const Taken&) = delete;
    Taken& operator=(const Taken&) = delete;

    void more(std::size_t bytes) {
        meter_.take(bytes);
        bytes_ += bytes;
    }

private:
    Meter& meter_;
    std::size_t bytes_ = 0;
};

// Merges the nodes from which the same can follow, from the last layer to the first, and removes those from
// which nothing can: R. Bryant's reduction. The first layer keeps its only node.
void reduce(Diagram& diagram) {
    std::vector<std::uint16_t> renamed(diagram.ends);
    for (std::size_t end = 0; end < diagram.ends; ++end) renamed[end] = static_cast<std::uint16_t>(end);
    for (std::size_t at = diagram.layers.size(); at-- > 0;) {
        Diagram::Layer& layer = diagram.layers[at];
        Diagram::Layer reduced;
        std::map<std::array<std::uint16_t, kEdgeValues>, std::uint16_t> known;
        std::vector<std::uint16_t> names(layer.allowed.size(), kNoState);
        for (std::size_t node = 0; node < layer.allowed.size(); ++node) {
            std::array<std::uint16_t, kEdgeValues> row{};
            EdgeDomain allowed = 0;
            for (std::size_t value = 0; value < kEdgeValues; ++value) {
                const std::uint16_t next = layer.next[node * kEdgeValues + value];
                row[value] = next == kNoState ? kNoState : renamed[next];
                if (row[value] != kNoState) allowed |= EdgeDomain{1} << value;
            }
            if (allowed == 0 && at > 0) continue;
            const auto [place, added] = known.try_emplace(row, static_cast<std::uint16_t>(known.size()));
            if (added) {
                reduced.allowed.push_back(allowed);
                reduced.next.insert(reduced.next.end(), row.begin(), row.end());
            }
            names[node] = place->second;
        }
        layer = std::move(reduced);
        renamed = std::move(names);
    }
}

// Builds the layers from the content of the first node: `step(place, content, value, target)` returns the
// next content, or that the row ends. Returns the contents of the ends. `states`: how many are in a content.
template <class Content, class Step>
std::vector<Content> build(Diagram& diagram, std::size_t first, std::size_t slots, Content start,
                           std::size_t states, Meter& meter, Step step) {
    const std::size_t layer_bytes = sizeof(EdgeDomain) + kEdgeValues * sizeof(std::uint16_t);
    const std::size_t bytes = 2 * (sizeof(Content) + states * sizeof(int)) + kOverhead + layer_bytes;
    Taken taken(meter);
    std::vector<Content> contents{std::move(start)};
    for (std::size_t place = first; place < first + slots; ++place) {
        Diagram::Layer layer;
        layer.allowed.resize(contents.size());
        layer.next.assign(contents.size() * kEdgeValues, kNoState);
        std::map<Content, std::uint16_t> numbers;
        std::vector<Content> following;
        Content target{};
        for (std::size_t node = 0; node < contents.size(); ++node)
            for (std::size_t value = 0; value < kEdgeValues; ++value) {
                meter.build(states);
                if (!step(place, contents[node], value, target)) continue;
                meter.build(kOfMap + states);
                const auto [found, added] =
                    numbers.try_emplace(target, static_cast<std::uint16_t>(following.size()));
                if (added) {
                    taken.more(bytes);
                    following.push_back(target);
                }
                if (following.size() >= kNoState) throw std::length_error("too many nodes in a diagram");
                layer.next[node * kEdgeValues + value] = found->second;
            }
        diagram.layers.push_back(std::move(layer));
        contents = std::move(following);
    }
    diagram.ends = contents.size();
    reduce(diagram);
    return contents;
}

}  // namespace

void Automaton::check() const {
    require(!slots.empty() && slots.size() == steps.size(), "steps for each slot");
    std::size_t before = 1;
    for (std::size_t place = 0; place < slots.size(); ++place) {
        require(steps[place].size() == before * kEdgeValues, "a step for each state and placement");
        std::size_t after = 1;  // one state, even if none is met
        for (const std::uint16_t state : steps[place])
            if (state != kNoState) after = std::max<std::size_t>(after, state + 1u);
        require(place + 1 < slots.size() || after == 1, "one state after the last slot");
        before = after;
    }
}

Product::Product(std::vector<std::size_t> slots, std::vector<Automaton> members)
    : slots_(std::move(slots)), members_(std::move(members)) {
    for (std::size_t place = 0; place < slots_.size(); ++place) {
        std::vector<std::size_t> reads;
        for (const Automaton& member : members_) {
            const auto found = std::find(member.slots.begin(), member.slots.end(), slots_[place]);
            reads.push_back(found == member.slots.end()
                                ? kNotRead
                                : static_cast<std::size_t>(found - member.slots.begin()));
        }
        std::map<Tuple, std::uint8_t> columns;
        auto& like = like_.emplace_back();
        for (std::size_t value = 0; value < kEdgeValues; ++value) {
            Tuple column;
            for (std::size_t member = 0; member < members_.size(); ++member) {
                if (reads[member] == kNotRead) continue;
                const auto& steps = members_[member].steps[reads[member]];
                for (std::size_t at = value; at < steps.size(); at += kEdgeValues)
                    column.push_back(steps[at]);
            }
            like[value] =
                columns.try_emplace(std::move(column), static_cast<std::uint8_t>(value)).first->second;
        }
        reads_.push_back(std::move(reads));
    }
    levels_.resize(slots_.size() + 1);
    Meter unlimited;
    number(0, Tuple(members_.size(), 0), unlimited);
}

int Product::number(std::size_t place, const Tuple& tuple, Meter& meter) {
    Level& level = levels_[place];
    if (const auto known = level.numbers.find(tuple); known != level.numbers.end()) return known->second;
    meter.take(2 * (sizeof(Tuple) + tuple.size() * sizeof(std::uint16_t)) + kOverhead +
               kEdgeValues * sizeof(int));
    const int number = static_cast<int>(level.states.size());
    level.numbers.emplace(tuple, number);
    level.states.push_back(tuple);
    level.next.resize(level.states.size() * kEdgeValues, kUnknown);
    return number;
}

int Product::step(std::size_t place, int state, std::size_t value, Meter& meter) {
    const std::size_t at = static_cast<std::size_t>(state) * kEdgeValues + like_[place][value];
    int next = levels_[place].next[at];
    if (next == kUnknown) levels_[place].next[at] = next = stepped(place, state, value, meter);
    return next;
}

int Product::stepped(std::size_t place, int state, std::size_t value, Meter& meter) {
    meter.build(kOfMap + members_.size());
    Tuple tuple = levels_[place].states[static_cast<std::size_t>(state)];
    for (std::size_t member = 0; member < members_.size(); ++member) {
        const std::size_t read = reads_[place][member];
        if (read == kNotRead) continue;
        tuple[member] = members_[member].steps[read][tuple[member] * kEdgeValues + value];
        if (tuple[member] == kNoState) return kDead;
    }
    return number(place + 1, tuple, meter);
}

std::size_t Diagram::nodes() const {
    std::size_t number = ends;
    for (const Layer& layer : layers) number += layer.allowed.size();
    return number;
}

std::size_t Diagram::width() const {
    std::size_t most = ends;
    for (const Layer& layer : layers) most = std::max(most, layer.allowed.size());
    return most;
}

FrontDiagram front_diagram(Product& product, std::size_t first, std::size_t slots, int state, Meter& meter) {
    FrontDiagram diagram;
    const auto step = [&](std::size_t place, int from, std::size_t value, int& target) {
        target = product.step(place, from, value, meter);
        return target != Product::kDead;
    };
    diagram.states = build(diagram, first, slots, state, 1, meter, step);
    return diagram;
}

BackDiagram back_diagram(Product& product, std::size_t first, const std::vector<int>& states, Meter& meter) {
    BackDiagram diagram;
    const auto step = [&](std::size_t place, const std::vector<int>& from, std::size_t value,
                          std::vector<int>& target) {
        target.resize(from.size());
        bool alive = false;
        for (std::size_t at = 0; at < from.size(); ++at) {
            target[at] =
                from[at] == Product::kDead ? Product::kDead : product.step(place, from[at], value, meter);
            alive = alive || target[at] != Product::kDead;
        }
        return alive;
    };
    const std::size_t slots = product.slots().size() - first;
    for (const std::vector<int>& end : build(diagram, first, slots, states, states.size(), meter, step)) {
        Classes& rejected = diagram.rejected.emplace_back((end.size() + 63) / 64);
        for (std::size_t at = 0; at < end.size(); ++at)
            if (end[at] == Product::kDead) rejected[at / 64] |= std::uint64_t{1} << at % 64;
    }
    return diagram;
}

}  // namespace cubecsp
