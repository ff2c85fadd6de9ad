// Threads that search for shortest solutions, and the tables that they share.

#include <nanobind/ndarray.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <array>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <thread>
#include <vector>

#include "bindings/bindings.hpp"
#include "bindings/gil.hpp"
#include "bindings/table_buffer.hpp"
#include "common/cubies.hpp"
#include "common/huge_array.hpp"
#include "common/platform.hpp"
#include "optimal/optimal_kernel.hpp"

namespace nb = nanobind;

namespace cubecsp {
namespace {

template <class T, std::size_t... shape>
using Array = nb::ndarray<const T, nb::shape<shape...>, nb::c_contig, nb::device::cpu>;
using Rows = nb::ndarray<const std::uint8_t, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
using Payload = nb::ndarray<const std::uint8_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

void require(bool condition, const char* what) {
    if (!condition) throw std::invalid_argument(what);
}

Cubies cubies(const std::uint8_t* corners, const std::uint8_t* edges) {
    Cubies cube;
    std::copy_n(corners, kCorners, cube.corners);
    std::copy_n(edges, kEdges, cube.edges);
    require(is_assembly(cube), "each piece must be placed once");
    return cube;
}

Placed packed(const Cubies& cube) {
    Placed result;
    for (std::uint8_t i = 0; i < 16; ++i) result.corners[i] = result.edges[i] = i;
    for (std::size_t i = 0; i < kCorners; ++i) {
        result.corners[i] = static_cast<std::uint8_t>(cube.corners[i] / 3 | (cube.corners[i] % 3) << 4);
    }
    for (std::size_t i = 0; i < kEdges; ++i) {
        result.edges[i] = static_cast<std::uint8_t>(cube.edges[i] / 2 | (cube.edges[i] % 2) << 4);
    }
    return result;
}

SearchTask task_of(const Cubies& cube, std::uint8_t state) {
    return {packed(cube), packed(inverse(cube)), state};
}

// Rows of a conjugation: for each slot the one it is filled from, for each piece its image with its
// reorientation in the upper bits, for each slot what is added to its orientation, in the upper bits.
Conjugation conjugation(const std::uint8_t* rows, std::uint8_t orientations) {
    Conjugation result;
    for (std::size_t i = 0; i < 16; ++i) {
        require(rows[i] < 16, "slots are in 0…15");
        require((rows[16 + i] >> 4) < orientations, "a reorientation is out of range");
        require((rows[32 + i] >> 4) < orientations && (rows[32 + i] & 15) == 0,
                "a reorientation is out of range");
        result.slot[i] = rows[i];
        result.piece[i] = rows[16 + i];
        result.reoriented[i] = rows[32 + i];
    }
    return result;
}

// What a turn of the cube itself, and then a conjugation, do to corners.
Conjugation after_turn(const Placed& turn, const Conjugation& g) {
    Conjugation result = g;
    for (std::size_t i = 0; i < 16; ++i) {
        const unsigned from = turn.corners[g.slot[i]];
        result.slot[i] = from & 15;
        result.reoriented[i] = static_cast<std::uint8_t>(((from >> 4) + (g.reoriented[i] >> 4)) % 3 << 4);
    }
    return result;
}

// What a turn does to the corners of the inverse cube (they are renamed), and then a conjugation.
Conjugation after_inverse_turn(const Placed& undone, const Conjugation& g) {
    Conjugation result = g;
    for (std::size_t i = 0; i < 16; ++i) {
        const unsigned to = undone.corners[i];
        const unsigned image = g.piece[to & 15];
        result.piece[i] = static_cast<std::uint8_t>((image & 15) | ((image >> 4) + (to >> 4)) % 3 << 4);
    }
    return result;
}

#if defined(CUBECSP_X86)
// Whether this processor has every instruction set that optimal_x86.cpp is compiled for.
bool has_x86_extensions() {
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") &&
           __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("popcnt");
}
#endif

class OptimalEngine {
public:
    OptimalEngine(Rows turn_corners, Rows turn_edges, Array<std::uint8_t, 3, 3, 16> corner_axes,
                  Array<std::uint8_t, 3, 16, 3, 16> edge_axes, Array<std::uint32_t, 3> kept,
                  Array<std::uint32_t, 2, 128> ternary, Array<std::uint8_t, 256> layer_of,
                  nb::ndarray<const std::uint32_t, nb::ndim<1>, nb::c_contig, nb::device::cpu> entries,
                  Array<std::uint16_t, 4096> occupied, Array<std::uint8_t, 64> arrangement_of,
                  Array<std::uint32_t, 2, kStates> allowed, Array<std::uint8_t, 2, kStates, kTurns> next,
                  std::size_t rows, std::size_t arrangements, int base, Payload payload,
                  std::uint64_t copied_after, bool portable)
        : payload_(payload), copied_after_(copied_after) {
        require_aligned(kept, ternary, entries, occupied, allowed);
        entries_.assign(entries.data(), entries.data() + entries.size());
        require(arrangements >= 1 && arrangements <= 24, "arrangements are 1…24");
        require(rows >= 1 && rows <= entries.size(), "there are no more rows than coordinates");
        require(base >= 1 && base <= 20, "base must be in 1…20");
        const std::size_t blocks = arrangements * 495;
        require(payload.size() == rows * blocks * 520, "the table has the wrong size");
        require(rows * blocks < std::size_t{1} << 28, "there are too many blocks");
        require(turn_corners.shape(0) == kTurns && turn_corners.shape(1) == 8 &&
                    turn_edges.shape(0) == kTurns && turn_edges.shape(1) == 12,
                "there are 18 turns of 8 corners and 12 edges");
        for (std::size_t i = 0; i < kTurns; ++i) {
            const Cubies turn = cubies(turn_corners.data() + i * 8, turn_edges.data() + i * 12);
            tables_.turns[i].made = packed(turn);
            tables_.turns[i].undone = packed(inverse(turn));
        }
        for (std::size_t axis = 0; axis < 3; ++axis) {
            tables_.corner_axes[axis] = conjugation(corner_axes.data() + axis * 48, 3);
            tables_.kept[axis] = kept.data()[axis];
            for (std::size_t i = 0; i < kTurns; ++i) {
                Turn& turn = tables_.turns[i];
                turn.corners[0][axis] = after_turn(turn.made, tables_.corner_axes[axis]);
                turn.corners[1][axis] = after_inverse_turn(turn.undone, tables_.corner_axes[axis]);
                turn.keeps |= (tables_.kept[axis] >> i & 1) << axis;
            }
            for (std::size_t s = 0; s < 16; ++s) {
                tables_.edge_axes[axis][s] = conjugation(edge_axes.data() + (axis * 16 + s) * 48, 2);
            }
        }
        std::size_t greatest = 0;
        for (std::size_t i = 0; i < 2; ++i) {
            std::copy_n(ternary.data() + i * 128, 128, tables_.ternary[i]);
            greatest += *std::max_element(tables_.ternary[i], tables_.ternary[i] + 128);
        }
        std::copy_n(layer_of.data(), 256, tables_.layer_of);
        const std::uint8_t layer = *std::max_element(tables_.layer_of, tables_.layer_of + 256);
        tables_.layered = layer > 0;
        greatest += layer;
        require(greatest < 4 * entries_.size(), "a corner coordinate is out of range");
        // A slot has only one twist, but the bound below counts both, so the entries are padded.
        entries_.resize(std::max<std::size_t>(entries_.size(), greatest + 1), entries_[0]);
        for (std::uint32_t& entry : entries_) {
            require(entry >> 4 < rows, "a row is out of range");
            entry = static_cast<std::uint32_t>((entry >> 4) * blocks << 4) | (entry & 15);
        }
        tables_.entries = entries_.data();
        std::copy_n(occupied.data(), 4096, tables_.occupied);
        for (const std::uint16_t rank : tables_.occupied) require(rank < 495, "a rank is out of range");
        for (std::size_t i = 0; i < 64; ++i) {
            const std::size_t arrangement = arrangement_of.data()[i];
            require(arrangement < arrangements, "an arrangement is out of range");
            tables_.arrangement_of[i] = static_cast<std::uint16_t>(arrangement * 495);
        }
        tables_.arranged = arrangements > 1;
        tables_.base = base;
        for (std::size_t side = 0; side < 2; ++side) {
            Automaton& follow = tables_.follow[side];
            std::copy_n(allowed.data() + side * kStates, kStates, follow.allowed);
            std::copy_n(next.data() + side * kStates * kTurns, kStates * kTurns, &follow.next[0][0]);
            for (std::size_t i = 0; i < kStates * kTurns; ++i) {
                require((&follow.next[0][0])[i] < kStates, "a state is out of range");
            }
            for (const std::uint32_t mask : follow.allowed) {
                require(mask >> kTurns == 0, "there are 18 turns");
            }
        }
        require(reinterpret_cast<std::uintptr_t>(payload.data()) % alignof(std::uint64_t) == 0,
                "the table is not aligned");
        tables_.codes = reinterpret_cast<const std::uint64_t*>(payload.data());
        tables_.least = payload.data() + rows * blocks * 512;
        // A greater bound would rule out every length, and the search would never end.
        require(std::all_of(tables_.least, payload.data() + payload.size(),
                            [base](std::uint8_t least) { return least <= base + 3; }),
                "a distance is out of range");
        current_ = &tables_;
        will_be_read(payload.data(), payload.size());
        kernel_ = portable_search_kernel();
#if defined(CUBECSP_X86)
        if (!portable && has_x86_extensions()) kernel_ = x86_search_kernel();
#else
        (void)portable;
#endif
    }

