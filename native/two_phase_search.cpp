// Kociemba's two-phase search: six views of a cube, phase 1 of growing length, phase 2 to its end.

#include "two_phase_search.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <mutex>
#include <thread>

namespace cubecsp::two_phase {

namespace {

using Clock = std::chrono::steady_clock;

constexpr auto kPause = std::chrono::milliseconds(20);

constexpr int kFar = kNear1 + 1;  // "further than the near set reaches"
// Every cube has a solution of this length.
constexpr int kAlwaysEnough = 20;

constexpr uint8_t kNoTurn = kTurns;
constexpr int kViews = 2 * kAxes;

// Longest phase 2 that is worth its time while longer phases 1 are still open.
constexpr int kLongestPhase2 = 11;

// One of the six: an axis brought to U-D, the cube or its inverse.
struct View {
    Cubies cube;
    uint32_t index;  // class of the flip-slice
    uint32_t twist;  // in the frame of the class
    uint32_t frame;
    int distance;    // to G1
};

struct Pieces {
    uint8_t corners[8];
    uint8_t edges[12];
};

struct Node {
    uint32_t index;
    uint32_t twist;
    uint32_t frame;
    uint32_t closer;  // turns (named in the frame) that lead closer, if near
    int distance;     // exact, or kFar
};

// What ends a search before it is done: a deadline, or whoever watches.
struct Watch {
    const std::function<bool()>& interrupted;
    std::atomic<bool> stop = false;  // for all cubes
};

// What the threads that work on one cube share.
struct Shared {
    const SmallTables& tables;
    const Limits& limits;
    Watch& watch;
    Clock::time_point deadline;
    View views[kViews] = {};
    std::atomic<int> target = 0;  // longest solution of interest
    std::atomic<int> next_task = 0;
    std::atomic<bool> done = false;
    std::mutex recording = {};
    Outcome best = {};
    int improvements = 0;
};

class Worker {
public:
    Worker(Shared& shared, bool watches) : shared_(shared), tables_(shared.tables), watches_(watches) {
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
        for (unsigned last = 0; last <= kTurns; ++last) {
            allowed2_[last] = 0;
            for (int i = 0; i < kTurns2; ++i) {
                if (tables_.allowed[0][last] >> kPhase2Turns[i] & 1u) allowed2_[last] |= 1u << i;
            }
        }
    }

