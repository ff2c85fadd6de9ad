// Ways to place edges that depend on each other beyond the fact that each piece occurs once.
//
// The edge slots are filled in two halves, meeting in the middle (E. Horowitz and S. Sahni, JACM 21 (1974)).
// Rules are given as automata; those about much the same slots are read as one (diagrams.hpp).
// For the front half, a diagram of each of them leads to a class: its residual, all that the back half needs
// to know. For the back half, one leads to the classes that are rejected. Two halves fit if no class of the
// front is rejected by the back: one bitwise "and" for all rules together, among halves that use up the
// pieces between them.
//
// Equivalent arrangements of a half are merged, with the number of ways, as soon as there are many. If too
// many are left, it is decided for one piece after another which half it is in, so that any question fits
// into memory. Halves are kept for the next row, for which they may be the same: sorted rows share the front.
//
// Layers over all twelve slots, with a domain for each open slot as the state, were tried first: they took
// 14 ms for each placement of the corners of `no-touching=side at-most=2`, not 1 ms as here, and their states
// did not fit into memory for `no-touching=diagonal` by itself, which takes 20 s here. Going through all
// pairs of halves one by one, with sets of 64 bits and a branch, took ten times as long as the present inner
// loop, which compilers vectorise for four at once.

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <utility>
#include <vector>

#include "counting/diagrams.hpp"

namespace cubecsp {

// Which pieces a front half has to use and which it may not.
struct FrontPieces {
    unsigned used = 0, others = 0;

    bool operator==(const FrontPieces&) const = default;
};

// The arrangements of some slots, one after another.
class HalfOfEdges {
public:
    static constexpr std::size_t kEdges = 12, kMostSlots = 7;
    static constexpr std::size_t kMostEntries = 1'000'000;  // in a layer: 16 MB
    static constexpr std::size_t kFewEntries = 50'000;      // fewer are not searched for equal ones

    // The pieces that are used; bit 12, whether an odd number is flipped; bit 13, whether the permutation is
    // odd; above, the nodes of diagrams.
    static constexpr unsigned kUsed = (1u << kEdges) - 1, kClassShift = 12, kFieldShift = 14;
    struct Entry {
        std::uint64_t key;
        std::uint32_t ways;  // at most 7! 2^7
    };

    // A diagram and the places in this half of the slots that it is about, ascending. `kept`: whether its end
    // is needed.
    struct Part {
        const Diagram* diagram;
        const std::vector<std::size_t>* places;
        bool kept;
    };

    // Fill the slots. `needed` pieces have to be used. Returns false if there are too many arrangements.
    // Throws std::length_error if their nodes need too many bits.
    bool fill(const std::vector<EdgeDomain>& domains, const std::vector<Part>& parts, unsigned needed,
              Meter& meter);

    const std::vector<Entry>& entries() const { return layer_; }
    // At which end a diagram is in an entry.
    std::size_t end(const Entry& entry, std::size_t part) const { return fields_[part].of(entry.key); }
    std::uint64_t steps() const { return steps_; }

private:
    struct Field {
        unsigned shift = 0;
        std::uint64_t mask = 0;  // before it is shifted; 0 for a field of no width
        std::size_t of(std::uint64_t key) const { return static_cast<std::size_t>(key >> shift & mask); }
    };
    struct Read {  // of a diagram at a slot
        const Diagram::Layer* layer;
        Field from, to;
    };

    void lay_out(const std::vector<Part>& parts, std::size_t slots);
    void advance(std::size_t place, EdgeDomain domain, unsigned needed, std::size_t left, Meter& meter);
    bool add(std::uint64_t key, std::uint32_t ways);
    void merge();
    void index();

    std::vector<std::vector<Read>> reads_;         // by place
    std::vector<Field> fields_;                    // of each part at the end
    std::vector<const std::uint16_t*> following_;  // the successors of the nodes of an entry
    // Kept from one arrangement to the next: memory given back in between would cost a third of the time if
    // the C library is set to return it at once, as Dask does for its workers.
    std::vector<Entry> layer_, next_, apart_;
    std::vector<std::uint32_t> index_;  // by the hash of the key, a place in next_ plus 1, or 0
    bool merging_ = false;
    bool full_ = false;
    std::uint64_t steps_ = 0;
};

class EdgeHalves {
public:
    static constexpr std::size_t kCorners = 8, kEdges = HalfOfEdges::kEdges;
    static constexpr std::size_t kWordBits = 32, kMostWords = 8;  // for the classes of all rules together
    using Domains = std::array<EdgeDomain, kEdges>;
    using Row = const std::uint8_t*;  // what the eight corner slots hold

