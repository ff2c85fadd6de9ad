// Phase 5 of the 5x5x5: its coordinates, and their distances.

#include "five_phase/pairs.hpp"

#include <algorithm>
#include <bit>
#include <stdexcept>

#include "common/require.hpp"

namespace cubecsp::five_phase {

namespace {

std::size_t ends_code(const Pieces& pieces) { return axis_codes(pieces, kFb); }

// The image of partners under a permutation of places, which takes them along.
EightEdges::Places image_of(const EightEdges::Places& partners, const EightEdges::Places& to) {
    EightEdges::Places image{};
    for (std::size_t place = 0; place < 8; ++place) image[to[place]] = to[partners[place]];
    return image;
}

}  // namespace

std::size_t Phase5::rank(const Partners& partners) {
    std::size_t result = 0;
    for (std::size_t i = 0; i < 8; ++i) {
        std::size_t smaller = 0;
        for (std::size_t j = i + 1; j < 8; ++j) smaller += partners[j] < partners[i];
        result = result * (8 - i) + smaller;
    }
    return result;
}

Phase5::Partners Phase5::unrank(std::size_t rank) {
    Partners partners{};
    for (std::size_t i = 8; i-- > 0;) {
        partners[i] = static_cast<std::uint8_t>(rank % (8 - i));
        rank /= 8 - i;
        for (std::size_t j = i + 1; j < 8; ++j) partners[j] += partners[j] >= partners[i];
    }
    return partners;
}

Phase5::Phase5(const Geometry& geometry) : kinds_(geometry), edges_(geometry, geometry.turns5) {
    std::ranges::copy(geometry.turns5, turns_.begin());
    find_moves(geometry);
    number_centres(geometry);
    find_symmetries(geometry);
}

void Phase5::find_moves(const Geometry& geometry) {
    for (auto& table : after_) table.resize(kPartners);
    for (std::size_t move = 0; move < kMoves; ++move) {
        const Pieces& turn = geometry.turns[turns_[move]];
        const auto middles = edges_.moved_by(turn.middles, kinds_.middle_slot);
        for (std::size_t kind = 0; kind < 2; ++kind) {
            const auto wings = edges_.moved_by(turn.wings, kinds_.wing_slot[kind]);
            for (std::size_t number = 0; number < kPartners; ++number) {
                const Partners here = unrank(number);
                Partners there{};
                for (std::size_t place = 0; place < 8; ++place) there[wings[place]] = middles[here[place]];
                after_[kind][number][move] = static_cast<std::uint16_t>(rank(there));
            }
        }
    }
}

void Phase5::number_centres(const Geometry& geometry) {
    const auto rl = [](const Pieces& p) { return axis_codes(p, kRl); };
    const auto ud = [](const Pieces& p) { return axis_codes(p, kUd); };
    const auto right = walked(geometry, geometry.turns5, kAxisCodes, rl);
    const auto up = walked(geometry, geometry.turns5, kAxisCodes, ud);
    const std::size_t ups = up.representative.size();
    const auto both = [&](const Pieces& p) { return numbered(right, rl(p)) * ups + numbered(up, ud(p)); };
    sides_ = walked(geometry, geometry.turns5, right.representative.size() * ups, both);
    ends_ = walked(geometry, geometry.turns5, kAxisCodes, ends_code);
    graph_.emplace(sides_.table, ends_.table, kMoves);
    if (graph_->size() != sizeof(Distances::centres)) throw std::logic_error("phase 5 has other centres");
    for (const Pieces& pieces : sides_.representative) {
        side_codes_.push_back(static_cast<std::uint32_t>(rl(pieces) << 16 | ud(pieces)));
    }
}

std::uint16_t Phase5::ends_image(const Geometry& geometry, std::size_t ends, std::size_t symmetry) const {
    return numbered(ends_, ends_code(conjugated(geometry, ends_.representative[ends], symmetry)));
}

void Phase5::find_symmetries(const Geometry& geometry) {
    std::uint32_t first = 0;  // slots of wings of the first kind
    for (std::size_t place = 0; place < 8; ++place) first |= 1U << kinds_.wing_slot[0][edges_.edge(place)];
    std::vector<std::size_t> symmetries, mirrors;
    for (const std::size_t symmetry : keeping(geometry, {geometry.turns5})) {
        const bool keeps = moved(first, geometry.symmetries[symmetry].wings) == first;
        (keeps ? symmetries : mirrors).push_back(symmetry);
    }
    require(symmetries.size() == 8 && !mirrors.empty(), "phase 5 has 16 symmetries");
    const auto places_to = [&](std::size_t symmetry) {
        return edges_.moved_by(geometry.symmetries[symmetry].middles, kinds_.middle_slot);
    };
    std::vector<EightEdges::Places> to;
    for (const std::size_t symmetry : symmetries) to.push_back(places_to(symmetry));
    classes_ = SymmetryClasses(kPartners, inverses(geometry, symmetries),
                               [&](std::size_t number, std::size_t symmetry) {
                                   return rank(image_of(unrank(number), to[symmetry]));
                               });
    if (classes_.count() != kPartnerClasses) throw std::logic_error("phase 5 has other classes");
    const auto mirror = places_to(mirrors.front());
    for (std::size_t number = 0; number < kPartners; ++number) {
        mirrored_.push_back(static_cast<std::uint16_t>(rank(image_of(unrank(number), mirror))));
    }
    for (std::size_t ends = 0; ends < kEnds5; ++ends) {
        ends_mirrored_.push_back(ends_image(geometry, ends, mirrors.front()));
        ends_image_.emplace_back();
        for (std::size_t i = 0; i < symmetries.size(); ++i) {
            ends_image_.back()[i] = ends_image(geometry, ends, symmetries[i]);
        }
    }
}

// For each wing of a kind, by its place, the place of the middle edge that it belongs to.
Phase5::Partners Phase5::partners(const Pieces& pieces, std::size_t kind) const {
    std::array<std::uint8_t, kEdges> middle{};
    for (std::uint8_t place = 0; place < 8; ++place) {
        middle[pieces.middles[2 * edges_.edge(place)] / 2] = place;
    }
    Partners result{};
    for (std::size_t place = 0; place < 8; ++place) {
        result[place] = middle[pieces.wings[kinds_.wing_slot[kind][edges_.edge(place)]] / 2];
    }
    return result;
}

Phase5::Node Phase5::node(const Pieces& pieces) const {
    const auto code = static_cast<std::uint32_t>(axis_codes(pieces, kRl) << 16 | axis_codes(pieces, kUd));
    const auto found = std::ranges::find(side_codes_, code);
    require(found != side_codes_.end(), "the cube is not ready for this phase");
    return {static_cast<std::uint16_t>(rank(partners(pieces, 0))),
            static_cast<std::uint16_t>(rank(partners(pieces, 1))),
            static_cast<std::uint16_t>(found - side_codes_.begin()), numbered(ends_, ends_code(pieces))};
}

void Phase5::fill(Distances& distances, const Stop& stop, unsigned nearest) const {
    graph_->fill_distances(0, 0, distances.centres);
    const auto neighbours = [this](std::size_t state, const auto& see) {
        const std::size_t least = classes_.least(state / kEnds5);
        for (std::size_t move = 0; move < kMoves; ++move) {
            see(index(after_[0][least][move], graph_->step(0, state % kEnds5, move).second));
        }
    };
    const auto alike = [this](std::size_t state, const auto& put) {
        const std::size_t number = state / kEnds5;
        classes_.for_fixed(number, [&](std::size_t symmetry) {
            put(number * kEnds5 + ends_image_[state % kEnds5][symmetry]);
        });
    };
    const std::size_t start = index(0, 0);
    fill_half_bytes(distances.pairs, std::span(&start, 1), std::min(nearest, kNear5), stop, neighbours,
                    alike);
}

}  // namespace cubecsp::five_phase
