// Kociemba's two-phase search: six views of a cube, phase 1 of growing length, phase 2 to its end.

#include "two_phase/search.hpp"

#include <algorithm>
#include <atomic>
#include <bit>
#include <chrono>
#include <mutex>

#include "common/joining_thread.hpp"
#include "two_phase/ending.hpp"
#include "two_phase/views.hpp"

namespace cubecsp::two_phase {

namespace {

using Clock = std::chrono::steady_clock;

constexpr auto kPause = std::chrono::milliseconds(20);

// Every cube has a solution of 20 turns; with little time, one of 22 is found sooner.
constexpr int kAlwaysEnough = 20;
constexpr int kSoonest = 22;

constexpr uint8_t kNoTurn = kTurns;

// Longest phase 2 that is worth its time while longer phases 1 are still open.
constexpr int kLongestPhase2 = 14;

struct Node {
    uint32_t index;
    uint32_t twist;
    uint32_t frame;
    uint32_t closer;  // turns (named in the frame) that lead closer, if near
    int distance;     // exact, or kFar
};

// A node from which every turn has to lead closer, and the way to it.
struct Descent {
    Node node;
    Near1::Place place;  // of the node
    Pieces pieces;
    uint8_t last;
    uint8_t path[kLongest];
};

// A cube of G1, and the phase 1 that led to it.
struct Ending {
    Pieces pieces;
    uint8_t last;   // turn of phase 1
    uint8_t first;  // of the detour, or its opposite
    uint32_t corners;
    uint32_t slices;
    uint8_t path[kLongest];
};

// Nodes that descend side by side: alone, each would wait for memory at every turn.
constexpr std::size_t kSideBySide = 16;

// Reasons to end a search early: a deadline, or an interruption.
struct Watch {
    const std::function<bool()>& interrupted;
    std::atomic<bool> stop = false;  // for all cubes
};

// The state shared by the threads that work on one cube.
struct Shared {
    const Tables& tables;
    const Limits& limits;
    Watch& watch;
    Clock::time_point deadline;
    const Plan& plan;
    View views[kViews] = {};
    std::atomic<int> target = 0;  // longest solution of interest
    std::atomic<std::size_t> next_task = 0;
    std::atomic<uint64_t> nodes = 0;  // of all threads, as far as they have said
    std::atomic<bool> found = false;
    std::atomic<bool> done = false;
    std::mutex recording = {};
    Outcome best = {};
    int improvements = 0;
};

class Worker {
public:
    Worker(Shared& shared, bool watches)
        : shared_(shared), tables_(*shared.tables.small), large_(shared.tables.large), watches_(watches) {
        const Geometry& geometry = tables_.geometry;
        for (int turn = 0; turn < kTurns; ++turn) {
            int n = 0;
            for (uint8_t i = 0; i < 8; ++i) {
                const auto from = static_cast<uint8_t>(geometry.corners[turn][i] / 3);
                if (from != i && n < 4) corner_steps_[turn][n++] = {i, from};
            }
            n = 0;
            for (uint8_t i = 0; i < 12; ++i) {
                const auto from = static_cast<uint8_t>(geometry.edges[turn][i] >> 1);
                if (from != i && n < 4) edge_steps_[turn][n++] = {i, from};
            }
        }
        for (int face = 0; face < 6; ++face) {
            const int turn = 3 * face + 1;
            for (int i = 0; i < 8; ++i) half_turn_[face].corners[i] = geometry.corners[turn][i] / 3;
            for (int i = 0; i < 12; ++i) half_turn_[face].edges[i] = geometry.edges[turn][i] >> 1;
        }
        for (unsigned last = 0; last <= kTurns; ++last) {
            allowed2_[last] = 0;
            for (int i = 0; i < kTurns2; ++i) {
                if (tables_.allowed[0][last] >> kPhase2Turns[i] & 1u) allowed2_[last] |= 1u << i;
            }
        }
    }

    void run() {
        look();
        for (std::size_t number = shared_.next_task++; !stopped_; number = shared_.next_task++) {
            if (number >= shared_.plan.tasks.size()) break;
            const Task& task = shared_.plan.tasks[number];
            if (task.reach > shared_.target) break;
            view_ = task.view;
            detour_ = &shared_.plan.detours[task.detour];
            length1_ = task.reach - detour_->length;
            const View& view = shared_.views[view_];
            search_from(detour_->length == 0 ? view : view_of(tables_, product(detour_->cube, view.cube)));
            descend();
            poll();
        }
    }

    uint64_t nodes() const { return nodes_; }

private:
    struct Step {
        uint8_t to;
        uint8_t from;
    };

