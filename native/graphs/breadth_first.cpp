// Sequences of moves from one position to any of a set of goals, by breadth-first search from both
// ends. A position is what twenty slots hold, as labels that tell apart only what the goals tell
// apart, and how the whole cube is held, which decides what a move turns; it fits two words.

#include <nanobind/nanobind.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

#include "bindings/bindings.hpp"
#include "bindings/gil.hpp"
#include "common/exclusive.hpp"
#include "graphs/breadth_first.hpp"

namespace nb = nanobind;

namespace cubecsp {
namespace {

using namespace breadth_first;

constexpr unsigned longest_walk = 63;  // depths of one side are bits of a word when walks are kept

using Goal = std::array<std::uint32_t, slots>;  // for each slot the set of labels that it may hold

class SequenceSearch {
public:
    // Moves and inverses are 20 placements each: what each move does to a cube held in the first way,
    // then to one held in the second way, and so on. `holdings` says, in the same order, how the cube
    // is held after each move; the start is held in the first way, and a goal may be held in any.
    // `goal` has for each slot the set of labels that it may hold; instead of that, `ends` may list goals
    // as 20 placements each. `commuting` has a row of bytes for
    // each move, not 0 for those that commute with it; if it is not empty, then of sequences that
    // differ in the order of commuting moves alone only the first is listed.
    SequenceSearch(const nb::bytes& moves, const nb::bytes& inverses, const nb::bytes& holdings,
                   const nb::bytes& corner_labels, const nb::bytes& edge_labels, const nb::bytes& start,
                   const std::vector<std::uint32_t>& goal, const nb::bytes& ends, const nb::bytes& commuting,
                   bool shortest, bool judged, std::uint32_t most_goals, std::uint32_t most_positions)
        : shortest_(shortest), judged_(judged), most_positions_(most_positions) {
        if (corner_labels.size() != placements || edge_labels.size() != placements || start.size() != slots ||
            goal.size() != slots) {
            throw std::invalid_argument("24 labels of each kind and 20 slots are needed");
        }
        if (judged && ends.size() != 0) throw std::invalid_argument("ends are not judged");
        if (most_positions == none) throw std::invalid_argument("too many positions to number");
        labels_[0].assign(static_cast<const std::uint8_t*>(corner_labels.data()), 3);
        labels_[1].assign(static_cast<const std::uint8_t*>(edge_labels.data()), 2);
        moves_ = rows(moves);
        inverses_ = rows(inverses);
        take_holdings(holdings);
        if (commuting.size() != 0 && commuting.size() != moves_a_holding_ * moves_a_holding_) {
            throw std::invalid_argument("a row of `commuting` has a byte for each move");
        }
        const auto* pairs = static_cast<const std::uint8_t*>(commuting.data());
        commuting_.assign(pairs, pairs + commuting.size());
        std::copy(goal.begin(), goal.end(), goal_.begin());
        put(forward_, labelled(rows(start).front()), 0);
        if (ends.size() != 0) {
            both_ways_ = true;
            for (const Row& end : rows(ends)) put_goal(labelled(end));
        } else if (!judged_) {
            list_goals(most_goals);
        }
        meet_at_start();
    }

    std::size_t length() const { return forward_.depth() + backward_.depth(); }
    std::size_t positions() const { return forward_.all.size() + backward_.all.size(); }
    bool both_ways() const { return both_ways_; }
    bool found() const { return !meeting_.empty(); }
    bool exhausted() const { return exhausted_; }
    bool full() const { return full_; }
    bool too_long() const { return too_long_; }

    // Works on the next length; true when that length is decided. A step is one move made.
    bool advance(std::size_t steps) {
        const Claim claim(in_use_);
        if (exhausted_ || full_ || too_long_) return true;
        if (growing_ == nullptr && !begin_level()) return true;
        Side& side = *growing_;
        const std::size_t depth = side.levels.size() - 1;
        const std::vector<std::uint32_t>& from = side.levels[depth - 1];
        const std::size_t end =
            std::min(from.size(), cursor_ + std::max<std::size_t>(1, steps / moves_a_holding_));
        for (; cursor_ < end; ++cursor_) {
            if (positions() + moves_a_holding_ > most_positions_) {
                full_ = true;
                return true;
            }
            const Position position = side.all[from[cursor_]].position;
            for (std::size_t move = 0; move < moves_a_holding_; ++move) {
                reach(side, &side == &forward_ ? after(position, move) : before(position, move), depth);
            }
        }
        if (cursor_ < from.size()) return false;
        growing_ = nullptr;
        exhausted_ = shortest_ && side.levels.back().empty();
        return true;
    }

