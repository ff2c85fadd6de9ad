// The search for short reductions of a 4x4x4: many sequences for phase 1, the most promising of them
// extended by phase 2 in the order of their length together, and these by phase 3 likewise.

#include "three_phase/search.hpp"

#include <algorithm>

#include "common/require.hpp"

namespace cubecsp::three_phase {

namespace {

constexpr std::size_t kLongest = 60;        // turns of a reduction, more than any takes
constexpr std::size_t kPatience = 1 << 14;  // positions between two checks whether to give up

// Turns on the way down a search.
struct Path {
    std::array<std::uint8_t, kLongest> turns{};
    std::size_t length = 0;
};

// A cube after phase 1, or after phases 1 and 2.
struct Stage {
    Pieces pieces;  // held, and colours renamed, as the phases after it have it
    Path path;      // in turns of the cube as it is held from phase 2 on
    std::size_t rotation;
    std::size_t first;     // turns of phase 1
    std::size_t estimate;  // turns, those of the next phase at least included
};

// The slots of the pieces of each pair of colours.
std::array<std::uint32_t, kAxes> sets_of(const Row& centres) {
    std::array<std::uint32_t, kAxes> sets{};
    for (std::size_t slot = 0; slot < kSlots; ++slot) sets[centres[slot] % kAxes] |= 1U << slot;
    return sets;
}

unsigned second_distance(const Coordinates& coordinates, const Distances& distances, const Pieces& pieces) {
    const auto [split, side] = coordinates.vertex2(pieces);
    return distances.splits[split * coordinates.graph2().columns() + side];
}

unsigned lines_distance(const Coordinates& coordinates, const Distances& distances, Coordinates::Vertex at) {
    return distances.lines[at.first * coordinates.graph3().columns() + at.second];
}

unsigned pairing_distance(const Coordinates& coordinates, const Distances& distances, const Pieces& pieces) {
    return coordinates.distance(distances.pairings, coordinates.pairing(pieces.wings));
}

// A lower bound for phase 3.
unsigned third_distance(const Coordinates& coordinates, const Distances& distances, const Pieces& pieces) {
    return std::max(lines_distance(coordinates, distances, coordinates.vertex3(pieces)),
                    pairing_distance(coordinates, distances, pieces));
}

class Reducer {
public:
    Reducer(const Coordinates& coordinates, const Distances& distances, const Effort& effort,
            const std::function<bool()>& interrupted)
        : coordinates_(coordinates),
          geometry_(coordinates.geometry()),
          distances_(distances),
          effort_(effort),
          interrupted_(interrupted) {}

    std::vector<Reduction> run(const Pieces& pieces) {
        phase1(pieces);
        keep_best(firsts_, effort_.kept);
        phase2();
        keep_best(seconds_, effort_.seconds);
        phase3();
        return std::move(found_);
    }

private:
    static void keep_best(std::vector<Stage>& stages, std::size_t most) {
        std::ranges::stable_sort(stages, {}, &Stage::estimate);
        if (stages.size() > most) stages.resize(most);
    }

    bool gives_up() {
        if (++nodes_ % kPatience == 0 && interrupted_()) stopped_ = true;
        return stopped_;
    }

    // Sequences that bring one pair of colours onto two opposite faces, the shortest first.
    void phase1(const Pieces& pieces) {
        const auto sets = sets_of(pieces.centres);
        for (std::size_t length = 0; firsts_.size() < effort_.firsts && !stopped_; ++length) {
            if (length > kLongest / 2) return;
            for (std::size_t pair = 0; pair < kAxes; ++pair) {
                if (distances_.choices[coordinates_.choices().rank(sets[pair])] > length) continue;
                pair_ = pair;
                path_.length = 0;
                search1(pieces, sets[pair], length, kNoLayer);
            }
        }
    }

    void search1(const Pieces& start, std::uint32_t set, std::size_t left, std::size_t last) {
        if (left == 0) {
            add_first(start, set);
            return;
        }
        for (std::size_t turn = 0; turn < kTurns && firsts_.size() < effort_.firsts; ++turn) {
            if (gives_up()) return;
            if (!follows(turn / 3, last)) continue;
            const std::uint32_t next = coordinates_.choices().turned(set, turn);
            const std::size_t distance = distances_.choices[coordinates_.choices().rank(next)];
            if (distance >= left || (distance == 0 && left > 1)) continue;
            path_.turns[path_.length++] = static_cast<std::uint8_t>(turn);
            search1(start, next, left - 1, turn / 3);
            --path_.length;
        }
    }

    void add_first(const Pieces& start, std::uint32_t set) {
        std::size_t axis = 0;
        while (axis < kAxes && set != axis_slots(axis)) ++axis;
        require(axis != kAxes, "the distances are damaged");
        Pieces pieces = start;
        Path path = path_;
        for (std::size_t i = 0; i < path.length; ++i) {
            pieces = turned(geometry_, pieces, path.turns[i]);
            path.turns[i] = geometry_.turn_rotated[axis][path.turns[i]];
        }
        pieces = renamed(geometry_, rotated(geometry_, pieces, axis), pair_);
        const unsigned distance = second_distance(coordinates_, distances_, pieces);
        firsts_.push_back({pieces, path, axis, path.length, path.length + distance});
    }

    // Extends these by phase 2, in the order of the length of both together.
    void phase2() {
        if (firsts_.empty()) return;
        for (std::size_t length = firsts_.front().estimate; seconds_.size() < effort_.seconds && !stopped_;
             ++length) {
            if (length > kLongest / 2) return;
            for (const Stage& stage : firsts_) {
                if (stage.estimate > length) break;
                stage_ = &stage;
                path_ = stage.path;
                const auto [split, side] = coordinates_.vertex2(stage.pieces);
                search2(split, side, stage.pieces.wings, length - stage.first, kNoLayer);
            }
        }
    }

