#include "centre_solver.hpp"

#include <algorithm>
#include <cstddef>
#include <limits>
#include <optional>
#include <span>
#include <stdexcept>
#include <vector>

#include "wings.hpp"

namespace cubecsp {

namespace {

using Quarters = std::vector<std::uint8_t>;  // of each layer of an axis

constexpr unsigned small_model = 6;  // the least size of which layers i, j, n-1-i and n-1-j are all different

// ---- the scheme ----

std::size_t pieces_home(const GridCube& cube, const Scheme& scheme) {
    std::size_t home = 0;
    for (unsigned face = 0; face < faces_of_cube; ++face) {
        for (std::size_t row = 1; row + 1 < cube.size(); ++row) {
            for (std::size_t column = 1; column + 1 < cube.size(); ++column) {
                home += cube[cube.facelet(face, row, column)] == scheme[face];
            }
        }
    }
    return home;
}

// A scheme after a quarter turn of the whole cube about an axis.
Scheme turned(const Scheme& scheme, unsigned axis) {
    Scheme found = scheme;
    const auto& around = GridCube::ring_faces(axis);
    for (std::size_t i = 0; i < 4; ++i) found[around[(i + 1) & 3]] = scheme[around[i]];
    return found;
}

// ---- whole rows ----

// A row of quarters, one for each layer, as good as it can be: a shortest path through the layers.
class LayerPath {
public:
    explicit LayerPath(std::size_t size) : worth_(size), allowed_(size, 0xf), from_(size) {}

    // What it is worth to turn a layer by 0 to 3 quarters, and which of these are allowed, as bits.
    std::array<double, 4>& worth(std::size_t layer) { return worth_[layer]; }
    void allow(std::size_t layer, unsigned quarters) { allowed_[layer] = quarters; }

    // Returns the sum for the best row, where each pair of neighbours that differ costs `price`.
    double best(double price) {
        std::array<double, 4> now{};
        for (std::size_t layer = 1; layer + 1 < worth_.size(); ++layer) {
            const auto top = static_cast<unsigned>(std::max_element(now.begin(), now.end()) - now.begin());
            std::array<double, 4> next{};
            for (unsigned q = 0; q < 4; ++q) {
                const bool changed = layer > 1 && now[top] - price > now[q];
                from_[layer][q] = static_cast<std::uint8_t>(changed ? top : q);
                const bool barred = !(allowed_[layer] >> q & 1);
                next[q] = barred ? -std::numeric_limits<double>::infinity()
                                 : now[from_[layer][q]] - (changed ? price : 0) + worth_[layer][q];
            }
            now = next;
        }
        end_ = static_cast<unsigned>(std::max_element(now.begin(), now.end()) - now.begin());
        return now[end_];
    }

