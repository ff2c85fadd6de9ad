#pragma once
// The data of the search for shortest solutions, and its one function, compiled once for processors that
// shuffle bytes and once for all others.

#include <atomic>
#include <cstddef>
#include <cstdint>

namespace cubecsp {

constexpr unsigned kTurns = 18;
constexpr unsigned kStates = 32;  // of the automaton that admits each run of turns in one way only
constexpr unsigned kLongest = 40;

// How one of the 48 symmetries moves placements: result[i] = piece[x[slot[i]]], orientations added.
struct Conjugation {
    alignas(16) std::uint8_t slot[16];
    alignas(16) std::uint8_t piece[16];       // image of each piece, its reorientation in the upper bits
    alignas(16) std::uint8_t reoriented[16];  // by slot, in the upper bits
};

// Placements as bytes: the piece in the lower four bits, its orientation in bits 4 and 5; slots that do
// not exist hold themselves.
struct Placed {
    alignas(16) std::uint8_t edges[16];
    alignas(16) std::uint8_t corners[16];
};

// Which turns may follow, after a sequence is extended at its end (0) or at its beginning (1).
struct TurnAutomaton {
    std::uint32_t allowed[kStates];
    std::uint8_t next[kStates][kTurns];
};

struct Turn {
    Placed made, undone;
    Conjugation corners[2][3];  // of the cube after the turn, or its inverse, and then along an axis
    std::uint32_t keeps;        // bit `axis` is set if the turn keeps the coset
};

struct SearchTables {
    Turn turns[kTurns];
    Conjugation corner_axes[3];
    Conjugation edge_axes[3][16];
    std::uint32_t kept[3];  // turns that keep the coset, by axis
    std::uint32_t ternary[2][128];
    std::uint8_t layer_of[256];
    bool layered;                  // whether layers are distinguished
    const std::uint32_t* entries;  // by corner coordinate: first block of the row · 16 + symmetry
    std::uint16_t occupied[4096];
    std::uint16_t arrangement_of[64];  // first block of the arrangement
    bool arranged;                     // whether arrangements are distinguished
    const std::uint64_t* codes;
    const std::uint8_t* least;  // by cache line of codes
    int base;
    TurnAutomaton follow[2];
};

// A cube to be solved in exactly a given number of turns that continue a sequence.
struct SearchTask {
    Placed cube;
    Placed inverse;
    std::uint8_t state;  // of follow[0]
};

struct SearchHooks {
    void* owner;
    // Called with each solution found; returns whether to go on.
    bool (*found)(void* owner, std::size_t task, const std::uint8_t* moves, std::size_t count);
    const std::atomic<bool>* stop;
};

// Finds the sequences of exactly `length` turns that solve a task; returns how many positions it made.
using SearchFunction = std::uint64_t (*)(const SearchTables&, const SearchTask&, std::size_t index,
                                         int length, const SearchHooks&, void* scratch);
// Looks up the six bounds of a cube: along three axes, then those of its inverse.
using BoundsFunction = void (*)(const SearchTables&, const SearchTask&, std::uint8_t* bounds);

struct SearchKernel {
    SearchFunction search;
    BoundsFunction bounds;
    std::size_t scratch;  // bytes, aligned to 64, that each thread gives to `search`
};

SearchKernel portable_search_kernel();
SearchKernel x86_search_kernel();

}  // namespace cubecsp
