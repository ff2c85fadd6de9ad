// Twists, the turns of the right half, are counted; turns of the layers between them are free. Phase 1 knows
// the distance of each shape, with the parity of the pieces in it, from the square with even parity, which
// alone can be solved without leaving the shape. Phase 2 knows that of the corners with the layers of the
// edges, and that of the edges with the layers of the corners. Each counts twists up to turns of the layers,
// and phase 2 for both parities of their number, which the middle layer determines.

#include "square1/search.hpp"

#include <algorithm>
#include <bit>
#include <numeric>
#include <unordered_map>

namespace cubecsp::square1 {

namespace {

constexpr int kLayer = 12, kHalf = 6, kPieces = 16, kKind = 8;
constexpr std::uint8_t kFar = 255;
constexpr char kSquare[] = "CceCceCceCceeCceCceCceCc";  // corners begin, and end; edges
using Order = std::array<std::uint8_t, kKind>;          // of the corners, or of the edges
constexpr Order kCornerSlots{0, 3, 6, 9, 13, 16, 19, 22}, kEdgeSlots{2, 5, 8, 11, 12, 15, 18, 21};

Pieces turned(const Pieces& pieces, int upper, int lower) {
    Pieces after;
    for (int slot = 0; slot < kLayer; ++slot) {
        after[(slot + upper) % kLayer] = pieces[slot];
        after[kLayer + (slot + lower) % kLayer] = pieces[kLayer + slot];
    }
    return after;
}

Pieces twisted(Pieces pieces) {
    std::swap_ranges(pieces.begin() + kHalf, pieces.begin() + kLayer, pieces.begin() + kLayer);
    return pieces;
}

bool is_end(std::uint8_t piece) { return kSquare[piece] == 'c'; }

// The slots with the second half of a corner, as bits.
std::uint32_t shape_of(const Pieces& pieces) {
    std::uint32_t mask = 0;
    for (std::size_t slot = 0; slot < kSlots; ++slot) mask |= std::uint32_t{is_end(pieces[slot])} << slot;
    return mask;
}

constexpr std::uint32_t kCut = 1U | 1U << kHalf | 1U << kLayer | 1U << (kLayer + kHalf);

bool can_twist(std::uint32_t mask) { return (mask & kCut) == 0; }

// Whether the pieces, slot by slot, are an odd permutation of their order.
bool is_odd(const Pieces& pieces) {
    bool odd = false;
    for (std::size_t i = 0; i < kSlots; ++i) {
        for (std::size_t j = 0; j < i; ++j) {
            odd ^= !is_end(pieces[i]) && !is_end(pieces[j]) && pieces[j] > pieces[i];
        }
    }
    return odd;
}

Turns sum(Turns a, Turns b) {
    return {static_cast<std::uint8_t>((a.first + b.first) % kLayer),
            static_cast<std::uint8_t>((a.second + b.second) % kLayer)};
}

// ------------------------------------------------------------ shapes

struct ShapeTurn {
    Turns turns;
    std::uint16_t shape;
    bool odd;
};

// A shape that can be twisted.
struct Shape {
    std::vector<ShapeTurn> turns;  // to such shapes; the first turns nothing
    std::uint16_t twisted = 0;
    bool odd = false;  // whether the twist is
    std::array<std::uint8_t, 2> distance{kFar, kFar};
};

class Shapes {
public:
    Shapes() {
        Pieces solved;
        std::iota(solved.begin(), solved.end(), std::uint8_t{0});
        number(solved);
        for (std::size_t here = 0; here < pieces_.size(); ++here) connect(here);
        measure();
    }

    const Shape& operator[](std::size_t shape) const { return shapes_[shape]; }
    std::size_t find(std::uint32_t mask) const { return numbers_.at(mask); }

private:
    std::uint16_t number(const Pieces& pieces) {
        const auto [at, is_new] =
            numbers_.try_emplace(shape_of(pieces), static_cast<std::uint16_t>(pieces_.size()));
        if (is_new) pieces_.push_back(pieces);
        return at->second;
    }

