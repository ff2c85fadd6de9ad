// Storage of breadth-first search: positions of twenty labels and a holding in two words, and tables
// of them.

#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "common/require.hpp"

namespace cubecsp::breadth_first {

constexpr unsigned corners = 8;
constexpr unsigned edges = 12;
constexpr unsigned slots = corners + edges;
constexpr unsigned placements = 24;
constexpr unsigned bits = 5;
constexpr std::uint64_t label_mask = (1U << bits) - 1;
constexpr unsigned holding_bit = bits * corners;  // where the holding is in the corners' word
constexpr unsigned most_holdings = 24;
constexpr std::uint32_t none = 0xFFFFFFFF;

using Row = std::array<std::uint8_t, slots>;

struct Position {
    std::uint64_t corner = 0;
    std::uint64_t edge = 0;
    bool operator==(const Position&) const = default;
};

inline Position packed(const Row& labels) {
    Position position;
    for (unsigned i = 0; i < corners; ++i) position.corner |= std::uint64_t{labels[i]} << (bits * i);
    for (unsigned i = 0; i < edges; ++i) {
        position.edge |= std::uint64_t{labels[corners + i]} << (bits * i);
    }
    return position;
}

inline std::uint8_t label_at(const Position& position, unsigned slot) {
    const std::uint64_t word = slot < corners ? position.corner : position.edge;
    const unsigned place = slot < corners ? slot : slot - corners;
    return static_cast<std::uint8_t>((word >> (bits * place)) & label_mask);
}

inline unsigned holding_of(const Position& position) {
    return static_cast<unsigned>(position.corner >> holding_bit);
}

inline Position held_as(Position position, unsigned holding) {
    position.corner &= (std::uint64_t{1} << holding_bit) - 1;
    position.corner |= std::uint64_t{holding} << holding_bit;
    return position;
}

inline std::size_t hashed(const Position& position) {
    std::uint64_t h = position.corner * 0x9E3779B97F4A7C15U ^ position.edge * 0xC2B2AE3D27D4EB4FU;
    h ^= h >> 32;
    h *= 0xD6E8FEB86659FD93U;
    h ^= h >> 32;
    return static_cast<std::size_t>(h);
}

// The labels of one kind of piece, and how they change when the piece is turned.
struct Labels {
    std::array<std::uint8_t, placements> of{};  // of each placement
    std::array<std::array<std::uint8_t, 32>, 3> turned{};
    std::array<std::uint8_t, 32> kind{};    // of each label: pieces that are distinguished differ in it
    std::array<std::uint8_t, 32> pieces{};  // of each kind: how many pieces are of it

    void assign(const std::uint8_t* label, unsigned turns) {
        std::array<bool, 32> seen{};
        for (unsigned v = 0; v < placements; ++v) {
            require(label[v] < placements, "labels are 0 to 23");
            of[v] = label[v];
        }
        for (unsigned v = 0; v < placements; ++v) {
            const unsigned piece = v - v % turns;
            std::uint8_t least = of[v];
            for (unsigned k = 0; k < turns; ++k) {
                const std::uint8_t to = of[piece + (v + k) % turns];
                require(!seen[of[v]] || turned[k][of[v]] == to, "equal labels must stay equal when turned");
                turned[k][of[v]] = to;
                least = std::min(least, to);
            }
            seen[of[v]] = true;
            kind[of[v]] = least;
            if (v % turns == 0) ++pieces[least];
        }
    }
};

// A table of positions that never moves its entries, with the depths at which each was met.
class Positions {
public:
    struct Entry {
        Position position;
        std::uint64_t depths;
    };

    Positions() : index_(std::size_t{1} << 12, none) {}
    Positions(const Positions&) = delete;
    Positions& operator=(const Positions&) = delete;

    std::uint32_t size() const { return size_; }
    Entry& operator[](std::uint32_t i) { return chunks_[i >> chunk_bits][i & (chunk - 1)]; }
    const Entry& operator[](std::uint32_t i) const { return chunks_[i >> chunk_bits][i & (chunk - 1)]; }

    std::uint32_t find(const Position& position) const { return index_[place(position)]; }

    std::uint32_t insert(const Position& position, std::uint64_t depths) {
        if (2 * (std::size_t{size_} + 1) > index_.size()) grow();
        if ((size_ & (chunk - 1)) == 0) chunks_.push_back(std::make_unique<Entry[]>(chunk));
        index_[place(position)] = size_;
        (*this)[size_] = {position, depths};
        return size_++;
    }

private:
    static constexpr unsigned chunk_bits = 14;
    static constexpr std::uint32_t chunk = 1U << chunk_bits;

    std::size_t place(const Position& position) const {
        const std::size_t mask = index_.size() - 1;
        std::size_t at = hashed(position) & mask;
        while (index_[at] != none && !((*this)[index_[at]].position == position)) at = (at + 1) & mask;
        return at;
    }

    void grow() {
        std::vector<std::uint32_t>(2 * index_.size(), none).swap(index_);
        const std::size_t mask = index_.size() - 1;
        for (std::uint32_t i = 0; i < size_; ++i) {
            std::size_t at = hashed((*this)[i].position) & mask;
            while (index_[at] != none) at = (at + 1) & mask;
            index_[at] = i;
        }
    }

    std::vector<std::uint32_t> index_;
    std::vector<std::unique_ptr<Entry[]>> chunks_;
    std::uint32_t size_ = 0;
};

}  // namespace cubecsp::breadth_first