    // The row that `best` has found last; outer layers go with their neighbours.
    Quarters quarters() const {
        Quarters found(worth_.size());
        unsigned q = end_;
        for (std::size_t layer = worth_.size() - 2; layer > 0; --layer) {
            found[layer] = static_cast<std::uint8_t>(q);
            q = from_[layer][q];
        }
        found.front() = found[1];
        found.back() = found[found.size() - 2];
        return found;
    }

private:
    std::vector<std::array<double, 4>> worth_;
    std::vector<unsigned> allowed_;
    std::vector<std::array<std::uint8_t, 4>> from_;
    unsigned end_ = 0;
};

// How many pieces a row of one face would bring home: by the face's turn, the layer, and how far the row is taken.
using RowCounts = std::array<std::array<std::vector<std::array<unsigned, 4>>, 4>, 4>;

RowCounts rows_of(const GridCube& cube, const Scheme& scheme, unsigned axis) {
    RowCounts found;
    GridCube held = cube;
    const auto& around = GridCube::ring_faces(axis);
    for (unsigned turn = 0; turn < 4; ++turn) {
        for (std::size_t s = 0; s < 4; ++s) {
            auto& rows = found[s][turn];
            rows.assign(cube.size(), {});
            for (std::size_t layer = 1; layer + 1 < cube.size(); ++layer) {
                const auto strip = held.ring(axis, layer).subspan(s * cube.size() + 1, cube.size() - 2);
                for (const std::uint32_t facelet : strip) {
                    for (unsigned q = 0; q < 4; ++q) rows[layer][q] += held[facelet] == scheme[around[(s + q) & 3]];
                }
            }
        }
        for (const unsigned face : around) held.turn(face % 3, face < 3 ? 0 : cube.size() - 1, 1);
    }
    return found;
}

// What is done to all layers of an axis at once.
struct Alignment {
    double net = 0;  // pieces brought home, less what the turns cost
    unsigned axis = 0;
    std::array<unsigned, 4> faces{};  // quarters of the faces around it, clockwise, before
    Quarters layers;
};

// Returns the best alignment along an axis whose layers are allowed some quarters, as bits, at a rate of
// pieces for a turn.
Alignment best_alignment(const GridCube& cube, const Scheme& scheme, unsigned axis, const std::vector<unsigned>& allowed,
                         double rate) {
    const RowCounts counts = rows_of(cube, scheme, axis);
    const std::size_t size = cube.size();
    LayerPath path(size);
    for (std::size_t layer = 0; layer < size; ++layer) path.allow(layer, allowed[layer]);
    unsigned now = 0;
    for (std::size_t s = 0; s < 4; ++s) {
        for (const auto& row : counts[s][0]) now += row[0];
    }
    Alignment best{-std::numeric_limits<double>::infinity(), axis, {}, {}};
    for (unsigned code = 0; code < 256; ++code) {
        double cost = 0;
        for (unsigned s = 0; s < 4; ++s) cost += (code >> 2 * s & 3) != 0 ? rate : 0;
        for (std::size_t layer = 1; layer + 1 < size; ++layer) {
            for (unsigned q = 0; q < 4; ++q) {
                unsigned worth = 0;
                for (unsigned s = 0; s < 4; ++s) worth += counts[s][code >> 2 * s & 3][layer][q];
                path.worth(layer)[q] = worth;
            }
        }
        const double net = path.best(rate) - now - cost;
        if (net > best.net) {
            best.net = net;
            best.layers = path.quarters();
            for (unsigned s = 0; s < 4; ++s) best.faces[s] = code >> 2 * s & 3;
        }
    }
    return best;
}

void carry_out(TurnRecorder& turns, const Alignment& found) {
    const auto& around = GridCube::ring_faces(found.axis);
    for (std::size_t s = 0; s < 4; ++s) {
        if (found.faces[s] != 0) turns.face(around[s], found.faces[s]);
    }
    turns.layers(found.axis, found.layers);
}

// Which quarters each layer may be turned by: the middle of an odd cube stays.
std::vector<unsigned> any_quarters(std::size_t size) {
    std::vector<unsigned> allowed(size, 0xf);
    if (size % 2 != 0) allowed[size / 2] = 1;
    return allowed;
}

void align(GridCube& cube, TurnRecorder& turns, const Scheme& scheme, const std::function<void()>& poll) {
    const auto allowed = any_quarters(cube.size());
    constexpr double least = 1.2, falling = 0.8;
    for (double rate = static_cast<double>(cube.size()); rate > least; rate *= falling) {
        while (true) {
            Alignment best;
            for (unsigned axis = 0; axis < 3; ++axis) {
                auto found = best_alignment(cube, scheme, axis, allowed, rate);
                if (found.net > best.net) best = std::move(found);
            }
            if (best.net <= 0) break;
            carry_out(turns, best);
            poll();
        }
    }
}

// Turns layers so that every kind of wing is permuted evenly: a quarter turn of a layer changes one.
void make_wings_even(GridCube& cube, TurnRecorder& turns, const Scheme& scheme) {
    const std::size_t size = cube.size();
    std::vector<bool> odd(size);
    bool any = false;
    for (std::size_t depth = 1; depth <= depths_of(size); ++depth) {
        odd[depth] = is_odd(wings_at(cube, scheme, depth));
        any = any || odd[depth];
    }
    if (!any) return;
    constexpr double rate = 1;
    constexpr unsigned even_quarters = 0b0101, odd_quarters = 0b1010;
    Alignment best{-std::numeric_limits<double>::infinity(), 0, {}, {}};
    for (unsigned axis = 0; axis < 3; ++axis) {
        for (const bool near : {true, false}) {
            std::vector<unsigned> allowed(size, even_quarters);
            for (std::size_t depth = 1; depth <= depths_of(size); ++depth) {
                if (odd[depth]) allowed[near ? depth : size - 1 - depth] = odd_quarters;
            }
            if (size % 2 != 0) allowed[size / 2] = 1;
            auto found = best_alignment(cube, scheme, axis, allowed, rate);
            if (found.net > best.net) best = std::move(found);
        }
    }
    carry_out(turns, best);
}

// ---- commutators ----

// A row or column of a face as a commutator of layers i and j knows it: i, j, n-1-i or n-1-j.
enum Form : unsigned { of_i, of_j, from_i, from_j };

constexpr Form other_end(Form form) { return static_cast<Form>(form ^ 2); }

struct Cell {
    unsigned face;
    Form row;
    Form column;
};

// Where what comes to a cell is before its face is turned.
Cell before_turn(Cell cell, unsigned quarters) {
    for (unsigned i = 0; i < quarters; ++i) cell = {cell.face, other_end(cell.column), cell.row};
    return cell;
}

// A commutator: layers of an axis, a face, layers of the axis, and back: the piece at the first of three cells goes to
// the second, that one's to the third.
struct Commutator {
    unsigned axis;
    unsigned face;
    unsigned face_quarters;
    unsigned single_quarters;  // of layer i
    unsigned several_quarters;  // of the layers j
    bool single_first;
    bool mirrored_too;  // whether it is the same for j = n-1-i
    std::array<Cell, 3> cells;
    std::array<unsigned, 3> setup;  // quarters that the faces of the cells are turned by before

