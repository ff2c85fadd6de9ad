// The search for short reductions of a 5x5x5: many sequences for phase 1, the most promising of them extended
// by phase 2 in the order of their length together, and so on.

#include "five_phase/search.hpp"

#include <algorithm>

namespace cubecsp::five_phase {

namespace {

constexpr std::size_t kU = 0, kR = 3, kF = 6;  // quarter turns
constexpr std::size_t kLongest = 120;          // turns of a reduction, more than any takes
constexpr std::size_t kPatience = 1 << 14;     // positions between two checks whether to give up

// A cube after some phases.
struct Stage {
    Pieces pieces;                             // held as the next phase has it, with colours renamed
    std::array<std::uint8_t, kLongest> turns;  // of the cube as it was held first
    std::array<std::uint8_t, kPhases> ends;    // of each phase, how many turns
    std::array<std::uint8_t, kTurns> held;     // for each turn as it is held now, that turn as held first
    std::size_t made;
    std::size_t estimate;  // turns, those of the next phase at least included
};

// Where a phase can begin.
template <typename Phase>
struct Start {
    typename Phase::Node node;
    const Stage* stage;
    std::size_t estimate;
};

class Reducer {
public:
    Reducer(const Coordinates& coordinates, const Distances& distances, const Effort& effort,
            const std::function<bool()>& interrupted, const Passed& passed)
        : coordinates_(coordinates),
          geometry_(coordinates.geometry),
          distances_(distances),
          effort_(effort),
          interrupted_(interrupted),
          passed_(passed) {
        for (std::size_t symmetry = kSymmetries; symmetry-- > 0;) {
            const auto& images = geometry_.turn_images[symmetry];
            to_right_[images[kR] / 3 % kAxes] = symmetry;
            if (images[kR] == kR && images[kU] == kF) about_right_ = symmetry;
        }
    }

    std::vector<Reduction> run(const Pieces& pieces) {
        std::vector<Stage> stages = begun(pieces);
        stages = phase1(stages);
        pass(distances_.phase1);
        stages = phase2(stages);
        stages = phase3(stages);
        stages = phase4(stages);
        pass(distances_.phase4);
        return phase5(stages);
    }

private:
    template <typename PhaseDistances>
    void pass(const PhaseDistances& distances) const {
        passed_({reinterpret_cast<const std::uint8_t*>(&distances), sizeof distances});
    }

    // The cube, held so that each of its axes is that of R and L.
    std::vector<Stage> begun(const Pieces& pieces) const {
        Stage stage{pieces, {}, {}, {}, 0, 0};
        for (std::size_t turn = 0; turn < kTurns; ++turn) stage.held[turn] = static_cast<std::uint8_t>(turn);
        std::vector<Stage> stages;
        for (const std::size_t symmetry : to_right_) stages.push_back(reheld(stage, symmetry));
        return stages;
    }

    Stage reheld(const Stage& stage, std::size_t symmetry) const {
        Stage result = stage;
        result.pieces = conjugated(geometry_, stage.pieces, symmetry);
        for (std::size_t turn = 0; turn < kTurns; ++turn) {
            result.held[geometry_.turn_images[symmetry][turn]] = stage.held[turn];
        }
        return result;
    }

    bool gives_up() {
        if (++nodes_ % kPatience == 0 && interrupted_()) stopped_ = true;
        return stopped_;
    }

    std::vector<Stage> phase1(const std::vector<Stage>& stages) {
        const auto& phase = coordinates_.phase1;
        const auto bound = [&](const Phase1::Node& node, unsigned enough) {
            return phase.bound(distances_.phase1, node, enough);
        };
        std::vector<Start<Phase1>> starts;
        for (const Stage& stage : stages) add_start(starts, phase.node(stage.pieces), stage, bound);
        std::vector<Stage> found;
        extend(phase, starts, bound, [&](Stage stage) {
            stage.estimate = stage.made + coordinates_.phase2.bound(coordinates_.phase2.node(stage.pieces));
            found.push_back(stage);
            return found.size() < effort_.found[0];
        });
        return best(std::move(found), 0);
    }

