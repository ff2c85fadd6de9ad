// Depth-first search over placements with forward checking: the inner loop of the native engine.
//
// The search is a template over the room that it has: `Narrow` is quick, and enough for the 3x3x3; `Wide` is
// for larger cubes, and `Deep` for puzzles with more pieces of a kind. Its definitions are in *.inc, which
// search_narrow.cpp, search_wide.cpp and search_deep.cpp compile for one of them each; callers see no
// only the interface in any_search.hpp.

#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "common/platform.hpp"
#include "common/require.hpp"
#include "pattern/any_search.hpp"

namespace cubecsp {

// A set of whole numbers from 0, in `kWords` words of bits.
template <class Word, std::size_t kWords>
struct Bits {
    static constexpr int kDigits = std::numeric_limits<Word>::digits;
    std::array<Word, kWords> words{};

    // The numbers below `count`.
    static constexpr Bits below(int count) {
        Bits set;
        for (Word& word : set.words) {
            word = count >= kDigits ? ~Word{0} : static_cast<Word>((Word{1} << std::max(count, 0)) - 1);
            count -= kDigits;
        }
        return set;
    }
    static constexpr Bits range(int first, int end) { return below(end).without(below(first)); }

    constexpr bool has(int i) const { return (words[at(i)] & bit(i)) != 0; }
    constexpr void add(int i) { words[at(i)] |= bit(i); }
    // Add those of the numbers from `first` on that have a bit; all are of one word.
    constexpr void add_from(std::size_t first, Word bits) {
        words[kWords == 1 ? 0 : first / kDigits] |= bits << first % kDigits;
    }
    constexpr void remove(int i) { words[at(i)] &= ~bit(i); }
    constexpr bool any() const {
        Word some = 0;
        for (const Word word : words) some |= word;
        return some != 0;
    }
    constexpr int lowest() const {  // of a set that has any
        std::size_t i = 0;
        while (i + 1 < kWords && words[i] == 0) ++i;
        return static_cast<int>(i) * kDigits + std::countr_zero(words[i]);
    }
    constexpr void remove_lowest() {
        std::size_t i = 0;
        while (i + 1 < kWords && words[i] == 0) ++i;
        words[i] &= words[i] - 1;
    }
    template <class Use>
    constexpr void each(Use use) const {
        for (std::size_t i = 0; i < kWords; ++i)
            for (Word left = words[i]; left != 0; left &= left - 1)
                use(static_cast<int>(i) * kDigits + std::countr_zero(left));
    }
    constexpr Bits operator&(const Bits& other) const {
        Bits set;
        for (std::size_t i = 0; i < kWords; ++i) set.words[i] = words[i] & other.words[i];
        return set;
    }
    constexpr Bits operator|(const Bits& other) const {
        Bits set;
        for (std::size_t i = 0; i < kWords; ++i) set.words[i] = words[i] | other.words[i];
        return set;
    }
    constexpr Bits without(const Bits& other) const {
        Bits set;
        for (std::size_t i = 0; i < kWords; ++i) set.words[i] = words[i] & ~other.words[i];
        return set;
    }
    constexpr Bits& operator|=(const Bits& other) { return *this = *this | other; }
    constexpr bool operator==(const Bits&) const = default;

private:
    static constexpr Word bit(int i) { return Word{1} << static_cast<unsigned>(i) % kDigits; }
    static constexpr std::size_t at(int i) { return static_cast<unsigned>(i) / kDigits; }
};

// A step of SplitMix64 (G. L. Steele, D. Lea and C. H. Flood, OOPSLA 2014).
inline std::uint64_t mixed(std::uint64_t z) {
    z += 0x9e3779b97f4a7c15;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
    z = (z ^ z >> 27) * 0x94d049bb133111eb;
    return z ^ z >> 31;
}

enum class Truth : std::uint8_t { no, unknown, yes };

template <class Size>
class PatternSearch final : public AnySearch {
public:
    using Mask = typename Size::Mask;
    using VarSet = Bits<Mask, Size::kWords>;
    static constexpr int kMaxVars = Size::kMaxVars;
    static constexpr int kMaxValues = kMaxPlacements<Size>;

    PatternSearch(const std::vector<std::pair<int, int>>& orbits, const std::vector<Law>& laws,
                  const std::vector<int>& alike);
    std::unique_ptr<AnySearch> copy() const override { return std::make_unique<PatternSearch>(*this); }

