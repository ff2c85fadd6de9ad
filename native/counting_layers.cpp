// See counting_layers.hpp.

#include "counting_layers.hpp"

#include <algorithm>
#include <bit>
#include <stdexcept>
#include <utility>

#include "platform.hpp"

namespace cubecsp {

namespace {

constexpr EdgeLayers::Domain kAll = (EdgeLayers::Domain{1} << EdgeLayers::kValues) - 1;
constexpr std::size_t kFirstIndex = 1024;

std::size_t hash_of(const std::array<EdgeLayers::Domain, EdgeLayers::kEdges>& key) {
    std::uint64_t hash = 0;
    for (const EdgeLayers::Domain word : key) {
        hash = (hash ^ word) * 0x9E3779B97F4A7C15u;
        hash ^= hash >> 29;
    }
    return static_cast<std::size_t>(hash ^ hash >> 32);
}

}  // namespace

EdgeLayers::EdgeLayers() {
    for (auto& of_slot : allowed_)
        for (Domains& others : of_slot) others.fill(kAll);
}

void EdgeLayers::relate(std::size_t a, std::size_t b, const std::vector<Domain>& allowed) {
    any_ = true;
    arranged_ = false;
    for (std::size_t value = 0; value < kValues; ++value) {
        allowed_[a][value][b] &= allowed[value];
        for (std::size_t other = 0; other < kValues; ++other)
            if (!(allowed[value] >> other & 1)) allowed_[b][other][a] &= ~(Domain{1} << value);
    }
}

bool EdgeLayers::keeps(const std::array<std::uint8_t, kEdges>& held) const {
    for (std::size_t a = 0; a < kEdges; ++a)
        for (std::size_t b = 0; b < kEdges; ++b)
            if (!(allowed_[a][held[a]][b] >> held[b] & 1)) return false;
    return true;
}

// Take next the slot after which the fewest slots are left that know of those that are filled.
void EdgeLayers::arrange() {
    if (arranged_) return;
    arranged_ = true;
    std::array<unsigned, kEdges> knows{};
    for (std::size_t a = 0; a < kEdges; ++a)
        for (std::size_t b = 0; b < kEdges; ++b)
            for (std::size_t value = 0; value < kValues; ++value)
                if (allowed_[a][value][b] != kAll) knows[a] |= 1u << b;
    unsigned filled = 0, known = 0;
    odd_order_ = false;
    for (std::size_t at = 0; at < kEdges; ++at) {
        std::size_t best = kEdges;
        int fewest = 0;
        for (std::size_t slot = 0; slot < kEdges; ++slot) {
            if (filled >> slot & 1) continue;
            const int left = std::popcount((known | knows[slot]) & ~(filled | 1u << slot));
            if (best == kEdges || left < fewest) best = slot, fewest = left;
        }
        order_[at] = best;
        odd_order_ ^= is_odd(filled >> best >> 1);
        filled |= 1u << best;
        known |= knows[best];
    }
    for (std::size_t a = 0; a < kEdges; ++a)
        for (std::size_t value = 0; value < kValues; ++value)
            for (std::size_t b = 0; b < kEdges; ++b)
                in_order_[a][value][b] = allowed_[order_[a]][value][order_[b]];
}

EdgeLayers::Ways EdgeLayers::count(const Domains& domains) {
    arrange();
    Key start{};
    for (std::size_t at = 1; at < kEdges; ++at) start[at] = domains[order_[at]];
    layer_.assign(1, {start, {1, 0, 0, 0}});
    for (std::size_t at = 0; at < kEdges; ++at) {
        next_.clear();
        index_.assign(std::max(kFirstIndex, std::bit_ceil(4 * layer_.size())), 0);
        for (const State& state : layer_)
            for (Domain left = at == 0 ? domains[order_[0]] : state.key[at]; left; left &= left - 1)
                advance(at, state, static_cast<std::size_t>(std::countr_zero(left)));
        layer_.swap(next_);
    }
    if (layer_.empty()) return {};
    Ways ways = layer_[0].ways;
    if (odd_order_) std::swap(ways[0], ways[2]), std::swap(ways[1], ways[3]);
    return ways;
}

// Put a placement into a slot, and add the ways of the state to those of the one that it leads to.
void EdgeLayers::advance(std::size_t at, const State& state, std::size_t value) {
    const std::size_t piece = value / 2;
    const Domains& others = in_order_[at][value];
    const Domain kept = ~(Domain{3} << (2 * piece));
    Key key{};
    bool possible = true;
    for (std::size_t slot = at + 1; slot < kEdges; ++slot) {
        key[slot] = state.key[slot] & others[slot] & kept;
        possible = possible && key[slot] != 0;
    }
    if (!possible) return;
    const Domain used = state.key[0];
    key[0] = used | Domain{1} << piece;
    const std::size_t change = (is_odd(used >> piece >> 1) ? 2u : 0u) ^ (value & 1);
    Ways& ways = found(key);
    for (std::size_t i = 0; i < 4; ++i) ways[i ^ change] += state.ways[i];
}

// The ways of a state of the next layer, which is added if it is new.
EdgeLayers::Ways& EdgeLayers::found(const Key& key) {
    const std::size_t mask = index_.size() - 1;
    std::size_t place = hash_of(key) & mask;
    for (; index_[place] != 0; place = (place + 1) & mask)
        if (next_[index_[place] - 1].key == key) return next_[index_[place] - 1].ways;
    if (next_.size() == kMostStates) throw std::length_error("too many states of edges");
    next_.push_back({key, {}});
    index_[place] = static_cast<std::uint32_t>(next_.size());
    if (2 * next_.size() > index_.size()) rehash();
    return next_.back().ways;
}

void EdgeLayers::rehash() {
    index_.assign(2 * index_.size(), 0);
    const std::size_t mask = index_.size() - 1;
    for (std::size_t state = 0; state < next_.size(); ++state) {
        std::size_t place = hash_of(next_[state].key) & mask;
        while (index_[place] != 0) place = (place + 1) & mask;
        index_[place] = static_cast<std::uint32_t>(state + 1);
    }
}

}  // namespace cubecsp