    void run() {
        while (!stopped_ && !shared_.done && !shared_.watch.stop) {
            const int task = shared_.next_task++;
            length1_ = task / kViews;
            view_ = task % kViews;
            if (length1_ > shared_.target) break;
            const View& view = shared_.views[view_];
            if (view.distance > length1_) continue;
            Pieces pieces;
            for (int i = 0; i < 8; ++i) pieces.corners[i] = view.cube.corners[i] / 3;
            for (int i = 0; i < 12; ++i) pieces.edges[i] = view.cube.edges[i] >> 1;
            const uint32_t found = tables_.near1.find(view.index * kTwists + view.twist);
            phase1({view.index, view.twist, view.frame, found & 0x3FFFFu, std::min(view.distance, kFar)},
                   kNoTurn, length1_, pieces);
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

    bool poll() {
        if ((++nodes_ & 2047u) == 0) {
            const auto now = Clock::now();
            if (now >= shared_.deadline) shared_.done = true;
            if (watches_ && now >= next_look_) {
                next_look_ = now + kPause;
                if (shared_.watch.interrupted()) shared_.watch.stop = true;
            }
            stopped_ = stopped_ || shared_.done || shared_.watch.stop;
        }
        return stopped_;
    }

    // Tries all phases 1 that go on with `left` turns from here.
    void phase1(const Node& node, unsigned last, int left, const Pieces& pieces) {
        if (left == 0) {
            enter_phase2(pieces, last);
            return;
        }
        if (poll()) return;
        if (node.distance == 0 && left == 1) return;  // would end with a turn of phase 2
        const bool tight = node.distance == left;
        uint32_t turns = tables_.allowed[node.frame][last];
        if (tight && node.distance < kFar) turns &= node.closer;
        const uint8_t* actual = tables_.geometry.keeping[tables_.inverse[node.frame]].turn;

        struct Child {
            uint32_t index, twist, symmetry, turn, fringe;
            Near1::Place place;
        } children[kTurns];
        int count = 0;
        for (; turns; turns &= turns - 1) {
            const auto turn = static_cast<uint32_t>(__builtin_ctz(turns));
            const uint32_t moved = tables_.class_move[node.index][turn];
            Child& child = children[count++];
            child.index = moved >> 4;
            child.symmetry = moved & 15u;
            child.twist = tables_.twist_image[tables_.twist_move[node.twist][turn]][child.symmetry];
            child.turn = turn;
            child.place = Near1::place(child.index * kTwists + child.twist);
            if (left - 1 == kFar) {
                child.fringe = Fringe1::place(child.index, child.twist);
                tables_.fringe1.prefetch(child.fringe);
            }
            tables_.near1.prefetch(child.place);
        }
        for (int i = 0; i < count && !stopped_; ++i) {
            const Child& child = children[i];
            if (left - 1 == kFar && !tables_.fringe1.test(child.fringe)) continue;
            const uint32_t found = tables_.near1.find(child.place);
            const int distance = distance_next_to(node.distance, found >> 18);
            if (distance >= left && !(distance == kFar && left > kFar)) continue;
            const unsigned turn = actual[child.turn];
            path_[length1_ - left] = static_cast<uint8_t>(turn);
            phase1({child.index, child.twist, tables_.geometry.product[node.frame][child.symmetry],
                    found & 0x3FFFFu, distance},
                   turn, left - 1, turned(pieces, turn));
        }
    }

    // The distance of a neighbour, given its distance mod 3 + 1, or 0 if it is not in the near set.
    static int distance_next_to(int distance, uint32_t code) {
        if (code == 0) return kFar;
        const int step = (static_cast<int>(code) - 1 - distance % 3 + 3) % 3;  // 0, +1 or -1 (as 2)
        return distance + (step == 2 ? -1 : step);
    }

    void enter_phase2(const Pieces& pieces, unsigned last) {
        uint8_t slice[4];
        for (int i = 0; i < 4; ++i) slice[i] = static_cast<uint8_t>(pieces.edges[8 + i] - 8);
        const uint32_t corners = rank8(pieces.corners);
        const uint32_t edges = rank8(pieces.edges);
        const uint32_t slices = rank4(slice);
        for (;;) {
            const int left = std::min(shared_.target - length1_, longest2_);
            if (left < 0 || !may_reach(corners, edges, slices, left)) return;
            if (!phase2(corners, edges, slices, last, left)) return;
            record();
            if (stopped_) return;
        }
    }

    bool may_reach(uint32_t corners, uint32_t edges, uint32_t slices, int left) const {
        if (tables_.corner_slice[corners][slices] > left) return false;
        if (tables_.edge_slice[edges][slices] > left) return false;
        if (left > kNear2) return true;
        const uint32_t framed = tables_.corner_class[corners];
        const uint32_t found = tables_.near2.find((framed >> 4) * kPermutations +
                                                  tables_.edge_image[edges][framed & 15u]);
        return found != 0 && static_cast<int>(found) - 1 <= left;
    }

    // Whether at most `left` turns solve this; then they are in path_.
    bool phase2(uint32_t corners, uint32_t edges, uint32_t slices, unsigned last, int left) {
        if ((corners | edges | slices) == 0) {
            length_ = length1_ + depth2_;
            return true;
        }
        if (left == 0 || poll()) return false;
        for (uint32_t turns = allowed2_[last]; turns; turns &= turns - 1) {
            const int i = __builtin_ctz(turns);
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
        const std::lock_guard lock(shared_.recording);
        Outcome& best = shared_.best;
        if (length_ > shared_.target) return;  // another thread was quicker
        best.length = length_;
        for (int i = 0; i < length_; ++i) {
            // Of the inverse cube, the turns are undone in reverse.
            const bool inverted = view_ >= kAxes;
            const uint8_t turn = path_[inverted ? length_ - 1 - i : i];
            best.turns[i] = unrotated(inverted ? turn - turn % 3u + 2u - turn % 3u : turn);
        }
        shared_.target = length_ - 1;
        const bool enough = length_ <= shared_.limits.max_length &&
                            shared_.improvements++ >= shared_.limits.improvements;
        if (enough || length_ <= best.proven) shared_.done = true;
        stopped_ = shared_.done;
    }

    uint8_t unrotated(unsigned turn) const {
        const uint8_t* renamed = tables_.geometry.axis[view_ % kAxes].turn;
        return static_cast<uint8_t>(std::find(renamed, renamed + kTurns, turn) - renamed);
    }

    Shared& shared_;
    const SmallTables& tables_;
    Step corner_steps_[kTurns][4] = {};
    Step edge_steps_[kTurns][4] = {};
    uint32_t allowed2_[kTurns + 1];
    bool watches_;
    bool stopped_ = false;
    Clock::time_point next_look_ = Clock::now() + kPause;
    uint64_t nodes_ = 0;
    int length1_ = 0;
    int length_ = 0;
    int depth2_ = 0;
    int view_ = 0;
    int longest2_ = kLongestPhase2;
    uint8_t path_[kLongest] = {};
};

View view_of(const SmallTables& tables, const Cubies& cube) {
    const Framed framed = flip_slice_class(tables, slice_of(cube), flip_of(cube));
    View view{cube, framed.index, tables.twist_image[twist_of(cube)][framed.symmetry], framed.symmetry,
              kFar};
    if (tables.near1.find(view.index * kTwists + view.twist) == 0) return view;
    // Near: follow the turns that lead closer, and count.
    uint32_t index = view.index;
    uint32_t twist = view.twist;
    for (view.distance = 0;; ++view.distance) {
        const uint32_t closer = tables.near1.find(index * kTwists + twist) & 0x3FFFFu;
        if (closer == 0) return view;
        const int turn = __builtin_ctz(closer);
        const uint32_t moved = tables.class_move[index][turn];
        twist = tables.twist_image[tables.twist_move[twist][turn]][moved & 15u];
        index = moved >> 4;
    }
}

Clock::time_point deadline_after(Clock::time_point start, double seconds) {
    if (seconds > 1e6) return Clock::time_point::max();
    return start + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
}

// Runs work(0) here and work(1)… in other threads, and waits for all.
template <typename Work>
void run_threads(int threads, const Work& work) {
    std::vector<std::jthread> others;
    for (int number = 1; number < threads; ++number) others.emplace_back([&work, number] { work(number); });
    work(0);
}

Outcome solve(const SmallTables& tables, const Cubies& cube, const Limits& limits, Watch& watch,
              int threads, bool watches) {
    const auto start = Clock::now();
    Shared shared{tables, limits, watch, deadline_after(start, limits.seconds)};
    shared.target = std::max(limits.max_length, kAlwaysEnough);
    for (int i = 0; i < kViews; ++i) {
        const Cubies turned = image(tables.geometry.axis[i % kAxes], cube);
        shared.views[i] = view_of(tables, i < kAxes ? turned : inverse(turned));
        shared.best.proven = std::max(shared.best.proven, shared.views[i].distance);
    }
    std::atomic<uint64_t> nodes = 0;
    run_threads(threads, [&](int number) {
        Worker worker(shared, watches && number == 0);
        worker.run();
        nodes += worker.nodes();
    });
    shared.best.nodes = nodes;
    shared.best.seconds = std::chrono::duration<double>(Clock::now() - start).count();
    return shared.best;
}

}  // namespace

int distance_to_g1(const SmallTables& tables, const Cubies& cube) {
    return view_of(tables, cube).distance;
}

std::vector<Outcome> solve_all(const SmallTables& tables, std::span<const Cubies> cubes,
                               const Limits& limits, const std::function<bool()>& interrupted) {
    Watch watch{interrupted};
    std::vector<Outcome> outcomes(cubes.size());
    if (cubes.size() == 1) {
        outcomes[0] = solve(tables, cubes[0], limits, watch, limits.threads, true);
        return outcomes;
    }
    std::atomic<std::size_t> next = 0;
    run_threads(limits.threads, [&](int number) {
        auto look = Clock::now() + kPause;
        for (std::size_t n = next++; n < cubes.size() && !watch.stop; n = next++) {
            outcomes[n] = solve(tables, cubes[n], limits, watch, 1, number == 0);
            if (number == 0 && Clock::now() >= look) {
                look = Clock::now() + kPause;
                if (interrupted()) watch.stop = true;
            }
        }
    });
    return outcomes;
}

}  // namespace cubecsp::two_phase