    // For goals judged by the caller: what the twenty slots hold in the positions of the last level.
    nb::bytes last_level(std::size_t first, std::size_t count) {
        const Claim claim(in_use_);
        const std::vector<std::uint32_t>& level = forward_.levels.back();
        std::string held;
        for (std::size_t i = first; i < level.size() && i - first < count; ++i) {
            const Position& position = forward_.all[level[i]].position;
            for (unsigned slot = 0; slot < slots; ++slot) {
                held.push_back(static_cast<char>(label_at(position, slot)));
            }
        }
        return nb::bytes(held.data(), held.size());
    }

    void accept(std::size_t number) {
        const Claim claim(in_use_);
        const std::vector<std::uint32_t>& level = forward_.levels.back();
        if (!judged_ || number >= level.size()) throw std::out_of_range("no such position");
        meeting_.push_back(level[number]);
    }

    // The next sequences of the length just decided, in lexicographic order, one after another;
    // empty when there are no more.
    nb::bytes sequences(std::size_t count) {
        const Claim claim(in_use_);
        if (meeting_.empty() || growing_ != nullptr) return nb::bytes("", 0);
        std::string result;
        {
            GilReleased released;
            if (!listing_) begin_listing();
            if (length() == 0) {
                listed_all_ = true;  // the one sequence of no moves, which the caller knows of
            } else {
                list(count, result);
            }
        }
        return nb::bytes(result.data(), result.size());
    }

    // Held by whatever is called from outside.
    InUse in_use_;

private:
    struct Side {
        Positions all;
        std::vector<std::vector<std::uint32_t>> levels{1};
        std::size_t depth() const { return levels.size() - 1; }
    };

    const Labels& labels_of(unsigned slot) const { return labels_[slot < corners ? 0 : 1]; }

    static std::vector<Row> rows(const nb::bytes& table) {
        if (table.size() % slots != 0) throw std::invalid_argument("a move has 20 placements");
        std::vector<Row> result(table.size() / slots);
        for (std::size_t i = 0; i < result.size(); ++i) {
            const auto* data = static_cast<const std::uint8_t*>(table.data());
            std::copy_n(data + i * slots, slots, result[i].begin());
            for (const std::uint8_t value : result[i]) {
                if (value >= placements) throw std::invalid_argument("placements are 0 to 23");
            }
        }
        return result;
    }

    void take_holdings(const nb::bytes& holdings) {
        const auto* after = static_cast<const std::uint8_t*>(holdings.data());
        holding_after_.assign(after, after + holdings.size());
        const std::size_t steps = moves_.size();
        if (steps == 0 || steps != inverses_.size() || steps != holding_after_.size()) {
            throw std::invalid_argument("each move needs its inverse and the holding after it");
        }
        const std::size_t count = 1U + *std::max_element(holding_after_.begin(), holding_after_.end());
        if (count > most_holdings || steps % count != 0 || steps / count > 255) {
            throw std::invalid_argument("there must be 1 to 255 moves for each of 1 to 24 holdings");
        }
        moves_a_holding_ = steps / count;
        holding_before_.assign(steps, most_holdings);
        for (std::size_t step = 0; step < steps; ++step) {
            const std::size_t move = step % moves_a_holding_;
            std::uint8_t& source = holding_before_[holding_after_[step] * moves_a_holding_ + move];
            if (source != most_holdings) {
                throw std::invalid_argument("a move must lead to each holding from one other");
            }
            source = static_cast<std::uint8_t>(step / moves_a_holding_);
        }
    }

    Position after(const Position& position, std::size_t move) const {
        const std::size_t step = holding_of(position) * moves_a_holding_ + move;
        return held_as(turned(position, moves_[step]), holding_after_[step]);
    }

    Position before(const Position& position, std::size_t move) const {
        const unsigned from = holding_before_[holding_of(position) * moves_a_holding_ + move];
        return held_as(turned(position, inverses_[from * moves_a_holding_ + move]), from);
    }

    Position turned(const Position& position, const Row& move) const {
        Position result;
        for (unsigned i = 0; i < corners; ++i) {
            const std::uint64_t held = (position.corner >> (bits * (move[i] / 3U))) & label_mask;
            result.corner |= std::uint64_t{labels_[0].turned[move[i] % 3U][held]} << (bits * i);
        }
        for (unsigned i = 0; i < edges; ++i) {
            const unsigned value = move[corners + i];
            const std::uint64_t held = (position.edge >> (bits * (value / 2))) & label_mask;
            result.edge |= std::uint64_t{labels_[1].turned[value % 2][held]} << (bits * i);
        }
        return result;
    }

    bool is_goal(const Position& position) const {
        for (unsigned i = 0; i < slots; ++i) {
            if (((goal_[i] >> label_at(position, i)) & 1U) == 0) return false;
        }
        return true;
    }

    std::uint64_t mark(std::size_t depth) const { return shortest_ ? depth : std::uint64_t{1} << depth; }

