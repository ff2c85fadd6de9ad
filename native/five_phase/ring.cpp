// Phase 4 of the 5x5x5: its coordinates, and their distances.

#include "five_phase/ring.hpp"

#include <algorithm>
#include <bit>
#include <stdexcept>

#include "common/require.hpp"

namespace cubecsp::five_phase {

namespace {

constexpr std::size_t kEights = 8 * 8 * 8 * 8;  // codes of arrangements

std::size_t code_of(const std::array<std::uint8_t, 4>& places) {
    std::size_t code = 0;
    for (std::size_t i = 0; i < 4; ++i) code |= std::size_t{places[i]} << (3 * i);
    return code;
}

// All arrangements, by number, and the number of each code.
struct Arrangements {
    std::vector<std::array<std::uint8_t, 4>> places;
    std::array<std::uint16_t, kEights> number{};

    Arrangements() {
        for (std::size_t code = 0; code < kEights; ++code) {
            std::array<std::uint8_t, 4> at{};
            unsigned taken = 0;
            for (std::size_t i = 0; i < 4; ++i) {
                at[i] = static_cast<std::uint8_t>(code >> 3 * i & 7U);
                taken |= 1U << at[i];
            }
            if (std::popcount(taken) < 4) continue;
            number[code] = static_cast<std::uint16_t>(places.size());
            places.push_back(at);
        }
    }
};

const Arrangements& arrangements() {
    static const Arrangements all;
    return all;
}

}  // namespace

Phase4::Places Phase4::places(std::size_t arrangement) { return arrangements().places[arrangement]; }
std::uint16_t Phase4::arrangement(const Places& places) { return arrangements().number[code_of(places)]; }

Phase4::Phase4(const Geometry& geometry)
    : kinds_(geometry),
      edges_(geometry, geometry.turns4),
      ring_(EightEdges(geometry, geometry.turns5).others()) {
    require((ring_ & edges_.others()) == 0, "phases 4 and 5 keep the same edges");
    std::ranges::copy(geometry.turns4, turns_.begin());
    number_arrangements();
    find_moves(geometry);
    number_centres(geometry);
    find_symmetries(geometry);
    find_classes();
}

void Phase4::number_arrangements() {
    std::vector<std::array<std::uint8_t, 4>> orders;
    std::array<std::uint8_t, 4> order{0, 1, 2, 3};
    do orders.push_back(order);
    while (std::ranges::next_permutation(order).found);
    std::array<std::uint8_t, 256> fours{};
    for (unsigned set = 0, number = 0; set < 256; ++set) {
        if (std::popcount(set) == 4) fours[set] = static_cast<std::uint8_t>(number++);
    }
    for (std::size_t a = 0; a < kArrangements; ++a) {
        const Places at = places(a);
        // order[i]: which edge comes i-th by its place
        std::ranges::sort(order, {}, [&](std::uint8_t i) { return at[i]; });
        order_.push_back(static_cast<std::uint8_t>(std::ranges::find(orders, order) - orders.begin()));
        four_.push_back(fours[1U << at[0] | 1U << at[1] | 1U << at[2] | 1U << at[3]]);
        if (std::ranges::is_sorted(at)) sorted_[four_.back()] = static_cast<std::uint16_t>(a);
        renamed_.emplace_back();
        for (std::size_t i = 0; i < orders.size(); ++i) {
            Places other{};
            for (std::size_t k = 0; k < 4; ++k) other[k] = at[orders[i][k]];
            renamed_.back()[i] = arrangement(other);
        }
    }
}

// The images of arrangements, by number.
std::vector<std::uint16_t> Phase4::moved_arrangements(const EightEdges::Places& to) const {
    std::vector<std::uint16_t> images;
    for (std::size_t a = 0; a < kArrangements; ++a) {
        Places at = places(a);
        for (std::uint8_t& place : at) place = to[place];
        images.push_back(arrangement(at));
    }
    return images;
}

void Phase4::find_moves(const Geometry& geometry) {
    for (auto& table : after_) table.resize(kArrangements);
    for (std::size_t move = 0; move < kMoves; ++move) {
        const Pieces& turn = geometry.turns[turns_[move]];
        const EightEdges::Places to[] = {edges_.moved_by(turn.middles, kinds_.middle_slot),
                                         edges_.moved_by(turn.wings, kinds_.wing_slot[0]),
                                         edges_.moved_by(turn.wings, kinds_.wing_slot[1])};
        for (std::size_t sort = 0; sort < kSorts; ++sort) {
            const auto images = moved_arrangements(to[sort]);
            for (std::size_t a = 0; a < kArrangements; ++a) after_[sort][a][move] = images[a];
        }
    }
}

// Those of both phases 4 and 5. Half of them exchange the kinds of wings; one of these is enough.
void Phase4::find_symmetries(const Geometry& geometry) {
    std::vector<std::size_t> symmetries, mirrors;
    for (const std::size_t symmetry : keeping(geometry, {geometry.turns4, geometry.turns5})) {
        const bool keeps = moved(kinds_.wings, geometry.symmetries[symmetry].wings) == kinds_.wings;
        (keeps ? symmetries : mirrors).push_back(symmetry);
    }
    require(symmetries.size() == 4 && !mirrors.empty(), "phase 4 has eight symmetries");
    inverse_ = inverses(geometry, symmetries);
    const auto image_of_arrangements = [&](std::size_t symmetry) {
        return moved_arrangements(edges_.moved_by(geometry.symmetries[symmetry].middles, kinds_.middle_slot));
    };
    for (const std::size_t symmetry : symmetries) image_.push_back(image_of_arrangements(symmetry));
    mirrored_ = image_of_arrangements(mirrors.front());
    const auto find_images = [&](const Coordinate<Pieces>& coordinate, std::size_t axis, auto& images,
                                 auto& mirrored) {
        const auto image = [&](const Pieces& pieces, std::size_t symmetry) {
            return numbered(coordinate, axis_codes(conjugated(geometry, pieces, symmetry), axis));
        };
        for (const Pieces& pieces : coordinate.representative) {
            images.emplace_back();
            for (std::size_t i = 0; i < symmetries.size(); ++i)
                images.back()[i] = image(pieces, symmetries[i]);
            mirrored.push_back(image(pieces, mirrors.front()));
        }
    };
    find_images(sides_, kRl, sides_image_, sides_mirrored_);
    find_images(ends_, kUd, ends_image_, ends_mirrored_);
}

void Phase4::find_classes() {
    const auto image_of_pair = [this](std::size_t pair, std::size_t symmetry) {
        const std::size_t four = pair / kArrangements;
        const std::size_t there = four_[image_[symmetry][sorted_[four]]];
        return pair_index(there, image(pair % kArrangements, four, symmetry));
    };
    classes_ = SymmetryClasses(kFours * kArrangements, inverse_, image_of_pair);
    if (classes_.count() != kRingClasses) throw std::logic_error("phase 4 has other classes");
    Places at{};
    for (std::size_t place = 0, i = 0; place < 8; ++place) {
        if (ring_ >> edges_.edge(place) & 1U) at[i++] = static_cast<std::uint8_t>(place);
    }
    solved_ = arrangement(at);
}

void Phase4::number_centres(const Geometry& geometry) {
    const auto sides = [](const Pieces& p) { return axis_codes(p, kRl); };
    const auto ends = [](const Pieces& p) { return axis_codes(p, kUd); };
    sides_ = walked(geometry, geometry.turns4, kAxisCodes, sides);
    ends_ = walked(geometry, geometry.turns4, kAxisCodes, ends);
    graph_.emplace(sides_.table, ends_.table, kMoves);
    if (graph_->size() != sizeof(Distances::centres)) throw std::logic_error("phase 4 has other centres");
    const auto both = [&](const Pieces& p) {
        return numbered(sides_, sides(p)) * kAxis + numbered(ends_, ends(p));
    };
    const auto goals = walked(geometry, geometry.turns5, kSides4 * kAxis, both);
    for (const Pieces& pieces : goals.representative) {
        goals_.emplace_back(sides_.number[sides(pieces)], ends_.number[ends(pieces)]);
    }
}

std::vector<Phase4::Node> Phase4::nodes(const Pieces& pieces) const {
    const std::uint16_t sides = sides_.number[axis_codes(pieces, kRl)];
    if (sides == Coordinate<Pieces>::unseen) return {};
    const std::uint16_t ends = numbered(ends_, axis_codes(pieces, kUd));
    std::uint32_t free = (1U << kEdges) - 1;  // edges with all their pieces in U and D
    std::array<std::array<std::uint8_t, kEdges>, kSorts> place{};
    for (std::size_t slot = 0; slot < kEdges; ++slot) {
        const std::size_t held[] = {pieces.middles[2 * slot] / 2U,
                                    pieces.wings[kinds_.wing_slot[0][slot]] / 2U,
                                    pieces.wings[kinds_.wing_slot[1][slot]] / 2U};
        for (std::size_t sort = 0; sort < kSorts; ++sort) {
            place[sort][held[sort]] = edges_.place(slot);
            if (edges_.others() >> slot & 1U) free &= ~(1U << held[sort]);
        }
    }
    std::vector<Node> found;
    for (std::uint32_t four = free; four != 0; four = (four - 1) & free) {
        if (std::popcount(four) != 4) continue;
        Node node{{}, sides, ends};
        for (std::size_t sort = 0; sort < kSorts; ++sort) {
            Places at{};
            std::size_t i = 0;
            for (std::size_t edge = 0; edge < kEdges; ++edge) {
                if (four >> edge & 1U) at[i++] = place[sort][edge];
            }
            node.ring[sort] = arrangement(at);
        }
        found.push_back(node);
    }
    return found;
}

void Phase4::fill(Distances& distances, const Stop& stop, unsigned nearest) const {
    graph_->fill_distances(goals_, distances.centres);
    fill_rings(distances, stop, std::min(nearest, kNear4));
    std::vector<std::size_t> sides, ends;
    for (const auto& [side, end] : goals_) {
        sides.push_back(side);
        ends.push_back(end);
    }
    const auto sides_step = [this](std::size_t value, std::size_t move) {
        return graph_->step(value, 0, move).first;
    };
    const auto ends_step = [this](std::size_t value, std::size_t move) {
        return graph_->step(0, value, move).second;
    };
    fill_with<kSides4>(distances.with_sides, sides, sides_image_, sides_step, stop,
                       std::min(nearest, kNear4));
    fill_with<kAxis>(distances.with_ends, ends, ends_image_, ends_step, stop, std::min(nearest, kNearEnds4));
}

void Phase4::fill_rings(Distances& distances, const Stop& stop, unsigned nearest) const {
    const auto neighbours = [this](std::size_t state, const auto& see) {
        const std::size_t least = classes_.least(state / kArrangements);
        const Node here{{sorted_[least / kArrangements], static_cast<std::uint16_t>(least % kArrangements),
                         static_cast<std::uint16_t>(state % kArrangements)},
                        0,
                        0};
        for (std::size_t move = 0; move < kMoves; ++move) {
            const Ring ring = after(here, move).ring;
            see(ring_index(ring, place(ring[0], ring[1])));
        }
    };
    const auto alike = [this](std::size_t state, const auto& put) {
        const std::size_t number = state / kArrangements;
        const std::size_t four = classes_.least(number) / kArrangements;
        classes_.for_fixed(number, [&](std::size_t symmetry) {
            put(number * kArrangements + image(state % kArrangements, four, symmetry));
        });
    };
    const std::size_t start = ring_index({solved_, solved_, solved_}, place(solved_, solved_));
    fill_half_bytes(distances.rings, std::span(&start, 1), nearest, stop, neighbours, alike);
}

// Middle edges and wings of the first kind together with centre pieces.
template <std::size_t count, typename Images, typename Step>
void Phase4::fill_with(std::span<std::uint8_t> distances, const std::vector<std::size_t>& goals,
                       const Images& images, Step step, const Stop& stop, unsigned nearest) const {
    const auto neighbours = [&](std::size_t state, const auto& see) {
        const std::size_t least = classes_.least(state / count);
        const std::size_t middles = sorted_[least / kArrangements], wings = least % kArrangements;
        for (std::size_t move = 0; move < kMoves; ++move) {
            const auto [number, symmetry] = place(after_[0][middles][move], after_[1][wings][move]);
            see(number * count + images[step(state % count, move)][symmetry]);
        }
    };
    const auto alike = [&](std::size_t state, const auto& put) {
        const std::size_t number = state / count;
        classes_.for_fixed(
            number, [&](std::size_t symmetry) { put(number * count + images[state % count][symmetry]); });
    };
    const auto [number, symmetry] = place(solved_, solved_);
    std::vector<std::size_t> starts;
    for (const std::size_t goal : goals) starts.push_back(number * count + images[goal][symmetry]);
    fill_half_bytes(distances, starts, nearest, stop, neighbours, alike);
}

}  // namespace cubecsp::five_phase