    Pieces turned(const Pieces& before, unsigned turn) const {
        Pieces after = before;
        for (const Step step : corner_steps_[turn]) after.corners[step.to] = before.corners[step.from];
        for (const Step step : edge_steps_[turn]) after.edges[step.to] = before.edges[step.from];
        return after;
    }

    void search_from(const View& view) {
        if (view.distance > length1_) return;
        if (length1_ == 0) {
            add_endings(pieces_of(view.cube), kNoTurn);
            return;
        }
        const uint32_t found = tables_.near1.find(view.index * kTwists + view.twist);
        const Node root{view.index, view.twist, view.frame, found & kClosersMask, view.distance};
        visit(root, kNoTurn, length1_, pieces_of(view.cube));
    }

    bool poll() {
        if ((++nodes_ & 1023u) == 0) look();
        return stopped_;
    }

    void look() {
        shared_.nodes += nodes_ - told_;
        told_ = nodes_;
        if (shared_.found && shared_.nodes >= shared_.limits.nodes) shared_.done = true;
        const auto now = Clock::now();
        if (now >= shared_.deadline) shared_.done = true;
        if (watches_ && now >= next_look_) {
            next_look_ = now + kPause;
            if (shared_.watch.interrupted()) shared_.watch.stop = true;
        }
        stopped_ = stopped_ || shared_.done || shared_.watch.stop;
    }

    // Tries all phases 1 that continue with `left` turns from here, at least one; if each of them has to
    // lead closer, `descend` does so later.
    void visit(const Node& node, uint8_t last, int left, const Pieces& pieces) {
        if (node.distance != left || node.closer == 0) {
            phase1(node, last, left, pieces);
            return;
        }
        if (descents_.size() == kSideBySide || left != descending_) descend();
        descending_ = left;
        Descent& descent = descents_.emplace_back(Descent{node, {}, pieces, last, {}});
        std::copy_n(phase1_path_, length1_ - left, descent.path);
        prefetch(&tables_.class_move[node.index]);
    }

    // The same at once, for a node from which turns may lead anywhere.
    void phase1(const Node& node, uint8_t last, int left, const Pieces& pieces) {
        if (poll()) return;
        if (node.distance == 0 && left == 1) return;  // would end with a turn of phase 2
        uint32_t turns = tables_.allowed[node.frame][last];
        const uint8_t* actual = tables_.geometry.keeping[tables_.inverse[node.frame]].turn;

        struct Child {
            uint32_t index, twist, symmetry, turn;
            Near1::Place place;
            uint32_t fringe;
            uint32_t closer;
            int distance;
        } children[kTurns];
        const auto key_of = [](const Child& child) { return child.index * kTwists + child.twist; };
        const ClassMoves& moves = tables_.class_move[node.index];
        const bool at_fringe = left - 1 == kFar;
        const bool at_large_fringe = left - 1 == kFar + 1 && large_;
        int count = 0;
        for (; turns; turns &= turns - 1) {
            const auto turn = static_cast<uint32_t>(std::countr_zero(turns));
            Child& child = children[count++];
            child.index = moves.index[turn];
            child.symmetry = moves.symmetry[turn];
            child.twist = tables_.twist_image[tables_.twist_move[node.twist][turn]][child.symmetry];
            child.turn = turn;
            child.place = Near1::place(key_of(child));
            if (at_fringe) {
                child.fringe = Fringe1::place(child.index, child.twist);
                tables_.fringe1.prefetch(child.fringe);
            } else if (at_large_fringe) {
                child.fringe = decltype(large_->fringe1)::place(child.index, child.twist);
                large_->fringe1.prefetch(child.fringe);
            } else {
                tables_.near1.prefetch(child.place);
            }
        }
        if (at_fringe || at_large_fringe) {
            // Most end here, so what comes next is fetched for the others only.
            int within = 0;
            for (int i = 0; i < count; ++i) {
                const Child& child = children[i];
                if (at_fringe ? !tables_.fringe1.test(child.fringe) : !large_->fringe1.test(child.fringe))
                    continue;
                tables_.near1.prefetch(child.place);
                if (at_fringe && large_) large_->rim1.prefetch(Rim1::place(key_of(child)));
                children[within++] = child;
            }
            count = within;
        }
        int kept = 0;
        for (int i = 0; i < count; ++i) {
            Child& child = children[i];
            const uint32_t found = tables_.near1.find(child.place);
            child.distance = distance_next_to(node.distance, found >> kClosersBits);
            if (child.distance >= left) continue;
            child.closer = found & kClosersMask;
            if (at_fringe && found == 0 && large_) {
                child.closer = large_->rim1.find(Rim1::place(key_of(child)));
                if (child.closer == 0) continue;
            }
            prefetch(&tables_.class_move[child.index]);
            children[kept++] = child;
        }
        for (int i = 0; i < kept && !stopped_; ++i) {
            const Child& child = children[i];
            const uint8_t turn = actual[child.turn];
            phase1_path_[length1_ - left] = turn;
            visit({child.index, child.twist, tables_.geometry.product[node.frame][child.symmetry],
                   child.closer, child.distance},
                  turn, left - 1, turned(pieces, turn));
        }
    }

