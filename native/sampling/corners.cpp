// See corners.hpp.

#include "sampling/corners.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#include "common/require.hpp"
#include "sampling/draws.hpp"

namespace cubecsp {

namespace {

constexpr unsigned kPieces = 12, kTurns = 3;
constexpr double kPrecision = 1 << 20;  // parts of one in which factors are given, rounded up
constexpr double kRounding = 1e-6;      // of such a part: the most that machines may differ by
constexpr unsigned kShift = 2;          // a way to place the edges is four points, see the bounds

// The number rounded up; std::ceil takes ten times as long.
double rounded_up(double number) {
    const auto whole = static_cast<double>(static_cast<std::int64_t>(number));
    return whole < number ? whole + 1 : whole;
}

// Whether all pieces are there.
bool is_placement(CornerTrials::Row row) {
    unsigned used = 0;
    for (std::size_t slot = 0; slot < CornerTrials::kCorners; ++slot)
        used |= 1u << std::min(row[slot] / 3, 8);
    return used == (1u << CornerTrials::kCorners) - 1;
}

}  // namespace

// By how many pieces fit a slot in both ways, and how many in one: entry both * 13 + one.
const std::vector<CornerTrials::Factors>& CornerTrials::factors() {
    static const std::vector<Factors> found = [] {
        const auto rounded = [](double factor) {
            return rounded_up(factor * kPrecision - kRounding) / kPrecision;
        };
        std::array<double, kPieces + 1> g{};
        for (unsigned k = 1; k <= kPieces; ++k) g[k] = std::exp(std::lgamma(k + 1.0) / k);
        std::vector<Factors> all((kPieces + 1) * (kPieces + 1));
        for (unsigned both = 0; both <= kPieces; ++both)
            for (unsigned one = 0; both + one <= kPieces; ++one)
                all[both * (kPieces + 1) + one] = {rounded(g[both + one] + g[both]), rounded(g[one]),
                                                   rounded(std::sqrt(4.0 * both + one)),
                                                   rounded(std::sqrt(static_cast<double>(one)))};
        return all;
    }();
    return found;
}

// The entry of a domain is the sum of that of its first six pieces and that of the others.
const std::vector<std::uint8_t>& CornerTrials::entries() {
    static const std::vector<std::uint8_t> found = [] {
        std::vector<std::uint8_t> all(std::size_t{1} << kPieces);
        for (Domain half = 0; half < all.size(); ++half)
            for (Domain left = half; left != 0; left >>= 2)
                all[half] = static_cast<std::uint8_t>(all[half] + ((left & 3) == 3   ? kPieces + 1
                                                                   : (left & 3) != 0 ? 1
                                                                                     : 0));
        return all;
    }();
    return found;
}

CornerTrials::CornerTrials(const std::vector<Domain>& corners, const std::vector<Domain>& edges)
    : edges_(edges) {
    require(corners.size() == kCorners, "one domain for each corner slot");
    for (const Domain domain : corners) require(domain >> kValues == 0, "no such placement");
    std::copy(corners.begin(), corners.end(), corners_.begin());
    std::copy(edges.begin(), edges.end(), initial_.begin());
}

void CornerTrials::depend(int edge, const std::vector<int>& corners, const std::vector<Domain>& allowed) {
    require(!begun(), "sampling has begun");
    for (std::size_t i = 1; i < corners.size(); ++i) require(corners[i - 1] < corners[i], "corners ascend");
    edges_.depend(edge, corners, allowed);
    dependences_[static_cast<std::size_t>(edge)].push_back({{corners.begin(), corners.end()}, allowed});
}

// Choose four corners such that few edges, if possible none, depend on several of the others.
void CornerTrials::choose_first() {
    std::array<unsigned, kEdges> read{};  // corners, by edge
    for (std::size_t edge = 0; edge < kEdges; ++edge)
        for (const Dependence& dependence : dependences_[edge])
            for (const std::size_t corner : dependence.corners) read[edge] |= 1u << corner;
    unsigned best = 0;
    std::size_t fewest = std::numeric_limits<std::size_t>::max();
    for (unsigned first = 0; first < 1u << kCorners; ++first) {
        if (static_cast<std::size_t>(std::popcount(first)) != kFirst) continue;
        std::size_t several = 0;
        for (const unsigned some : read)
            several += static_cast<std::size_t>(std::max(1, std::popcount(some & ~first)) - 1);
        if (several < fewest) fewest = several, best = first;
    }
    std::size_t at_first = 0, at_others = kFirst;
    for (std::size_t corner = 0; corner < kCorners; ++corner)
        order_[best >> corner & 1 ? at_first++ : at_others++] = corner;
    // Each edge is read off one of the others: the one that most of its couplings are about.
    for (std::size_t edge = 0; edge < kEdges; ++edge) {
        const auto couplings = [&](std::size_t corner) {
            return std::count_if(dependences_[edge].begin(), dependences_[edge].end(), [&](const auto& one) {
                return std::find(one.corners.begin(), one.corners.end(), corner) != one.corners.end();
            });
        };
        std::size_t reader = 0;
        for (std::size_t other = 1; other < kOthers; ++other)
            if (couplings(order_[kFirst + other]) > couplings(order_[kFirst + reader])) reader = other;
        readings_[reader].push_back(reading_of(edge, best, order_[kFirst + reader]));
        tabulate(readings_[reader].back(), order_[kFirst + reader]);
    }
}

// If an edge depends on only one of the first corners and the other, find its summands once for all.
void CornerTrials::tabulate(Reading& reading, std::size_t other) const {
    std::vector<std::size_t> read;
    for (const auto* dependences : {&reading.before, &reading.with})
        for (const Dependence& dependence : *dependences)
            for (const std::size_t corner : dependence.corners)
                if (corner != other && std::find(read.begin(), read.end(), corner) == read.end())
                    read.push_back(corner);
    if (read.size() != 1) return;
    reading.first = read[0];
    Held held{};
    for (std::size_t entry = 0; entry < std::size_t{kValues} * kValues; ++entry) {
        held[reading.first] = static_cast<std::uint8_t>(entry / kValues);
        held[other] = static_cast<std::uint8_t>(entry % kValues);
        const Domain before = domain_at(reading.before, held, initial_[reading.edge]);
        reading.known.push_back(factors_of(domain_at(reading.with, held, before)));
    }
}

const CornerTrials::Factors& CornerTrials::factors_of(Domain domain) {
    constexpr Domain kHalf = (1u << kPieces) - 1;
    return factors()[entries()[domain & kHalf] + entries()[domain >> kPieces]];
}

// The allowed contents of an edge slot by the first corners and one of the others, for any contents of the
// rest.
CornerTrials::Reading CornerTrials::reading_of(std::size_t edge, unsigned first, std::size_t other) const {
    const unsigned known = first | 1u << other;
    Reading reading{edge, {}, {}, 0, {}};
    for (const Dependence& dependence : dependences_[edge]) {
        Dependence reduced{{}, {}};
        std::size_t entries = 1;
        for (const std::size_t corner : dependence.corners)
            if (known >> corner & 1) reduced.corners.push_back(corner), entries *= kValues;
        reduced.allowed.assign(entries, 0);
        for (std::size_t entry = 0; entry < dependence.allowed.size(); ++entry) {
            std::size_t to = 0, left = entry, power = 1;
            bool possible = true;
            for (std::size_t i = dependence.corners.size(); i-- > 0; left /= kValues) {
                const std::size_t corner = dependence.corners[i], value = left % kValues;
                possible = possible && (corners_[corner] >> value & 1);
                if (known >> corner & 1) to += power * value, power *= kValues;
            }
            if (possible) reduced.allowed[to] |= dependence.allowed[entry];
        }
        const bool with =
            std::find(reduced.corners.begin(), reduced.corners.end(), other) != reduced.corners.end();
        (with ? reading.with : reading.before).push_back(std::move(reduced));
    }
    return reading;
}

CornerTrials::Domain CornerTrials::domain_at(const std::vector<Dependence>& dependences, const Held& held,
                                             Domain domain) {
    for (const Dependence& dependence : dependences) {
        std::size_t entry = 0;
        for (const std::size_t corner : dependence.corners) entry = entry * kValues + held[corner];
        domain &= dependence.allowed[entry];
    }
    return domain;
}

// The ways to place the other corners after the first ones.
class CornerTrials::Others {
public:
    Others(const CornerTrials& trials, const std::array<std::uint8_t, kFirst>& held) : trials_(trials) {
        unsigned used = 0, twist = 0;
        for (std::size_t i = 0; i < kFirst; ++i) {
            row_[trials.order_[i]] = held[i];
            used |= 1u << held[i] / kTurns;
            twist += held[i];
        }
        needed_ = (kTurns - twist % kTurns) % kTurns;
        std::size_t left = 0;
        for (unsigned piece = 0; piece < kCorners; ++piece)
            if (!(used >> piece & 1)) pieces_[left++] = piece;
        for (std::size_t other = 0; other < kOthers; ++other) weigh(other);
        add_up();
    }

