#include "reduction/wing_pairing.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <map>
#include <memory>
#include <random>
#include <stdexcept>
#include <vector>

#include "common/require.hpp"
#include "reduction/wings.hpp"

namespace cubecsp {

namespace {

struct FaceTurn {
    std::uint8_t face;
    std::uint8_t quarters;
};

WingRow identity_row() {
    WingRow row{};
    for (unsigned i = 0; i < wings_of_a_depth; ++i) row[i] = static_cast<std::uint8_t>(i);
    return row;
}

// First one, then the other; both map each place to where its content goes.
WingRow then(const WingRow& first, const WingRow& second) {
    WingRow row{};
    for (unsigned i = 0; i < wings_of_a_depth; ++i) row[i] = second[first[i]];
    return row;
}

WingRow inverse(const WingRow& row) {
    WingRow found{};
    for (unsigned i = 0; i < wings_of_a_depth; ++i) found[row[i]] = static_cast<std::uint8_t>(i);
    return found;
}

// The piece at each place after a move.
WingRow after(const WingRow& held, const WingRow& move) {
    WingRow found{};
    for (unsigned i = 0; i < wings_of_a_depth; ++i) found[move[i]] = held[i];
    return found;
}

// The action of turns on wings: outer layers to all, inner ones to those of their depth.
struct WingTurns {
    std::array<std::array<WingRow, 4>, faces_of_cube> outer;
    std::array<std::array<WingRow, 4>, faces_of_cube> inner;

    WingTurns() {
        for (unsigned face = 0; face < faces_of_cube; ++face) {
            for (unsigned quarters = 0; quarters < 4; ++quarters) {
                outer[face][quarters] = moved_wings(face, false, quarters);
                inner[face][quarters] = moved_wings(face, true, quarters);
            }
        }
    }

    WingRow of(const std::vector<FaceTurn>& turns) const {
        WingRow row = identity_row();
        for (const FaceTurn turn : turns) row = then(row, outer[turn.face][turn.quarters]);
        return row;
    }
};

// Whether a turn of a face after that of another is not the same as before it, written in another order.
bool may_follow(unsigned face, unsigned last) { return face % 3 != last % 3 || face > last; }

// Some turns of faces, layers below a face, turns of the faces around it, and the layers back.
struct Macro {
    std::vector<FaceTurn> before;
    unsigned face;
    unsigned quarters;
    bool outer_too;  // whether the face turns with the layers below it
    std::vector<FaceTurn> between;
    std::array<std::uint8_t, 3>
        cycle;  // the wing at the first place goes to the second, among whole edges at rest