    bool met(const Side& side, std::uint32_t entry, std::size_t depth) const {
        const std::uint64_t depths = side.all[entry].depths;
        return shortest_ ? depths == depth : ((depths >> depth) & 1U) != 0;
    }

    // Puts a position on a level; returns its number if it is new there, else none.
    std::uint32_t put(Side& side, const Position& position, std::size_t depth) {
        std::uint32_t entry = side.all.find(position);
        if (entry == none) {
            entry = side.all.insert(position, mark(depth));
        } else if (shortest_ || met(side, entry, depth)) {
            return none;
        } else {
            side.all[entry].depths |= mark(depth);
        }
        side.levels[depth].push_back(entry);
        return entry;
    }

    void reach(Side& side, const Position& position, std::size_t depth) {
        std::uint32_t entry = put(side, position, depth);
        if (entry == none) return;
        if (!both_ways_) {
            if (!judged_ && is_goal(position)) meeting_.push_back(entry);
            return;
        }
        const Side& other = &side == &forward_ ? backward_ : forward_;
        const std::uint32_t there = other.all.find(position);
        if (there == none || !met(other, there, other.depth())) return;
        meeting_.push_back(&side == &forward_ ? entry : there);
    }

    void meet_at_start() {
        const Position begin = forward_.all[0].position;
        const bool solved = both_ways_ ? backward_.all.find(begin) != none : !judged_ && is_goal(begin);
        if (solved) meeting_.push_back(0);
    }

    // Starts the next level of the side that has less to do; false when there is none to start.
    bool begin_level() {
        meeting_.clear();
        listing_ = listed_all_ = false;
        Side& side = both_ways_ && backward_.levels.back().size() < forward_.levels.back().size() ? backward_
                                                                                                  : forward_;
        const std::size_t most = shortest_ ? std::size_t{none} : std::size_t{longest_walk};
        if (side.depth() == most) {
            too_long_ = true;
            return false;
        }
        side.levels.emplace_back();
        growing_ = &side;
        cursor_ = 0;
        return true;
    }

    unsigned holdings() const { return static_cast<unsigned>(moves_.size() / moves_a_holding_); }

    // A goal may be met held in any way.
    void put_goal(const Position& position) {
        for (unsigned holding = 0; holding < holdings(); ++holding) {
            put(backward_, held_as(position, holding), 0);
        }
    }

    Position labelled(const Row& held) const {
        Row labels;
        for (unsigned i = 0; i < slots; ++i) labels[i] = labels_of(i).of[held[i]];
        return packed(labels);
    }

    // Lists the goal positions as the backward side's first level, unless there are too many.
    void list_goals(std::uint32_t most) {
        std::vector<Position> of_corners;
        std::vector<Position> of_edges;
        std::size_t patience = std::size_t{most} * 16;
        Row held{};
        auto remaining = labels_[0].pieces;
        if (!fill_slots(0, corners, held, remaining, of_corners, most, patience)) return;
        held = {};
        remaining = labels_[1].pieces;
        if (!fill_slots(corners, slots, held, remaining, of_edges, most, patience)) return;
        if (of_corners.size() * of_edges.size() > most / holdings()) return;
        both_ways_ = true;
        for (const Position& corner : of_corners) {
            for (const Position& edge : of_edges) put_goal({corner.corner, edge.edge});
        }
        exhausted_ = backward_.levels.front().empty();
    }

    bool fill_slots(unsigned slot, unsigned end, Row& held, std::array<std::uint8_t, 32>& remaining,
                    std::vector<Position>& result, std::uint32_t most, std::size_t& patience) const {
        if (patience-- == 0) {
            patience = 0;
            return false;
        }
        if (slot == end) {
            result.push_back(packed(held));
            return result.size() <= most;
        }
        const Labels& labels = labels_of(slot);
        for (std::uint8_t label = 0; label < placements; ++label) {
            std::uint8_t& left = remaining[labels.kind[label]];
            if (((goal_[slot] >> label) & 1U) == 0 || left == 0 || !is_used(labels, label)) continue;
            --left;
            held[slot] = label;
            const bool go_on = fill_slots(slot + 1, end, held, remaining, result, most, patience);
            ++left;
            if (!go_on) return false;
        }
        return true;
    }

    static bool is_used(const Labels& labels, std::uint8_t label) {
        return std::find(labels.of.begin(), labels.of.end(), label) != labels.of.end();
    }