    unsigned setup_turns() const { return (setup[1] != 0) + (setup[2] != 0 && cells[2].face != cells[1].face); }
};

// The row of quarters that turns some layers alike, outer ones with their neighbours where that saves a turn.
Quarters alike(std::size_t size, std::span<const std::uint8_t> which, unsigned quarters) {
    Quarters row(size);
    for (std::size_t layer = 1; layer + 1 < size; ++layer) {
        row[layer] = static_cast<std::uint8_t>(which[layer] * quarters & 3);
    }
    row.front() = row[1];
    row.back() = row[size - 2];
    return row;
}

// Does a commutator without its last turn of the face, which moves no piece to another face.
template <class Turner>
void commute(Turner& turner, std::size_t size, const Commutator& what, std::span<const std::uint8_t> single,
             std::span<const std::uint8_t> several) {
    const auto& first = what.single_first ? single : several;
    const auto& second = what.single_first ? several : single;
    const unsigned p = what.single_first ? what.single_quarters : what.several_quarters;
    const unsigned q = what.single_first ? what.several_quarters : what.single_quarters;
    turner.layers(what.axis, alike(size, first, p));
    turner.face(what.face, what.face_quarters);
    turner.layers(what.axis, alike(size, second, q));
    turner.face(what.face, 4 - what.face_quarters);
    turner.layers(what.axis, alike(size, first, 4 - p));
    turner.face(what.face, what.face_quarters);
    turner.layers(what.axis, alike(size, second, 4 - q));
}

// The three cells that a commutator of layers i = 1 and j of a small model cycles, nothing if it does anything else.
std::optional<std::array<std::size_t, 3>> cycled(const Commutator& what, std::uint8_t j) {
    constexpr std::size_t facelets = faces_of_cube * small_model * small_model;
    std::vector<GridCube::Value> numbers(facelets);
    for (std::size_t i = 0; i < facelets; ++i) numbers[i] = static_cast<GridCube::Value>(i);
    GridCube cube(small_model, numbers);
    TurnRecorder turner(cube);
    Quarters single(small_model), several(small_model);
    single[1] = several[j] = 1;
    commute(turner, small_model, what, single, several);
    turner.face(what.face, 4 - what.face_quarters);
    std::vector<std::size_t> to(facelets);
    std::vector<std::size_t> found;
    for (std::size_t facelet = 0; facelet < facelets; ++facelet) {
        const std::size_t row = facelet / small_model % small_model, column = facelet % small_model;
        const auto inside = [](std::size_t at) { return at > 0 && at + 1 < small_model; };
        if (!inside(row) || !inside(column)) continue;
        to[cube[facelet]] = facelet;
        if (cube[facelet] != facelet) found.push_back(facelet);
    }
    if (found.size() != 3) return std::nullopt;
    return std::array{found[0], to[found[0]], to[to[found[0]]]};
}

std::optional<Commutator> completed(Commutator what) {
    const auto cells = cycled(what, 2);
    if (!cells) return std::nullopt;
    constexpr std::array<Form, small_model> forms{of_i, of_i, of_j, from_j, from_i, of_i};
    for (std::size_t k = 0; k < 3; ++k) {
        const std::size_t facelet = (*cells)[k];
        what.cells[k] = {static_cast<unsigned>(facelet / (small_model * small_model)),
                         forms[facelet / small_model % small_model], forms[facelet % small_model]};
    }
    // The cell of the face that is turned comes first.
    while (what.cells[0].face != what.face) std::rotate(what.cells.begin(), what.cells.begin() + 1, what.cells.end());
    const auto mirrored = cycled(what, small_model - 2);
    what.mirrored_too = false;
    if (mirrored) {
        const auto place = [](Form form) { return form == of_i || form == from_j ? 1u : small_model - 2; };
        std::array<std::size_t, 3> expected{};
        for (std::size_t k = 0; k < 3; ++k) {
            expected[k] = (what.cells[k].face * small_model + place(what.cells[k].row)) * small_model +
                          place(what.cells[k].column);
        }
        for (std::size_t k = 0; k < 3; ++k) {
            what.mirrored_too = what.mirrored_too || *mirrored == expected;
            std::rotate(expected.begin(), expected.begin() + 1, expected.end());
        }
    }
    return what;
}

// The commutators along an axis, each with all ways to turn the faces of its cells before.
std::vector<Commutator> commutators_of(unsigned axis) {
    std::vector<Commutator> found;
    for (const unsigned face : GridCube::ring_faces(axis)) {
        for (unsigned code = 0; code < 36; ++code) {
            const auto plain = completed({axis, face, code % 2 * 2 + 1, code / 2 % 3 + 1, code / 6 % 3 + 1, code >= 18,
                                          false, {}, {}});
            if (!plain) continue;
            const bool together = plain->cells[1].face == plain->cells[2].face;
            for (unsigned setup = 0; setup < (together ? 4u : 16u); ++setup) {
                Commutator one = *plain;
                one.setup = {0, setup & 3, together ? setup & 3 : setup >> 2};
                for (std::size_t k = 1; k < 3; ++k) one.cells[k] = before_turn(one.cells[k], one.setup[k]);
                found.push_back(one);
            }
        }
    }
    return found;
}

// Finds the layers j for one commutator and one layer i, and does it.
class Cycling {
public:
    Cycling(GridCube& cube, TurnRecorder& turns, const Scheme& scheme)
        : cube_(cube), turns_(turns), scheme_(scheme), size_(cube.size()), single_(size_), several_(size_), from_(size_) {}