    std::vector<Stage> phase2(const std::vector<Stage>& stages) {
        const auto& phase = coordinates_.phase2;
        const auto bound = [&](const Phase2::Node& node, unsigned) { return phase.bound(node); };
        std::vector<Start<Phase2>> starts;
        for (const Stage& stage : stages) add_start(starts, phase.node(stage.pieces), stage, bound);
        std::vector<Stage> found;
        extend(phase, starts, bound, [&](const Stage& stage) {
            for (const std::size_t symmetry : to_right_) {
                found.push_back(reheld(stage, symmetry));
                found.back().estimate = least(coordinates_.phase3, found.back(), distances_.phase3);
            }
            return found.size() < effort_.found[1];
        });
        return best(std::move(found), 1);
    }

    std::vector<Stage> phase3(const std::vector<Stage>& stages) {
        const auto& phase = coordinates_.phase3;
        const auto bound = [&](const Phase3::Node& node, unsigned enough) {
            return phase.bound(distances_.phase3, node, enough);
        };
        std::vector<Start<Phase3>> starts;
        for (const unsigned furthest : {kNear3, static_cast<unsigned>(kLongest)}) {
            if (!starts.empty()) break;
            for (const Stage& stage : stages) {
                for (const Phase3::Node& node : phase.nodes(stage.pieces)) {
                    const unsigned distance = bound(node, furthest);
                    if (distance <= furthest) starts.push_back({node, &stage, stage.made + distance});
                }
            }
        }
        std::vector<Stage> found;
        extend(phase, starts, bound, [&](const Stage& stage) {
            for (const std::size_t symmetry : {std::size_t{0}, about_right_}) {
                Stage held = reheld(stage, symmetry);
                if (!coordinates_.phase4.nodes(held.pieces).empty()) found.push_back(held);
            }
            return found.size() < effort_.found[2];
        });
        pass(distances_.phase3);  // before those of the next phase are read
        for (Stage& held : found) held.estimate = least(coordinates_.phase4, held, distances_.phase4);
        return best(std::move(found), 2);
    }

    std::vector<Stage> phase4(const std::vector<Stage>& stages) {
        const auto& phase = coordinates_.phase4;
        const auto bound = [&](const Phase4::Node& node, unsigned enough) {
            return phase.bound(distances_.phase4, node, enough);
        };
        std::vector<Start<Phase4>> starts;
        for (const Stage& stage : stages) {
            for (const Phase4::Node& node : phase.nodes(stage.pieces)) add_start(starts, node, stage, bound);
        }
        std::vector<Stage> found;
        extend(phase, starts, bound, [&](Stage stage) {
            const auto& next = coordinates_.phase5;
            stage.estimate = stage.made + next.bound(distances_.phase5, next.node(stage.pieces), kLongest);
            found.push_back(stage);
            return found.size() < effort_.found[3];
        });
        return best(std::move(found), 3);
    }

    std::vector<Reduction> phase5(const std::vector<Stage>& stages) {
        const auto& phase = coordinates_.phase5;
        const auto bound = [&](const Phase5::Node& node, unsigned enough) {
            return phase.bound(distances_.phase5, node, enough);
        };
        std::vector<Start<Phase5>> starts;
        for (const Stage& stage : stages) add_start(starts, phase.node(stage.pieces), stage, bound);
        std::vector<Reduction> found;
        extend(phase, starts, bound, [&](const Stage& stage) {
            if (!found.empty() && stage.made > found.front().turns.size()) return false;
            Reduction reduction{{}, {stage.turns.begin(), stage.turns.begin() + stage.made}};
            for (std::size_t i = 0; i < kPhases; ++i) {
                reduction.lengths[i] = stage.ends[i] - (i == 0 ? 0U : stage.ends[i - 1]);
            }
            found.push_back(std::move(reduction));
            return found.size() < effort_.reductions;
        });
        return found;
    }

    template <typename Phase, typename Bound>
    void add_start(std::vector<Start<Phase>>& starts, const typename Phase::Node& node, const Stage& stage,
                   const Bound& bound) const {
        starts.push_back({node, &stage, stage.made + bound(node, kLongest)});
    }

    // The least turns that a cube takes including the next phase, over all ways to begin that phase.
    template <typename Phase, typename PhaseDistances>
    std::size_t least(const Phase& phase, const Stage& stage, const PhaseDistances& distances) const {
        unsigned fewest = kLongest;
        for (const auto& node : phase.nodes(stage.pieces)) {
            if (fewest == 0) break;
            fewest = std::min(fewest, phase.bound(distances, node, fewest - 1));
        }
        return stage.made + fewest;
    }

