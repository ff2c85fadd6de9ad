#include "optimal/engine.hpp"

#include <algorithm>
#include <chrono>
#include <cstring>
#include <new>

#include "common/require.hpp"

namespace cubecsp {

namespace {

void require_assembly(const Cubies& cube) { require(is_assembly(cube), "each piece must be placed once"); }

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
    require_assembly(cube);
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

// The action on corners of a turn of the cube itself, and then a conjugation.
Conjugation after_turn(const Placed& turn, const Conjugation& g) {
    Conjugation result = g;
    for (std::size_t i = 0; i < 16; ++i) {
        const unsigned from = turn.corners[g.slot[i]];
        result.slot[i] = from & 15;
        result.reoriented[i] = static_cast<std::uint8_t>(((from >> 4) + (g.reoriented[i] >> 4)) % 3 << 4);
    }
    return result;
}

// The action of a turn on the corners of the inverse cube (they are renamed), and then a conjugation.
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
// Whether this processor has every instruction set that search_x86.cpp is compiled for.
bool has_x86_extensions() {
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") &&
           __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("popcnt");
}
#endif

}  // namespace

OptimalEngine::OptimalEngine(const OptimalTables& input, std::uint64_t copied_after, bool portable)
    : payload_(input.payload),
      payload_owner_(input.payload_owner),
      copied_after_(copied_after),
      entries_(input.entries.begin(), input.entries.end()) {
    const auto [rows, arrangements, base] = input.extent;
    const std::span<const std::uint8_t> payload = input.payload;
    require(arrangements >= 1 && arrangements <= 24, "arrangements are 1…24");
    require(rows >= 1 && rows <= entries_.size(), "there are no more rows than coordinates");
    require(base >= 1 && base <= 20, "base must be in 1…20");
    const std::size_t blocks = arrangements * 495;
    require(payload.size() == rows * blocks * 520, "the table has the wrong size");
    require(rows * blocks < std::size_t{1} << 28, "there are too many blocks");
    require(input.turns.size() == kTurns, "there are 18 turns");
    for (std::size_t i = 0; i < kTurns; ++i) {
        require_assembly(input.turns[i]);
        tables_.turns[i].made = packed(input.turns[i]);
        tables_.turns[i].undone = packed(inverse(input.turns[i]));
    }
    for (std::size_t axis = 0; axis < 3; ++axis) {
        tables_.corner_axes[axis] = conjugation(input.corner_axes.data() + axis * 48, 3);
        tables_.kept[axis] = input.kept.data()[axis];
        for (std::size_t i = 0; i < kTurns; ++i) {
            Turn& turn = tables_.turns[i];
            turn.corners[0][axis] = after_turn(turn.made, tables_.corner_axes[axis]);
            turn.corners[1][axis] = after_inverse_turn(turn.undone, tables_.corner_axes[axis]);
            turn.keeps |= (tables_.kept[axis] >> i & 1) << axis;
        }
        for (std::size_t s = 0; s < 16; ++s) {
            tables_.edge_axes[axis][s] = conjugation(input.edge_axes.data() + (axis * 16 + s) * 48, 2);
        }
    }
    std::size_t greatest = 0;
    for (std::size_t i = 0; i < 2; ++i) {
        std::copy_n(input.ternary.data() + i * 128, 128, tables_.ternary[i]);
        greatest += *std::max_element(tables_.ternary[i], tables_.ternary[i] + 128);
    }
    std::copy_n(input.layer_of.data(), 256, tables_.layer_of);
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
    std::copy_n(input.occupied.data(), 4096, tables_.occupied);
    for (const std::uint16_t rank : tables_.occupied) require(rank < 495, "a rank is out of range");
    for (std::size_t i = 0; i < 64; ++i) {
        const std::size_t arrangement = input.arrangement_of.data()[i];
        require(arrangement < arrangements, "an arrangement is out of range");
        tables_.arrangement_of[i] = static_cast<std::uint16_t>(arrangement * 495);
    }
    tables_.arranged = arrangements > 1;
    tables_.base = base;
    for (std::size_t side = 0; side < 2; ++side) {
        TurnAutomaton& follow = tables_.follow[side];
        std::copy_n(input.allowed.data() + side * kStates, kStates, follow.allowed);
        std::copy_n(input.next.data() + side * kStates * kTurns, kStates * kTurns, &follow.next[0][0]);
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
                        [limit = base + 3](std::uint8_t least) { return least <= limit; }),
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

std::array<std::uint8_t, 6> OptimalEngine::bounds(const Cubies& cube) const {
    const SearchTask task = task_of(cube, 0);
    std::array<std::uint8_t, 6> found{};
    kernel_.bounds(*current_, task, found.data());
    return found;
}

void OptimalEngine::start(std::span<const Cubies> cubes, std::span<const std::uint8_t> states, int length,
                          std::size_t limit, unsigned threads) {
    require(states.size() == cubes.size(), "the arrays do not fit each other");
    require(length >= 0 && length < static_cast<int>(kLongest), "length must be in 0…39");
    require(limit >= 1, "limit must be at least 1");
    require(threads >= 1 && threads <= 256, "threads must be in 1…256");
    std::vector<SearchTask> tasks(cubes.size());
    for (std::size_t i = 0; i < tasks.size(); ++i) {
        tasks[i] = task_of(cubes[i], states[i]);
        require(tasks[i].state < kStates, "a state is out of range");
    }
    stop();
    const std::lock_guard lock(pool_mutex_);
    if (current_ != &tables_) payload_owner_.reset();  // nobody reads it any more
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

bool OptimalEngine::wait(double seconds) {
    require(seconds >= 0 && seconds <= 1e6, "seconds must be in 0…10^6");
    std::unique_lock lock(mutex_);
    return finished_.wait_for(lock, std::chrono::duration<double>(seconds), [this] { return working_ == 0; });
}

void OptimalEngine::stop() {
    stopped_ = true;
    const std::lock_guard lock(pool_mutex_);  // two threads may want this at once
    pool_.clear();                            // joins
}

std::vector<std::pair<std::size_t, std::vector<int>>> OptimalEngine::take() {
    const std::lock_guard lock(mutex_);
    std::vector<std::pair<std::size_t, std::vector<int>>> news(
        found_.begin() + static_cast<std::ptrdiff_t>(taken_), found_.end());
    taken_ = found_.size();
    return news;
}

std::vector<std::uint64_t> OptimalEngine::task_nodes() {
    const std::lock_guard lock(mutex_);
    return task_nodes_;
}

void OptimalEngine::work() {
    const std::unique_ptr<HugeArray> scratch = std::make_unique<HugeArray>(kernel_.scratch);
    const SearchHooks hooks{this, &OptimalEngine::keep, &stopped_};
    while (!stopped_) {
        const std::size_t i = next_task_.fetch_add(1);
        if (i >= tasks_.size()) break;
        const std::uint64_t made = kernel_.search(*current_, tasks_[i], i, length_, hooks, scratch->data());
        nodes_ += made;
        if ((nodes_in_all_ += made) >= copied_after_) copy();
        const std::lock_guard lock(mutex_);
        task_nodes_[i] = made;
    }
    const std::lock_guard lock(mutex_);
    if (--working_ == 0) finished_.notify_all();
}

void OptimalEngine::copy() {
    if (current_ != &tables_) return;
    const std::unique_lock alone(copying_, std::try_to_lock);
    if (!alone || current_ != &tables_) return;
    const std::size_t size = payload_.size();
    try {
        if (!memory_) memory_.emplace(size);
    } catch (const std::bad_alloc&) {
        copied_after_ = ~std::uint64_t{0};  // without a copy, everything stays as it was
        return;
    }
    for (; copied_ < size; copied_ += kPart) {
        if (stopped_) return;
        std::memcpy(memory_->data() + copied_, payload_.data() + copied_, std::min(kPart, size - copied_));
    }
    copied_tables_ = tables_;
    copied_tables_.codes = reinterpret_cast<const std::uint64_t*>(memory_->data());
    copied_tables_.least = memory_->data() + (tables_.least - payload_.data());
    current_ = &copied_tables_;
}

bool OptimalEngine::keep(void* owner, std::size_t task, const std::uint8_t* moves, std::size_t count) {
    auto& self = *static_cast<OptimalEngine*>(owner);
    const std::lock_guard lock(self.mutex_);
    if (self.found_.size() < self.limit_) {
        self.found_.emplace_back(task, std::vector<int>(moves, moves + count));
    }
    if (self.found_.size() == self.limit_) self.stopped_ = true;
    return !self.stopped_;
}

}  // namespace cubecsp