    // Whether moves change the parity of pieces depends on the shape only, so that any pieces tell.
    void connect(std::size_t here) {
        const Pieces pieces = pieces_[here];
        const bool odd = is_odd(pieces);
        Shape shape;
        for (int turn = 0; turn < kLayer * kLayer; ++turn) {
            const Pieces after = turned(pieces, turn / kLayer, turn % kLayer);
            if (!can_twist(shape_of(after))) continue;
            const Turns turns{static_cast<std::uint8_t>(turn / kLayer),
                              static_cast<std::uint8_t>(turn % kLayer)};
            const std::uint16_t to = number(after);
            shape.turns.push_back({turns, to, odd != is_odd(after)});
        }
        const Pieces after = twisted(pieces);
        shape.twisted = number(after);
        shape.odd = odd != is_odd(after);
        shapes_.push_back(std::move(shape));
    }

    void measure() {
        std::vector<std::pair<std::uint16_t, bool>> level{{0, false}};
        for (std::uint8_t distance = 0; !level.empty(); ++distance) {
            std::vector<std::pair<std::uint16_t, bool>> next;
            for (const auto& [start, parity] : level) {
                for (const ShapeTurn& turn : shapes_[start].turns) {
                    Shape& shape = shapes_[turn.shape];
                    const bool odd = parity != turn.odd;
                    if (shape.distance[odd] != kFar) continue;
                    shape.distance[odd] = distance;
                    next.emplace_back(shape.twisted, odd != shape.odd);
                }
            }
            std::swap(level, next);
        }
    }

    std::vector<Shape> shapes_;
    std::vector<Pieces> pieces_;  // some pieces in each shape
    std::unordered_map<std::uint32_t, std::uint16_t> numbers_;
};

// ------------------------------------------------------------ the square

constexpr std::size_t kOrders = 40320, kSets = 70;

std::uint16_t rank_of(const Order& order) {
    std::size_t rank = 0;
    for (std::size_t i = 0; i < order.size(); ++i) {
        std::size_t smaller = 0;
        for (std::size_t j = i + 1; j < order.size(); ++j) smaller += order[j] < order[i];
        rank = rank * (order.size() - i) + smaller;
    }
    return static_cast<std::uint16_t>(rank);
}

// The order and the set, with the pieces at `from` moved to each place.
Order moved(const Order& order, const Order& from) {
    Order after;
    for (std::size_t place = 0; place < after.size(); ++place) after[place] = order[from[place]];
    return after;
}

std::uint8_t moved(std::uint8_t set, const Order& from) {
    std::uint8_t after = 0;
    for (std::size_t place = 0; place < from.size(); ++place) {
        after |= static_cast<std::uint8_t>((set >> from[place] & 1U) << place);
    }
    return after;
}

// A twist that keeps the square, with the turns before and after it that begin and end with kSquare.
struct Twist {
    Turns before, after;
    Order corners, edges;  // where each place takes its piece from
};

Order order_in(const Pieces& pieces, const Order& slots) {
    Order order;
    for (std::size_t place = 0; place < order.size(); ++place) {
        const auto* const at = std::ranges::find(slots, pieces[slots[place]]);
        order[place] = static_cast<std::uint8_t>(at - slots.begin());
    }
    return order;
}

// The turns that make a square kSquare; none if it is no square.
std::optional<Turns> squaring(const Pieces& pieces) {
    for (std::uint8_t upper = 0; upper < 3; ++upper) {
        for (std::uint8_t lower = 0; lower < 3; ++lower) {
            const Pieces after = turned(pieces, upper, lower);
            bool same = true;
            for (std::size_t slot = 0; slot < kSlots; ++slot) {
                same = same && is_end(after[slot]) == (kSquare[slot] == 'c');
            }
            if (same) return Turns{upper, lower};
        }
    }
    return std::nullopt;
}

// The least numbers of twists for an order and a set, by the parity of their number.
using Distances = std::vector<std::uint8_t>;

class Square {
public:
    Square() {
        make_twists();
        Order order;
        std::iota(order.begin(), order.end(), std::uint8_t{0});
        do {
            orders_.push_back(order);
        } while (std::ranges::next_permutation(order).found);
        for (unsigned set = 0; set < 256; ++set) {
            if (std::popcount(set) != kKind / 2) continue;
            set_numbers_[set] = static_cast<std::uint8_t>(sets_.size());
            sets_.push_back(static_cast<std::uint8_t>(set));
        }
        make_moves(&Twist::corners, corners);
        make_moves(&Twist::edges, edges);
        by_corners_ = measured(corners, edges);
        by_edges_ = measured(edges, corners);
    }