    ~OptimalEngine() { stop(); }
    OptimalEngine(const OptimalEngine&) = delete;
    OptimalEngine& operator=(const OptimalEngine&) = delete;

    std::vector<int> bounds(Array<std::uint8_t, 8> corners, Array<std::uint8_t, 12> edges) const {
        const SearchTask task = task_of(cubies(corners.data(), edges.data()), 0);
        std::array<std::uint8_t, 6> found{};
        kernel_.bounds(*current_, task, found.data());
        return {found.begin(), found.end()};
    }

    // Starts a search of all tasks for solutions of exactly `length` turns, until `limit` are found.
    void start(Rows corners, Rows edges, nb::ndarray<const std::uint8_t, nb::ndim<1>, nb::c_contig> states,
               int length, std::size_t limit, unsigned threads) {
        require(corners.shape(1) == 8 && edges.shape(1) == 12, "a cube has 8 corners and 12 edges");
        require(edges.shape(0) == corners.shape(0) && states.shape(0) == corners.shape(0),
                "the arrays do not fit each other");
        require(length >= 0 && length < static_cast<int>(kLongest), "length must be in 0…39");
        require(limit >= 1, "limit must be at least 1");
        require(threads >= 1 && threads <= 256, "threads must be in 1…256");
        std::vector<SearchTask> tasks(corners.shape(0));
        for (std::size_t i = 0; i < tasks.size(); ++i) {
            tasks[i] = task_of(cubies(corners.data() + i * 8, edges.data() + i * 12), states.data()[i]);
            require(tasks[i].state < kStates, "a state is out of range");
        }
        stop();
        const std::lock_guard lock(pool_mutex_);
        if (current_ != &tables_) payload_.reset();  // nobody reads it any more
        tasks_ = std::move(tasks);
        task_nodes_.assign(tasks_.size(), 0);
        found_.clear();
        taken_ = 0;
        nodes_ = 0;
        next_task_ = 0;
        stopped_ = false;
        length_ = length;
        limit_ = limit;
        {
            const std::lock_guard counting(mutex_);
            working_ = threads;
        }
        for (unsigned i = 0; i < threads; ++i) pool_.emplace_back([this] { work(); });
    }

