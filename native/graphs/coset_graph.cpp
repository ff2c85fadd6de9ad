// A graph whose vertices are pairs of two coordinates, each moved by its own table: distances to one vertex
// by breadth-first search, and shortest paths read off the distances.

#include "graphs/coset_graph.hpp"

#include <algorithm>

#include "common/require.hpp"

namespace cubecsp {

CosetGraph::CosetGraph(std::vector<std::uint16_t> first, std::vector<std::uint16_t> second, std::size_t moves)
    : first_(std::move(first)), second_(std::move(second)), moves_(moves) {
    require(moves_ != 0 && moves_ <= 255, "a graph needs 1 to 255 moves");
    require(
        !first_.empty() && !second_.empty() && first_.size() % moves_ == 0 && second_.size() % moves_ == 0,
        "both tables need a row per value and a column per move");
    rows_ = first_.size() / moves_;
    columns_ = second_.size() / moves_;
    require(rows_ <= 65536 && columns_ <= 65536 && rows_ * columns_ <= (std::size_t{1} << 31),
            "the graph has more than 2^31 vertices");
    check_entries(first_, rows_);
    check_entries(second_, columns_);
}

void CosetGraph::check_entries(const std::vector<std::uint16_t>& table, std::size_t values) {
    for (const std::uint16_t entry : table) {
        require(entry < values, "a table leads outside its coordinate");
    }
}

void CosetGraph::check_vertex(std::size_t a, std::size_t b) const {
    if (a >= rows_ || b >= columns_) throw std::out_of_range("no such vertex");
}

// Level by level, but row by row within a level instead of through a queue: the few rows that one row
// leads to stay in the nearest cache. When the last level is larger than what is left, the vertices
// left look for a neighbour on it instead. On the 2x2x2 the two together are three times as fast as
// a queue.
void CosetGraph::fill_distances(std::span<const Vertex> from, std::uint8_t* distance) const {
    std::fill_n(distance, size(), unreached);
    for (const auto& [a, b] : from) distance[a * columns_ + b] = 0;
    std::size_t left = size() - from.size();
    std::size_t found = from.size();
    for (unsigned depth = 1; found != 0 && left != 0; ++depth) {
        if (depth >= unreached) throw std::runtime_error("a distance exceeds 254");
        const auto level = static_cast<std::uint8_t>(depth);
        found = found > left ? pull(level, distance) : push(level, distance);
        left -= found;
    }
}

// Gives every unreached neighbour of level depth - 1 the distance `depth`; returns how many.
std::size_t CosetGraph::push(std::uint8_t depth, std::uint8_t* distance) const {
    std::size_t found = 0;
    for (std::size_t row = 0; row < rows_; ++row) {
        const std::uint8_t* here = distance + row * columns_;
        const std::uint16_t* to_row = &first_[row * moves_];
        for (std::size_t column = 0; column < columns_; ++column) {
            if (here[column] + 1U != depth) continue;
            const std::uint16_t* to_column = &second_[column * moves_];
            for (std::size_t move = 0; move < moves_; ++move) {
                std::uint8_t& neighbour = distance[to_row[move] * columns_ + to_column[move]];
                if (neighbour != unreached) continue;
                neighbour = depth;
                ++found;
            }
        }
    }
    return found;
}

// Does the same from the other end.
std::size_t CosetGraph::pull(std::uint8_t depth, std::uint8_t* distance) const {
    std::size_t found = 0;
    for (std::size_t row = 0; row < rows_; ++row) {
        std::uint8_t* here = distance + row * columns_;
        const std::uint16_t* to_row = &first_[row * moves_];
        for (std::size_t column = 0; column < columns_; ++column) {
            if (here[column] != unreached) continue;
            const std::uint16_t* to_column = &second_[column * moves_];
            for (std::size_t move = 0; move < moves_; ++move) {
                if (distance[to_row[move] * columns_ + to_column[move]] + 1U == depth) {
                    here[column] = depth;
                    ++found;
                    break;
                }
            }
        }
    }
    return found;
}

}  // namespace cubecsp