    // Goes on from the nodes that wait for it, by turns that lead closer, all of them a turn at a time, and
    // tries phase 2 after each, in the order of a depth-first search.
    void descend() {
        for (int left = descending_; left > 1; --left) {
            next_descents_.clear();
            for (const Descent& descent : descents_) step_closer(descent, left);
            std::swap(descents_, next_descents_);
            for (Descent& descent : descents_) {
                descent.node.closer = tables_.near1.find(descent.place) & kClosersMask;
            }
        }
        for (const Descent& descent : descents_) end_phase1(descent);
        descents_.clear();
        for (const Ending& ending : endings_) {
            if (stopped_) break;
            std::copy_n(ending.path, length1_, path_);
            start_phase2(ending);
        }
        endings_.clear();
    }

    void step_closer(const Descent& from, int left) {
        if (poll()) return;
        const Node& node = from.node;
        const ClassMoves& moves = tables_.class_move[node.index];
        const uint8_t* actual = tables_.geometry.keeping[tables_.inverse[node.frame]].turn;
        for (uint32_t turns = tables_.allowed[node.frame][from.last] & node.closer; turns;
             turns &= turns - 1) {
            const auto turn = static_cast<uint32_t>(std::countr_zero(turns));
            const uint32_t symmetry = moves.symmetry[turn];
            Descent& to = next_descents_.emplace_back(from);
            to.node.index = moves.index[turn];
            to.node.twist = tables_.twist_image[tables_.twist_move[node.twist][turn]][symmetry];
            to.node.frame = tables_.geometry.product[node.frame][symmetry];
            to.place = Near1::place(to.node.index * kTwists + to.node.twist);
            tables_.near1.prefetch(to.place);
            prefetch(&tables_.class_move[to.node.index]);
            to.last = to.path[length1_ - left] = actual[turn];
            to.pieces = turned(from.pieces, to.last);
        }
    }

    // The distance of a neighbour, given its distance mod 3 + 1, or 0 if it is not in the near set.
    static int distance_next_to(int distance, uint32_t code) {
        if (code == 0) return kFar;
        const int step = (static_cast<int>(code) - 1 - distance % 3 + 3) % 3;  // 0, +1 or -1 (as 2)
        return distance + (step == 2 ? -1 : step);
    }

    // Reads ahead for phase 2 after each turn that leads into G1.
    void end_phase1(const Descent& from) {
        if (poll()) return;
        const Node& node = from.node;
        const uint8_t* actual = tables_.geometry.keeping[tables_.inverse[node.frame]].turn;
        for (uint32_t turns = tables_.allowed[node.frame][from.last] & node.closer; turns;
             turns &= turns - 1) {
            const uint8_t turn = actual[std::countr_zero(turns)];
            const std::size_t before = endings_.size();
            add_endings(turned(from.pieces, turn), turn);
            for (std::size_t i = before; i < endings_.size(); ++i) {
                std::copy_n(from.path, length1_ - 1, endings_[i].path);
                endings_[i].path[length1_ - 1] = turn;
            }
        }
    }

    // With a detour there are two endings: its first turn may be that, or the opposite one.
    void add_endings(const Pieces& pieces, uint8_t last) {
        const uint8_t first = detour_->turns[0];
        add_ending(pieces, last, first);
        if (detour_->length == 0) return;
        const Pieces& half = half_turn_[first / 3];
        Pieces other;
        for (int i = 0; i < 8; ++i) other.corners[i] = half.corners[pieces.corners[i]];
        for (int i = 0; i < 12; ++i) other.edges[i] = half.edges[pieces.edges[i]];
        add_ending(other, last, undone(first));
    }

    void add_ending(const Pieces& pieces, uint8_t last, uint8_t first) {
        if (!has_slice_edges_home(pieces)) return;  // damaged tables have led elsewhere
        const Ending& ending = endings_.emplace_back(
            Ending{pieces, last, first, corner_rank_of(pieces), slice_rank_of(pieces), {}});
        prefetch(&tables_.corner_slice[ending.corners][ending.slices]);
    }