    std::uint64_t points() const { return sum(beyond_[0][needed_]); }

    // Write the corners of a point, and return which of the points of these it is.
    std::uint64_t place(std::uint64_t point, std::uint8_t* to) const {
        Points before{1, 1, 1, 1};
        unsigned used = 0, needed = needed_;
        for (std::size_t i = 0; i < kFirst; ++i) to[trials_.order_[i]] = row_[trials_.order_[i]];
        for (std::size_t other = 0; other < kOthers; ++other) {
            const auto [piece, turn] = [&] {
                for (unsigned one = 0;; ++one) {
                    if (used >> one & 1) continue;
                    for (unsigned turned = 0; turned < kTurns; ++turned) {
                        const Points& after = beyond_[used | 1u << one][(needed + kTurns - turned) % kTurns];
                        const std::uint64_t here =
                            sum(times(times(before, own_[other][one * kTurns + turned]), after));
                        if (point < here) return std::pair(one, turned);
                        point -= here;
                    }
                }
            }();
            before = times(before, own_[other][piece * kTurns + turn]);
            used |= 1u << piece;
            needed = (needed + kTurns - turn) % kTurns;
            to[trials_.order_[kFirst + other]] = static_cast<std::uint8_t>(pieces_[piece] * kTurns + turn);
        }
        return point;
    }