    std::vector<Stage> best(std::vector<Stage> stages, std::size_t phase) {
        std::ranges::stable_sort(stages, {}, &Stage::estimate);
        if (stages.size() > effort_.kept[phase]) stages.resize(effort_.kept[phase]);
        stages.shrink_to_fit();
        ++phase_;
        return stages;
    }

    // Calls `each` with the results of a phase from its starts, in order of the total number of turns, until
    // that returns false.
    template <typename Phase, typename Bound, typename Each>
    void extend(const Phase& phase, std::vector<Start<Phase>>& starts, const Bound& bound, const Each& each) {
        if (starts.empty()) return;
        std::ranges::stable_sort(starts, {}, &Start<Phase>::estimate);
        ended_ = false;
        for (std::size_t length = starts.front().estimate; length < kLongest; ++length) {
            for (const Start<Phase>& start : starts) {
                if (start.estimate > length) break;
                stage_ = start.stage;
                depth_ = 0;
                search(phase, start.node, static_cast<unsigned>(length - stage_->made), kNoLayer, bound,
                       each);
                if (ended_ || stopped_) return;
            }
        }
    }

    template <typename Phase, typename Bound, typename Each>
    void search(const Phase& phase, const typename Phase::Node& node, unsigned left, std::size_t last,
                const Bound& bound, const Each& each) {
        if (left == 0) {
            if (!each(extended())) ended_ = true;
            return;
        }
        for (std::size_t move = 0; move < Phase::kMoves; ++move) {
            if (ended_ || gives_up()) return;
            const std::uint8_t turn = phase.turn(move);
            if (!follows(turn / 3U, last)) continue;
            const typename Phase::Node next = phase.after(node, move);
            const unsigned distance = bound(next, left - 1);
            if (distance >= left || (distance == 0 && left > 1)) continue;
            turns_[depth_++] = turn;
            search(phase, next, left - 1, turn / 3U, bound, each);
            --depth_;
        }
    }

    // The current stage after the current turns.
    Stage extended() const {
        Stage result = *stage_;
        for (std::size_t i = 0; i < depth_; ++i) {
            result.pieces = product(result.pieces, geometry_.turns[turns_[i]]);
            result.turns[result.made++] = stage_->held[turns_[i]];
        }
        result.ends[phase_] = static_cast<std::uint8_t>(result.made);
        return result;
    }

    const Coordinates& coordinates_;
    const Geometry& geometry_;
    const Distances& distances_;
    const Effort& effort_;
    const std::function<bool()>& interrupted_;
    const Passed& passed_;

    std::array<std::size_t, kAxes> to_right_{};  // symmetries, each of which brings another axis to R and L
    std::size_t about_right_ = 0;                // the one that turns the cube as R turns

    std::size_t phase_ = 0;
    const Stage* stage_ = nullptr;
    std::array<std::uint8_t, kLongest> turns_{};  // of the current phase
    std::size_t depth_ = 0;
    bool ended_ = false;
    std::size_t nodes_ = 0;
    bool stopped_ = false;
};

}  // namespace

Coordinates::Coordinates(const Geometry& given)
    : geometry((require_sound(given), given)),
      phase1(geometry),
      phase2(geometry),
      phase3(geometry),
      phase4(geometry),
      phase5(geometry) {}

void fill(const Coordinates& coordinates, Distances& distances, const Stop& stop, unsigned nearest) {
    coordinates.phase1.fill(distances.phase1, stop);
    coordinates.phase3.fill(distances.phase3, stop, nearest);
    coordinates.phase4.fill(distances.phase4, stop, nearest);
    coordinates.phase5.fill(distances.phase5, stop, nearest);
}

std::vector<Reduction> reduce(const Coordinates& coordinates, const Distances& distances,
                              const Pieces& pieces, const Effort& effort,
                              const std::function<bool()>& interrupted, const Passed& passed) {
    require_assembly(pieces);
    return Reducer(coordinates, distances, effort, interrupted, passed).run(pieces);
}

}  // namespace cubecsp::five_phase
