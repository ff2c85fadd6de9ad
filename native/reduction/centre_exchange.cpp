#include "reduction/centre_exchange.hpp"

#include <algorithm>
#include <cstddef>
#include <limits>
#include <optional>
#include <span>
#include <stdexcept>
#include <vector>

#include "reduction/layer_path.hpp"

namespace cubecsp {

namespace {

constexpr unsigned small_model = 6;  // the least size of which layers i, j, n-1-i and n-1-j are all different

// A row or column of a face as a commutator of layers i and j knows it: i, j, n-1-i or n-1-j.
enum Form : unsigned { of_i, of_j, from_i, from_j };

constexpr Form other_end(Form form) { return static_cast<Form>(form ^ 2); }

struct Cell {
    unsigned face;
    Form row;
    Form column;
};

// The place, before a face is turned, of the piece that comes to a cell.
Cell before_turn(Cell cell, unsigned quarters) {
    for (unsigned i = 0; i < quarters; ++i) cell = {cell.face, other_end(cell.column), cell.row};
    return cell;
}

// A commutator: layers of an axis, a face, layers of the axis, and back: the piece at the first of three
// cells goes to the second, that one's to the third.
struct Commutator {
    unsigned axis;
    unsigned face;
    unsigned face_quarters;
    unsigned single_quarters;   // of layer i
    unsigned several_quarters;  // of the layers j
    bool single_first;
    bool mirrored_too;  // whether it is the same for j = n-1-i
    std::array<Cell, 3> cells;
    std::array<unsigned, 3> setup;  // quarters that the faces of the cells are turned by before

    unsigned setup_turns() const {
        return (setup[1] != 0) + (setup[2] != 0 && cells[2].face != cells[1].face);
    }
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

// The three cells that a commutator of layers i = 1 and j of a small model cycles, nothing if it does
// anything else.
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
    while (what.cells[0].face != what.face)
        std::rotate(what.cells.begin(), what.cells.begin() + 1, what.cells.end());
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
            const auto plain = completed({axis,
                                          face,
                                          code % 2 * 2 + 1,
                                          code / 2 % 3 + 1,
                                          code / 6 % 3 + 1,
                                          code >= 18,
                                          false,
                                          {},
                                          {}});
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
        : cube_(cube),
          turns_(turns),
          scheme_(scheme),
          size_(cube.size()),
          single_(size_),
          several_(size_),
          from_(size_) {}

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
        const std::array<Line, 3> lines{line(what.cells[0], i), line(what.cells[1], i),
                                        line(what.cells[2], i)};
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
        for (std::size_t k = 0; k < 3; ++k)
            held[k] = cube_[static_cast<std::size_t>(lines[k].start + lines[k].step * j)];
        int sum = 0;
        for (std::size_t k = 0; k < 3; ++k) {
            sum += (held[k] == lines[(k + 1) % 3].colour) - (held[k] == lines[k].colour);
        }
        return sum;
    }

    GridCube& cube_;
    TurnRecorder& turns_;
    const Scheme& scheme_;
    std::size_t size_;
    Quarters single_;
    Quarters several_;
    std::vector<std::uint8_t> from_;
};

// ---- sweeps ----

// Rows i = 1, 2, … of a face in turn: [a, F X F'] with a layer a = i and any quarters X of the other layers,
// but X is not undone: the turns of the next row follow on top of it, and only in the end all layers
// return. So a layer costs half as much as in a commutator. In each layer j the pieces at four cells go
// around; when it turns on from y to y+x quarters, the piece at a fifth cell goes to cell -y of them, the one
// there to cell -y-x, and that one's to the fifth.
struct Sweep {
    unsigned axis;
    unsigned face;
    unsigned face_quarters;
    unsigned single_quarters;
    bool mirrored_too;
    Cell side;                      // the fifth cell
    std::array<Cell, 4> around;     // the others
    std::array<unsigned, 3> setup;  // quarters that the faces of the last three are turned by before

