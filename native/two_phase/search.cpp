// Kociemba's two-phase search: six views of a cube, phase 1 of growing length, phase 2 to its end.

#include "two_phase/search.hpp"

#include <algorithm>
#include <atomic>
#include <bit>
#include <chrono>
#include <mutex>
#include <span>
#include <vector>

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

// A state of phase 1.
struct Node {
    uint16_t index;
    uint16_t twist;
    uint8_t frame;
    int8_t distance;   // exact, or kFar
    uint8_t last;      // the turn that led here
    uint32_t closer;   // turns (named in the frame) that lead closer, if near
    const Node* from;  // nullptr for the first
    Pieces pieces;
};

// Where a turn leads from a node, before it is known whether that is near enough.
struct Candidate {
    const Node* from;
    uint16_t index;
    uint16_t twist;
    uint8_t symmetry;
    uint8_t turn;  // named in the frame of `from`
    Near1::Place place;
};

// A cube of G1, and the phase 1 that led to it.
struct Ending {
    const Node* from;
    uint8_t last;   // turn of phase 1, from there; kNoTurn if there was none
    uint8_t first;  // of the detour, or its opposite
    uint32_t corners;
    uint32_t slices;
    Pieces pieces;
};

// Nodes that go on side by side: alone, each would wait for memory at every turn.
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
    std::atomic<uint64_t> nodes = 0;  // of all threads, as far as they have reported
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
        for (int frame = 0; frame < kSymmetries; ++frame) {
            std::copy_n(geometry.keeping[tables_.inverse[frame]].turn, kTurns, actual_[frame]);
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
            poll();
        }
    }

    uint64_t nodes() const { return nodes_; }