    EdgeHalves() = default;
    // A copy counts the same; it has to compute again what this one keeps.
    EdgeHalves(const EdgeHalves& other);
    EdgeHalves& operator=(const EdgeHalves&) = delete;

    // Set the order in which edge slots are filled, how many of them are the front half, 5 to 7, and how many
    // of the first corners are read before it.
    void arrange(const std::vector<std::size_t>& order, std::size_t front, std::size_t corners);

    // Let slots, 0 to 7 for corners and 8 to 19 for edges, hold only what some automata accept, which are
    // best read as one. Each reads first the corners that come before the front half, then the front half,
    // the other corners, and the back half.
    void couple(std::vector<Automaton> automata);

    bool any() const { return !coupled_.empty(); }

    // Whether the contents of all slots are accepted.
    bool keeps(Row corners, const std::array<std::uint8_t, kEdges>& held) const;

    // In how many ways the edges can be placed within domains, with an odd or an even permutation; if only a
    // part is asked for, those with a given set of `pieces` in the front half and not others. Throws
    // std::length_error if that takes too much room, or diagrams too much work, and what `poll` throws.
    std::uint64_t count(Row row, const Domains& domains, bool odd, FrontPieces pieces,
                        const std::function<void()>& poll);

    // How much work was done so far, in steps of some nanoseconds each.
    std::uint64_t steps() const { return front_.steps() + back_.steps() + pairs_; }
    // How much of it went into diagrams, which many rows share, besides.
    std::uint64_t built() const { return meter_.built(); }

private:
    // The rules about some slots.
    struct Group {
        Product product;
        std::size_t corners_before, corners_after;  // how many it reads before the front half and after it
        std::vector<std::size_t> front_places, back_places;
        std::map<int, FrontDiagram> fronts;             // by the state before
        std::map<std::vector<int>, BackDiagram> backs;  // by the states before
    };
    struct Sorted {  // by used pieces and class
        std::vector<std::uint32_t> begins;
        std::array<std::vector<std::uint32_t>, kMostWords>
            classes;  // a word of each entry, then the next word
        std::vector<std::uint32_t> ways;
    };

    void group();
    Group grouped(const std::vector<Automaton>& automata) const;
    std::size_t position(std::size_t slot) const;
    bool read_corners(Row row);
    void forget();
    const FrontDiagram& front_of(Group& group, std::size_t place, int state);
    const BackDiagram& back_of(Group& group, std::size_t place, std::vector<int> states);
    std::uint64_t total(bool odd, FrontPieces pieces);
    bool fill_front(FrontPieces pieces);
    bool fill_back(FrontPieces pieces);
    using Marks = std::vector<std::uint32_t>;  // at each end of a group: bits among the classes of all groups
    void mark(Marks& marks, const Classes& classes, std::size_t offset) const;
    void sort(const HalfOfEdges& half, Sorted& sorted, const std::vector<Marks>& marks);
    template <std::size_t kWords>
    std::uint64_t fitting(std::size_t ahead, std::size_t behind) const;
    std::uint64_t met(bool odd);

    std::vector<std::size_t> order_;
    std::size_t front_slots_ = 0, corners_before_ = 0;
    bool odd_order_ = false;
    std::vector<std::vector<Automaton>> coupled_;
    std::vector<Group> groups_;

    std::vector<EdgeDomain> front_domains_, back_domains_;
    std::vector<const FrontDiagram*> fronts_;
    std::vector<const BackDiagram*> backs_;
    std::vector<std::size_t> offsets_;  // of the classes of each group among all
    std::size_t words_ = 0;
    HalfOfEdges front_, back_;
    Sorted sorted_front_, sorted_back_;
    // The arguments with which the stored halves were filled.
    struct Kept {
        bool any = false;
        FrontPieces pieces;
        std::vector<const FrontDiagram*> fronts;
        std::vector<const BackDiagram*> backs;
        std::vector<EdgeDomain> domains;

        bool operator==(const Kept&) const = default;
    };
    Kept kept_front_, kept_back_;
    std::size_t decided_ = 0;  // pieces, if there was too much without
    std::size_t nodes_ = 0;    // in all diagrams that are kept
    std::uint64_t pairs_ = 0;
    Meter meter_;
};

}  // namespace cubecsp
