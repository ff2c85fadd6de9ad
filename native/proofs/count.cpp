#include "proofs/count.hpp"

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <utility>

#include "common/require.hpp"

namespace cubecsp {

namespace {

constexpr std::size_t kUnderWay = static_cast<std::size_t>(-1);  // a state that is not closed yet

std::size_t variable_of(int literal) { return static_cast<std::size_t>(std::abs(literal)); }

}  // namespace

CountProof::CountProof(int variables, std::vector<std::vector<int>> clauses,
                       const std::vector<std::vector<int>>& slots, const std::vector<std::size_t>& left_out)
    : formula_(variables, std::move(clauses), left_out),
      owner_(static_cast<std::size_t>(variables) + 1),
      known_(owner_.size()),
      needed_(owner_.size()),
      states_(1),
      node_(variables),
      clause_(static_cast<Number>(formula_.clauses().size())) {
    for (const Literals& slot : slots) {
        for (const int variable : slot) {
            require(variable >= 1 && variable <= variables, "a placement is not a variable of the formula");
        }
    }
    start(slots);
}

// ---------------------------------------------------------------- facts without assumptions

void CountProof::start(const std::vector<Literals>& slots) {
    for (std::size_t number = 0; number < formula_.clauses().size(); ++number) {
        const Literals& clause = formula_.clauses()[number];
        if (clause.size() != 1 || formula_.is_true(clause[0])) continue;
        if (formula_.is_false(clause[0])) return refute(static_cast<int>(number));
        if (!settle(clause[0], static_cast<int>(number), static_cast<Number>(number) + 1)) return;
    }
    while (probe(slots)) continue;
    if (done_) return;
    settled_ = formula_.trail().size();
    std::map<Literals, Number> number_of;
    for (std::size_t number = 0; number < formula_.clauses().size(); ++number) {
        Literals clause = formula_.clauses()[number];
        std::sort(clause.begin(), clause.end());
        number_of[std::move(clause)] = static_cast<Number>(number) + 1;
    }
    for (const Literals& variables : slots) {
        const auto is_true = [this](int variable) { return formula_.is_true(variable); };
        if (std::any_of(variables.begin(), variables.end(), is_true)) continue;
        Slot slot{{}, 0, variables};
        std::sort(slot.literals.begin(), slot.literals.end());
        slot.clause = number_of[slot.literals];
        require(slot.clause != 0, "no clause says that a slot holds something");
        slots_.push_back(std::move(slot));
        for (const int variable : variables) {
            if (!formula_.is_open(variable)) continue;
            slots_.back().placements.push_back({variable, {}, 0});
            owner_[variable_of(variable)] = slots_.size();
        }
    }
    for (std::size_t number = 0; number < slots_.size(); ++number) describe(slots_[number], number + 1);
    if (reached() == kLeaf) finish();
}

// Make a literal true because of a clause, and its consequences: a clause for each. Returns whether this is
// possible.
bool CountProof::settle(int literal, int reason, Number number) {
    std::size_t next = formula_.trail().size();
    const int conflict = formula_.assume(literal, reason);
    known_[variable_of(literal)] = number;
    for (++next; next < formula_.trail().size(); ++next) {
        const int follows = formula_.trail()[next];
        known_[variable_of(follows)] = clause({follows}, because(formula_.reason(follows), follows));
    }
    if (conflict == Propagation::kNone) return true;
    refute(conflict);
    return false;
}

// Return the clauses by which a literal follows from a clause whose other literals are known to be false.
std::vector<CountProof::Number> CountProof::because(int reason, int follows) const {
    std::vector<Number> hints;
    for (const int literal : formula_.clauses()[static_cast<std::size_t>(reason)]) {
        if (literal != follows) hints.push_back(known_[variable_of(literal)]);
    }
    hints.push_back(reason + 1);
    return hints;
}

void CountProof::refute(int conflict) {
    text_ += "r 0\n";
    clause({}, because(conflict, 0));
    done_ = true;
}

// Rule out placements from which a contradiction follows at once. Returns whether there were any.
bool CountProof::probe(const std::vector<Literals>& slots) {
    bool found = false;
    for (const Literals& slot : slots) {
        for (const int variable : slot) {
            if (!formula_.is_open(variable)) continue;
            const std::size_t before = formula_.trail().size();
            const int conflict = formula_.assume(variable);
            const Branch branch = taken(before);
            formula_.undo(before);
            if (conflict == Propagation::kNone) continue;
            std::vector<Number> hints =
                derive(formula_.clauses()[static_cast<std::size_t>(conflict)], branch);
            hints.push_back(conflict + 1);
            if (!settle(-variable, Propagation::kNone, clause({-variable}, hints))) return false;
            found = true;
        }
    }
    return found;
}

// Make the nodes for the facts of the placements of a slot: the variables that each of them settles.
void CountProof::describe(Slot& slot, std::size_t number) {
    std::vector<Branch> branches;
    std::vector<std::size_t> times(owner_.size());
    for (const Placement& placement : slot.placements) {
        formula_.assume(placement.variable);
        branches.push_back(taken(settled_));
        formula_.undo(settled_);
        for (const int literal : branches.back().added) ++times[variable_of(literal)];
    }
    for (std::size_t variable = 1; variable < times.size(); ++variable) {
        if (times[variable] == slot.placements.size() && owner_[variable] == 0) owner_[variable] = number;
    }
    Literals before;  // the placements that were tried before, which are false above
    for (std::size_t at = 0; at < branches.size(); ++at) {
        Placement& placement = slot.placements[at];
        Literals said{placement.variable};
        for (const int literal : branches[at].added) {
            const bool above = std::find(before.begin(), before.end(), -literal) != before.end();
            if (literal != placement.variable && owner_[variable_of(literal)] == number && !above) {
                said.push_back(literal);
            }
        }
        placement.node = product(said);
        std::vector<Number> hints = derive(said, branches[at]);
        hints.push_back(placement.node.clause);
        placement.clause = clause({-placement.variable, placement.node.name}, hints);
        before.push_back(placement.variable);
    }
}

// ---------------------------------------------------------------- states, one after another

std::string CountProof::next(std::size_t most) {
    for (; most > 0 && !done_; --most) advance();
    return std::exchange(text_, {});
}

double CountProof::share() const {
    if (done_) return 1;
    double share = 0, part = 1;
    for (const Frame& frame : frames_) {
        part /= static_cast<double>(frame.choices.size());
        share += part * static_cast<double>(frame.next);
    }
    return share;
}

void CountProof::advance() {
    const Frame& frame = frames_.back();
    if (frame.next == frame.choices.size()) return close();
    const int variable = slots_[frames_.size() - 1].placements[frame.choices[frame.next]].variable;
    const int conflict = formula_.is_true(variable) ? Propagation::kNone : formula_.assume(variable);
    const std::size_t state = conflict == Propagation::kNone ? reached() : kLeaf;
    if (state != kUnderWay) finish_branch(conflict, state);
}

// Return the state that is reached; if it is new, begin with it.
std::size_t CountProof::reached() {
    const std::size_t depth = frames_.size();
    if (depth == slots_.size()) {
        require(formula_.trail().size() == static_cast<std::size_t>(formula_.variables()),
                "the placements do not settle all variables");
        return kLeaf;
    }
    Frame frame;
    formula_.boundary(settled_, frame.literals);
    for (std::size_t later = depth; later < slots_.size(); ++later) {
        for (const Placement& placement : slots_[later].placements) {
            if (formula_.is_open(placement.variable)) continue;
            frame.literals.push_back(formula_.is_true(placement.variable) ? placement.variable
                                                                          : -placement.variable);
        }
    }
    std::sort(frame.literals.begin(), frame.literals.end());
    frame.literals.erase(std::unique(frame.literals.begin(), frame.literals.end()), frame.literals.end());
    frame.key.push_back(static_cast<int>(depth));
    frame.key.insert(frame.key.end(), frame.literals.begin(), frame.literals.end());
    frame.key.push_back(0);
    for (int variable = 1; variable <= formula_.variables(); ++variable) {
        if (owner_[variable_of(variable)] == 0 && formula_.is_open(variable)) frame.key.push_back(variable);
    }
    if (const auto known = number_of_.find(frame.key); known != number_of_.end()) return known->second;
    frame.assigned = formula_.trail().size();
    const std::vector<Placement>& placements = slots_[depth].placements;
    for (std::size_t at = 0; at < placements.size(); ++at) {
        if (formula_.is_true(placements[at].variable)) frame.choices.assign(1, at);
        if (formula_.is_open(placements[at].variable)) frame.choices.push_back(at);
    }
    require(!frame.choices.empty(), "no clause that is followed says that a slot holds something");
    frames_.push_back(std::move(frame));
    return kUnderWay;
}

CountProof::Branch CountProof::taken(std::size_t before) const {
    Branch branch;
    const Literals& trail = formula_.trail();
    branch.added.assign(trail.begin() + static_cast<std::ptrdiff_t>(before), trail.end());
    for (const int literal : branch.added) branch.reasons.push_back(formula_.reason(literal));
    return branch;
}

void CountProof::finish_branch(int conflict, std::size_t state) {
    Frame& frame = frames_.back();
    Branch branch = taken(frame.assigned);
    formula_.undo(frame.assigned);
    branch.placement = frame.choices[frame.next++];
    branch.conflict = conflict;
    branch.state = state;
    branch.possible = conflict == Propagation::kNone && (state == kLeaf || states_[state].node != 0);
    frame.branches.push_back(std::move(branch));
}

// ---------------------------------------------------------------- lines about a state

void CountProof::close() {
    Frame frame = std::move(frames_.back());
    frames_.pop_back();
    const Slot& slot = slots_[frames_.size()];
    State state;
    state.context = product(frame.literals);
    for (std::size_t at = 0; at < frame.literals.size(); ++at) {
        known_[variable_of(frame.literals[at])] = state.context.clause + 1 + static_cast<Number>(at);
    }
    std::vector<Branch*> possible;
    std::vector<Number> hints;
    for (const int literal : slot.literals) {
        if (formula_.is_true(literal)) hints.assign(1, known_[variable_of(literal)]);
        if (formula_.is_true(literal)) break;
        if (formula_.is_false(literal)) hints.push_back(known_[variable_of(literal)]);
    }
    for (Branch& branch : frame.branches) {
        // The variables of a clause come first, even if the state has settled them.
        Number& known = known_[variable_of(slot.placements[branch.placement].variable)];
        const Number settled = std::exchange(known, 0);
        if (branch.possible) {
            close_possible(branch, possible.empty(), slot, state.context);
            possible.push_back(&branch);
        } else {
            close_impossible(branch, slot, state.context);
            hints.push_back(branch.clause);
        }
        known = settled;
    }
    if (!possible.empty()) state.node = close_sum(possible, slot, hints);
    const bool forced = formula_.is_true(slot.placements[frame.choices[0]].variable);
    if (!forced) hints.push_back(slot.clause);
    Literals follows{-state.context.name};
    if (state.node != 0) follows.push_back(state.node);
    state.clause = clause(follows, hints);
    state.literals = std::move(frame.literals);
    number_of_[std::move(frame.key)] = states_.size();
    states_.push_back(std::move(state));
    if (frames_.empty()) {
        finish();
    } else {
        finish_branch(Propagation::kNone, states_.size() - 1);
    }
}

// Show that a placement contradicts a state.
void CountProof::close_impossible(Branch& branch, const Slot& slot, const Node& context) {
    std::vector<Number> hints;
    if (branch.conflict != Propagation::kNone) {
        hints = derive(formula_.clauses()[static_cast<std::size_t>(branch.conflict)], branch);
        hints.push_back(branch.conflict + 1);
    } else {
        const State& state = states_[branch.state];
        hints = derive(state.literals, branch);
        hints.insert(hints.end(), {state.context.clause, state.clause});
    }
    branch.clause = clause({-context.name, -slot.placements[branch.placement].variable}, hints);
}

// Make the product of a placement in a state, and show that it follows from both.
void CountProof::close_possible(Branch& branch, bool first, const Slot& slot, const Node& context) {
    const Placement& placement = slot.placements[branch.placement];
    Literals goals;
    for (std::size_t before = 0; first && before < branch.placement; ++before) {
        goals.push_back(-slot.placements[before].variable);
    }
    for (const int literal : branch.added) {
        if (owner_[variable_of(literal)] == 0) goals.push_back(literal);
    }
    Literals parts{placement.node.name};
    parts.insert(parts.end(), goals.begin(), goals.end());
    const State& state = states_[branch.state];
    if (branch.state != kLeaf) {
        goals.insert(goals.end(), state.literals.begin(), state.literals.end());
        parts.push_back(state.node);
    }
    branch.node = product(parts);
    std::vector<Number> hints = derive(goals, branch);
    hints.push_back(placement.clause);
    if (branch.state != kLeaf) hints.insert(hints.end(), {state.context.clause, state.clause});
    hints.push_back(branch.node.clause);
    branch.clause = clause({-context.name, -placement.variable, branch.node.name}, hints);
}

// Make the sum of products, one placement after another: it is this one, or neither this nor those before.
//
// hints: the clauses by which impossible placements are false; those that show that the others are false if
// the sum is are added to them.
int CountProof::close_sum(const std::vector<Branch*>& possible, const Slot& slot,
                          std::vector<Number>& hints) {
    std::vector<Number> backwards{possible.back()->clause};  // from the last one
    int node = possible.back()->node.name;
    for (std::size_t at = possible.size() - 1; at-- > 0;) {
        const Branch& branch = *possible[at];
        const Placement& placement = slot.placements[branch.placement];
        const std::size_t begin = at == 0 ? 0 : branch.placement;
        Literals parts;
        for (std::size_t other = begin; other < possible[at + 1]->placement; ++other) {
            parts.push_back(-slot.placements[other].variable);
        }
        parts.push_back(node);
        const Node others = product(parts);
        const auto offset = static_cast<Number>(branch.placement - begin);
        const Node either =
            sum(branch.node.name, others.name,
                {branch.node.clause + 1, placement.node.clause + 1, others.clause + 1 + offset});
        backwards.insert(backwards.end(),
                         {others.clause, either.clause + 2, branch.clause, either.clause + 1});
        node = either.name;
    }
    hints.insert(hints.end(), backwards.rbegin(), backwards.rend());
    return node;
}

// The root: the facts without assumptions, and the first state.
void CountProof::finish() {
    done_ = true;
    const State& first = states_.back();
    if (!slots_.empty() && first.node == 0) {
        text_ += "r 0\n";
        clause({}, {first.context.clause, first.clause});
        return;
    }
    Literals parts = formula_.trail();
    std::vector<Number> hints;
    for (const int literal : parts) hints.push_back(known_[variable_of(literal)]);
    if (!slots_.empty()) {
        parts.push_back(first.node);
        hints.insert(hints.end(), {first.context.clause, first.clause});
    }
    const Node root = product(parts);
    hints.push_back(root.clause);
    text_ += "r " + std::to_string(root.name) + "\n";
    clause({root.name}, hints);
}

// Return the clauses by which literals follow from the known facts and those that a branch has added.
std::vector<CountProof::Number> CountProof::derive(const Literals& goals, const Branch& branch) {
    std::vector<std::size_t> marked;
    const auto mark = [&](int literal) {
        const std::size_t variable = variable_of(literal);
        if (needed_[variable]) return;
        needed_[variable] = true;
        marked.push_back(variable);
    };
    for (const int goal : goals) mark(goal);
    std::vector<Number> steps;
    for (std::size_t at = branch.added.size(); at-- > 0;) {
        if (!needed_[variable_of(branch.added[at])] || branch.reasons[at] == Propagation::kNone) continue;
        steps.push_back(branch.reasons[at] + 1);
        for (const int literal : formula_.clauses()[static_cast<std::size_t>(branch.reasons[at])])
            mark(literal);
    }
    for (const int literal : branch.added) needed_[variable_of(literal)] = false;
    std::vector<Number> hints;
    for (const std::size_t variable : marked) {
        if (needed_[variable] && known_[variable] != 0) hints.push_back(known_[variable]);
        needed_[variable] = false;
    }
    hints.insert(hints.end(), steps.rbegin(), steps.rend());
    return hints;
}

// ---------------------------------------------------------------- lines

CountProof::Node CountProof::product(const Literals& parts) {
    const Node node{++node_, clause_ + 1};
    begin(node.clause, 'p');
    put(node.name);
    for (const int part : parts) put(part);
    end();
    clause_ += static_cast<Number>(parts.size()) + 1;
    return node;
}

CountProof::Node CountProof::sum(int one, int other, const std::vector<Number>& hints) {
    const Node node{++node_, clause_ + 1};
    begin(node.clause, 's');
    for (const int name : {node.name, one, other}) put(name);
    for (const Number hint : hints) put(hint);
    end();
    clause_ += 3;
    return node;
}

CountProof::Number CountProof::clause(const Literals& literals, const std::vector<Number>& hints) {
    begin(++clause_, 'a');
    for (const int literal : literals) put(literal);
    put(0);
    for (const Number hint : hints) put(hint);
    end();
    return clause_;
}

void CountProof::begin(Number number, char kind) {
    text_ += std::to_string(number);
    text_ += ' ';
    text_ += kind;
}

void CountProof::put(Number number) {
    char digits[24];
    const auto end = std::to_chars(digits, digits + sizeof digits, number).ptr;
    text_ += ' ';
    text_.append(digits, end);
}

void CountProof::end() { text_ += " 0\n"; }

}  // namespace cubecsp