    void restrict_domain(int var, Values mask) override;
    void relate(int a, int b, const std::vector<Values>& allowed) override;
    int add_count(const std::vector<std::pair<int, Values>>& literals, int least, int most) override;
    int add_table(const std::vector<int>& vars,
                  const std::vector<std::vector<std::vector<std::uint32_t>>>& rows_of, std::uint32_t rows,
                  bool allowed) override;
    int add_pattern(std::vector<Cell> first, std::vector<Cell> second, std::vector<std::vector<int>> maps,
                    bool same) override;
    int add_diagram(std::vector<Cell> cells, const std::vector<std::vector<Node>>& layers) override;
    int add_at_least(int needed, const std::vector<int>& parts) override;
    int add_linear(const std::vector<std::pair<int, std::vector<int>>>& terms,
                   const std::vector<std::pair<int, int>>& parts, int least) override;
    void post(int id) override;
    void break_symmetry(const std::vector<std::pair<int, std::vector<int>>>& slots) override;
    void shuffle(std::uint64_t seed) override;
    bool branch_on_parts() override;
    void prefer(const std::vector<int>& values) override;

    std::vector<std::uint8_t> run(std::uint64_t max_nodes, std::uint64_t max_solutions) override;
    std::vector<Path> branches(int depth) override;
    void enter(const Path& path) override;
    bool done() const override { return started_ && depth_ < floor_; }
    std::uint64_t nodes() const override { return nodes_; }
    double progress() const override;
    int vars() const override { return vars_; }

private:
    // Numbers side by side: GCC and Clang turn these into the vector instructions of each machine.
    static constexpr int kLaneCount = 16 / static_cast<int>(sizeof(Mask));
    using Lane = std::make_signed_t<Mask>;
    using Lanes = typename Lanes16<Lane>::type;
    using Words = typename Lanes16<Mask>::type;
    static constexpr int kCounts = 8;  // of a group
    static constexpr std::size_t kParts = kCounts / kLaneCount;
    using Bytes = Lanes16<std::int8_t>::type;
    static constexpr std::size_t kMaxCounted = 127;  // literals of a count in a group: bytes count them
    static Words loaded(const Mask* from) {
        Words words;
        std::memcpy(&words, from, sizeof words);
        return words;
    }

    static constexpr Mask bit(int i) { return Mask{1} << i; }
    static Mask checked(Values mask) {
        require(mask <= std::numeric_limits<Mask>::max(), "a mask has no more bits than there may be values");
        return static_cast<Mask>(mask);
    }
    static constexpr int only(Mask mask) { return std::countr_zero(mask); }

    // The summands of the values of an orbit in a sum of turns.
    struct Share {
        int sum = 0;  // its number
        std::array<std::uint8_t, kMaxValues> added{};
    };

    // A range of variables that exchange their pieces: all-different pieces.
    struct Orbit {
        int first = 0;       // index of its first variable
        int size = 0;        // number of variables, and of pieces
        int turns = 1;       // value = piece * turns + turn
        bool alike = false;  // whether slots may hold the same piece
        Mask whole = 0;      // one bit per piece, at value piece * turns
        VarSet vars{};
        std::vector<Share> shares{};
    };

    // An invariant of turns only.
    struct TurnSum {
        int modulus = 1;
        VarSet vars{};
        std::vector<std::array<Mask, kMaxTurns>> adding{};  // for each orbit the values that add k
    };

    // An invariant of permutations, too.
    struct ParitySum {
        VarSet vars{};
        std::vector<int> turned{}, permuted{};  // orbits
    };

    // A literal: true when the variable's value is in the mask.
    struct Literal {
        int var = 0;
        Mask mask = 0;
    };

    // How one symmetry acts on the variables: the image of a state holds, in
    // variable i, values[i][x] where x is what the state holds in variable source[i].
    struct SlotMap {
        std::array<std::uint16_t, kMaxVars> source{};
        std::array<std::array<std::uint8_t, kMaxValues>, kMaxVars> values{};
    };

    struct Level {
        alignas(16) std::array<Mask, kMaxVars> domain;
        VarSet open;                                 // variables not yet assigned
        std::size_t settled;                         // number of orbits whose literals are in settled_
        std::array<std::uint8_t, kMaxVars> missing;  // turns, of each sum
        std::uint64_t undecided;                     // symmetries whose image is equal so far
        std::uint64_t held, refused;                 // parts that were decided
        int var;                                     // the variable of this branch
        Mask remaining;                              // values of var still to try
        int branches;                                // how many there were
        std::uint64_t key;                           // decides the order of the values
    };