    // How each twist changes the number of an order, and of a set.
    struct Moves {
        std::vector<std::array<std::uint16_t, 32>> order;
        std::vector<std::array<std::uint8_t, 32>> set;
        std::array<std::vector<std::uint16_t>, 2> turned_order;  // each layer by 90 degrees
        std::array<std::vector<std::uint8_t>, 2> turned_set;
    };

    struct Place {
        std::uint16_t corners, edges;
        std::uint8_t corner_layers, edge_layers;
    };

    Place place(const Pieces& pieces) const {
        const Order corner = order_in(pieces, kCornerSlots), edge = order_in(pieces, kEdgeSlots);
        return {rank_of(corner), rank_of(edge), layers(corner), layers(edge)};
    }

    std::uint8_t distance(const Place& at, bool odd) const {
        return std::max(by_corners_[index(at.corners, at.edge_layers, odd)],
                        by_edges_[index(at.edges, at.corner_layers, odd)]);
    }

    Moves corners, edges;
    std::vector<Twist> twists;

private:
    static std::size_t index(std::size_t order, std::size_t set, bool odd) {
        return (order * kSets + set) * 2 + odd;
    }

    std::uint8_t layers(const Order& order) const {
        unsigned set = 0;
        for (std::size_t place = 0; place < order.size(); ++place) {
            set |= unsigned{order[place] < kKind / 2} << place;
        }
        return set_numbers_[set];
    }

    void make_twists() {
        Pieces solved;
        std::iota(solved.begin(), solved.end(), std::uint8_t{0});
        for (int turn = 0; turn < kLayer * kLayer; ++turn) {
            const Turns before{static_cast<std::uint8_t>(turn / kLayer),
                               static_cast<std::uint8_t>(turn % kLayer)};
            const Pieces ready = turned(solved, before.first, before.second);
            if (!can_twist(shape_of(ready))) continue;
            const Pieces after = twisted(ready);
            if (const auto back = squaring(after)) {
                const Pieces end = turned(after, back->first, back->second);
                twists.push_back({before, *back, order_in(end, kCornerSlots), order_in(end, kEdgeSlots)});
            }
        }
    }

    void make_moves(Order Twist::*kind, Moves& moves) const {
        const Order upper{3, 0, 1, 2, 4, 5, 6, 7}, lower{0, 1, 2, 3, 7, 4, 5, 6};
        for (const Order& order : orders_) {
            std::array<std::uint16_t, 32> after{};
            for (std::size_t i = 0; i < twists.size(); ++i) after[i] = rank_of(moved(order, twists[i].*kind));
            moves.order.push_back(after);
            moves.turned_order[0].push_back(rank_of(moved(order, upper)));
            moves.turned_order[1].push_back(rank_of(moved(order, lower)));
        }
        for (const std::uint8_t set : sets_) {
            std::array<std::uint8_t, 32> after{};
            for (std::size_t i = 0; i < twists.size(); ++i) {
                after[i] = set_numbers_[moved(set, twists[i].*kind)];
            }
            moves.set.push_back(after);
            moves.turned_set[0].push_back(set_numbers_[moved(set, upper)]);
            moves.turned_set[1].push_back(set_numbers_[moved(set, lower)]);
        }
    }