    // Waits for the end of the search, but at most for a number of seconds; returns whether it ended.
    bool wait(double seconds) {
        require(seconds >= 0 && seconds <= 1e6, "seconds must be in 0…10^6");
        std::unique_lock lock(mutex_);
        return finished_.wait_for(lock, std::chrono::duration<double>(seconds),
                                  [this] { return working_ == 0; });
    }

    void stop() {
        stopped_ = true;
        const std::lock_guard lock(pool_mutex_);  // two threads may want this at once
        pool_.clear();                            // joins
    }

    // Returns the solutions found since the last call: task and moves.
    std::vector<std::pair<std::size_t, std::vector<int>>> take() {
        const std::lock_guard lock(mutex_);
        std::vector<std::pair<std::size_t, std::vector<int>>> news(
            found_.begin() + static_cast<std::ptrdiff_t>(taken_), found_.end());
        taken_ = found_.size();
        return news;
    }

    std::uint64_t nodes() const { return nodes_; }

    std::vector<std::uint64_t> task_nodes() {
        const std::lock_guard lock(mutex_);
        return task_nodes_;
    }

private:
    void work() {
        const std::unique_ptr<HugeArray> scratch = std::make_unique<HugeArray>(kernel_.scratch);
        const SearchHooks hooks{this, &OptimalEngine::keep, &stopped_};
        while (!stopped_) {
            const std::size_t i = next_task_.fetch_add(1);
            if (i >= tasks_.size()) break;
            const std::uint64_t made =
                kernel_.search(*current_, tasks_[i], i, length_, hooks, scratch->data());
            nodes_ += made;
            if ((nodes_in_all_ += made) >= copied_after_) copy();
            const std::lock_guard lock(mutex_);
            task_nodes_[i] = made;
        }
        const std::lock_guard lock(mutex_);
        if (--working_ == 0) finished_.notify_all();
    }