    // How many points there are with all corners placed.
    std::uint64_t points_of(Row row) const {
        Points all{1, 1, 1, 1};
        for (std::size_t other = 0; other < kOthers; ++other) {
            const unsigned value = row[trials_.order_[kFirst + other]];
            const auto piece = std::find(pieces_.begin(), pieces_.end(), value / kTurns) - pieces_.begin();
            all = times(all, own_[other][static_cast<std::size_t>(piece) * kTurns + value % kTurns]);
        }
        return sum(all);
    }

private:
    static Points times(const Points& a, const Points& b) {
        return {a[0] * b[0], a[1] * b[1], a[2] * b[2], a[3] * b[3]};
    }
    static std::uint64_t sum(const Points& points) {
        return static_cast<std::uint64_t>(points[0] + points[1] + points[2] + points[3]);
    }

    // Find the summand of one of the corners in the bounds, for each of its contents.
    void weigh(std::size_t other) {
        const std::size_t slot = trials_.order_[kFirst + other];
        const Domain domain = trials_.corners_[slot];
        std::array<Factors, kOthers * kTurns> all{};
        for (std::size_t i = 0; i < all.size(); ++i)
            if (domain >> value(i) & 1) all[i].fill(1);
        for (const Reading& reading : trials_.readings_[other]) {
            if (!reading.known.empty()) {
                const Factors* known = &reading.known[std::size_t{row_[reading.first]} * kValues];
                for (std::size_t i = 0; i < all.size(); ++i)
                    for (std::size_t kind = 0; kind < all[i].size(); ++kind)
                        all[i][kind] *= known[value(i)][kind];
                continue;
            }
            const Domain fixed = trials_.domain_at(reading.before, row_, trials_.initial_[reading.edge]);
            for (std::size_t i = 0; i < all.size(); ++i) {
                row_[slot] = static_cast<std::uint8_t>(value(i));
                const Domain here = trials_.domain_at(reading.with, row_, fixed);
                const Factors& factors = factors_of(here);
                for (std::size_t kind = 0; kind < factors.size(); ++kind) all[i][kind] *= factors[kind];
            }
        }
        for (std::size_t i = 0; i < all.size(); ++i)
            for (std::size_t kind = 0; kind < all[i].size(); ++kind)
                own_[other][i][kind] = rounded_up(all[i][kind]);
    }

    // A placement of one of the pieces that are left.
    std::size_t value(std::size_t i) const { return pieces_[i / kTurns] * kTurns + i % kTurns; }

    // Add up from the end. Doubles have all bits of the sums: there are 648 ways to place the corners, and
    // bounds are products of at most 2 g(12) = 10.6 for each edge, together less than 2^51.
    void add_up() {
        constexpr unsigned kAll = (1u << kOthers) - 1;
        beyond_[kAll][0] = {1, 1, 1, 1};
        for (unsigned used = kAll; used-- > 0;) {
            const auto other = static_cast<std::size_t>(std::popcount(used));
            for (unsigned piece = 0; piece < kOthers; ++piece) {
                if (used >> piece & 1) continue;
                for (unsigned turn = 0; turn < kTurns; ++turn)
                    for (unsigned needed = 0; needed < kTurns; ++needed) {
                        const Points& after = beyond_[used | 1u << piece][(needed + kTurns - turn) % kTurns];
                        const Points more = times(own_[other][piece * kTurns + turn], after);
                        for (std::size_t kind = 0; kind < more.size(); ++kind)
                            beyond_[used][needed][kind] += more[kind];
                    }
            }
        }
    }