    // Twists with other turns of 90 degrees before them lead to the same positions, up to such turns.
    Distances measured(const Moves& order, const Moves& set) const {
        Distances distances(kOrders * kSets * 2, kFar);
        const std::vector<std::size_t> ways = representatives();
        std::vector<std::size_t> level{index(0, set_numbers_[0x0F], false)}, next, flooded;
        for (std::uint8_t distance = 0; !level.empty(); ++distance) {
            next.clear();
            for (const std::size_t start : level) {
                if (distances[start] != kFar) continue;
                distances[start] = distance;
                flooded.assign(1, start);
                while (!flooded.empty()) {
                    const std::size_t at = flooded.back(), o = at / 2 / kSets, s = at / 2 % kSets;
                    const bool odd = at % 2;
                    flooded.pop_back();
                    for (std::size_t layer = 0; layer < 2; ++layer) {
                        const std::size_t to =
                            index(order.turned_order[layer][o], set.turned_set[layer][s], odd);
                        if (distances[to] != kFar) continue;
                        distances[to] = distance;
                        flooded.push_back(to);
                    }
                    for (const std::size_t i : ways) {
                        const std::size_t to = index(order.order[o][i], set.set[s][i], !odd);
                        if (distances[to] == kFar) next.push_back(to);
                    }
                }
            }
            std::swap(level, next);
        }
        return distances;
    }

    // A twist for each way in which the cut can lie to the corners.
    std::vector<std::size_t> representatives() const {
        std::vector<std::size_t> found;
        std::array<bool, 9> seen{};
        for (std::size_t i = 0; i < twists.size(); ++i) {
            const std::size_t way = twists[i].before.first % 3 * 3 + twists[i].before.second % 3;
            if (!seen[way]) found.push_back(i);
            seen[way] = true;
        }
        return found;
    }

    std::vector<Order> orders_;
    std::vector<std::uint8_t> sets_;
    std::array<std::uint8_t, 256> set_numbers_{};
    Distances by_corners_, by_edges_;
};

// ------------------------------------------------------------ the search

// The tables, made once.
template <typename Table>
const Table& made() {
    static const Table table;
    return table;
}

class Search {
public:
    Search(const Pieces& start, bool turned, std::size_t longest, std::size_t most, const Stop& stop)
        : start_(start), odd_(turned), longest_(longest), most_(most), stop_(stop) {}

    Result run() {
        const std::size_t budget = (longest_ + 1) / 2;  // twists
        try {
            if (const auto square = squaring(start_); square && !is_odd(in_square(*square))) {
                if (finish(start_, 0, budget)) return {path_, true};
            }
            for (std::size_t twists = 1; twists <= budget; ++twists) {
                if (begin(twists, budget)) return {path_, true};
            }
        } catch (const Exhausted&) {
            return {std::nullopt, false};
        }
        return {std::nullopt, true};
    }

private:
    struct Exhausted {};

    Pieces in_square(Turns turns) const { return square1::turned(start_, turns.first, turns.second); }

    void count() {
        if (++nodes_ % 1024 == 0) stop_.obey();
        if (most_ != 0 && nodes_ > most_) throw Exhausted{};
    }

    // Phase 1 of so many twists, from a state that perhaps cannot be twisted.
    bool begin(std::size_t twists, std::size_t budget) {
        for (int turn = 0; turn < kLayer * kLayer; ++turn) {
            const Pieces ready = square1::turned(start_, turn / kLayer, turn % kLayer);
            const std::uint32_t mask = shape_of(ready);
            if (!can_twist(mask)) continue;
            path_.assign(
                1, {static_cast<std::uint8_t>(turn / kLayer), static_cast<std::uint8_t>(turn % kLayer)});
            const std::size_t shape = shapes_.find(mask);
            if (leads(shape, is_odd(ready), twists) && twist(ready, shape, is_odd(ready), twists, budget)) {
                return true;
            }
        }
        return false;
    }

    // Whether so many twists can lead from a shape with a parity, by its twist, to phase 2.
    bool leads(std::size_t number, bool odd, std::size_t left) const {
        const Shape& shape = shapes_[number];
        if (left == 1 && shape.distance[odd] == 0) return false;  // phase 2 has begun before
        return shapes_[shape.twisted].distance[odd != shape.odd] < left;
    }