    unsigned setup_turns() const {
        return static_cast<unsigned>(
            std::count_if(setup.begin(), setup.end(), [](unsigned q) { return q != 0; }));
    }
};

// The sweeps along an axis, with up to this many faces turned before.
std::vector<Sweep> sweeps_of(unsigned axis, unsigned most_setup) {
    std::vector<Sweep> found;
    for (const unsigned face : GridCube::ring_faces(axis)) {
        for (const unsigned e : {1u, 3u}) {
            for (unsigned p = 1; p < 4; ++p) {
                Sweep sweep{axis, face, e, p, true, {}, {}, {}};
                for (unsigned q = 1; q < 4; ++q) {
                    const auto one = completed({axis, face, e, p, q, true, false, {}, {}});
                    if (!one) throw std::logic_error("a commutator of layers cycles three pieces");
                    sweep.around[0] = one->cells[0];
                    sweep.around[4 - q] = one->cells[1];
                    sweep.side = one->cells[2];
                    sweep.mirrored_too = sweep.mirrored_too && one->mirrored_too;
                }
                for (unsigned code = 0; code < 64; ++code) {
                    Sweep turned = sweep;
                    turned.setup = {code & 3, code >> 2 & 3, code >> 4};
                    for (std::size_t k = 0; k < 3; ++k) {
                        if (turned.side.face == sweep.around[k + 1].face) {
                            turned.side = before_turn(sweep.side, turned.setup[k]);
                        }
                        turned.around[k + 1] = before_turn(sweep.around[k + 1], turned.setup[k]);
                    }
                    if (turned.setup_turns() <= most_setup) found.push_back(turned);
                }
            }
        }
    }
    return found;
}

// Plans sweeps on colours alone, and does those that are worth their turns.
class Sweeping {
public:
    Sweeping(GridCube& cube, TurnRecorder& turns, const Scheme& scheme)
        : cube_(cube),
          turns_(turns),
          scheme_(scheme),
          size_(cube.size()),
          path_(size_),
          turned_(size_),
          colours_(faces_of_cube * cube.area()) {}

    // Does a sweep if that brings home more than its turns cost at this rate; returns whether it did.
    bool improve(const Sweep& what, double rate) {
        plan_.clear();
        std::fill(turned_.begin(), turned_.end(), std::uint8_t{0});
        for (std::size_t i = 0; i < colours_.size(); ++i) colours_[i] = cube_[i];
        double net = 0;
        for (std::size_t i = 1; i + 1 < size_; ++i) {
            if (turned_[i] == 0) net += row(what, i, rate);
        }
        if (plan_.empty()) return false;
        net -= rate * (what.setup_turns() + 2 + changes(turned_));
        if (net <= 0) return false;
        carry_out(what);
        return true;
    }

private:
    struct Line {
        std::ptrdiff_t start;
        std::ptrdiff_t step;
    };

