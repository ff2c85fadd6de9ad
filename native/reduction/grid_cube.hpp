// The stickers of an n×n×n cube of any size, turned layer by layer, and the turns written down.
//
// Faces and facelets are numbered as in cubecsp/puzzle/cube/geometry.py: U R F D L B, row by row. An axis is
// one of the faces U, R and F (0 to 2); layers along it are counted from there, and quarter turns are
// clockwise as seen from there.

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace cubecsp {

constexpr unsigned faces_of_cube = 6;

// Whether two faces have an edge in common.
constexpr bool adjacent(unsigned a, unsigned b) { return a % 3 != b % 3; }

// Outer layers 1 to `last` of a face turn together by this many clockwise quarters, 1 to 3.
struct BlockTurn {
    std::uint32_t face;
    std::uint32_t last;
    std::uint32_t quarters;
};

// The geometry of a cube of some size, and the value at each facelet.
class GridCube {
public:
    using Value = std::uint8_t;
    static constexpr std::size_t kMostLayers = 20'000;  // then 32 bits number the facelets

    // Takes the values of 6·size² facelets. Throws std::invalid_argument for any other number of them, and
    // for a size below 2 or above kMostLayers.
    GridCube(std::size_t size, std::vector<Value> values);

    std::size_t size() const { return size_; }
    std::size_t area() const { return size_ * size_; }
    Value operator[](std::size_t facelet) const { return values_[facelet]; }
    std::size_t facelet(unsigned face, std::size_t row, std::size_t column) const {
        return face * area() + row * size_ + column;
    }

    // The facelets of a layer that lie around an axis: 4 strips of n, each taken to the next by a quarter
    // turn.
    std::span<const std::uint32_t> ring(unsigned axis, std::size_t layer) const {
        return {&rings_[(axis * size_ + layer) * 4 * size_], 4 * size_};
    }
    // The face that each strip lies on.
    static const std::array<unsigned, 4>& ring_faces(unsigned axis);
    // The facelet on a face, along the edge to another face that is held up, a number of cells to the right
    // of the corner on the left. Seen from the other face in the same way, the cubie's other facelet is as
    // far from the right.
    std::size_t at_edge(unsigned face, unsigned up, std::size_t from_left) const;

    void turn(unsigned axis, std::size_t layer, unsigned quarters);

private:
    void turn_face(unsigned face, unsigned quarters);

    std::size_t size_;
    std::vector<Value> values_;
    std::vector<std::uint32_t> rings_;
    std::vector<Value> kept_;
};

// Turns a cube and writes down the turns of outer blocks that do the same to a cube that is never re-held.
//
// Layers may be turned freely, middle ones too: the layers of an axis are turned relative to the middle, and
// from then on faces are named by where the middle has gone. So the cost of a row of quarters is the number
// of places where neighbouring layers turn differently.
class TurnRecorder {
public:
    explicit TurnRecorder(GridCube& cube);

    // Turns each layer of an axis by its number of quarters.
    void layers(unsigned axis, std::span<const std::uint8_t> quarters);
    // Turns the outer layer of a face.
    void face(unsigned face, unsigned quarters);
    // Returns the turns since the last call.
    std::vector<BlockTurn> taken();

private:
    void flush();
    void put(unsigned face, std::size_t last, unsigned quarters);

    GridCube& cube_;
    std::vector<BlockTurn> turns_;
    unsigned axis_ = 3;  // of the pending quarters, 3 if there are none
    std::vector<std::uint8_t> waiting_;
    std::array<unsigned, faces_of_cube> actual_{0, 1, 2, 3, 4, 5};
};

}  // namespace cubecsp