    // Does a commutator if that brings home more than its turns cost at this rate; returns whether it did.
    bool improve(const Commutator& what, std::size_t i, double rate) {
        const double outer = i == 1 || i + 2 == size_ ? 1 : 2;
        const double fixed = rate * (3 + 2 * outer + what.setup_turns());
        if (!best_row(what, i, 2 * rate, fixed)) return false;
        if (what.setup[1] != 0) turns_.face(what.cells[1].face, what.setup[1]);
        if (what.setup[2] != 0 && what.cells[2].face != what.cells[1].face) {
            turns_.face(what.cells[2].face, what.setup[2]);
        }
        std::fill(single_.begin(), single_.end(), std::uint8_t{0});
        single_[i] = 1;
        commute(turns_, size_, what, single_, several_);
        return true;
    }

private:
    // Where a cell is for layer j = 0, and how far apart it is for neighbouring j.
    struct Line {
        std::ptrdiff_t start;
        std::ptrdiff_t step;
        GridCube::Value colour;  // of its face
    };

    Line line(const Cell& cell, std::size_t i) const {
        const auto size = static_cast<std::ptrdiff_t>(size_), at = static_cast<std::ptrdiff_t>(i);
        Line found{static_cast<std::ptrdiff_t>(cell.face) * size * size, 0, scheme_[cell.face]};
        const auto add = [&](Form form, std::ptrdiff_t unit) {
            if (form == of_i || form == from_i) {
                found.start += unit * (form == of_i ? at : size - 1 - at);
            } else {
                found.start += form == of_j ? 0 : unit * (size - 1);
                found.step += form == of_j ? unit : -unit;
            }
        };
        add(cell.row, size);
        add(cell.column, 1);
        return found;
    }