    Line line(const Cell& cell, std::size_t i) const {
        const auto size = static_cast<std::ptrdiff_t>(size_), at = static_cast<std::ptrdiff_t>(i);
        Line found{static_cast<std::ptrdiff_t>(cell.face) * size * size, 0};
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

    static double changes(const Quarters& row) {
        double found = 0;
        for (std::size_t layer = 1; layer < row.size(); ++layer) found += row[layer] != row[layer - 1];
        return found;
    }

    // Plans one row if it is worth its turns; returns its worth beyond them.
    double row(const Sweep& what, std::size_t i, double rate) {
        constexpr double around_a_row =
            5;  // the turns of the face, and of layer i, where the next row follows
        const Line side = line(what.side, i);
        const std::array<Line, 4> around{line(what.around[0], i), line(what.around[1], i),
                                         line(what.around[2], i), line(what.around[3], i)};
        const auto at = [](const Line& where, std::size_t j) {
            return static_cast<std::size_t>(where.start + where.step * static_cast<std::ptrdiff_t>(j));
        };
        for (std::size_t j = 1; j + 1 < size_; ++j) {
            auto& worth = path_.worth(j);
            worth = {};
            path_.allow(j, 0b1111);
            if (j == i || (j == size_ - 1 - i && !what.mirrored_too)) {
                path_.allow(j, 0b0001);
                continue;
            }
            if (j == i + 1) path_.allow(j, 1u << ((4u - turned_[j]) & 3));
            const unsigned from = (4u - turned_[j]) & 3;
            const auto aside = colours_[at(side, j)], here = colours_[at(around[from], j)];
            const auto there = scheme_[what.side.face], face = scheme_[what.around[from].face];
            const int fixed = (aside == face) - (aside == there) - (here == face);
            for (unsigned x = 1; x < 4; ++x) {
                const unsigned to = (from + 4 - x) & 3;
                const auto other = colours_[at(around[to], j)], goal = scheme_[what.around[to].face];
                worth[x] = fixed + (here == goal) - (other == goal) + (other == there);
            }
        }
        const double net = path_.best(rate) - rate * around_a_row;
        if (net <= 0) return 0;
        plan_.push_back({i, path_.quarters()});
        const Quarters& quarters = plan_.back().quarters;
        for (std::size_t j = 0; j < size_; ++j) {
            const unsigned from = (4u - turned_[j]) & 3, to = (from + 4u - quarters[j]) & 3;
            turned_[j] = (turned_[j] + quarters[j]) & 3;
            if (j == 0 || j + 1 == size_ || from == to) continue;
            auto &aside = colours_[at(side, j)], &here = colours_[at(around[from], j)];
            std::swap(aside, here);
            std::swap(aside, colours_[at(around[to], j)]);
        }
        return net;
    }

    void carry_out(const Sweep& what) {
        for (std::size_t k = 0; k < 3; ++k) {
            if (what.setup[k] != 0) turns_.face(what.around[k + 1].face, what.setup[k]);
        }
        Quarters single(size_);
        const auto turn_single = [&](std::size_t i, unsigned quarters) {
            std::fill(single.begin(), single.end(), std::uint8_t{0});
            single[i] = 1;
            turns_.layers(what.axis, alike(size_, single, quarters));
        };
        const auto turn_others = [&](const Quarters& quarters) {
            turns_.face(what.face, what.face_quarters);
            turns_.layers(what.axis, quarters);
            turns_.face(what.face, 4 - what.face_quarters);
        };
        for (const Row& row : plan_) {
            turn_single(row.i, what.single_quarters);
            turn_others(row.quarters);
            turn_single(row.i, 4 - what.single_quarters);
        }
        for (std::uint8_t& quarters : turned_) quarters = (4 - quarters) & 3;
        turn_others(turned_);
    }

    struct Row {
        std::size_t i;
        Quarters quarters;
    };

    GridCube& cube_;
    TurnRecorder& turns_;
    const Scheme& scheme_;
    std::size_t size_;
    LayerPath path_;
    Quarters turned_;
    std::vector<GridCube::Value> colours_;
    std::vector<Row> plan_;
};

auto about_all_axes(auto found_about) {
    auto all = found_about(0u);
    for (unsigned axis = 1; axis < 3; ++axis) {
        for (const auto& one : found_about(axis)) all.push_back(one);
    }
    return all;
}

}  // namespace

void exchange_centres(GridCube& cube, TurnRecorder& turns, const Scheme& scheme,
                      const std::function<void()>& poll) {
    const std::size_t size = cube.size(), all = faces_of_cube * (size - 2) * (size - 2);
    const bool small = size < 12;
    static const auto commutators = about_all_axes(commutators_of);
    static const auto all_sweeps = about_all_axes([](unsigned axis) { return sweeps_of(axis, 3); });
    static const auto short_sweeps = about_all_axes([](unsigned axis) { return sweeps_of(axis, 1); });
    const auto& sweeps = small ? all_sweeps : short_sweeps;
    Cycling cycling(cube, turns, scheme);
    Sweeping sweeping(cube, turns, scheme);
    const double falling = small ? 0.92 : 0.85;
    constexpr double most = 3, few = 0.16, least = 0.02;
    for (double rate = most; pieces_home(cube, scheme) < all; rate *= falling) {
        if (rate < least) throw std::logic_error("no commutator brings a centre piece home");
        for (bool improved = true; improved;) {
            improved = false;
            for (const Sweep& sweep : sweeps) improved = sweeping.improve(sweep, rate) || improved;
            poll();
            if (improved || (!small && rate > few)) continue;
            for (std::size_t i = 1; i + 1 < size; ++i) {
                for (const Commutator& what : commutators)
                    improved = cycling.improve(what, i, rate) || improved;
                poll();
            }
        }
    }
}

}  // namespace cubecsp