    const CornerTrials& trials_;
    Held row_{};
    unsigned needed_ = 0;                                              // the sum of the turns of the others
    std::array<unsigned, kOthers> pieces_{};                           // that are left
    std::array<std::array<Points, kOthers * kTurns>, kOthers> own_{};  // of each slot, by placement
    std::array<std::array<Points, kTurns>, 1u << kOthers> beyond_{};   // by used pieces, and turns needed
};

void CornerTrials::begin() {
    if (begun()) return;
    choose_first();
    TwoWords points;
    std::array<std::uint8_t, kFirst> held{};
    const auto begin_with = [&](auto& self, std::size_t placed, unsigned used) -> void {
        if (placed == kFirst) {
            const std::uint64_t here = Others(*this, held).points();
            points = points + TwoWords{0, here};
            if (here > 0) beginnings_.push_back({points, held});
            return;
        }
        for (Domain values = corners_[order_[placed]]; values != 0; values &= values - 1) {
            held[placed] = static_cast<std::uint8_t>(std::countr_zero(values));
            const unsigned piece = 1u << held[placed] / kTurns;
            if (!(used & piece)) self(self, placed + 1, used | piece);
        }
    };
    begin_with(begin_with, 0, 0);
    all_points_ = points + TwoWords{0, (1u << kShift) - 1};
    all_points_.low = all_points_.low >> kShift << kShift;
    begun_.store(true, std::memory_order_release);
}

TwoWords CornerTrials::points() const {
    return {all_points_.high >> kShift, all_points_.high << (64 - kShift) | all_points_.low >> kShift};
}

std::uint64_t CornerTrials::bound(Row row) const {
    require(is_placement(row), "no such placement");
    std::array<std::uint8_t, kFirst> held{};
    for (std::size_t i = 0; i < kFirst; ++i) held[i] = row[order_[i]];
    return (Others(*this, held).points_of(row) + (1u << kShift) - 1) >> kShift;
}

// Write the corners of a trial's point, and return which of the points of these it is; nothing if it is a
// point of no corners.
std::optional<std::uint64_t> CornerTrials::drawn(std::uint64_t seed, std::uint64_t stream, Hit& hit) const {
    const TwoWords point = Draws(seed, stream, hit.trial).below(all_points_);
    const auto at = std::upper_bound(beginnings_.begin(), beginnings_.end(), point,
                                     [](const TwoWords& a, const Beginning& b) { return a < b.points; });
    if (at == beginnings_.end()) return std::nullopt;
    const TwoWords before = at == beginnings_.begin() ? TwoWords{} : (at - 1)->points;
    return Others(*this, at->held).place((point - before).low, hit.row.data()) >> kShift;
}

std::vector<CornerTrials::Hit> CornerTrials::hits(std::uint64_t seed, std::uint64_t stream,
                                                  std::uint64_t first, std::size_t number) const {
    std::vector<Hit> hits;
    if (beginnings_.empty()) return hits;
    std::vector<std::uint64_t> ranks;
    std::vector<std::uint8_t> corners;
    for (std::size_t i = 0; i < number; ++i) {
        Hit hit{first + i, {}};
        const std::optional<std::uint64_t> rank = drawn(seed, stream, hit);
        if (!rank) continue;
        hits.push_back(hit);
        ranks.push_back(*rank);
        corners.insert(corners.end(), hit.row.begin(), hit.row.begin() + kCorners);
    }
    // Counting takes less than placing, all the more if it is done for many at once, and most trials miss.
    EdgeSums edges = edges_;
    const std::vector<std::uint64_t> ways = edges.counts(corners.data(), hits.size());
    std::size_t kept = 0;
    for (std::size_t i = 0; i < hits.size(); ++i) {
        if (ranks[i] >= ways[i]) continue;
        edges.place(hits[i].row.data(), ranks[i], hits[i].row.data() + kCorners);
        hits[kept++] = hits[i];
    }
    hits.resize(kept);
    return hits;
}

}  // namespace cubecsp
