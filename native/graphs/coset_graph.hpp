#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "common/require.hpp"

namespace cubecsp {

// Vertices are pairs (a, b), numbered a * columns + b; move m leads to
// (first[a * moves + m], second[b * moves + m]). The moves must be closed under inversion, so that
// distances from a vertex are distances to it.
class CosetGraph {
public:
    static constexpr std::uint8_t unreached = 255;

    CosetGraph(std::vector<std::uint16_t> first, std::vector<std::uint16_t> second, std::size_t moves);

    std::size_t size() const { return rows_ * columns_; }
    std::size_t columns() const { return columns_; }
    std::size_t moves() const { return moves_; }

    std::pair<std::size_t, std::size_t> step(std::size_t a, std::size_t b, std::size_t move) const {
        return {first_[a * moves_ + move], second_[b * moves_ + move]};
    }

    // Throws std::out_of_range unless (a, b) is a vertex.
    void check_vertex(std::size_t a, std::size_t b) const;

    using Vertex = std::pair<std::size_t, std::size_t>;

    // Writes size() distances, of each vertex from the nearest of some different vertices.
    void fill_distances(std::span<const Vertex> from, std::uint8_t* distance) const;
    void fill_distances(std::size_t a, std::size_t b, std::uint8_t* distance) const {
        const Vertex from{a, b};
        fill_distances({&from, 1}, distance);
    }

    // Writes the first shortest path from (a, b) to the vertex at distance 0; returns its length,
    // at most 254. Throws if the distances are not those of this graph.
    std::size_t descend(const std::uint8_t* distance, std::size_t a, std::size_t b,
                        std::uint8_t* path) const {
        std::size_t left = distance[a * columns_ + b];
        require(left != unreached, "the goal cannot be reached from here");
        const std::size_t length = left;
        for (; left > 0; --left) {
            std::size_t move = 0;
            for (;; ++move) {
                require(move != moves_, "the distances are not this graph's");
                const auto [row, column] = step(a, b, move);
                if (distance[row * columns_ + column] + 1U == left) {
                    a = row;
                    b = column;
                    break;
                }
            }
            *path++ = static_cast<std::uint8_t>(move);
        }
        return length;
    }

private:
    std::size_t push(std::uint8_t depth, std::uint8_t* distance) const;
    std::size_t pull(std::uint8_t depth, std::uint8_t* distance) const;
    static void check_entries(const std::vector<std::uint16_t>& table, std::size_t values);

    std::vector<std::uint16_t> first_;
    std::vector<std::uint16_t> second_;
    std::size_t moves_;
    std::size_t rows_ = 0;
    std::size_t columns_ = 0;
};

}  // namespace cubecsp
