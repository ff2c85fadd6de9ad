// Threads that search for shortest solutions, and the tables that they share.

#pragma once

#include <array>
#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "common/cubies.hpp"
#include "common/huge_array.hpp"
#include "common/joining_thread.hpp"
#include "optimal/kernel.hpp"

namespace cubecsp {

// The arrays that search/optimal_tables.py makes; a conjugation is 3 · 16 bytes.
struct OptimalTables {
    struct Extent {
        std::size_t rows, arrangements;
        int base;
    };
    std::span<const Cubies> turns;                         // the cubes of the 18 turns
    std::span<const std::uint8_t, 3 * 48> corner_axes;     // a conjugation for each axis
    std::span<const std::uint8_t, 3 * 16 * 48> edge_axes;  // 16 for each axis
    std::span<const std::uint32_t, 3> kept;                // turns that keep the coset, by axis
    std::span<const std::uint32_t, 2 * 128> ternary;
    std::span<const std::uint8_t, 256> layer_of;
    std::span<const std::uint32_t> entries;  // by corner coordinate: row · 16 + symmetry
    std::span<const std::uint16_t, 4096> occupied;
    std::span<const std::uint8_t, 64> arrangement_of;
    std::span<const std::uint32_t, 2 * kStates> allowed;       // of both automata
    std::span<const std::uint8_t, 2 * kStates * kTurns> next;  // of both automata
    Extent extent;
    std::span<const std::uint8_t> payload;      // the table of distances
    std::shared_ptr<const void> payload_owner;  // released where `start` or the destructor is called
};

class OptimalEngine {
public:
    // Throws std::invalid_argument if something does not fit or is out of range.
    OptimalEngine(const OptimalTables& input, std::uint64_t copied_after, bool portable);

    ~OptimalEngine() { stop(); }
    OptimalEngine(const OptimalEngine&) = delete;
    OptimalEngine& operator=(const OptimalEngine&) = delete;

    // The six bounds of a cube: along three axes, then those of its inverse.
    std::array<std::uint8_t, 6> bounds(const Cubies& cube) const;

    // Starts a search of all cubes for solutions of exactly `length` turns, until `limit` are found.
    // `states` are those of the automaton that the turns before left it in, one for each cube.
    void start(std::span<const Cubies> cubes, std::span<const std::uint8_t> states, int length,
               std::size_t limit, unsigned threads);

    // Waits for the end of the search, but at most for a number of seconds; returns whether it ended.
    bool wait(double seconds);

    void stop();

    // Returns the solutions found since the last call: task and moves.
    std::vector<std::pair<std::size_t, std::vector<int>>> take();

    std::uint64_t nodes() const { return nodes_; }

    std::vector<std::uint64_t> task_nodes();

private:
    void work();

    // Copies the table into huge pages, piece by piece so that it can be stopped and continued; in the
    // meantime, other searches use the mapped one.
    void copy();

    static bool keep(void* owner, std::size_t task, const std::uint8_t* moves, std::size_t count);

    static constexpr std::size_t kPart = std::size_t{1} << 22;

    std::span<const std::uint8_t> payload_;      // mapped, until it has been copied
    std::shared_ptr<const void> payload_owner_;  // until then
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

}  // namespace cubecsp
