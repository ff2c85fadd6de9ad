#include "reduction/grid_cube.hpp"

#include <algorithm>
#include <utility>

#include "common/require.hpp"

namespace cubecsp {

namespace {

using Vector = std::array<int, 3>;

struct Frame {
    Vector normal;
    Vector right;
    Vector down;
};

// As in cubecsp/puzzle/cube/geometry.py.
constexpr std::array<Frame, faces_of_cube> frames{{
    {{0, 1, 0}, {1, 0, 0}, {0, 0, 1}},
    {{1, 0, 0}, {0, 0, -1}, {0, -1, 0}},
    {{0, 0, 1}, {1, 0, 0}, {0, -1, 0}},
    {{0, -1, 0}, {1, 0, 0}, {0, 0, -1}},
    {{-1, 0, 0}, {0, 0, 1}, {0, -1, 0}},
    {{0, 0, -1}, {-1, 0, 0}, {0, -1, 0}},
}};

constexpr int dot(const Vector& a, const Vector& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }

// A vector after a clockwise quarter turn about an axis.
constexpr Vector turned(const Vector& a, const Vector& axis) {
    const int along = dot(a, axis);
    return {along * axis[0] + a[1] * axis[2] - a[2] * axis[1],
            along * axis[1] + a[2] * axis[0] - a[0] * axis[2],
            along * axis[2] + a[0] * axis[1] - a[1] * axis[0]};
}

constexpr unsigned face_of(const Vector& normal) {
    for (unsigned face = 0; face < faces_of_cube; ++face) {
        if (frames[face].normal == normal) return face;
    }
    return faces_of_cube;
}

constexpr std::array<std::array<unsigned, 4>, 3> faces_around() {
    std::array<std::array<unsigned, 4>, 3> found{};
    for (unsigned axis = 0; axis < 3; ++axis) {
        unsigned face = (axis + 1) % 3;
        for (unsigned& one : found[axis]) {
            one = face;
            face = face_of(turned(frames[face].normal, frames[axis].normal));
        }
    }
    return found;
}

constexpr auto around = faces_around();

struct Location {
    Vector cubie;
    Vector normal;
};

Location location_of(std::size_t size, std::size_t facelet) {
    const auto reach = static_cast<int>(size) - 1;
    const Frame& frame = frames[facelet / (size * size)];
    const auto row = static_cast<int>(facelet / size % size), column = static_cast<int>(facelet % size);
    Location found{{}, frame.normal};
    for (std::size_t i = 0; i < 3; ++i) {
        found.cubie[i] = reach * frame.normal[i] + (2 * column - reach) * frame.right[i] +
                         (2 * row - reach) * frame.down[i];
    }
    return found;
}

std::size_t facelet_at(std::size_t size, const Location& where) {
    const auto reach = static_cast<int>(size) - 1;
    const unsigned face = face_of(where.normal);
    const int row = (dot(where.cubie, frames[face].down) + reach) / 2;
    const int column = (dot(where.cubie, frames[face].right) + reach) / 2;
    return (face * size + static_cast<std::size_t>(row)) * size + static_cast<std::size_t>(column);
}

}  // namespace

GridCube::GridCube(std::size_t size, std::vector<Value> values) : size_(size), values_(std::move(values)) {
    // The limit comes first: n² of a hostile n may be the number of facelets modulo 2⁶⁴.
    require(size >= 2 && size <= kMostLayers && values_.size() == faces_of_cube * area(),
            "a cube has 2 to 20000 layers, and 6n² facelets");
    kept_.resize(area());
    rings_.reserve(3 * size * 4 * size);
    const int reach = static_cast<int>(size) - 1;
    for (unsigned axis = 0; axis < 3; ++axis) {
        const Vector& tip = frames[axis].normal;
        for (std::size_t layer = 0; layer < size; ++layer) {
            const std::size_t start = rings_.size();
            for (std::size_t i = 0; i < area(); ++i) {
                const std::size_t facelet = around[axis][0] * area() + i;
                if (dot(location_of(size, facelet).cubie, tip) == reach - 2 * static_cast<int>(layer)) {
                    rings_.push_back(static_cast<std::uint32_t>(facelet));
                }
            }
            for (std::size_t i = 0; i < 3 * size; ++i) {
                Location where = location_of(size, rings_[start + i]);
                where = {turned(where.cubie, tip), turned(where.normal, tip)};
                rings_.push_back(static_cast<std::uint32_t>(facelet_at(size, where)));
            }
        }
    }
}

const std::array<unsigned, 4>& GridCube::ring_faces(unsigned axis) { return around[axis]; }

std::size_t GridCube::at_edge(unsigned face, unsigned up, std::size_t from_left) const {
    const Vector& out = frames[face].normal;
    const Vector& above = frames[up].normal;
    const int reach = static_cast<int>(size_) - 1, along = 2 * static_cast<int>(from_left) - reach;
    Vector cubie{};
    for (std::size_t i = 0; i < 3; ++i) {
        const std::size_t j = (i + 1) % 3, k = (i + 2) % 3;
        const int right = above[j] * out[k] - above[k] * out[j];
        cubie[i] = reach * (out[i] + above[i]) + along * right;
    }
    return facelet_at(size_, {cubie, out});
}

void GridCube::turn(unsigned axis, std::size_t layer, unsigned quarters) {
    quarters &= 3;
    if (quarters == 0) return;
    const auto strips = ring(axis, layer);
    for (std::size_t i = 0; i < size_; ++i) {
        std::array<Value, 4> old{};
        for (std::size_t s = 0; s < 4; ++s) old[s] = values_[strips[s * size_ + i]];
        for (std::size_t s = 0; s < 4; ++s) values_[strips[((s + quarters) & 3) * size_ + i]] = old[s];
    }
    if (layer == 0) turn_face(axis, quarters);
    if (layer == size_ - 1) turn_face(axis + 3, 4 - quarters);
}

void GridCube::turn_face(unsigned face, unsigned quarters) {
    const auto first = values_.begin() + static_cast<std::ptrdiff_t>(face * area());
    for (unsigned i = 0; i < quarters; ++i) {
        std::copy_n(first, area(), kept_.begin());
        for (std::size_t row = 0; row < size_; ++row) {
            for (std::size_t column = 0; column < size_; ++column) {
                values_[facelet(face, column, size_ - 1 - row)] = kept_[row * size_ + column];
            }
        }
    }
}

TurnRecorder::TurnRecorder(GridCube& cube) : cube_(cube), waiting_(cube.size()) {}

void TurnRecorder::layers(unsigned axis, std::span<const std::uint8_t> quarters) {
    if (axis != axis_) flush();
    axis_ = axis;
    for (std::size_t layer = 0; layer < cube_.size(); ++layer) {
        cube_.turn(axis, layer, quarters[layer]);
        waiting_[layer] = (waiting_[layer] + quarters[layer]) & 3;
    }
}

void TurnRecorder::face(unsigned face, unsigned quarters) {
    std::vector<std::uint8_t> row(cube_.size());
    row[face < 3 ? 0 : cube_.size() - 1] =
        static_cast<std::uint8_t>((face < 3 ? quarters : 4 - quarters) & 3);
    layers(face % 3, row);
}

std::vector<BlockTurn> TurnRecorder::taken() {
    flush();
    return std::exchange(turns_, {});
}

void TurnRecorder::flush() {
    if (axis_ == 3) return;
    const std::size_t size = cube_.size(), middle = size / 2;
    for (std::size_t layer = 0; layer < middle; ++layer) {
        put(axis_, layer + 1, waiting_[layer] + 4u - waiting_[layer + 1]);
    }
    for (std::size_t layer = size - 1; layer > middle; --layer) {
        put(axis_ + 3, size - layer, waiting_[layer - 1] + 4u - waiting_[layer]);
    }
    const auto before = actual_;
    for (std::size_t s = 0; s < 4; ++s) {
        actual_[around[axis_][(s + waiting_[middle]) & 3]] = before[around[axis_][s]];
    }
    std::fill(waiting_.begin(), waiting_.end(), std::uint8_t{0});
    axis_ = 3;
}

void TurnRecorder::put(unsigned face, std::size_t last, unsigned quarters) {
    if ((quarters &= 3) != 0) {
        turns_.push_back({actual_[face], static_cast<std::uint32_t>(last), quarters});
    }
}

}  // namespace cubecsp