    std::size_t turns() const { return before.size() + between.size(); }
};

// The sequences around a face that may come between: each turns the other faces back to where they were.
std::vector<std::vector<FaceTurn>> sequences_around(unsigned face) {
    std::vector<std::vector<FaceTurn>> found;
    const auto turn = [](unsigned of, unsigned quarters) {
        return FaceTurn{static_cast<std::uint8_t>(of), static_cast<std::uint8_t>(quarters & 3)};
    };
    const auto& sides = GridCube::ring_faces(face % 3);
    for (const unsigned a : sides) {
        for (const unsigned way : {1u, 3u}) {
            for (unsigned quarters = 1; quarters < 4; ++quarters) {
                found.push_back({turn(a, way), turn(face, quarters), turn(a, 4 - way)});
                found.push_back({turn(a, way), turn((face + 3) % faces_of_cube, quarters), turn(a, 4 - way)});
                for (const unsigned b : sides) {
                    if (!adjacent(a, b)) continue;
                    found.push_back({turn(a, way), turn(face, quarters), turn(a, 4 - way), turn(b, way),
                                     turn(a, 4 - way), turn(b, 4 - way), turn(a, way)});
                }
            }
        }
    }
    return found;
}

// Sets the cycle of a macro; returns whether it is one of three wings.
bool set_cycle(Macro& macro, const WingTurns& turns) {
    const WingRow before = turns.of(macro.before), between = turns.of(macro.between);
    const WingRow outer = macro.outer_too ? turns.outer[macro.face][macro.quarters] : identity_row();
    const WingRow layers = then(outer, turns.inner[macro.face][macro.quarters]);
    const WingRow edges = then(before, then(then(outer, between), inverse(outer)));
    const WingRow wings = then(before, then(then(layers, between), inverse(layers)));
    const WingRow relative = then(wings, inverse(edges));
    std::size_t moved = 0;
    for (unsigned i = 0; i < wings_of_a_depth; ++i) {
        if (relative[i] == i) continue;
        if (moved++ == 0) macro.cycle = {static_cast<std::uint8_t>(i), relative[i], relative[relative[i]]};
    }
    return moved == 3;
}

// The shortest macro for each cycle, with and without the outer layer.
std::vector<Macro> shortest_macros(const WingTurns& turns) {
    constexpr std::size_t longest = 3, places = wings_of_a_depth;
    const auto numbered = [](bool outer_too, const std::array<std::uint8_t, 3>& cycle) {
        return ((outer_too * places + cycle[0]) * places + cycle[1]) * places + cycle[2];
    };
    std::vector<std::vector<FaceTurn>> setups{{}};
    for (std::size_t i = 0; i < setups.size() && setups[i].size() < longest; ++i) {
        for (std::uint8_t face = 0; face < faces_of_cube; ++face) {
            if (!setups[i].empty() && !may_follow(face, setups[i].back().face)) continue;
            for (std::uint8_t quarters = 1; quarters < 4; ++quarters) {
                auto longer = setups[i];
                longer.push_back({face, quarters});
                setups.push_back(std::move(longer));
            }
        }
    }
    std::map<std::size_t, Macro> shortest_cores;
    for (unsigned face = 0; face < faces_of_cube; ++face) {
        for (const auto& between : sequences_around(face)) {
            for (unsigned quarters = 1; quarters < 4; ++quarters) {
                for (const bool outer_too : {false, true}) {
                    Macro core{{}, face, quarters, outer_too, between, {}};
                    if (!set_cycle(core, turns)) continue;
                    const auto [at, is_new] =
                        shortest_cores.try_emplace(numbered(outer_too, core.cycle), core);
                    if (!is_new && core.turns() < at->second.turns()) at->second = core;
                }
            }
        }
    }
    std::vector<Macro> cores;
    for (const auto& [number, core] : shortest_cores) cores.push_back(core);
    struct Choice {
        std::size_t turns = std::numeric_limits<std::size_t>::max();
        std::size_t setup = 0;
        std::size_t core = 0;
    };
    std::vector<Choice> best(2 * places * places * places);
    for (std::size_t s = 0; s < setups.size(); ++s) {
        const WingRow back = inverse(turns.of(setups[s]));
        for (std::size_t c = 0; c < cores.size(); ++c) {
            std::array<std::uint8_t, 3> cycle{};
            for (std::size_t k = 0; k < 3; ++k) cycle[k] = back[cores[c].cycle[k]];
            std::rotate(cycle.begin(), std::min_element(cycle.begin(), cycle.end()), cycle.end());
            Choice& choice = best[numbered(cores[c].outer_too, cycle)];
            const std::size_t length = setups[s].size() + cores[c].between.size();
            if (length < choice.turns) choice = {length, s, c};
        }
    }
    std::vector<Macro> found;
    for (const Choice& choice : best) {
        if (choice.turns == std::numeric_limits<std::size_t>::max()) continue;
        Macro macro = cores[choice.core];
        macro.before = setups[choice.setup];
        set_cycle(macro, turns);
        found.push_back(macro);
    }
    return found;
}

// ---- imagined edges ----

// Finds, for an even cube, the edges to aim for: which wings each place should have.
class Imagined {
public:
    Imagined(const std::vector<WingRow>& wings, bool corners_odd) : corners_odd_(corners_odd) {
        for (const WingRow& row : wings) {
            for (unsigned place = 0; place < wings_of_a_depth; ++place) ++matches_[place][row[place]];
        }
        for (unsigned place = 0; place < wings_of_a_depth; ++place) {
            if (place < partner_of(place)) slots_.push_back(static_cast<std::uint8_t>(place));
        }
    }