    // Marks the forward positions that lead on to where the sides meet.
    void begin_listing() {
        const std::size_t depth = forward_.depth();
        useful_.assign(forward_.all.size(), 0);
        std::vector<std::uint32_t> level;
        for (const std::uint32_t entry : meeting_) mark_useful(entry, depth, level);
        for (std::size_t i = depth; i-- > 0;) {
            std::vector<std::uint32_t> earlier;
            for (const std::uint32_t entry : level) {
                for (std::size_t move = 0; move < moves_a_holding_; ++move) {
                    const std::uint32_t previous =
                        forward_.all.find(before(forward_.all[entry].position, move));
                    if (previous != none && met(forward_, previous, i)) {
                        mark_useful(previous, i, earlier);
                    }
                }
            }
            level.swap(earlier);
        }
        listing_ = true;
        path_.assign(1, {forward_.all[0].position, 0});
    }

    void mark_useful(std::uint32_t entry, std::size_t depth, std::vector<std::uint32_t>& level) {
        const std::uint64_t bit = std::uint64_t{1} << (shortest_ ? 0 : depth);
        if ((useful_[entry] & bit) != 0) return;
        useful_[entry] |= bit;
        level.push_back(entry);
    }

    // Whether a goal can be reached from `position`, made by `done` moves, in just the moves left.
    bool leads_on(const Position& position, std::size_t done) const {
        if (done > forward_.depth()) {
            const std::uint32_t entry = backward_.all.find(position);
            return entry != none && met(backward_, entry, length() - done);
        }
        const std::uint32_t entry = forward_.all.find(position);
        if (entry == none || !met(forward_, entry, done)) return false;
        return ((useful_[entry] >> (shortest_ ? 0 : done)) & 1U) != 0;
    }

    void list(std::size_t count, std::string& result) {
        const std::size_t whole = length();
        while (count > 0 && !path_.empty()) {
            Step& last = path_.back();
            if (path_.size() == whole + 1 || last.next == moves_a_holding_) {
                path_.pop_back();
                continue;
            }
            const std::size_t move = last.next++;
            if (comes_later(move)) continue;
            const Position position = after(last.position, move);
            if (!leads_on(position, path_.size())) continue;
            path_.push_back({position, 0});
            if (path_.size() == whole + 1) {
                for (std::size_t i = 0; i < whole; ++i) {
                    const auto made = static_cast<unsigned char>(path_[i].next - 1);
                    result.push_back(static_cast<char>(made));
                }
                --count;
            }
        }
    }

    // Whether commuting moves of the path would be earlier in the order of moves with `move` among
    // them: a later one, and all after it, commute with it.
    bool comes_later(std::size_t move) const {
        if (commuting_.empty()) return false;
        for (std::size_t made = path_.size() - 1; made-- > 0;) {
            const std::size_t other = path_[made].next - 1;
            if (commuting_[other * moves_a_holding_ + move] == 0) return false;
            if (other > move) return true;
        }
        return false;
    }

    struct Step {
        Position position;
        std::size_t next;  // the move to try next
    };

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
    bool both_ways_ = false;
    bool exhausted_ = false;
    bool full_ = false;
    bool too_long_ = false;
    bool listing_ = false;
    bool listed_all_ = false;
};

}  // namespace

namespace {

// A property, which another thread must not change meanwhile.
template <typename Result>
auto read_alone(Result (SequenceSearch::*property)() const) {
    return [property](SequenceSearch& self) {
        const Claim claim(self.in_use_);
        return (self.*property)();
    };
}

}  // namespace

void bind_breadth_first(nb::module_& m) {
    using Search = SequenceSearch;
    nb::class_<Search>(m, "SequenceSearch", "Sequences of moves to any of a set of goals, by length.")
        .def(nb::init<const nb::bytes&, const nb::bytes&, const nb::bytes&, const nb::bytes&,
                      const nb::bytes&, const nb::bytes&, const std::vector<std::uint32_t>&, const nb::bytes&,
                      const nb::bytes&, bool, bool, std::uint32_t, std::uint32_t>(),
             nb::arg("moves"), nb::arg("inverses"), nb::arg("holdings"), nb::arg("corner_labels"),
             nb::arg("edge_labels"), nb::arg("start"), nb::arg("goal"), nb::arg("ends"), nb::arg("commuting"),
             nb::arg("shortest"), nb::arg("judged"), nb::arg("most_goals"), nb::arg("most_positions"))
        .def("advance", &Search::advance, nb::arg("steps"), nb::call_guard<GilReleased>())
        .def("last_level", &Search::last_level, nb::arg("first"), nb::arg("count"))
        .def("accept", &Search::accept, nb::arg("number"))
        .def("sequences", &Search::sequences, nb::arg("count"))
        .def_prop_ro("length", read_alone(&Search::length))
        .def_prop_ro("positions", read_alone(&Search::positions))
        .def_prop_ro("both_ways", read_alone(&Search::both_ways))
        .def_prop_ro("found", read_alone(&Search::found))
        .def_prop_ro("exhausted", read_alone(&Search::exhausted))
        .def_prop_ro("full", read_alone(&Search::full))
        .def_prop_ro("too_long", read_alone(&Search::too_long));
}

}  // namespace cubecsp
