#include "graphs/meeting.hpp"

#include <algorithm>
#include <bit>
#include <utility>

#include "common/require.hpp"

namespace cubecsp {

namespace {

constexpr unsigned kMostFilterBits = 27;
constexpr std::size_t kMostParts = 1 << 10;

bool has(const std::array<std::uint64_t, 4>& mask, std::size_t number) {
    return (mask[number / 64] >> (number % 64)) & 1;
}

}  // namespace

MiddleSearch::MiddleSearch(std::size_t rows, const Tables& done, const Tables& undone, Bytes turns,
                           std::vector<std::uint64_t> weights, Bytes flags, Bytes start, Bytes goals)
    : rows_(rows), turns_(turns.begin(), turns.end()), weights_(std::move(weights)) {
    require(rows > 0 && rows <= kLargest && start.size() == rows, "a state has 1 to 256 rows");
    require(turns.size() >= kLargest && turns.size() % kLargest == 0, "a table has 256 values");
    require(weights_.size() == rows * kLargest, "there are 256 weights for each row");
    require(goals.size() % rows == 0, "goals of the wrong size");
    moves_ = done.sources.size() / rows;
    require(moves_ > 0 && moves_ <= kLargest && flags.size() == moves_ * moves_, "there are 1 to 256 moves");
    done_ = steps(done);
    undone_ = steps(undone);
    commuting_.resize(moves_);
    after_.resize(moves_);
    before_.resize(moves_);
    for (std::size_t a = 0; a < moves_; ++a) {
        for (std::size_t b = 0; b < moves_; ++b) {
            const std::uint8_t flag = flags[a * moves_ + b];
            if (flag & 1) commuting_[a][b / 64] |= std::uint64_t{1} << (b % 64);
            if (!(flag & 2) && !(flag & 1 && b < a)) continue;
            after_[a][b / 64] |= std::uint64_t{1} << (b % 64);
            before_[b][a / 64] |= std::uint64_t{1} << (a % 64);
        }
    }
    std::copy(start.begin(), start.end(), start_.begin());
    std::set<std::uint64_t> keys;
    for (std::size_t at = 0; at < goals.size(); at += rows) {
        const auto* first = goals.data() + at;
        goals_.emplace(reinterpret_cast<const char*>(first), rows);
        State root{};
        std::copy_n(first, rows, root.begin());
        if (keys.insert(key_of(root)).second) roots_.push_back(root);
    }
}

std::vector<std::vector<MiddleSearch::Step>> MiddleSearch::steps(const Tables& tables) const {
    const std::size_t size = moves_ * rows_;
    require(tables.sources.size() == size && tables.turned.size() == size,
            "tables of moves of the wrong size");
    std::vector<std::vector<Step>> result(moves_);
    for (std::size_t at = 0; at < size; ++at) {
        const std::uint8_t source = tables.sources[at], turned = tables.turned[at];
        require(source < rows_ && (turned + std::size_t{1}) * kLargest <= turns_.size(),
                "there is no such row or table");
        const std::size_t row = at % rows_;
        if (source != row || turned)
            result[at / rows_].push_back({static_cast<std::uint8_t>(row), source, turned});
    }
    return result;
}

void MiddleSearch::apply(const std::vector<Step>& steps, const State& state, State& result) const {
    std::copy_n(state.begin(), rows_, result.begin());
    for (const Step& step : steps) result[step.row] = after(step, state);
}

std::uint64_t MiddleSearch::key_of(const State& state) const {
    std::uint64_t key = 0;
    for (std::size_t row = 0; row < rows_; ++row) key += weights_[row * kLargest + state[row]];
    return key;
}

std::uint64_t MiddleSearch::key_after(const std::vector<Step>& steps, const State& state,
                                      std::uint64_t key) const {
    for (const Step& step : steps) {
        const auto* of_row = weights_.data() + step.row * kLargest;
        key += of_row[after(step, state)] - of_row[state[step.row]];
    }
    return key;
}

// A sequence is in the first order if none of its moves could come before a greater one.
MiddleSearch::Mask MiddleSearch::after_move(const Mask& forbidden, std::size_t move) const {
    Mask result;
    for (std::size_t i = 0; i < result.size(); ++i)
        result[i] = (forbidden[i] & commuting_[move][i]) | after_[move][i];
    return result;
}

void MiddleSearch::look(const Stop& stop) {
    stop.obey();
    nodes_ += moves_;
    if (nodes_ > limits_.nodes) throw Full{};
}

std::vector<std::uint8_t> MiddleSearch::search(std::size_t length, const Limits& limits, const Stop& stop) {
    require(length > 0 && length <= kLongest, "a sequence has 1 to 16 moves");
    limits_ = limits;
    second_length_ = length / 2;
    first_length_ = length - second_length_;
    found_.clear();
    complete_ = false;
    parts_ = 1;
    try {
        for (part_ = 0; part_ < parts_; ++part_) {
            while (!keep_halves(second_length_, limits, stop)) {
                if (parts_ == kMostParts) throw Full{};  // too many have one key
                parts_ *= 2;
            }
            states_[0] = start_;
            go_on(0, key_of(start_), Mask{}, stop);
        }
        complete_ = true;
    } catch (const Full&) {
    } catch (const Stop::Stopped&) {
    }
    halves_ = {};
    return std::exchange(found_, {});
}

// Returns whether there was room.
bool MiddleSearch::keep_halves(std::size_t length, const Limits& limits, const Stop& stop) {
    halves_.clear();
    for (const State& root : roots_) {
        states_[0] = root;
        if (!length && in_part(key_of(root))) halves_.push_back({key_of(root), 0});
        if (length) go_back(0, key_of(root), 0, stop);
        if (halves_.size() > limits.kept) return false;
    }
    std::sort(halves_.begin(), halves_.end());
    filter_bits_ = std::min(kMostFilterBits, static_cast<unsigned>(std::bit_width(halves_.size())) + 6);
    filter_.assign((std::size_t{1} << filter_bits_) / 64, 0);
    for (const Half& half : halves_) {
        const std::uint64_t bit = half.key >> (64 - filter_bits_);
        filter_[bit / 64] |= std::uint64_t{1} << (bit % 64);
    }
    return true;
}

// Takes moves back. The last byte of `word` is the last move, and the first ones of those that can be made
// first.
void MiddleSearch::go_back(std::size_t depth, std::uint64_t key, std::uint64_t word, const Stop& stop) {
    look(stop);
    const State& state = states_[depth];
    Mask forbidden{}, open;  // `open`: moves that commute with all before the one looked at
    open.fill(~std::uint64_t{0});
    for (std::size_t k = depth; k-- > 0;) {
        const auto move = static_cast<std::uint8_t>(word >> (8 * k));
        if (has(open, move))
            for (std::size_t i = 0; i < open.size(); ++i) forbidden[i] |= before_[move][i];
        for (std::size_t i = 0; i < open.size(); ++i) open[i] &= commuting_[move][i];
    }
    for (std::size_t move = 0; move < moves_; ++move) {
        if (has(forbidden, move)) continue;
        const std::uint64_t reached = key_after(undone_[move], state, key);
        const std::uint64_t longer = word | (std::uint64_t{move} << (8 * depth));
        if (depth + 1 < second_length_) {
            apply(undone_[move], state, states_[depth + 1]);
            go_back(depth + 1, reached, longer, stop);
        } else if (in_part(reached)) {
            halves_.push_back({reached, longer});
        }
        if (halves_.size() > limits_.kept) return;
    }
}

void MiddleSearch::go_on(std::size_t depth, std::uint64_t key, const Mask& forbidden, const Stop& stop) {
    look(stop);
    const State& state = states_[depth];
    for (std::size_t move = 0; move < moves_; ++move) {
        if (has(forbidden, move)) continue;
        const std::uint64_t reached = key_after(done_[move], state, key);
        word_[depth] = static_cast<std::uint8_t>(move);
        if (depth + 1 < first_length_) {
            apply(done_[move], state, states_[depth + 1]);
            go_on(depth + 1, reached, after_move(forbidden, move), stop);
        } else if (in_part(reached)) {
            const std::uint64_t bit = reached >> (64 - filter_bits_);
            if ((filter_[bit / 64] >> (bit % 64)) & 1) look_up(reached, move, after_move(forbidden, move));
        }
    }
}

void MiddleSearch::look_up(std::uint64_t key, std::size_t last, const Mask& forbidden) {
    const auto [first, end] = std::equal_range(halves_.begin(), halves_.end(), Half{key, 0});
    if (first == end) return;
    State middle, state, next;
    apply(done_[last], states_[first_length_ - 1], middle);
    for (auto half = first; half != end; ++half) {
        state = middle;
        Mask left = forbidden;
        bool written = true;
        for (std::size_t k = second_length_; k-- > 0 && written;) {
            const auto move = static_cast<std::uint8_t>(half->word >> (8 * k));
            written = !has(left, move);
            left = after_move(left, move);
            word_[first_length_ + second_length_ - 1 - k] = move;
            apply(done_[move], state, next);
            state = next;
        }
        if (!written || !goals_.contains(std::string(reinterpret_cast<const char*>(state.data()), rows_)))
            continue;
        found_.insert(found_.end(), word_.begin(),
                      word_.begin() + static_cast<std::ptrdiff_t>(first_length_ + second_length_));
        if (found_.size() >= limits_.found * (first_length_ + second_length_)) throw Full{};
    }
}

}  // namespace cubecsp