private:
    struct Step {
        uint8_t to;
        uint8_t from;
    };

    // Written where it stays: reading it whole soon after bytes of it were written would be slow.
    void turn_into(Pieces& after, const Pieces& before, unsigned turn) const {
        after = before;
        for (const Step step : corner_steps_[turn]) after.corners[step.to] = before.corners[step.from];
        for (const Step step : edge_steps_[turn]) after.edges[step.to] = before.edges[step.from];
    }

    void search_from(const View& view) {
        if (view.distance > length1_) return;
        const uint32_t found = tables_.near1.find(view.index * kTwists + view.twist);
        std::vector<Node>& roots = waiting_[length1_];
        roots.assign(1, Node{static_cast<uint16_t>(view.index), static_cast<uint16_t>(view.twist),
                             static_cast<uint8_t>(view.frame), static_cast<int8_t>(view.distance), kNoTurn,
                             found & kClosersMask, nullptr, pieces_of(view.cube)});
        if (length1_ == 0) {
            add_endings(nullptr, roots[0].pieces, kNoTurn);
            try_endings();
        } else {
            phase1(length1_);
        }
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

    // Tries all phases 1 that continue with `left` turns, at least one, from waiting_[left]: depth first, but
    // some of them at a time.
    void phase1(int left) {
        const std::span<const Node> nodes = waiting_[left];
        for (std::size_t start = 0, size = 0; start < nodes.size() && !stopped_; start += size) {
            size = nodes.size() - start;
            if (size >= 2 * kSideBySide) size = kSideBySide;
            if (left == 1) {
                for (const Node& node : nodes.subspan(start, size)) end_phase1(node);
                try_endings();
            } else {
                expand(nodes.subspan(start, size), left);
                phase1(left - 1);
            }
        }
    }

    // Fills waiting_[left - 1] with all images of these nodes under a turn that are near enough to G1.
    void expand(std::span<const Node> nodes, int left) {
        waiting_[left - 1].clear();
        candidates_.clear();
        for (const Node& node : nodes) {
            if (poll()) return;
            add_candidates(node, left);
        }
        if (const Fringe1* fringe = fringe_for(left - 1)) drop_outside(*fringe);
        for (const Candidate& candidate : candidates_) add_node(candidate, left - 1);
    }

    // Adds the states that a turn makes of a node, and fetches the data that is needed about them first.
    void add_candidates(const Node& node, int left) {
        uint32_t turns = tables_.allowed[node.frame][node.last];
        if (node.distance == left && node.closer != 0) turns &= node.closer;
        const Fringe1* fringe = fringe_for(left - 1);
        const ClassMoves& moves = tables_.class_move[node.index];
        for (; turns; turns &= turns - 1) {
            const auto turn = static_cast<uint8_t>(std::countr_zero(turns));
            const uint16_t index = moves.index[turn];
            const uint8_t symmetry = moves.symmetry[turn];
            const uint16_t twist = tables_.twist_image[tables_.twist_move[node.twist][turn]][symmetry];
            const Near1::Place place = Near1::place(index * kTwists + twist);
            if (fringe) {
                fringe->prefetch(Fringe1::place(index, twist));
            } else {
                tables_.near1.prefetch(place);
            }
            candidates_.push_back({&node, index, twist, symmetry, turn, place});
        }
    }

    // The table that shows which states `left` turns may bring to G1, if there is one.
    const Fringe1* fringe_for(int left) const {
        if (left == kFar) return &tables_.fringe1;
        return left == kFar + 1 && large_ ? &large_->fringe1 : nullptr;
    }

    // Most are outside; the next data is fetched for the others only.
    void drop_outside(const Fringe1& fringe) {
        std::erase_if(candidates_, [&](const Candidate& candidate) {
            if (!fringe.test(Fringe1::place(candidate.index, candidate.twist))) return true;
            tables_.near1.prefetch(candidate.place);
            if (large_ && &fringe == &tables_.fringe1) large_->rim1.prefetch(rim_place(candidate));
            return false;
        });
    }

    // Makes a node of it in waiting_[left], unless `left` turns do not reach G1 from there.
    void add_node(const Candidate& candidate, int left) {
        const Node& from = *candidate.from;
        const uint32_t found = tables_.near1.find(candidate.place);
        const int distance = distance_next_to(from.distance, found >> kClosersBits);
        if (distance > left) return;
        uint32_t closer = found & kClosersMask;
        if (left == kFar && found == 0 && large_) {
            closer = large_->rim1.find(rim_place(candidate));
            if (closer == 0) return;
        }
        prefetch(&tables_.class_move[candidate.index]);
        Node& node = waiting_[left].emplace_back();
        node.index = candidate.index;
        node.twist = candidate.twist;
        node.frame = tables_.geometry.product[from.frame][candidate.symmetry];
        node.distance = static_cast<int8_t>(distance);
        node.last = actual_[from.frame][candidate.turn];
        node.closer = closer;
        node.from = &from;
        turn_into(node.pieces, from.pieces, node.last);
    }

    static Rim1::Place rim_place(const Candidate& candidate) {
        return Rim1::place(candidate.index * kTwists + candidate.twist);
    }

    // The distance of a neighbour, given its distance mod 3 + 1, or 0 if it is not in the near set.
    static int distance_next_to(int distance, uint32_t code) {
        if (code == 0) return kFar;
        const int step = (static_cast<int>(code) - 1 - distance % 3 + 3) % 3;  // 0, +1 or -1 (as 2)
        return distance + (step == 2 ? -1 : step);
    }

    // Reads ahead for phase 2 after each turn that leads into G1.
    void end_phase1(const Node& node) {
        if (poll()) return;
        for (uint32_t turns = tables_.allowed[node.frame][node.last] & node.closer; turns;
             turns &= turns - 1) {
            const uint8_t turn = actual_[node.frame][std::countr_zero(turns)];
            Pieces pieces;
            turn_into(pieces, node.pieces, turn);
            add_endings(&node, pieces, turn);
        }
    }

    // With a detour there are two endings: its first turn may be that, or the opposite one.
    void add_endings(const Node* from, const Pieces& pieces, uint8_t last) {
        const uint8_t first = detour_->turns[0];
        add_ending(from, pieces, last, first);
        if (detour_->length == 0) return;
        const Pieces& half = half_turn_[first / 3];
        Pieces other;
        for (int i = 0; i < 8; ++i) other.corners[i] = half.corners[pieces.corners[i]];
        for (int i = 0; i < 12; ++i) other.edges[i] = half.edges[pieces.edges[i]];
        add_ending(from, other, last, undone(first));
    }

    void add_ending(const Node* from, const Pieces& pieces, uint8_t last, uint8_t first) {
        if (!has_slice_edges_home(pieces)) return;  // damaged tables have led elsewhere
        const Ending& ending = endings_.emplace_back(
            Ending{from, last, first, corner_rank_of(pieces), slice_rank_of(pieces), pieces});
        prefetch(&tables_.corner_slice[ending.corners][ending.slices]);
    }

    void try_endings() {
        for (const Ending& ending : endings_) {
            if (stopped_) break;
            start_phase2(ending);
        }
        endings_.clear();
    }

    void start_phase2(const Ending& ending) {
        const int most = std::min(shared_.target - length1_ - detour_->length, kLongestPhase2);
        const auto& [from, last, first, corners, slices, pieces] = ending;
        int left = tables_.corner_slice[corners][slices];
        if (left > most) return;
        const uint32_t edges = edge_rank_of(pieces);
        if (!may_reach(corners, edges, slices, most)) return;
        first_ = first;
        write_phase1(from, last);
        for (; left <= most && !stopped_; ++left) {
            if (may_reach(corners, edges, slices, left) && phase2(corners, edges, slices, last, left)) {
                record();
                return;
            }
        }
    }

    void write_phase1(const Node* node, uint8_t last) {
        for (int at = length1_ - 1; at >= 0; --at) {
            path_[at] = last;
            last = node->last;
            node = node->from;
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
            // For the inverse cube, the turns are undone in reverse.
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
    uint8_t actual_[kSymmetries][kTurns];  // a turn by its name in a frame
    bool watches_;
    bool stopped_ = false;
    Clock::time_point next_look_ = Clock::now() + kPause;
    uint64_t nodes_ = 0;
    uint64_t told_ = 0;  // the nodes that are already added to the shared count
    int length1_ = 0;
    int length_ = 0;
    int depth2_ = 0;
    int view_ = 0;
    const Detour* detour_ = nullptr;
    uint8_t first_ = kNoTurn;  // of the detour, or its opposite
    Pieces half_turn_[6] = {};
    uint8_t path_[kLongest] = {};                   // of the present ending
    std::vector<Node> waiting_[kLongest + 1] = {};  // by how many turns of phase 1 are left
    std::vector<Candidate> candidates_ = {};
    std::vector<Ending> endings_ = {};
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

// Tables from a file may be damaged, so solutions are checked on the cube.
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