    void search2(std::size_t split, std::size_t side, const Row& wings, std::size_t left, std::size_t last) {
        if (left == 0) {
            if (coordinates_.pairable(wings)) add_second();
            return;
        }
        const CosetGraph& graph = coordinates_.graph2();
        for (std::size_t move = 0; move < kTurns2 && seconds_.size() < effort_.seconds; ++move) {
            if (gives_up()) return;
            const std::uint8_t turn = geometry_.turns2[move];
            if (!follows(turn / 3U, last)) continue;
            const auto [row, column] = graph.step(split, side, move);
            if (distances_.splits[row * graph.columns() + column] >= left) continue;
            path_.turns[path_.length++] = turn;
            search2(row, column, product(wings, geometry_.wings[turn]), left - 1, turn / 3U);
            --path_.length;
        }
    }

    void add_second() {
        Pieces pieces = stage_->pieces;
        for (std::size_t i = stage_->first; i < path_.length; ++i) {
            pieces = turned(geometry_, pieces, path_.turns[i]);
        }
        // The colours U and D can be on F and B.
        if (pieces.centres[0] % kAxes != 0) pieces = renamed(geometry_, pieces, kAxes);
        const unsigned distance = third_distance(coordinates_, distances_, pieces);
        seconds_.push_back({pieces, path_, stage_->rotation, stage_->first, path_.length + distance});
    }

    // Extends these by phase 3 likewise, up to the first total length with a solution.
    void phase3() {
        if (seconds_.empty()) return;
        for (std::size_t length = seconds_.front().estimate; found_.empty() && length <= kLongest; ++length) {
            for (const Stage& stage : seconds_) {
                if (stopped_ || found_.size() >= effort_.reductions) return;
                if (stage.estimate > length) break;
                stage_ = &stage;
                path_ = stage.path;
                search3(coordinates_.vertex3(stage.pieces), coordinates_.pairing(stage.pieces.wings),
                        pairing_distance(coordinates_, distances_, stage.pieces), length - path_.length,
                        kNoLayer);
            }
        }
    }

    // `bound`: turns that the pairing takes, kNear + 1 standing for everything farther.
    void search3(Coordinates::Vertex at, const Pairing& pairing, std::size_t bound, std::size_t left,
                 std::size_t last) {
        if (left == 0) {
            add_reduction();
            return;
        }
        const CosetGraph& graph = coordinates_.graph3();
        for (std::size_t move = 0; move < kTurns3 && found_.size() < effort_.reductions; ++move) {
            if (gives_up()) return;
            const std::uint8_t turn = geometry_.turns3[move];
            if (!follows(turn / 3U, last)) continue;
            const Coordinates::Vertex there = graph.step(at.first, at.second, move);
            const std::size_t distance = lines_distance(coordinates_, distances_, there);
            if (distance >= left) continue;
            const Pairing next = coordinates_.after(pairing, move);
            const std::size_t further = bound_after(bound, pairing_code(distances_.pairings, next.rank()));
            if (further >= left || (further == 0 && distance == 0 && left > 1)) continue;
            path_.turns[path_.length++] = turn;
            search3(there, next, further, left - 1, turn / 3U);
            --path_.length;
        }
    }

    // The distance of a neighbour of a state that is `bound` away, from its stored code.
    static std::size_t bound_after(std::size_t bound, unsigned code) {
        if (code == kFar) return kNear + 1;
        return bound + 1 - (bound + 4 - code) % 3;  // one more, the same or one less
    }

    void add_reduction() {
        Reduction reduction{
            {stage_->first, stage_->path.length - stage_->first, path_.length - stage_->path.length}, {}};
        for (std::size_t i = 0; i < path_.length; ++i) {
            reduction.turns.push_back(unrotated(path_.turns[i], stage_->rotation));
        }
        found_.push_back(std::move(reduction));
    }

    std::uint8_t unrotated(std::uint8_t turn, std::size_t rotation) const {
        const auto& to = geometry_.turn_rotated[rotation];
        return static_cast<std::uint8_t>(std::ranges::find(to, turn) - std::begin(to));
    }

    const Coordinates& coordinates_;
    const Geometry& geometry_;
    const Distances& distances_;
    const Effort& effort_;
    const std::function<bool()>& interrupted_;

    std::vector<Stage> firsts_;
    std::vector<Stage> seconds_;
    std::vector<Reduction> found_;
    Path path_;
    std::size_t pair_ = 0;
    const Stage* stage_ = nullptr;
    std::size_t nodes_ = 0;
    bool stopped_ = false;
};

}  // namespace

Bounds bounds(const Coordinates& coordinates, const Distances& distances, const Pieces& pieces) {
    require_assembly(pieces);
    Bounds result{};
    const auto sets = sets_of(pieces.centres);
    for (std::size_t pair = 0; pair < kAxes; ++pair) {
        result.first[pair] = distances.choices[coordinates.choices().rank(sets[pair])];
    }
    if (sets[1] != axis_slots(1)) return result;
    result.second = second_distance(coordinates, distances, pieces);
    if (*result.second == 0 && sets[0] == axis_slots(0) && coordinates.pairable(pieces.wings)) {
        result.third = third_distance(coordinates, distances, pieces);
    }
    return result;
}

std::vector<Reduction> reduce(const Coordinates& coordinates, const Distances& distances,
                              const Pieces& pieces, const Effort& effort,
                              const std::function<bool()>& interrupted) {
    require_assembly(pieces);
    return Reducer(coordinates, distances, effort, interrupted).run(pieces);
}

}  // namespace cubecsp::three_phase