    // Simulated annealing, over all arrangements, with a fine on those that no 3×3×3 has.
    WingRow found() {
        std::mt19937 random(1);
        const auto below = [&random](std::uint32_t n) { return static_cast<std::uint32_t>(random() % n); };
        std::vector<std::uint8_t> now = slots_, best;
        double best_score = -1;
        constexpr unsigned steps = 60'000;
        for (unsigned step = 0; step < steps; ++step) {
            const double heat = 1.5 * (1 - static_cast<double>(step) / steps) + 1e-9;
            const std::uint32_t a = below(12), b = below(12);
            auto next = now;
            std::swap(next[a], next[b]);
            if (below(2) != 0) next[a] = flipped(next[a]);
            if (a != b && below(2) != 0) next[b] = flipped(next[b]);
            const double change = fined(next) - fined(now);
            const double chance = static_cast<double>(below(1 << 16)) / (1 << 16);
            if (change >= 0 || chance < std::exp(change / heat)) now = std::move(next);
            if (allowed(now) && score(now) > best_score) {
                best = now;
                best_score = score(now);
            }
        }
        return row(best);
    }

private:
    static std::uint8_t flipped(std::uint8_t wing) { return static_cast<std::uint8_t>(partner_of(wing)); }

    WingRow row(const std::vector<std::uint8_t>& held) const {
        WingRow found{};
        for (std::size_t slot = 0; slot < slots_.size(); ++slot) {
            found[slots_[slot]] = held[slot];
            found[partner_of(slots_[slot])] = flipped(held[slot]);
        }
        return found;
    }

    double score(const std::vector<std::uint8_t>& held) const {
        unsigned sum = 0;
        for (std::size_t slot = 0; slot < slots_.size(); ++slot) {
            sum +=
                matches_[slots_[slot]][held[slot]] + matches_[partner_of(slots_[slot])][flipped(held[slot])];
        }
        return sum;
    }

    // Edges are turned over evenly if wings that go with them are permuted so, and permuted as corners are.
    unsigned faults(const std::vector<std::uint8_t>& held) const {
        std::array<std::uint8_t, 12> edges{};
        for (std::size_t slot = 0; slot < slots_.size(); ++slot) {
            const std::uint8_t wing = std::min(held[slot], flipped(held[slot]));
            edges[slot] =
                static_cast<std::uint8_t>(std::find(slots_.begin(), slots_.end(), wing) - slots_.begin());
        }
        return static_cast<unsigned>(is_odd(row(held))) +
               static_cast<unsigned>(is_odd(edges) != corners_odd_);
    }

    bool allowed(const std::vector<std::uint8_t>& held) const { return faults(held) == 0; }
    double fined(const std::vector<std::uint8_t>& held) const { return score(held) - 0.7 * faults(held); }

    bool corners_odd_;
    std::array<std::array<unsigned, wings_of_a_depth>, wings_of_a_depth> matches_{};
    std::vector<std::uint8_t> slots_;
};

// ---- the search ----

// A state of the beam, and how it was reached.
struct Node {
    std::vector<WingRow> wings;  // by depth, the first being 1
    WingRow edges;
    unsigned apart = 0;  // wings that are not at their edge
    std::size_t turns = 0;
    std::shared_ptr<const Node> parent;
    const Macro* macro = nullptr;
    std::vector<std::uint8_t> layers;  // the depths that took part
};

unsigned count_apart(const Node& node) {
    unsigned apart = 0;
    for (const WingRow& row : node.wings) {
        for (unsigned place = 0; place < wings_of_a_depth; ++place) apart += row[place] != node.edges[place];
    }
    return apart;
}

class Pairing {
public:
    explicit Pairing(std::size_t depths) : depths_(depths), from_(depths) {}

