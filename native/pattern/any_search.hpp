// The interface of a pattern search, for any room: code that uses one is compiled once for all of them.
//
// A variable is a slot, a value a placement (see cubecsp/puzzle/core/orbits.py); a domain is a bit mask of
// values. This file does not know rules: models/engines/native.py lowers every primitive relation
// to one of the constraints below, all stated over (variable, mask) literals.

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <utility>
#include <vector>

namespace cubecsp {

// Room for the slots of a 2x2x2 or 3x3x3, in a fixed number of vectors.
struct Narrow {
    using Mask = std::uint32_t;
    static constexpr std::size_t kWords = 1;
    static constexpr int kMaxVars = 20;
    static constexpr int kMaxCells = 16;  // of a pattern
    static constexpr bool kFixedWidth = true;
};

// Room for the 488 slots of a 10x10x10. Every slot of a cube of any size has 24 placements; masks of 64 bits
// make the search three to four times slower.
struct Wide {
    using Mask = std::uint32_t;
    static constexpr std::size_t kWords = 16;
    static constexpr int kMaxVars = 512;
    static constexpr int kMaxCells = 100;  // of a face of the 10x10x10
    static constexpr bool kFixedWidth = false;
};

// Room for slots with up to 64 placements: those of a megaminx have 60.
struct Deep {
    using Mask = std::uint64_t;
    static constexpr std::size_t kWords = 8;
    static constexpr int kMaxVars = 512;
    static constexpr int kMaxCells = 100;
    static constexpr bool kFixedWidth = false;
};

template <class Size>
constexpr int kMaxPlacements = std::numeric_limits<typename Size::Mask>::digits;

constexpr int kMaxTurns = 8;  // in which a piece fits a slot
constexpr int kMaxSymmetries = 64;
constexpr std::size_t kMaxParts = 64;         // of at_leasts that are branched on
constexpr std::uint32_t kMaxRows = 1u << 22;  // of a table
constexpr std::size_t kMaxNodes = 1u << 20;   // of a diagram
constexpr std::size_t kColours = 6;
constexpr std::uint32_t kMaxHeight = 500;       // of nested at-least nodes, which are visited recursively
constexpr std::uint32_t kMaxWeight = 1u << 22;  // constraints in one, counted as often as it names them
constexpr int kMaxTerm = 1 << 30;               // of a sum, which then cannot overflow

// One cell of a face pattern: the colour, below kUnknownColour, that each value of a variable shows.
// A cell with var == -1 always shows colours[0].
constexpr std::uint8_t kUnknownColour = 255;
struct Cell {
    int var = -1;
    std::vector<std::uint8_t> colours;
};

// An invariant: how the pieces of some orbits are turned, with weights, and, modulo 2, the parities of the
// permutations of some orbits add up to a multiple of the modulus.
struct Law {
    int modulus = 2;
    std::vector<std::pair<int, int>> turned;  // orbits, with weights below the modulus
    std::vector<int> permuted;                // orbits
};

class AnySearch {
public:
    using Values = std::uint64_t;  // a set of values of one variable, a bit each

    virtual ~AnySearch() = default;
    virtual std::unique_ptr<AnySearch> copy() const = 0;

    // Constraints. Those with an id are atoms: they count only once `post`ed or used in an at_least that is.
    // Arguments given per value of a slot have as many entries as the slot has values.
    // All throw std::invalid_argument on anything out of range, and after the search has started; they
    // then leave the search as it was.
    virtual void restrict_domain(int var, Values mask) = 0;
    virtual void relate(int a, int b, const std::vector<Values>& allowed) = 0;  // [value of a]: values of b
    virtual int add_count(const std::vector<std::pair<int, Values>>& literals, int least, int most) = 0;
    virtual int add_table(const std::vector<int>& vars,
                          const std::vector<std::vector<std::vector<std::uint32_t>>>& rows_of,
                          std::uint32_t rows, bool allowed) = 0;
    virtual int add_pattern(std::vector<Cell> first, std::vector<Cell> second,
                            std::vector<std::vector<int>> maps, bool same) = 0;
    // A decision diagram: the cells are read one after the other, from the only node of the first layer
    // on. A node says for each of six colours which node of the next layer follows, or kYes or kNo.
    static constexpr int kYes = -2, kNo = -1;
    using Node = std::array<int, kColours>;
    virtual int add_diagram(std::vector<Cell> cells, const std::vector<std::vector<Node>>& layers) = 0;
    virtual int add_at_least(int needed, const std::vector<int>& parts) = 0;
    // `terms`: slots, each once, with a weight for each value. `parts`: constraints, with weights of 0
    // or more that count where they hold.
    virtual int add_linear(const std::vector<std::pair<int, std::vector<int>>>& terms,
                           const std::vector<std::pair<int, int>>& parts, int least) = 0;
    virtual void post(int id) = 0;
    // For each slot, where its image comes from, and the image of each value: a permutation of the slots that
    // takes orbits to orbits of the same kind, and a permutation of the values for each slot.
    virtual void break_symmetry(const std::vector<std::pair<int, std::vector<int>>>& slots) = 0;

    // Try values in a random order that depends only on the seed and on the branch.
    virtual void shuffle(std::uint64_t seed) = 0;

    // First decide which parts of the demanded at_leasts hold, as far as that is open: a part so decided is
    // demanded at once, and not only when all other parts have failed. Returns whether anything is open.
    virtual bool branch_on_parts() = 0;

    // Try this value of each variable before the others.
    virtual void prefer(const std::vector<int>& values) = 0;

    // Continue for about `max_nodes` nodes or until `max_solutions` more are found, and return the values
    // found, one byte per variable. Call again to continue; `done` becomes true when the search is over.
    virtual std::vector<std::uint8_t> run(std::uint64_t max_nodes, std::uint64_t max_solutions) = 0;

    // The decisions that lead to every branch `depth` decisions below the root, in the order in which `run`
    // meets them, as (variable, value) pairs; the search is at its beginning afterwards.
    // Numbers from `vars` on stand for parts of at_leasts, which hold (value 0) or do not (1).
    // `enter` starts again in one branch and stays in it. It throws std::invalid_argument, and goes back to
    // the beginning, if a pair is not a slot that is open there and a value that it can take.
    using Path = std::vector<std::pair<int, int>>;
    virtual std::vector<Path> branches(int depth) = 0;
    virtual void enter(const Path& path) = 0;

    virtual bool done() const = 0;
    virtual std::uint64_t nodes() const = 0;  // values given to variables, and parts decided
    virtual double progress() const = 0;
    virtual int vars() const = 0;

protected:
    AnySearch() = default;
    AnySearch(const AnySearch&) = default;
};

// `orbits`: (size, turns) each; the sum of sizes is at most Size::kMaxVars. `laws`: the invariants; the
// modulus divides the turns of each orbit that is turned. `alike`: the orbits whose slots may hold the
// same piece, which have no parity; counts say how often. Throws std::invalid_argument, as above.
template <class Size>
std::unique_ptr<AnySearch> make_search(const std::vector<std::pair<int, int>>& orbits,
                                       const std::vector<Law>& laws, const std::vector<int>& alike);

}  // namespace cubecsp