    // Sets the layers j to the best there are; returns whether they are worth more than `least`.
    bool best_row(const Commutator& what, std::size_t i, double price, double least) {
        const std::array<Line, 3> lines{line(what.cells[0], i), line(what.cells[1], i), line(what.cells[2], i)};
        double off = 0, on = 0;
        for (std::size_t j = 1; j + 1 < size_; ++j) {
            const bool stay_off = j == 1 || off >= on - price, stay_on = j == 1 || on >= off - price;
            const double next_off = stay_off ? off : on - price;
            double next_on = stay_on ? on : off - price;
            if (j == i || (j == size_ - 1 - i && !what.mirrored_too)) {
                next_on = -std::numeric_limits<double>::infinity();
            } else {
                next_on += gain(lines, static_cast<std::ptrdiff_t>(j));
            }
            from_[j] = static_cast<std::uint8_t>((stay_off ? 0 : 1) | (stay_on ? 2 : 0));
            off = next_off;
            on = next_on;
        }
        if (std::max(off, on) <= least) return false;
        bool in = on > off;
        for (std::size_t j = size_ - 2; j > 0; --j) {
            several_[j] = in;
            in = from_[j] >> (in ? 1 : 0) & 1;
        }
        return true;
    }

    // By how much the pieces at home grow when three cells are cycled.
    int gain(const std::array<Line, 3>& lines, std::ptrdiff_t j) const {
        std::array<GridCube::Value, 3> held{};
        for (std::size_t k = 0; k < 3; ++k) held[k] = cube_[static_cast<std::size_t>(lines[k].start + lines[k].step * j)];
        return (held[0] == lines[1].colour) + (held[1] == lines[2].colour) + (held[2] == lines[0].colour) -
               (held[0] == lines[0].colour) - (held[1] == lines[1].colour) - (held[2] == lines[2].colour);
    }

    GridCube& cube_;
    TurnRecorder& turns_;
    const Scheme& scheme_;
    std::size_t size_;
    Quarters single_;
    Quarters several_;
    std::vector<std::uint8_t> from_;
};

void cycle(GridCube& cube, TurnRecorder& turns, const Scheme& scheme, const std::function<void()>& poll) {
    std::vector<Commutator> every;
    for (unsigned axis = 0; axis < 3; ++axis) {
        const auto found = commutators_of(axis);
        every.insert(every.end(), found.begin(), found.end());
    }
    const std::size_t size = cube.size(), all = faces_of_cube * (size - 2) * (size - 2);
    Cycling cycling(cube, turns, scheme);
    const double falling = size < 12 ? 0.97 : 0.85;
    constexpr double most = 1.0, least = 0.02;
    for (double rate = most; pieces_home(cube, scheme) < all; rate *= falling) {
        if (rate < least) throw std::logic_error("no commutator brings a centre piece home");
        for (bool improved = true; improved;) {
            improved = false;
            for (std::size_t i = 1; i + 1 < size; ++i) {
                for (const Commutator& what : every) improved = cycling.improve(what, i, rate) || improved;
                poll();
            }
        }
    }
}

}  // namespace

Scheme scheme_of(const GridCube& cube) {
    const std::size_t size = cube.size();
    Scheme first{0, 1, 2, 3, 4, 5};
    if (size % 2 != 0) {
        for (unsigned face = 0; face < faces_of_cube; ++face) first[face] = cube[cube.facelet(face, size / 2, size / 2)];
        return first;
    }
    Scheme best = first;
    for (unsigned top = 0; top < 6; ++top) {
        for (unsigned spin = 0; spin < 4; ++spin) {
            if (pieces_home(cube, first) > pieces_home(cube, best)) best = first;
            first = turned(first, 0);
        }
        first = turned(first, top % 2 != 0 ? 1 : 2);
    }
    return best;
}

void solve_centres(GridCube& cube, TurnRecorder& turns, const Scheme& scheme, const std::function<void()>& poll) {
    align(cube, turns, scheme, poll);
    make_wings_even(cube, turns, scheme);
    cycle(cube, turns, scheme, poll);
}

}  // namespace cubecsp