    std::shared_ptr<const Node> searched(Node start, std::size_t width, const std::function<void()>& poll) {
        start.apart = count_apart(start);
        std::vector<std::shared_ptr<const Node>> beam{std::make_shared<const Node>(std::move(start))};
        std::shared_ptr<const Node> done;
        while (true) {
            std::vector<Candidate> candidates;
            for (const auto& node : beam) {
                if (node->apart == 0) {
                    if (!done || node->turns < done->turns) done = node;
                } else {
                    collect(node, candidates);
                }
                poll();
            }
            if (candidates.empty()) break;
            const auto order = [width](const Candidate& a, const Candidate& b) {
                return width == 1 ? a.gain * b.turns > b.gain * a.turns : a.score() < b.score();
            };
            const std::size_t kept = std::min(width, candidates.size());
            std::partial_sort(candidates.begin(), candidates.begin() + static_cast<std::ptrdiff_t>(kept),
                              candidates.end(), order);
            std::vector<std::shared_ptr<const Node>> next;
            for (std::size_t i = 0; i < kept; ++i) {
                if (done && candidates[i].parent->turns + candidates[i].turns >= done->turns) continue;
                next.push_back(followed(candidates[i]));
            }
            if (next.empty()) break;
            beam = std::move(next);
        }
        if (!done) throw std::logic_error("no cycle brings a wing home");
        return done;
    }

private:
    struct Candidate {
        std::shared_ptr<const Node> parent;
        const Macro* macro;
        unsigned gain;
        std::size_t turns;
        double price;

        double score() const {
            constexpr double worth = 2.6;  // turns for a wing: about as many as they take
            return static_cast<double>(parent->turns + turns) + worth * (parent->apart - gain);
        }
    };

    void collect(const std::shared_ptr<const Node>& node, std::vector<Candidate>& candidates) {
        constexpr std::array<double, 3> prices{0.9, 0.4, 0.1};
        for (const Macro& macro : macros_) {
            std::size_t last = 0;
            for (const double price : prices) {
                const auto [gain, changes] = best_layers(*node, macro, price);
                if (gain <= 0) continue;
                const std::size_t turns = macro.turns() + 2 * changes;
                if (turns == last) continue;
                candidates.push_back({node, &macro, static_cast<unsigned>(gain), turns, price});
                last = turns;
            }
        }
    }

    struct Row {
        int gain;
        std::size_t changes;
    };

    // Chooses the best depths to take part, at a price for a change between neighbours; there are two turns
    // for each change.
    Row best_layers(const Node& node, const Macro& macro, double price) {
        double off = 0, on = 0;
        price *= 2;
        bool first = true;
        for (std::size_t depth = 0; depth < depths_; ++depth) {
            // The macro decides whether the outer layer is on or off.
            const double before_off = first && macro.outer_too ? -1e9 : off;
            const double before_on = first && !macro.outer_too ? -1e9 : on;
            const bool stay_off = before_off >= before_on - price, stay_on = before_on >= before_off - price;
            off = stay_off ? before_off : before_on - price;
            on =
                (stay_on ? before_on : before_off - price) + gain(node.wings[depth], node.edges, macro.cycle);
            from_[depth] = static_cast<std::uint8_t>((stay_off ? 0 : 1) | (stay_on ? 2 : 0));
            first = false;
        }
        layers_.assign(depths_, 0);
        bool in = on - price > off;
        Row row{0, in};
        for (std::size_t depth = depths_; depth-- > 0;) {
            layers_[depth] = in;
            if (in) row.gain += gain(node.wings[depth], node.edges, macro.cycle);
            const bool before = from_[depth] >> (in ? 1 : 0) & 1;
            row.changes += before != in;
            in = before;
        }
        return row;
    }

