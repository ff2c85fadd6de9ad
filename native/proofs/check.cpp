// See check.hpp.

#include "proofs/check.hpp"

#include <algorithm>
#include <charconv>
#include <stdexcept>
#include <string>

#include "common/require.hpp"

namespace cubecsp {

namespace {

// The lines of a text, without line ends.
template <typename Work>
void for_each_line(std::string_view text, const Work& work) {
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        work(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
}

// The words of a line: numbers, and a few letters, with white space between them.
class Words {
public:
    explicit Words(std::string_view line) : rest_(line) { skip(); }

    bool any() const { return !rest_.empty(); }

    bool take(std::string_view word) {
        if (next() != word) return false;
        drop(word.size());
        return true;
    }

    std::int64_t number() {
        const std::string_view word = next();
        std::int64_t value = 0;
        const char* const end = word.data() + word.size();
        const auto [stop, error] = std::from_chars(word.data(), end, value);
        require(error == std::errc() && stop == end && word.size() <= kLongest, "a number is expected");
        drop(word.size());
        return value;
    }

private:
    static constexpr std::string_view kSpaces = " \t\r\v\f";
    static constexpr std::size_t kLongest = 18;  // characters of a number

    std::string_view next() const { return rest_.substr(0, rest_.find_first_of(kSpaces)); }

    void drop(std::size_t size) {
        rest_.remove_prefix(size);
        skip();
    }

    void skip() { rest_.remove_prefix(std::min(rest_.find_first_not_of(kSpaces), rest_.size())); }

    std::string_view rest_;
};

// The literals up to the 0 that ends them, each once.
std::vector<int> literals_of(Words& words, int variables) {
    std::vector<int> literals;
    while (const std::int64_t literal = words.number()) {
        require(-variables <= literal && literal <= variables,
                "the variable of a literal is not in the formula");
        literals.push_back(static_cast<int>(literal));
    }
    std::ranges::sort(literals);
    literals.erase(std::unique(literals.begin(), literals.end()), literals.end());
    return literals;
}

}  // namespace

ProofChecker::ProofChecker(std::string_view dimacs) : clauses_(1) {
    std::int64_t promised = -1;
    for_each_line(dimacs, [&](std::string_view line) {
        Words words(line);
        if (!words.any() || line.front() == 'c') return;
        if (promised < 0) {
            require(words.take("p") && words.take("cnf"), "the formula does not begin with p cnf");
            const std::int64_t variables = words.number();
            promised = words.number();
            require(0 <= variables && variables < 1 << 30 && 0 <= promised && !words.any(),
                    "p cnf is not followed by the numbers of variables and of clauses");
            variables_ = static_cast<int>(variables);
            false_since_.resize(2 * static_cast<std::size_t>(variables) + 1);
            return;
        }
        const std::vector<int> literals = literals_of(words, variables_);
        require(!words.any(), "a line of the formula is more than a clause");
        add(literals);
    });
    given_ = clauses_.size() - 1;
    require(promised == static_cast<std::int64_t>(given_),
            "the formula has another number of clauses than its first line states");
}

void ProofChecker::check(std::string_view lines) {
    for_each_line(lines, [&](std::string_view line) {
        ++line_;
        try {
            check_line(line);
        } catch (const std::invalid_argument& error) {
            throw std::invalid_argument("line " + std::to_string(line_) + " of the proof: " + error.what());
        }
    });
}

// "NUMBER LITERALS 0 HINTS 0" adds a clause, "NUMBER d NUMBERS 0" forgets some.
void ProofChecker::check_line(std::string_view line) {
    Words words(line);
    const std::int64_t number = words.number();
    if (words.take("d")) {
        require(number > 0, "its number is not above 0");
        while (const std::int64_t old = words.number()) const_cast<Clause&>(clause(old)).there = false;
    } else {
        require(number == static_cast<std::int64_t>(clauses_.size()), "its number is not the next one");
        const std::vector<int> literals = literals_of(words, variables_);
        std::vector<std::size_t> hints;
        while (const std::int64_t hint = words.number()) {
            require(hint > 0, "a hint is not above 0; steps of RAT are not accepted");
            hints.push_back(static_cast<std::size_t>(hint));
        }
        require(follows(literals, hints), "the clause does not follow from its hints");
        add(literals);
        ++added_;
        proven_ |= literals.empty();
    }
    require(!words.any(), "something comes after the last 0");
}

void ProofChecker::add(const std::vector<int>& literals) {
    clauses_.push_back({literals_.size(), static_cast<std::uint32_t>(literals.size()), true});
    literals_.insert(literals_.end(), literals.begin(), literals.end());
}

// Whether a clause follows. Let all of its literals be false: then each hint has only one literal left that
// can be true, and therefore is, until one hint has none left.
bool ProofChecker::follows(const std::vector<int>& literals, const std::vector<std::size_t>& hints) {
    ++step_;
    for (const int literal : literals) make_false(literal);
    for (const std::size_t hint : hints) {
        const Clause& used = clause(static_cast<std::int64_t>(hint));
        int open = 0;
        for (std::size_t i = used.begin; i < used.begin + used.size; ++i) {
            if (is_false(literals_[i])) continue;
            if (open != 0) return false;
            open = literals_[i];
        }
        if (open == 0) return true;
        make_false(-open);
    }
    return false;
}

const ProofChecker::Clause& ProofChecker::clause(std::int64_t number) const {
    const bool there = 0 < number && number < static_cast<std::int64_t>(clauses_.size()) &&
                       clauses_[static_cast<std::size_t>(number)].there;
    require(there, "there is no clause " + std::to_string(number));
    return clauses_[static_cast<std::size_t>(number)];
}

std::size_t ProofChecker::place(int literal) const { return static_cast<std::size_t>(literal + variables_); }

}  // namespace cubecsp