    enum class Kind : std::uint8_t { count, table, pattern, diagram, at_least, linear };
    struct Constraint {
        Kind kind = Kind::count;
        VarSet scope{};
        int index = 0;                         // into the vector of its kind
        bool early = true;                     // whether it can fail before all of its variables have values
        std::uint32_t height = 1, weight = 1;  // at_leasts and sums: depth of nesting, and cost
    };
    // A constraint that can be evaluated only once all of its variables have values.
    struct Ending {
        VarSet scope;
        int id;
    };
    struct Count {
        std::vector<Literal> literals;
        int least, most;
    };
    // Up to eight demanded counts over the same variables, such as those of a face's colours, done
    // at once, a lane each.
    struct CountGroup {
        std::vector<int> vars;            // of the literals, ascending
        std::vector<std::size_t> begins;  // for each orbit, how many of them come before it
        std::int8_t size = 0;             // variables, with repetition
        int used = 0;                     // counts
        std::vector<Mask> masks;          // [variable * kCounts + count]
        std::size_t rows = 0;             // of by_var: a multiple of kCounts
        std::vector<Mask> by_var;         // [(repetition * kCounts + count) * width() + variable]
        Bytes most{};                     // literals that may be true, and in the second half false
        Bytes least{};                    // literals that have to be true
        bool disjoint = true;             // whether no variable can count twice
    };
    // How many literals of a group's counts are true, and false, among those of the first orbits. A
    // structure, since as an argument of std::vector the type alone would lose that it is a vector of bytes.
    struct Settled {
        Bytes counts{};
    };
    struct Table {
        std::vector<int> vars;
        std::size_t words, offset;  // its rows' bits lie at offset in a level's arena
        bool allowed;
        std::vector<std::uint64_t> support;  // [(position * kMaxValues + value) * words + word]
        std::uint32_t rows;
    };
    struct Pattern {
        std::vector<Cell> first, second;
        std::vector<std::vector<int>> maps;
        bool same;
    };
    struct Diagram {
        std::vector<int> vars;  // for each layer; -1 where the colour is fixed
        std::vector<std::array<Mask, kColours>>
            masks;                // for each layer and colour the values; -1: all or none
        std::vector<Node> nodes;  // of all layers, with children counted from the first of all
        std::vector<int> layer_of;
    };
    // The part of a diagram that can be reached with the values that are left.
    struct Reached {
        std::vector<std::uint8_t> seen;     // for each node, and back to 0 after use
        std::vector<int> nodes;             // in the order of their layers
        std::vector<std::uint8_t> colours;  // for each layer the colours that are left, a bit each
        bool yes = false, no = false;
    };
    struct AtLeast {
        int needed;
        std::vector<int> parts;
    };
    struct LinearTerm {
        int var;
        std::vector<std::pair<int, Mask>> weights;  // ascending, with the values that have each
    };
    struct LinearPart {
        int id, weight;
    };
    struct Linear {
        std::vector<LinearTerm> terms;
        std::vector<LinearPart> parts;
        std::int64_t least;
    };
    // A part of a demanded at_least that the search branches on.
    struct Part {
        int id;  // of the constraint
        // If it is a count: the demanded counts, and the counts that are parts, that divide its variables
        // with it, since no value is counted by two of them.
        std::vector<int> beside, rivals;
    };

    void start();
    void group_counts();
    CountGroup group_over(const std::vector<Literal>& literals) const;
    void add_to(CountGroup& group, const Count& count) const;
    void collect_parts();
    void add_part(int id);
    bool choose_part(int depth);
    bool part_kept(int depth, int number);
    const Count* count_of(int id) const;
    const AtLeast* choice_of(int id) const;
    bool share_out(Level& level, const Count& count, const std::vector<int>& others, bool parts) const;
    bool may_repay(int depth) const;
    bool confined(Level& level) const;
    bool confine(Level& level, const Orbit& orbit) const;
    Bytes tally(const Level& level, const CountGroup& group, std::size_t begin, std::size_t end) const;
    void settle(Level& level, std::size_t orbit);
    bool group_enforce(Level& level, std::size_t index, VarSet& pending) const;
    void tighten(Level& level, const CountGroup& group, unsigned tight, VarSet& pending) const;
    bool advance();
    bool descend(Level& level, Mask value);
    Mask next_value(const Level& level) const;
    int add(Kind kind, VarSet scope, std::size_t index);
    void check_open() const;
    void check_var(int var) const;
    const Orbit& orbit_at(int var) const;
    std::size_t values_of(int var) const;
    VarSet check_cells(std::vector<Cell>& cells) const;
    void check_orbits(const std::vector<int>& orbits) const;
    void add_law(const Law& law);
    void add_turn_sum(const Law& law);
    static void include(const Constraint& part, VarSet& scope, std::uint32_t& height, std::uint32_t& weight);
    // How many variables to look at, in whole vectors: those beyond the last do no harm.
    std::size_t width() const {
        if constexpr (Size::kFixedWidth) return kMaxVars;
        return width_;
    }
    std::size_t row_of(int var, int value) const {  // of relation_
        return (static_cast<std::size_t>(var) * kMaxValues + static_cast<std::size_t>(value)) * width();
    }
    void copy_level(const Level& from, Level& to);
    // For each variable, the symmetries that wait for it to get a value.
    std::uint64_t* waiting(const Level& level) { return waiting_.data() + (&level - levels_.data()) * vars_; }
    template <class Change>
    bool revise(Level& level, std::size_t begin, VarSet& single, Change change) const;
    // The first lane of the vector with the first open variable. Later assignments remove nothing before it:
    // relations hold both ways, so they agree with all earlier assignments.
    std::size_t first_open(const VarSet& open) const {
        if (!open.any()) return width();
        const auto lane = static_cast<std::size_t>(open.lowest());
        return lane - lane % kLaneCount;
    }
    static Lanes sizes_of(Words domains);
    static Lanes ascending() {
        Lanes lanes;
        for (int lane = 0; lane < kLaneCount; ++lane) lanes[lane] = lane;
        return lanes;
    }
    std::uint64_t* alive(int depth, const Table& table);

