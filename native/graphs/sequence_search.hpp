// Sequences of moves from one position to any of a set of goals, by breadth-first search from both
// ends. A position is what twenty slots hold, as labels that tell apart only what the goals tell
// apart, and how the whole cube is held, which decides what a move turns; it fits two words.

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "common/exclusive.hpp"
#include "graphs/breadth_first.hpp"

namespace cubecsp::breadth_first {

// Belongs to one thread at a time: functions that change it throw std::runtime_error while another thread is
// in it.
class SequenceSearch {
public:
    using Bytes = std::span<const std::uint8_t>;

    // Moves and inverses are 20 placements each: what each move does to a cube held in the first way,
    // then to one held in the second way, and so on. `holdings` says, in the same order, how the cube
    // is held after each move; the start is held in the first way, and a goal may be held in any.
    // `goal` has for each slot the set of labels that it may hold; instead of that, `ends` may list goals
    // as 20 placements each. `commuting` has a row of bytes for each move, not 0 for those that commute with
    // it. If it is not empty, of the sequences that differ just in the order of commuting moves only the
    // first is listed where the byte is 1, none where it is 2, and all where it is 3. Throws
    // std::invalid_argument if these do not fit each other.
    SequenceSearch(Bytes moves, Bytes inverses, Bytes holdings, Bytes corner_labels, Bytes edge_labels,
                   Bytes start, const std::vector<std::uint32_t>& goal, Bytes ends, Bytes commuting,
                   bool shortest, bool judged, std::uint32_t most_goals, std::uint32_t most_positions);

    std::size_t length() const { return forward_.depth() + backward_.depth(); }
    std::size_t positions() const { return forward_.all.size() + backward_.all.size(); }
    bool both_ways() const { return both_ways_; }
    bool found() const { return !meeting_.empty(); }
    bool exhausted() const { return exhausted_; }
    bool full() const { return full_; }
    bool too_long() const { return too_long_; }

    // Works on the next length; true when that length is decided. A step is one move made.
    bool advance(std::size_t steps);

    // Works on the next level of the goals' side alone; true when it is complete. Throws
    // std::invalid_argument if the goals are not listed.
    bool retreat(std::size_t steps);

    // Begins to list the walks of exactly `on_normal` moves to a goal from a cube, 20 placements, before
    // which `on_inverse` moves are undone, any of them; only where walks are kept (`shortest` is false) and
    // goals are listed. The levels of the goals' side show early which moves lead to none.
    void begin_walks(Bytes cube, std::size_t on_inverse, std::size_t on_normal);

    // The next of these walks, each as the moves that are undone and then those made, in lexicographic order.
    // A step is one move. There may be more until `walked_all`.
    std::vector<std::uint8_t> walks(std::size_t steps);

    bool walked_all() const { return walk_.empty(); }

    // The moves tried for walks so far.
    std::size_t walked() const { return walked_; }

    std::size_t goal_depth() const { return backward_.depth(); }

    // For goals judged by the caller: the contents of the twenty slots in the positions of the last level.
    std::vector<std::uint8_t> last_level(std::size_t first, std::size_t count);

    void accept(std::size_t number);

    // The next sequences of the length just decided, in lexicographic order, one after another;
    // empty when there are no more.
    std::vector<std::uint8_t> sequences(std::size_t count);

    // Held by every function that is called from outside.
    InUse in_use_;

private:
    using Goal = std::array<std::uint32_t, slots>;  // for each slot the set of labels that it may hold

    struct Side {
        Positions all;
        std::vector<std::vector<std::uint32_t>> levels{1};
        std::size_t depth() const { return levels.size() - 1; }
    };

    const Labels& labels_of(unsigned slot) const { return labels_[slot < corners ? 0 : 1]; }

    static std::vector<Row> rows(Bytes table);

    void take_holdings(Bytes holdings);

    Position after(const Position& position, std::size_t move) const;

    Position before(const Position& position, std::size_t move) const;

    Position turned(const Position& position, const Row& move) const;

    bool is_goal(const Position& position) const;

    std::uint64_t mark(std::size_t depth) const { return shortest_ ? depth : std::uint64_t{1} << depth; }

    bool met(const Side& side, std::uint32_t entry, std::size_t depth) const;

    // Puts a position on a level; returns its number if it is new there, none otherwise.
    std::uint32_t put(Side& side, const Position& position, std::size_t depth);

    void reach(Side& side, const Position& position, std::size_t depth);

    void meet_at_start();

    // The side that has less to do.
    Side& smaller_side();

    // Starts the next level of a side; false when there is none to start.
    bool begin_level(Side& side);

    // Makes moves for the level that has been started; true when it is complete.
    bool fill_level(std::size_t steps);

    unsigned holdings() const { return static_cast<unsigned>(moves_.size() / moves_a_holding_); }

    // A goal may be met held in any way.
    void put_goal(const Position& position);

    Position labelled(const Row& held) const;

    // Lists the goal positions as the backward side's first level, unless there are too many.
    void list_goals(std::uint32_t most);

    bool fill_slots(unsigned slot, unsigned end, Row& held, std::array<std::uint8_t, 32>& remaining,
                    std::vector<Position>& result, std::uint32_t most, std::size_t& patience) const;

    static bool is_used(const Labels& labels, std::uint8_t label);

    // Marks the forward positions that lead on to where the sides meet.
    void begin_listing();

    void mark_useful(std::uint32_t entry, std::size_t depth, std::vector<std::uint32_t>& level);

    // Whether a goal can be reached from `position`, made by `done` moves, in just the moves left.
    bool leads_on(const Position& position, std::size_t done) const;

    void list(std::size_t count, std::vector<std::uint8_t>& result);

    struct Step {
        Position position;
        std::size_t next;  // the move to try next
    };

    // Whether commuting moves of the path would be earlier in the order of moves with `move` among
    // them: a later one, and all after it, commute with it; or one of them may not be in a run with it.
    bool comes_later(std::span<const Step> path, std::size_t move) const;

    // The cube before which a move is undone.
    Row undone(const Row& cube, std::size_t move) const;

    // Whether a goal may be reached from `position` in exactly `left` moves, as far as the levels show.
    bool may_walk(const Position& position, std::size_t left) const;

    bool shortest_;
    bool judged_;
    std::size_t most_positions_;
    std::array<Labels, 2> labels_{};
    std::vector<Row> moves_;                    // by holding and move
    std::vector<Row> inverses_;                 // of these
    std::vector<std::uint8_t> holding_after_;   // each of these
    std::vector<std::uint8_t> holding_before_;  // by holding afterwards and move
    std::size_t moves_a_holding_ = 0;
    std::vector<std::uint8_t> commuting_;
    Goal goal_{};
    Side forward_;
    Side backward_;
    Side* growing_ = nullptr;
    std::size_t cursor_ = 0;
    std::vector<std::uint32_t> meeting_;  // forward entries on the last level that are also goals' ends
    std::vector<std::uint64_t> useful_;
    std::vector<Step> path_;
    std::size_t on_inverse_ = 0;
    std::size_t walk_length_ = 0;  // moves of both sides
    std::size_t walked_ = 0;
    std::vector<Step> walk_;   // on the inverse, positions are not used
    std::vector<Row> undone_;  // the cube, and after each move on the inverse
    bool both_ways_ = false;
    bool exhausted_ = false;
    bool full_ = false;
    bool too_long_ = false;
    bool listing_ = false;
    bool listed_all_ = false;
};

}  // namespace cubecsp::breadth_first
