#include "graphs/sequence_search.hpp"

#include <algorithm>
#include <stdexcept>

#include "common/require.hpp"

namespace cubecsp::breadth_first {

namespace {

constexpr unsigned longest_walk = 63;  // depths of one side are bits of a word when walks are kept

// What the byte of two moves in `commuting` says; any other: they commute, and are listed in both orders.
constexpr std::uint8_t apart = 0, in_order = 1, never_both = 2;

}  // namespace

SequenceSearch::SequenceSearch(Bytes moves, Bytes inverses, Bytes holdings, Bytes corner_labels,
                               Bytes edge_labels, Bytes start, const std::vector<std::uint32_t>& goal,
                               Bytes ends, Bytes commuting, bool shortest, bool judged,
                               std::uint32_t most_goals, std::uint32_t most_positions)
    : shortest_(shortest), judged_(judged), most_positions_(most_positions) {
    require(corner_labels.size() == placements && edge_labels.size() == placements && start.size() == slots &&
                goal.size() == slots,
            "24 labels of each kind and 20 slots are needed");
    require(!judged || ends.size() == 0, "a search has ends or a judge, not both");
    require(most_positions != none, "too many positions to number");
    labels_[0].assign(corner_labels.data(), 3);
    labels_[1].assign(edge_labels.data(), 2);
    moves_ = rows(moves);
    inverses_ = rows(inverses);
    take_holdings(holdings);
    require(commuting.size() == 0 || commuting.size() == moves_a_holding_ * moves_a_holding_,
            "a row of `commuting` has a byte for each move");
    commuting_.assign(commuting.begin(), commuting.end());
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

bool SequenceSearch::advance(std::size_t steps) {
    const Claim claim(in_use_);
    if (exhausted_ || full_ || too_long_) return true;
    if (growing_ == nullptr && !begin_level(smaller_side())) return true;
    return fill_level(steps);
}

bool SequenceSearch::retreat(std::size_t steps) {
    const Claim claim(in_use_);
    require(both_ways_, "the goals are not listed");
    if (exhausted_ || full_ || too_long_) return true;
    if (growing_ == nullptr && !begin_level(backward_)) return true;
    return fill_level(steps);
}

bool SequenceSearch::fill_level(std::size_t steps) {
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

std::vector<std::uint8_t> SequenceSearch::last_level(std::size_t first, std::size_t count) {
    const Claim claim(in_use_);
    const std::vector<std::uint32_t>& level = forward_.levels.back();
    std::vector<std::uint8_t> held;
    for (std::size_t i = first; i < level.size() && i - first < count; ++i) {
        const Position& position = forward_.all[level[i]].position;
        for (unsigned slot = 0; slot < slots; ++slot) {
            held.push_back(label_at(position, slot));
        }
    }
    return held;
}

void SequenceSearch::accept(std::size_t number) {
    const Claim claim(in_use_);
    const std::vector<std::uint32_t>& level = forward_.levels.back();
    if (!judged_ || number >= level.size()) throw std::out_of_range("no such position");
    meeting_.push_back(level[number]);
}

std::vector<std::uint8_t> SequenceSearch::sequences(std::size_t count) {
    const Claim claim(in_use_);
    std::vector<std::uint8_t> result;
    if (meeting_.empty() || growing_ != nullptr) return result;
    if (!listing_) begin_listing();
    if (length() == 0) {
        listed_all_ = true;  // the one sequence of no moves, which the caller knows of
    } else {
        list(count, result);
    }
    return result;
}

std::vector<Row> SequenceSearch::rows(Bytes table) {
    require(table.size() % slots == 0, "a move has 20 placements");
    std::vector<Row> result(table.size() / slots);
    for (std::size_t i = 0; i < result.size(); ++i) {
        std::copy_n(table.data() + i * slots, slots, result[i].begin());
        for (const std::uint8_t value : result[i]) {
            require(value < placements, "placements are 0 to 23");
        }
    }
    return result;
}

void SequenceSearch::take_holdings(Bytes holdings) {
    holding_after_.assign(holdings.begin(), holdings.end());
    const std::size_t steps = moves_.size();
    require(steps != 0 && steps == inverses_.size() && steps == holding_after_.size(),
            "each move needs its inverse and the holding after it");
    const std::size_t count = 1U + *std::max_element(holding_after_.begin(), holding_after_.end());
    require(count <= most_holdings && steps % count == 0 && steps / count <= 255,
            "there must be 1 to 255 moves for each of 1 to 24 holdings");
    moves_a_holding_ = steps / count;
    holding_before_.assign(steps, most_holdings);
    for (std::size_t step = 0; step < steps; ++step) {
        const std::size_t move = step % moves_a_holding_;
        std::uint8_t& source = holding_before_[holding_after_[step] * moves_a_holding_ + move];
        require(source == most_holdings, "a move must lead to each holding from one other");
        source = static_cast<std::uint8_t>(step / moves_a_holding_);
    }
}

// Those that are inline run for every move made.
inline Position SequenceSearch::after(const Position& position, std::size_t move) const {
    const std::size_t step = holding_of(position) * moves_a_holding_ + move;
    return held_as(turned(position, moves_[step]), holding_after_[step]);
}

inline Position SequenceSearch::before(const Position& position, std::size_t move) const {
    const unsigned from = holding_before_[holding_of(position) * moves_a_holding_ + move];
    return held_as(turned(position, inverses_[from * moves_a_holding_ + move]), from);
}

inline Position SequenceSearch::turned(const Position& position, const Row& move) const {
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

bool SequenceSearch::is_goal(const Position& position) const {
    for (unsigned i = 0; i < slots; ++i) {
        if (((goal_[i] >> label_at(position, i)) & 1U) == 0) return false;
    }
    return true;
}

inline bool SequenceSearch::met(const Side& side, std::uint32_t entry, std::size_t depth) const {
    const std::uint64_t depths = side.all[entry].depths;
    return shortest_ ? depths == depth : ((depths >> depth) & 1U) != 0;
}

inline std::uint32_t SequenceSearch::put(Side& side, const Position& position, std::size_t depth) {
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

inline void SequenceSearch::reach(Side& side, const Position& position, std::size_t depth) {
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

void SequenceSearch::meet_at_start() {
    const Position begin = forward_.all[0].position;
    const bool solved = both_ways_ ? backward_.all.find(begin) != none : !judged_ && is_goal(begin);
    if (solved) meeting_.push_back(0);
}

SequenceSearch::Side& SequenceSearch::smaller_side() {
    return both_ways_ && backward_.levels.back().size() < forward_.levels.back().size() ? backward_
                                                                                        : forward_;
}

bool SequenceSearch::begin_level(Side& side) {
    meeting_.clear();
    listing_ = listed_all_ = false;
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

void SequenceSearch::put_goal(const Position& position) {
    for (unsigned holding = 0; holding < holdings(); ++holding) {
        put(backward_, held_as(position, holding), 0);
    }
}

Position SequenceSearch::labelled(const Row& held) const {
    Row labels;
    for (unsigned i = 0; i < slots; ++i) labels[i] = labels_of(i).of[held[i]];
    return packed(labels);
}

void SequenceSearch::list_goals(std::uint32_t most) {
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

bool SequenceSearch::fill_slots(unsigned slot, unsigned end, Row& held,
                                std::array<std::uint8_t, 32>& remaining, std::vector<Position>& result,
                                std::uint32_t most, std::size_t& patience) const {
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

bool SequenceSearch::is_used(const Labels& labels, std::uint8_t label) {
    return std::find(labels.of.begin(), labels.of.end(), label) != labels.of.end();
}

void SequenceSearch::begin_listing() {
    const std::size_t depth = forward_.depth();
    useful_.assign(forward_.all.size(), 0);
    std::vector<std::uint32_t> level;
    for (const std::uint32_t entry : meeting_) mark_useful(entry, depth, level);
    for (std::size_t i = depth; i-- > 0;) {
        std::vector<std::uint32_t> earlier;
        for (const std::uint32_t entry : level) {
            for (std::size_t move = 0; move < moves_a_holding_; ++move) {
                const std::uint32_t previous = forward_.all.find(before(forward_.all[entry].position, move));
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

void SequenceSearch::mark_useful(std::uint32_t entry, std::size_t depth, std::vector<std::uint32_t>& level) {
    const std::uint64_t bit = std::uint64_t{1} << (shortest_ ? 0 : depth);
    if ((useful_[entry] & bit) != 0) return;
    useful_[entry] |= bit;
    level.push_back(entry);
}

bool SequenceSearch::leads_on(const Position& position, std::size_t done) const {
    if (done > forward_.depth()) {
        const std::uint32_t entry = backward_.all.find(position);
        return entry != none && met(backward_, entry, length() - done);
    }
    const std::uint32_t entry = forward_.all.find(position);
    if (entry == none || !met(forward_, entry, done)) return false;
    return ((useful_[entry] >> (shortest_ ? 0 : done)) & 1U) != 0;
}

void SequenceSearch::list(std::size_t count, std::vector<std::uint8_t>& result) {
    const std::size_t whole = length();
    while (count > 0 && !path_.empty()) {
        Step& last = path_.back();
        if (path_.size() == whole + 1 || last.next == moves_a_holding_) {
            path_.pop_back();
            continue;
        }
        const std::size_t move = last.next++;
        if (comes_later(path_, move)) continue;
        const Position position = after(last.position, move);
        if (!leads_on(position, path_.size())) continue;
        path_.push_back({position, 0});
        if (path_.size() == whole + 1) {
            for (std::size_t i = 0; i < whole; ++i) {
                result.push_back(static_cast<std::uint8_t>(path_[i].next - 1));
            }
            --count;
        }
    }
}

void SequenceSearch::begin_walks(Bytes cube, std::size_t on_inverse, std::size_t on_normal) {
    const Claim claim(in_use_);
    require(both_ways_ && !shortest_, "walks need listed goals, and levels that keep them");
    require(growing_ == nullptr || full_, "a level is not complete");
    require(holdings() == 1, "moves turn the whole cube");
    require(on_inverse <= longest_walk && on_normal <= longest_walk, "walks have up to 63 moves on a side");
    undone_ = rows(cube);
    require(undone_.size() == 1, "walks begin at one cube");
    on_inverse_ = on_inverse;
    walk_length_ = on_inverse + on_normal;
    walk_.clear();
    const Position start = labelled(undone_.front());
    if (on_inverse != 0 || may_walk(start, on_normal)) walk_.push_back({start, 0});
}

std::vector<std::uint8_t> SequenceSearch::walks(std::size_t steps) {
    const Claim claim(in_use_);
    std::vector<std::uint8_t> result;
    for (; steps > 0 && !walk_.empty(); --steps, ++walked_) {
        const std::size_t made = walk_.size() - 1;
        if (made == walk_length_) {
            for (std::size_t i = 0; i < made; ++i) {
                result.push_back(static_cast<std::uint8_t>(walk_[i].next - 1));
            }
        }
        if (made == walk_length_ || walk_.back().next == moves_a_holding_) {
            walk_.pop_back();
            if (made != 0 && made <= on_inverse_) undone_.pop_back();
            continue;
        }
        const std::size_t move = walk_.back().next++;
        const std::span<const Step> path{walk_};
        if (made >= on_inverse_) {
            if (comes_later(path.subspan(on_inverse_), move)) continue;
            const Position position = after(walk_.back().position, move);
            if (may_walk(position, walk_length_ - made - 1)) walk_.push_back({position, 0});
            continue;
        }
        if (comes_later(path, move)) continue;
        const Row cube = undone(undone_.back(), move);
        const bool turns_over = made + 1 == on_inverse_;  // normal moves follow
        const Position position = turns_over ? labelled(cube) : Position{};
        if (turns_over && !may_walk(position, walk_length_ - on_inverse_)) continue;
        walk_.push_back({position, 0});
        undone_.push_back(cube);
    }
    return result;
}

Row SequenceSearch::undone(const Row& cube, std::size_t move) const {
    const Row& inverse = inverses_[move];
    Row result;
    for (unsigned i = 0; i < slots; ++i) {
        const unsigned turns = i < corners ? 3 : 2;
        const unsigned held = inverse[(i < corners ? 0U : corners) + cube[i] / turns];
        const unsigned turn =
            (held + cube[i]) % turns;  // a piece has the placements from a multiple of turns
        result[i] = static_cast<std::uint8_t>(held - held % turns + turn);
    }
    return result;
}

bool SequenceSearch::may_walk(const Position& position, std::size_t left) const {
    const std::size_t complete = backward_.depth() - (growing_ == &backward_ ? 1 : 0);
    if (left > complete) return true;
    const std::uint32_t entry = backward_.all.find(position);
    return entry != none && met(backward_, entry, left);
}

bool SequenceSearch::comes_later(std::span<const Step> path, std::size_t move) const {
    if (commuting_.empty()) return false;
    for (std::size_t made = path.size() - 1; made-- > 0;) {
        const std::size_t other = path[made].next - 1;
        const std::uint8_t both = commuting_[other * moves_a_holding_ + move];
        if (both == apart) return false;
        if (both == never_both) return true;
        if (both == in_order && other > move) return true;
    }
    return false;
}

}  // namespace cubecsp::breadth_first