    void start_phase2(const Ending& ending) {
        const int most = std::min(shared_.target - length1_ - detour_->length, kLongestPhase2);
        const auto& [pieces, last, first, corners, slices, path] = ending;
        int left = tables_.corner_slice[corners][slices];
        if (left > most) return;
        const uint32_t edges = edge_rank_of(pieces);
        if (!may_reach(corners, edges, slices, most)) return;
        first_ = first;
        for (; left <= most && !stopped_; ++left) {
            if (may_reach(corners, edges, slices, left) && phase2(corners, edges, slices, last, left)) {
                record();
                return;
            }
        }
    }

    bool may_reach(uint32_t corners, uint32_t edges, uint32_t slices, int left) const {
        return tables_.corner_slice[corners][slices] <= left &&
               edges_may_reach(tables_, large_, corners, edges, left);
    }

    // Whether at most `left` turns solve this; then they are in path_.
    bool phase2(uint32_t corners, uint32_t edges, uint32_t slices, unsigned last, int left) {
        if ((corners | edges | slices) == 0) {
            length_ = length1_ + depth2_;
            return true;
        }
        if (left == 0 || poll()) return false;
        for (uint32_t turns = allowed2_[last]; turns; turns &= turns - 1) {
            const int i = std::countr_zero(turns);
            const uint32_t next_corners = tables_.corner_move[corners][i];
            const uint32_t next_edges = tables_.edge_move[edges][i];
            const uint32_t next_slices = tables_.slice_move[slices][i];
            if (!may_reach(next_corners, next_edges, next_slices, left - 1)) continue;
            path_[length1_ + depth2_] = kPhase2Turns[i];
            ++depth2_;
            const bool solved = phase2(next_corners, next_edges, next_slices, kPhase2Turns[i], left - 1);
            --depth2_;
            if (solved) return true;
        }
        return false;
    }

    void record() {
        if (detour_->length > 0) append(first_);
        if (detour_->length > 1) append(detour_->turns[1]);
        const std::lock_guard lock(shared_.recording);
        Outcome& best = shared_.best;
        if (length_ > shared_.target) return;  // another thread was quicker
        best.length = length_;
        for (int i = 0; i < length_; ++i) {
            // Of the inverse cube, the turns are undone in reverse.
            const bool inverted = view_ >= kAxes;
            const uint8_t turn = path_[inverted ? length_ - 1 - i : i];
            best.turns[i] = unrotated(inverted ? undone(turn) : turn);
        }
        shared_.target = length_ - 1;
        shared_.found = true;
        const bool enough =
            length_ <= shared_.limits.max_length && shared_.improvements++ >= shared_.limits.improvements;
        if (enough || length_ <= best.proven) shared_.done = true;
        stopped_ = shared_.done;
    }

    // Adds a turn to the end of the path; turns of one face that meet become one, or none.
    void append(uint8_t turn) {
        for (int i = length_ - 1; i >= 0 && path_[i] / 3 % 3 == turn / 3 % 3; --i) {
            if (path_[i] / 3 != turn / 3) continue;
            const int quarters = (path_[i] % 3 + turn % 3 + 2) % 4;
            if (quarters == 0) {
                std::copy(path_ + i + 1, path_ + length_, path_ + i);
                --length_;
            } else {
                path_[i] = static_cast<uint8_t>(turn - turn % 3 + quarters - 1);
            }
            return;
        }
        path_[length_++] = turn;
    }

    uint8_t unrotated(unsigned turn) const {
        const uint8_t* renamed = tables_.geometry.axis[view_ % kAxes].turn;
        return static_cast<uint8_t>(std::find(renamed, renamed + kTurns, turn) - renamed);
    }