    // Copies the table into huge pages, piece by piece so that it can be stopped and continued; in the
    // meantime, other searches use the mapped one.
    void copy() {
        if (current_ != &tables_) return;
        const std::unique_lock alone(copying_, std::try_to_lock);
        if (!alone || current_ != &tables_) return;
        const std::size_t size = payload_->size();
        try {
            if (!memory_) memory_.emplace(size);
        } catch (const std::bad_alloc&) {
            copied_after_ = ~std::uint64_t{0};  // without a copy, everything stays as it was
            return;
        }
        for (; copied_ < size; copied_ += kPart) {
            if (stopped_) return;
            std::memcpy(memory_->data() + copied_, payload_->data() + copied_,
                        std::min(kPart, size - copied_));
        }
        copied_tables_ = tables_;
        copied_tables_.codes = reinterpret_cast<const std::uint64_t*>(memory_->data());
        copied_tables_.least = memory_->data() + (tables_.least - payload_->data());
        current_ = &copied_tables_;
    }

    static bool keep(void* owner, std::size_t task, const std::uint8_t* moves, std::size_t count) {
        auto& self = *static_cast<OptimalEngine*>(owner);
        const std::lock_guard lock(self.mutex_);
        if (self.found_.size() < self.limit_) {
            self.found_.emplace_back(task, std::vector<int>(moves, moves + count));
        }
        if (self.found_.size() == self.limit_) self.stopped_ = true;
        return !self.stopped_;
    }

    static constexpr std::size_t kPart = std::size_t{1} << 22;

    std::optional<Payload> payload_;  // mapped, until it has been copied
    std::optional<HugeArray> memory_;
    std::size_t copied_ = 0;                   // bytes
    std::atomic<std::uint64_t> copied_after_;  // positions
    std::mutex copying_;
    std::vector<std::uint32_t> entries_;
    SearchTables tables_{};         // of the payload
    SearchTables copied_tables_{};  // of the copy, once it is whole
    std::atomic<const SearchTables*> current_{nullptr};
    std::atomic<std::uint64_t> nodes_in_all_{0};
    SearchKernel kernel_{};
    std::vector<SearchTask> tasks_;
    std::vector<std::uint64_t> task_nodes_;
    std::vector<std::pair<std::size_t, std::vector<int>>> found_;
    std::size_t taken_ = 0;
    std::size_t limit_ = 1;
    int length_ = 0;
    unsigned working_ = 0;
    std::atomic<std::uint64_t> nodes_{0};  // of the search under way
    std::atomic<std::size_t> next_task_{0};
    std::atomic<bool> stopped_{false};
    std::mutex mutex_;
    std::condition_variable finished_;
    std::mutex pool_mutex_;
    std::vector<JoiningThread> pool_;
};

}  // namespace

void bind_optimal(nb::module_& m) {
    nb::class_<OptimalEngine>(m, "OptimalEngine")
        .def(nb::init<Rows, Rows, Array<std::uint8_t, 3, 3, 16>, Array<std::uint8_t, 3, 16, 3, 16>,
                      Array<std::uint32_t, 3>, Array<std::uint32_t, 2, 128>, Array<std::uint8_t, 256>,
                      nb::ndarray<const std::uint32_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>,
                      Array<std::uint16_t, 4096>, Array<std::uint8_t, 64>, Array<std::uint32_t, 2, kStates>,
                      Array<std::uint8_t, 2, kStates, kTurns>, std::size_t, std::size_t, int, Payload,
                      std::uint64_t, bool>(),
             nb::kw_only(), array_arg("turn_corners"), array_arg("turn_edges"), array_arg("corner_axes"),
             array_arg("edge_axes"), array_arg("kept"), array_arg("ternary"), array_arg("layer_of"),
             array_arg("entries"), array_arg("occupied"), array_arg("arrangement_of"), array_arg("allowed"),
             array_arg("next"), nb::arg("rows"), nb::arg("arrangements"), nb::arg("base"),
             array_arg("payload"), nb::arg("copied_after"), nb::arg("portable") = false)
        .def("bounds", &OptimalEngine::bounds, array_arg("corners"), array_arg("edges"))
        .def("start", &OptimalEngine::start, array_arg("corners"), array_arg("edges"), array_arg("states"),
             nb::arg("length"), nb::arg("limit"), nb::arg("threads"))
        .def("wait", &OptimalEngine::wait, nb::arg("seconds"), nb::call_guard<GilReleased>())
        .def("stop", &OptimalEngine::stop, nb::call_guard<GilReleased>())
        .def("take", &OptimalEngine::take)
        .def_prop_ro("nodes", &OptimalEngine::nodes)
        .def_prop_ro("task_nodes", &OptimalEngine::task_nodes);
}

}  // namespace cubecsp