    static int gain(const WingRow& wings, const WingRow& edges, const std::array<std::uint8_t, 3>& cycle) {
        const auto [a, b, c] = cycle;
        return (wings[a] == edges[b]) + (wings[b] == edges[c]) + (wings[c] == edges[a]) -
               (wings[a] == edges[a]) - (wings[b] == edges[b]) - (wings[c] == edges[c]);
    }

    std::shared_ptr<const Node> followed(const Candidate& candidate) {
        const Macro& macro = *candidate.macro;
        best_layers(*candidate.parent, macro, candidate.price);
        auto node = std::make_shared<Node>();
        node->parent = candidate.parent;
        node->macro = &macro;
        node->layers = layers_;
        node->turns = candidate.parent->turns + candidate.turns;
        node->apart = candidate.parent->apart - candidate.gain;
        const WingRow before = turns_.of(macro.before), between = turns_.of(macro.between);
        const WingRow outer = macro.outer_too ? turns_.outer[macro.face][macro.quarters] : identity_row();
        const WingRow both = then(outer, turns_.inner[macro.face][macro.quarters]);
        const WingRow plain = then(before, then(then(outer, between), inverse(outer)));
        const WingRow along = then(before, then(then(both, between), inverse(both)));
        node->edges = after(candidate.parent->edges, plain);
        for (std::size_t depth = 0; depth < depths_; ++depth) {
            node->wings.push_back(after(candidate.parent->wings[depth], layers_[depth] ? along : plain));
        }
        return node;
    }

    // They are the same for every cube, so a process makes them once.
    static const WingTurns& shared_turns() {
        static const WingTurns turns;
        return turns;
    }
    static const std::vector<Macro>& shared_macros() {
        static const std::vector<Macro> macros = shortest_macros(shared_turns());
        return macros;
    }

    std::size_t depths_;
    const WingTurns& turns_ = shared_turns();
    const std::vector<Macro>& macros_ = shared_macros();
    std::vector<std::uint8_t> from_;
    std::vector<std::uint8_t> layers_;
};

void carry_out(TurnRecorder& turns, std::size_t size, const Node& node) {
    const Macro& macro = *node.macro;
    const auto layers = [&](unsigned quarters) {
        std::vector<std::uint8_t> row(size);
        const bool near = macro.face < 3;
        const auto clockwise = static_cast<std::uint8_t>((near ? quarters : 4 - quarters) & 3);
        if (macro.outer_too) row[near ? 0 : size - 1] = clockwise;
        for (std::size_t depth = 1; depth <= node.layers.size(); ++depth) {
            if (node.layers[depth - 1]) row[near ? depth : size - 1 - depth] = clockwise;
        }
        turns.layers(macro.face % 3, row);
    };
    for (const FaceTurn turn : macro.before) turns.face(turn.face, turn.quarters);
    layers(macro.quarters);
    for (const FaceTurn turn : macro.between) turns.face(turn.face, turn.quarters);
    layers(4 - macro.quarters);
}

}  // namespace

void pair_wings(GridCube& cube, TurnRecorder& turns, const Scheme& scheme, std::size_t width,
                const std::function<void()>& poll) {
    const std::size_t size = cube.size();
    Node start;
    for (std::size_t depth = 1; depth <= depths_of(size); ++depth) {
        start.wings.push_back(wings_at(cube, scheme, depth));
        require(!is_odd(start.wings.back()), "wings must be permuted evenly");
    }
    start.edges = size % 2 != 0 ? wings_at(cube, scheme, size / 2)
                                : Imagined(start.wings, corners_are_odd(cube, scheme)).found();
    Pairing pairing(depths_of(size));
    std::vector<const Node*> path;
    const auto done = pairing.searched(std::move(start), width, poll);
    for (const Node* node = done.get(); node->parent; node = node->parent.get()) path.push_back(node);
    for (auto node = path.rbegin(); node != path.rend(); ++node) carry_out(turns, size, **node);
}

}  // namespace cubecsp