    Shared& shared_;
    const SmallTables& tables_;
    const LargeTables* large_;
    Step corner_steps_[kTurns][4] = {};
    Step edge_steps_[kTurns][4] = {};
    uint32_t allowed2_[kTurns + 1];
    bool watches_;
    bool stopped_ = false;
    Clock::time_point next_look_ = Clock::now() + kPause;
    uint64_t nodes_ = 0;
    uint64_t told_ = 0;  // how many of these the other threads know of
    int length1_ = 0;
    int length_ = 0;
    int depth2_ = 0;
    int view_ = 0;
    const Detour* detour_ = nullptr;
    uint8_t first_ = kNoTurn;  // of the detour, or its opposite
    Pieces half_turn_[6] = {};
    uint8_t phase1_path_[kLongest] = {};  // to the node that is visited
    uint8_t path_[kLongest] = {};         // of the ending that is tried
    std::vector<Descent> descents_ = {};  // of which each has `descending_` turns left
    std::vector<Descent> next_descents_ = {};
    std::vector<Ending> endings_ = {};
    int descending_ = 0;
};

Clock::time_point deadline_after(Clock::time_point start, double seconds) {
    if (seconds > 1e6) return Clock::time_point::max();
    return start + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
}

// Runs work(0) here and work(1)… in other threads. When the work here is done, this thread goes on looking
// for interruptions, if it `watches`, until all are done.
template <typename Work>
void run_threads(int threads, const Work& work, Watch& watch, bool watches) {
    std::atomic<int> busy = threads - 1;
    std::vector<JoiningThread> others;
    for (int number = 1; number < threads; ++number) {
        others.emplace_back([&work, &busy, number] {
            work(number);
            --busy;
        });
    }
    work(0);
    auto look = Clock::now() + kPause;
    while (busy > 0) {
        std::this_thread::sleep_for(std::chrono::microseconds(200));
        if (watches && !watch.stop && Clock::now() >= look) {
            look = Clock::now() + kPause;
            if (watch.interrupted()) watch.stop = true;
        }
    }
}

// Tables from a file may be damaged, so solutions are tried out.
bool solves(const Geometry& geometry, const Outcome& outcome, const Cubies& cube) {
    Cubies after = cube;
    for (int i = 0; i < outcome.length; ++i) {
        Cubies turn;
        std::copy_n(geometry.corners[outcome.turns[i]], 8, turn.corners);
        std::copy_n(geometry.edges[outcome.turns[i]], 12, turn.edges);
        after = product(after, turn);
    }
    bool solved = true;
    for (int i = 0; i < 8; ++i) solved = solved && after.corners[i] == 3 * i;
    for (int i = 0; i < 12; ++i) solved = solved && after.edges[i] == 2 * i;
    return solved;
}

Outcome solve(const Tables& tables, const Cubies& cube, const Limits& limits, Watch& watch, const Plan& plan,
              int threads, bool watches, Clock::time_point last) {
    const auto start = Clock::now();
    Shared shared{tables, limits, watch, std::min(last, deadline_after(start, limits.seconds)), plan};
    const bool hurried = shared.deadline != Clock::time_point::max() || limits.nodes != kUnlimited;
    shared.target = std::max(limits.max_length, hurried ? kSoonest : kAlwaysEnough);
    for (int i = 0; i < kViews; ++i) {
        const Cubies turned = image(tables.small->geometry.axis[i % kAxes], cube);
        shared.views[i] = view_of(*tables.small, i < kAxes ? turned : inverse(turned));
        shared.best.proven = std::max(shared.best.proven, shared.views[i].distance);
    }
    std::atomic<uint64_t> nodes = 0;
    run_threads(
        threads,
        [&](int number) {
            Worker worker(shared, watches && number == 0);
            worker.run();
            nodes += worker.nodes();
        },
        watch, watches);
    shared.best.sound = shared.best.length < 0 || solves(tables.small->geometry, shared.best, cube);
    shared.best.nodes = nodes;
    shared.best.seconds = std::chrono::duration<double>(Clock::now() - start).count();
    return shared.best;
}

}  // namespace

std::vector<Outcome> solve_all(const Tables& tables, std::span<const Cubies> cubes, const Limits& limits,
                               const std::function<bool()>& interrupted) {
    Watch watch{interrupted};
    const Plan plan(*tables.small, limits.improvements > 0);
    std::vector<Outcome> outcomes(cubes.size());
    const auto last = deadline_after(Clock::now(), limits.seconds_for_all);
    if (cubes.size() == 1) {
        outcomes[0] = solve(tables, cubes[0], limits, watch, plan, limits.threads, true, last);
        return outcomes;
    }
    std::atomic<std::size_t> next = 0;
    run_threads(
        limits.threads,
        [&](int number) {
            auto look = Clock::now() + kPause;
            for (std::size_t n = next++; n < cubes.size() && !watch.stop && Clock::now() < last; n = next++) {
                outcomes[n] = solve(tables, cubes[n], limits, watch, plan, 1, number == 0, last);
                if (number == 0 && Clock::now() >= look) {
                    look = Clock::now() + kPause;
                    if (interrupted()) watch.stop = true;
                }
            }
        },
        watch, true);
    return outcomes;
}

}  // namespace cubecsp::two_phase
