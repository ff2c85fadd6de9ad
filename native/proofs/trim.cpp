// See trim.hpp.

#include "proofs/trim.hpp"

#include <algorithm>
#include <charconv>

#include "common/require.hpp"

namespace cubecsp {

namespace {

constexpr std::size_t kLongest = 0x7FFFFFFF;  // numbers of clauses
constexpr std::size_t kMostGiven = std::size_t{1} << 27;
// How much greater than the number of all clauses a number may be: a solver numbers them one after another.
constexpr std::size_t kGaps = 16;

// Reads numbers of seven bits a byte, the last one without the eighth; their lowest bit is the sign.
class Reader {
public:
    Reader(std::string_view text, std::size_t at) : text_(text), at_(at) {}

    bool any() const { return at_ < text_.size(); }
    std::size_t at() const { return at_; }

    unsigned byte() {
        require(any(), "the solver's proof is cut off");
        return static_cast<unsigned char>(text_[at_++]);
    }

    std::int64_t number() {
        std::uint64_t value = 0;
        unsigned shift = 0, read = 0;
        do {
            require(shift < 63, "the solver's proof has too large a number");
            read = byte();
            value |= std::uint64_t{read & 0x7Fu} << shift;
            shift += 7;
        } while (read & 0x80u);
        const auto magnitude = static_cast<std::int64_t>(value >> 1);
        return value & 1u ? -magnitude : magnitude;
    }

    // The number of a clause, 0 after the last one.
    std::uint32_t clause() {
        const std::int64_t found = number();
        require(found >= 0, "the solver's proof has a step of RAT");
        require(found <= static_cast<std::int64_t>(kLongest), "the solver's proof has too many clauses");
        return static_cast<std::uint32_t>(found);
    }

    void skip() {
        while (number() != 0) {
        }
    }

private:
    std::string_view text_;
    std::size_t at_;
};

void append(std::string& line, std::int64_t number) {
    char digits[24];
    const auto end = std::to_chars(digits, digits + sizeof digits, number).ptr;
    line.append(digits, end).push_back(' ');
}

}  // namespace

TrimmedProof::TrimmedProof(std::string_view proof, std::size_t given) : proof_(proof) {
    require(given <= kMostGiven, "too many clauses");
    read(proof);
    number(given);
    mark();
}

// Find where steps are, up to the empty clause.
void TrimmedProof::read(std::string_view proof) {
    Reader reader(proof, 0);
    bool empty = false;
    while (reader.any() && !empty) {
        const unsigned kind = reader.byte();
        require(kind == 'a' || kind == 'd', "the solver's proof has a step that is not known");
        if (kind == 'd') {
            reader.skip();
            continue;
        }
        const std::uint32_t number = reader.clause();
        require(number > (steps_.empty() ? 0 : steps_.back().number), "the solver's proof is not in order");
        steps_.push_back({reader.at(), number});
        empty = reader.number() == 0;
        if (!empty) reader.skip();
        reader.skip();
    }
    require(empty, "the solver's proof does not come to the empty clause");
}

// Separate the clauses of the proof from those of the formula, which have the remaining numbers.
void TrimmedProof::number(std::size_t given) {
    const std::size_t end = std::max<std::size_t>(steps_.back().number, given + steps_.size()) + 1;
    require(end <= kGaps * (given + steps_.size() + 1), "the solver's proof numbers clauses with large gaps");
    step_.assign(end, kNone);
    renamed_.assign(end, kNone);
    for (std::size_t i = 0; i < steps_.size(); ++i) step_[steps_[i].number] = static_cast<Number>(i);
    for (std::size_t old = 1; old < end && numbers_ < given; ++old)
        if (step_[old] == kNone) renamed_[old] = ++numbers_;
}

// Go from the empty clause back to all that it uses. The first time that a clause is met is its last use.
void TrimmedProof::mark() {
    std::vector<bool> met(step_.size());
    met[steps_.back().number] = true;
    for (std::size_t i = steps_.size(); i-- > 0;) {
        if (!met[steps_[i].number]) continue;
        std::vector<Number> last;
        Reader reader(proof_, steps_[i].begin);
        reader.skip();
        while (const Number hint = reader.clause()) {
            require(hint < steps_[i].number && (step_[hint] != kNone || renamed_[hint] != kNone),
                    "the solver's proof uses a clause that is not there");
            if (!met[hint]) last.push_back(hint);
            met[hint] = true;
        }
        kept_.push_back({static_cast<Number>(i), std::move(last)});
    }
    written_ = kept_.size();
}

TrimmedProof::Lines TrimmedProof::next(std::size_t most) {
    Lines lines;
    for (; most > 0 && written_ > 0; --most) write(kept_[--written_], lines);
    return lines;
}

void TrimmedProof::write(const Kept& kept, Lines& lines) {
    const Step& step = steps_[kept.step];
    append(lines.lrat, renamed_[step.number] = ++numbers_);
    Reader reader(proof_, step.begin);
    while (const std::int64_t literal = reader.number()) {
        append(lines.lrat, literal);
        append(lines.drat, literal);
    }
    lines.lrat += "0 ";
    lines.drat += "0\n";
    while (const Number hint = reader.clause()) append(lines.lrat, renamed_[hint]);
    lines.lrat += "0\n";
    if (kept.last.empty()) return;
    append(lines.lrat, numbers_);
    lines.lrat += "d ";
    for (const Number old : kept.last) {
        append(lines.lrat, renamed_[old]);
        if (step_[old] != kNone) write_deleted(steps_[step_[old]], lines.drat);
    }
    lines.lrat += "0\n";
}

// Say in DRAT that a clause is deleted, unless it is a unit.
void TrimmedProof::write_deleted(const Step& step, std::string& drat) const {
    Reader reader(proof_, step.begin);
    std::string literals;
    std::size_t size = 0;
    for (; const std::int64_t literal = reader.number(); ++size) append(literals, literal);
    if (size > 1) drat += "d " + literals + "0\n";
}

}  // namespace cubecsp