    bool propagate(int depth, std::uint64_t decided_parts = 0);
    bool wake(int depth, int var);
    bool assign(Level& level, int var, VarSet& pending);
    bool pieces_left(const Level& level) const;
    bool turns_close(Level& level, std::size_t index, int value, VarSet& pending) const;
    bool least_image(Level& level, const VarSet& before);
    bool parities_even(const Level& level, const VarSet& before) const;
    int parity_of(const Level& level, const Orbit& orbit) const;
    void choose(int depth);

    void narrow_table(int depth, const Table& table, int var);
    Truth status(int depth, int id);
    Truth evaluate(int depth, int id);
    bool enforce(int depth, int id);
    Truth count_status(const Level& level, const Count& count) const;
    bool count_enforce(Level& level, const Count& count) const;
    Truth table_status(int depth, const Table& table);
    bool table_enforce(int depth, const Table& table);
    Truth pattern_status(const Level& level, const Pattern& pattern, VarSet scope) const;
    void follow(const Level& level, const Diagram& diagram);
    Truth diagram_status(const Level& level, const Diagram& diagram);
    bool diagram_enforce(Level& level, const Diagram& diagram);
    Truth at_least_status(int depth, const AtLeast& rule);
    bool at_least_enforce(int depth, const AtLeast& rule);
    std::pair<std::int64_t, std::int64_t> sums(int depth, const Linear& linear);
    Truth linear_status(int depth, const Linear& linear);
    bool linear_enforce(int depth, const Linear& linear);

    int vars_ = 0;
    std::size_t width_ = 0;
    std::vector<Orbit> orbits_;
    std::vector<TurnSum> turn_sums_;
    std::vector<ParitySum> parity_sums_;
    std::array<Mask, kMaxVars> initial_{};
    std::vector<Mask> relation_;  // [row_of(a, value) + b]
    std::vector<Constraint> constraints_;
    std::vector<Count> counts_;
    std::vector<Table> tables_;
    std::vector<Pattern> patterns_;
    std::vector<Diagram> diagrams_;
    Reached reached_;
    std::vector<AtLeast> at_leasts_;
    std::vector<Linear> linears_;
    std::vector<int> required_;
    std::vector<SlotMap> symmetries_;
    std::array<std::vector<int>, kMaxVars> watching_;                  // required constraints by variable
    std::array<std::vector<Ending>, kMaxVars> endings_;                // those of them that cannot fail early
    std::array<std::vector<std::pair<int, int>>, kMaxVars> narrowed_;  // (table, position) by variable

    VarSet watched_;  // the variables with any of these

    bool grouped_ = false;
    std::vector<CountGroup> groups_;
    std::vector<Settled> settled_;  // [orbits * groups + group], of the branch that is searched
    std::array<std::uint64_t, kMaxVars> groups_of_{};  // which groups a variable is in
    std::vector<int> late_;                            // demanded at_leasts and sums: the costliest come last
    std::array<std::uint64_t, kMaxVars> late_of_{};    // which of them a variable is in
    bool branching_ = false;                           // on parts of at_leasts
    std::vector<Part> parts_;
    std::vector<int> part_of_;                        // of each constraint, -1 if it is none
    std::array<std::uint64_t, kMaxVars> parts_at_{};  // which of them a variable is in
    std::array<std::size_t, kMaxVars> orbit_of_{};

    bool started_ = false, shuffled_ = false;
    std::vector<Mask> preferred_;  // a value each, or nothing
    std::uint64_t seed_ = 0;
    int depth_ = -1, floor_ = 0;  // the search ends above the floor
    std::uint64_t nodes_ = 0;
    std::size_t arena_words_ = 0;
    std::vector<Level> levels_;
    std::vector<std::uint64_t> waiting_;  // [depth * vars + variable]
    std::vector<std::uint64_t> arena_;    // per level, the rows of every table that are still possible
};

template <class Size>
std::unique_ptr<AnySearch> make_search(const std::vector<std::pair<int, int>>& orbits,
                                       const std::vector<Law>& laws, const std::vector<int>& alike) {
    return std::make_unique<PatternSearch<Size>>(orbits, laws, alike);
}

}  // namespace cubecsp