    bool twist(const Pieces& ready, std::size_t number, bool odd, std::size_t left, std::size_t budget) {
        count();
        const bool after = odd != shapes_[number].odd;
        const Pieces pieces = twisted(ready);
        if (left == 1) return finish(pieces, path_.size(), budget);
        for (const ShapeTurn& turn : shapes_[shapes_[number].twisted].turns) {
            if (turn.turns == Turns{0, 0} || !leads(turn.shape, after != turn.odd, left - 1)) continue;
            path_.push_back(turn.turns);
            const Pieces next = square1::turned(pieces, turn.turns.first, turn.turns.second);
            if (twist(next, turn.shape, after != turn.odd, left - 1, budget)) return true;
            path_.pop_back();
        }
        return false;
    }

    // Phase 2 after so many twists, in as few as possible.
    bool finish(const Pieces& pieces, std::size_t done, std::size_t budget) {
        const auto turns = squaring(pieces);
        if (!turns) return false;
        const auto at = square_.place(square1::turned(pieces, turns->first, turns->second));
        const bool odd = odd_ != (done % 2 != 0);
        for (std::size_t left = square_.distance(at, odd); done + left <= budget; left += 2) {
            path_.resize(done);
            if (solve_square(at, *turns, left)) return true;
        }
        path_.resize(done);
        return false;
    }

    bool solve_square(const Square::Place& at, Turns pending, std::size_t left) {
        if (left == 0) return is_end_of(pending);
        count();
        for (std::size_t i = 0; i < square_.twists.size(); ++i) {
            const Twist& twist = square_.twists[i];
            const Turns turns = sum(pending, twist.before);
            if (turns == Turns{0, 0} && !path_.empty()) continue;
            const Square::Place after{square_.corners.order[at.corners][i], square_.edges.order[at.edges][i],
                                      square_.corners.set[at.corner_layers][i],
                                      square_.edges.set[at.edge_layers][i]};
            if (square_.distance(after, left % 2 == 0) >= left) continue;
            path_.push_back(turns);
            if (solve_square(after, twist.after, left - 1)) return true;
            path_.pop_back();
        }
        return false;
    }

    // Whether turns of the layers solve the state after the path, which then ends with them.
    bool is_end_of(Turns pending) {
        Pieces pieces = start_;
        for (const Turns& turns : path_) {
            pieces = twisted(square1::turned(pieces, turns.first, turns.second));
        }
        pieces = square1::turned(pieces, pending.first, pending.second);
        const auto upper = std::find(pieces.begin(), pieces.end(), 0) - pieces.begin();
        const auto lower = std::find(pieces.begin(), pieces.end(), kLayer) - pieces.begin();
        const Turns rest{static_cast<std::uint8_t>((kLayer - upper % kLayer) % kLayer),
                         static_cast<std::uint8_t>((2 * kLayer - lower) % kLayer)};
        pieces = square1::turned(pieces, rest.first, rest.second);
        if (!std::ranges::is_sorted(pieces)) return false;
        const Turns last = sum(pending, rest);
        const std::size_t twists = path_.size();
        std::size_t length = twists + (last != Turns{0, 0});
        for (const Turns& turns : path_) length += turns != Turns{0, 0};
        if (length > longest_) return false;
        path_.push_back(last);
        return true;
    }

    const Shapes& shapes_ = made<Shapes>();
    const Square& square_ = made<Square>();
    Pieces start_;
    bool odd_;
    std::size_t longest_, most_, nodes_ = 0;
    const Stop& stop_;
    std::vector<Turns> path_;
};

}  // namespace

bool is_whole(const Pieces& pieces) {
    std::array<bool, kSlots> seen{};
    for (std::size_t slot = 0; slot < kSlots; ++slot) {
        const std::uint8_t piece = pieces[slot];
        if (piece >= kSlots || seen[piece]) return false;
        seen[piece] = true;
        const std::size_t layer = slot / kLayer * kLayer, next = layer + (slot - layer + 1) % kLayer;
        if (kSquare[piece] == 'C' && pieces[next] != piece + 1) return false;
    }
    return true;
}

Result solve(const Pieces& pieces, bool turned, std::size_t longest, std::size_t most, const Stop& stop) {
    return Search(pieces, turned, longest, most, stop).run();
}

}  // namespace cubecsp::square1
