// See sampling_corners.hpp.

#include "sampling_corners.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <stdexcept>

#include "draws.hpp"
#include "platform.hpp"

namespace cubecsp {

namespace {

constexpr std::size_t kBegun = 4;  // corners whose placements are tabled
constexpr int kBits = 8;           // of a bound: further ones could differ between machines
constexpr double kRoundedUp = 1 + 1e-9;
constexpr unsigned kPieces = 12;

void require(bool condition, const char* message) {
    if (!condition) throw std::invalid_argument(message);
}

bool is_odd_permutation(CornerDarts::Row row) {
    unsigned used = 0;
    bool odd = false;
    for (std::size_t slot = 0; slot < CornerDarts::kCorners; ++slot) {
        odd ^= is_odd(used >> (row[slot] / 3) >> 1);
        used |= 1u << (row[slot] / 3);
    }
    return odd;
}

}  // namespace

void CornerDarts::Factors::operator*=(const Factors& other) {
    permanent *= other.permanent;
    signed_permanent *= other.signed_permanent;
    determinant *= other.determinant;
    signed_determinant *= other.signed_determinant;
}

// By how many pieces fit a slot in both ways, and how many in one.
const std::vector<CornerDarts::Factors>& CornerDarts::factors() {
    static const std::vector<Factors> found = [] {
        std::array<double, kPieces + 1> g{};
        for (unsigned k = 1; k <= kPieces; ++k) g[k] = std::exp(std::lgamma(k + 1.0) / k);
        std::vector<Factors> all((kPieces + 1) * (kPieces + 1));
        for (unsigned both = 0; both <= kPieces; ++both)
            for (unsigned one = 0; both + one <= kPieces; ++one)
                all[both * (kPieces + 1) + one] = {g[both + one] + g[both], g[one],
                                                   std::sqrt(4.0 * both + one),
                                                   std::sqrt(static_cast<double>(one))};
        return all;
    }();
    return found;
}

CornerDarts::Factors CornerDarts::factors_of(Domain domain) {
    constexpr Domain kFirst = 0x555555;
    const Domain one = domain & kFirst, other = domain >> 1 & kFirst;
    const auto both = static_cast<unsigned>(std::popcount(one & other));
    return factors()[both * (kPieces + 1) + static_cast<unsigned>(std::popcount(one ^ other))];
}

std::uint64_t CornerDarts::bound_of(const Factors& all) {
    if (all.permanent == 0) return 0;
    const double total = all.permanent + all.signed_permanent + all.determinant + all.signed_determinant;
    const auto bound = static_cast<std::uint64_t>(total / 4 * kRoundedUp + 1);
    const int dropped = std::max(0, static_cast<int>(std::bit_width(bound)) - kBits);
    return ((bound >> dropped) + 1) << dropped;
}

std::uint64_t CornerDarts::bound(Row row) const {
    Factors all{1, 1, 1, 1};
    for (std::size_t edge = 0; edge < kEdges; ++edge) all *= factors_of(domain_at(edge, row, kCorners));
    return bound_of(all);
}

CornerDarts::CornerDarts(const std::vector<std::uint64_t>& corners, const std::vector<std::uint64_t>& edges)
    : corners_(3, corners), edges_(2, {}) {
    require(corners.size() == kCorners && edges.size() == kEdges, "one domain for each slot");
    for (std::size_t slot = 0; slot < kEdges; ++slot) {
        require(edges[slot] >> kValues == 0, "no such placement");
        initial_[slot] = static_cast<Domain>(edges[slot]);
    }
}

void CornerDarts::depend(int edge, const std::vector<int>& corners, const std::vector<Domain>& allowed) {
    require(beginnings_.empty(), "darts have been thrown");
    require(edge >= 0 && static_cast<std::size_t>(edge) < kEdges, "no such edge slot");
    require(!corners.empty() && corners.size() <= 3, "one to three corners");
    Dependence dependence{{}, {allowed}, {}};
    std::size_t entries = 1;
    for (const int corner : corners) {
        require(corner >= 0 && static_cast<std::size_t>(corner) < kCorners, "no such corner slot");
        const auto slot = static_cast<std::size_t>(corner);
        require(dependence.corners.empty() || dependence.corners.back() < slot, "corners ascend");
        dependence.corners.push_back(slot);
        entries *= kValues;
    }
    for (const std::size_t slot : dependence.corners) touches_[slot][static_cast<std::size_t>(edge)] = true;
    require(allowed.size() == entries, "a domain for each placement of the corners");
    for (const Domain domain : allowed) require(domain >> kValues == 0, "no such placement");
    for (std::size_t known = corners.size(); known-- > 0;) {
        const std::vector<Domain>& whole = dependence.allowed.front();
        std::vector<Domain> fewer(whole.size() / kValues);
        for (std::size_t entry = 0; entry < whole.size(); ++entry)
            if (corners_.domain(dependence.corners[known]) >> (entry % kValues) & 1)
                fewer[entry / kValues] |= whole[entry];
        dependence.allowed.insert(dependence.allowed.begin(), std::move(fewer));
    }
    auto& others = dependences_[static_cast<std::size_t>(edge)];
    const auto same = std::find_if(others.begin(), others.end(), [&](const Dependence& other) {
        return other.corners == dependence.corners;
    });
    if (same == others.end()) {
        others.push_back(std::move(dependence));
        return;
    }
    for (std::size_t known = 0; known < same->allowed.size(); ++known)
        for (std::size_t entry = 0; entry < same->allowed[known].size(); ++entry)
            same->allowed[known][entry] &= dependence.allowed[known][entry];
}

std::uint64_t CornerDarts::placements() const {
    return corners_.ways(0, false, 0) + corners_.ways(0, true, 0);
}

// What an edge slot may hold with the first corners placed.
CornerDarts::Domain CornerDarts::domain_at(std::size_t edge, Row row, std::size_t placed) const {
    Domain domain = initial_[edge];
    for (const Dependence& dependence : dependences_[edge]) {
        std::size_t entry = 0, known = 0;
        while (known < dependence.corners.size() && dependence.corners[known] < placed)
            entry = entry * kValues + row[dependence.corners[known++]];
        domain &= dependence.allowed[known][entry];
    }
    return domain;
}

// What an edge slot adds to bounds with the first corners placed: as a rule it depends on one pair alone.
CornerDarts::Factors CornerDarts::factors_at(std::size_t edge, Row row, std::size_t placed) const {
    if (dependences_[edge].size() != 1) return factors_of(domain_at(edge, row, placed));
    const Dependence& only = dependences_[edge].front();
    std::size_t entry = 0, known = 0;
    while (known < only.corners.size() && only.corners[known] < placed)
        entry = entry * kValues + row[only.corners[known++]];
    return only.factors[known][entry];
}

// Call `found` with the points of each placement of the next corner, with which the beginning then goes on,
// until it returns true. No bound is above that of the beginning, whatever numbers are rounded.
template <class Found>
void CornerDarts::extend(Beginning& beginning, std::size_t placed, const Found& found) const {
    const std::uint64_t most = beginning.bound;
    unsigned used = 0, twist = 0;
    for (std::size_t slot = 0; slot < placed; ++slot) {
        used |= 1u << (beginning.row[slot] / 3);
        twist += beginning.row[slot];
    }
    const Row row = beginning.row.data();
    const auto& touched = touches_[placed];
    Factors settled{1, 1, 1, 1};
    for (std::size_t edge = 0; edge < kEdges; ++edge)
        if (!touched[edge]) settled *= factors_at(edge, row, placed);
    for (std::uint64_t values = corners_.domain(placed); values != 0; values &= values - 1) {
        const auto value = static_cast<unsigned>(std::countr_zero(values));
        if (used >> (value / 3) & 1) continue;
        const unsigned after = used | 1u << (value / 3);
        const std::size_t needed = (3 * kValues * kCorners - twist - value) % 3;
        const std::uint64_t ways = corners_.ways(after, false, needed) + corners_.ways(after, true, needed);
        if (ways == 0) continue;
        beginning.row[placed] = static_cast<std::uint8_t>(value);
        Factors all = settled;
        for (std::size_t edge = 0; edge < kEdges; ++edge)
            if (touched[edge]) all *= factors_at(edge, row, placed + 1);
        beginning.bound = std::min(most, bound_of(all));
        if (beginning.bound > 0 && found(ways * beginning.bound)) return;
    }
}

void CornerDarts::begin() {
    if (!beginnings_.empty()) return;
    for (std::size_t edge = 0; edge < kEdges; ++edge)
        for (Dependence& dependence : dependences_[edge]) {
            dependence.factors.clear();
            for (const std::vector<Domain>& some : dependence.allowed) {
                auto& factors = dependence.factors.emplace_back();
                for (const Domain domain : some) factors.push_back(factors_of(initial_[edge] & domain));
            }
        }
    Wide points;
    const auto begin_with = [&](auto& self, const Beginning& from, std::size_t placed) -> void {
        Beginning beginning = from;
        extend(beginning, placed, [&](std::uint64_t here) {
            if (placed + 1 < kBegun) {
                self(self, beginning, placed + 1);
            } else {
                beginning.points = points = points + Wide{0, here};
                beginnings_.push_back(beginning);
            }
            return false;
        });
    };
    begin_with(begin_with, {{}, ~std::uint64_t{0}, {}}, 0);
}

Wide CornerDarts::points() {
    begin();
    return beginnings_.empty() ? Wide{} : beginnings_.back().points;
}

// Let a dart go on from some corners, and return whether it gets to the end.
bool CornerDarts::fall(Dart& dart, const Beginning& from) const {
    Beginning beginning = from;
    for (std::size_t placed = kBegun; placed < kCorners; ++placed) {
        bool hit = false;
        extend(beginning, placed, [&](std::uint64_t here) {
            hit = dart.rank < here;
            if (!hit) dart.rank -= here;
            return hit;
        });
        if (!hit) return false;
    }
    dart.corners = beginning.row;
    return true;
}

std::vector<CornerDarts::Dart> CornerDarts::thrown(std::uint64_t seed, std::uint64_t stream,
                                                   std::uint64_t first, std::size_t number) {
    const Wide all = points();
    std::vector<Dart> found;
    if (beginnings_.empty()) return found;
    for (std::size_t i = 0; i < number; ++i) {
        const Wide point = Draws(seed, stream, first + i).below(all);
        const auto at = std::upper_bound(beginnings_.begin(), beginnings_.end(), point,
                                         [](const Wide& a, const Beginning& b) { return a < b.points; });
        const Wide before = at == beginnings_.begin() ? Wide{} : (at - 1)->points;
        Dart dart{first + i, {}, (point - before).low};
        if (fall(dart, *at)) found.push_back(dart);
    }
    return found;
}

void CornerDarts::edges(Row row, std::uint64_t rank, std::uint8_t* to) {
    require(std::all_of(row, row + kCorners, [](std::uint8_t value) { return value < kValues; }),
            "no such placement");
    std::vector<std::uint64_t> domains;
    for (std::size_t edge = 0; edge < kEdges; ++edge) domains.push_back(domain_at(edge, row, kCorners));
    edges_.reset(domains);
    edges_.row(rank, is_odd_permutation(row), to);
}

}  // namespace cubecsp
