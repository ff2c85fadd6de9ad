// See permanents.hpp.

#include "counting/permanents.hpp"

#include <algorithm>
#include <bit>
#include <utility>

#include "counting/subsets.hpp"

namespace cubecsp {

namespace {

constexpr unsigned kLow = 8;  // bits of the lower part of the plain permanents of fronts
// How many products of a front and a back fit into 32 bits: parts are at most 7 * 2 * 255, backs 5! 2^5.
constexpr std::size_t kSummed = 128;

// Where a set of pieces comes from: the sets with one piece less, by the pieces, ascending.
template <std::size_t kPieces>
struct Sources {
    // The piece in the lower half and the place in the upper one, both times sixteen: offsets in arrays of
    // registers, in bytes. Loads take most of the time, so that one has both.
    std::vector<std::array<std::uint32_t, kPieces>> of;

    static const Sources& get() {
        static const Sources sources;
        return sources;
    }

private:
    Sources() {
        const Subsets& subsets = Subsets::get();
        for (std::size_t place = 0; place < subsets.number(kPieces); ++place) {
            const unsigned set = subsets.set(kPieces, place);
            auto& some = of.emplace_back();
            std::size_t at = 0;
            for (unsigned left = set; left; left &= left - 1) {
                const auto piece = static_cast<unsigned>(std::countr_zero(left));
                const auto source = static_cast<std::uint32_t>(subsets.place(set & ~(1u << piece)));
                some[at++] = 16 * piece | 16 * source << 16;
            }
        }
    }
};

template <class Register>
const Register& at_byte(const Register* registers, std::size_t byte) {
    return *reinterpret_cast<const Register*>(reinterpret_cast<const char*>(registers) + byte);
}

}  // namespace

Permanents::Factors Permanents::factors(const Slot& domains) {
    Lanes left{domains[0], domains[1], domains[2], domains[3]};
    Factors by{};
    for (Numbers& factor : by) {
        const Lanes plain = left & 1, flipped = left >> 1 & 1;
        factor = reinterpret_cast<Numbers>((plain + flipped) | (plain - flipped) << 16);
        left >>= 2;
    }
    return by;
}

// Fill one more slot, after kUsed others.
template <std::size_t kUsed>
void Permanents::append(const Layer& from, const Slot& domains, Layer& to) {
    const auto& sources = Sources<kUsed + 1>::get().of;
    const Factors by = factors(domains);
    to.resize(sources.size());
    const Numbers* first = from.data();
    Numbers* next = to.data();
    for (const auto& some : sources) {
        Numbers sum{};
        for (std::size_t i = 0; i <= kUsed; ++i)
            sum += at_byte(by.data(), some[i] & 0xFFFF) * at_byte(first, some[i] >> 16);
        *next++ = sum;
    }
}

// Fill the first six slots of four fronts, as far as they have changed.
template <std::size_t... kUsed>
void Permanents::fill_early(const std::array<Domains, kTogether>& fronts, std::index_sequence<kUsed...>) {
    const auto fill = [&]<std::size_t kSlot>(std::integral_constant<std::size_t, kSlot>) {
        const Slot domains{fronts[0][kSlot], fronts[1][kSlot], fronts[2][kSlot], fronts[3][kSlot]};
        if (kSlot < known_ && domains == before_[kSlot]) return;
        append<kSlot>(early_[kSlot], domains, early_[kSlot + 1]);
        before_[kSlot] = domains;
        known_ = kSlot;  // later slots have changed, too
    };
    early_[0].assign(1, Numbers{1, 1, 1, 1, 1, 1, 1, 1});
    (fill(std::integral_constant<std::size_t, kUsed>{}), ...);
    known_ = kEarly;
}

// Fill the fronts of a group. Each then has four numbers: the lower part of its plain permanent, the one with
// flips subtracted, the upper part, and 0.
void Permanents::fill_fronts(const std::vector<Domains>& matrices, const Group& group) {
    const std::array<Domains, kTogether> fronts{matrices[group.fronts[0]], matrices[group.fronts[1]],
                                                matrices[group.fronts[2]], matrices[group.fronts[3]]};
    fill_early(fronts, std::make_index_sequence<kEarly>{});
    const Layer& early = early_[kEarly];
    split_.resize(early.size());
    for (std::size_t pair = 0; 2 * pair <= group.front_of.back(); ++pair) {
        for (std::size_t place = 0; place < early.size(); ++place) {
            const auto numbers = reinterpret_cast<Lanes>(early[place]);
            const Lanes low = numbers & 0xFFFF00FF, high = numbers >> kLow & 0xFF;
            split_[place] = reinterpret_cast<Numbers>(pair == 0 ? first_interleaved(low, high)
                                                                : last_interleaved(low, high));
        }
        const EdgeDomain first = fronts[2 * pair][kEarly], second = fronts[2 * pair + 1][kEarly];
        append<kEarly>(split_, {first, first, second, second}, fronts_[pair]);
    }
}

// Fill the last slots of one to four matrices.
template <std::size_t... kUsed>
void Permanents::fill_backs(const Domains* matrices, std::size_t number, std::index_sequence<kUsed...>) {
    const auto domain = [&](std::size_t matrix, std::size_t slot) {
        return matrices[std::min(matrix, number - 1)][kFront + slot];
    };
    backs_[0].assign(1, Numbers{1, 1, 1, 1, 1, 1, 1, 1});
    (append<kUsed>(backs_[kUsed], {domain(0, kUsed), domain(1, kUsed), domain(2, kUsed), domain(3, kUsed)},
                   backs_[kUsed + 1]),
     ...);
}

// Add to the sums of some of four matrices, which have the first or the second of two fronts.
template <unsigned kSide>
void Permanents::meet(const Layer& fronts, std::size_t begin, std::size_t end, std::int64_t* sums) const {
    using Factor = Lanes16<std::int16_t>::type;
    const Layer& backs = backs_[kBack];
    // Of sets in ascending order, the others descend.
    const Numbers* ahead = fronts.data() + fronts.size();
    for (std::size_t first = 0; first < backs.size(); first += kSummed) {
        Lanes16<std::int32_t>::type low{}, high{};
        for (std::size_t at = first; at < std::min(first + kSummed, backs.size()); ++at) {
            const auto front = reinterpret_cast<Lanes>(*--ahead);
            const auto back = reinterpret_cast<Factor>(backs[at]);
            low += pairs_of_products(reinterpret_cast<Factor>(repeated<2 * kSide>(front)), back);
            high += pairs_of_products(reinterpret_cast<Factor>(repeated<2 * kSide + 1>(front)), back);
        }
        for (std::size_t matrix = begin; matrix < end; ++matrix)
            sums[matrix] += low[matrix] + (std::int64_t{high[matrix]} << kLow);
    }
}

Permanents::Group Permanents::group_at(std::size_t begin, const std::vector<Domains>& matrices) {
    Group group{begin, begin + 1, {}, {0}};
    group.fronts.fill(begin);
    for (; group.end < matrices.size(); ++group.end) {
        std::size_t front = group.front_of.back();
        const Domains &here = matrices[group.end], &before = matrices[group.end - 1];
        if (!std::equal(here.begin(), here.begin() + kFront, before.begin())) {
            if (++front == kTogether) break;
            std::fill(group.fronts.begin() + static_cast<std::ptrdiff_t>(front), group.fronts.end(),
                      group.end);
        }
        group.front_of.push_back(front);
    }
    return group;
}

std::vector<std::int64_t> Permanents::sums(const std::vector<Domains>& matrices) {
    std::vector<std::int64_t> sums(matrices.size());
    for (std::size_t begin = 0; begin < matrices.size();) {
        const Group group = group_at(begin, matrices);
        fill_fronts(matrices, group);
        for (; begin < group.end; begin += kTogether) {
            const std::size_t number = std::min(kTogether, group.end - begin);
            const std::size_t* front_of = &group.front_of[begin - group.begin];
            fill_backs(&matrices[begin], number, std::make_index_sequence<kBack>{});
            for (std::size_t at = 0, next = 0; at < number; at = next) {
                while (next < number && front_of[next] == front_of[at]) ++next;
                const Layer& fronts = fronts_[front_of[at] / 2];
                if (front_of[at] % 2 == 0)
                    meet<0>(fronts, at, next, &sums[begin]);
                else
                    meet<1>(fronts, at, next, &sums[begin]);
            }
        }
        begin = group.end;
    }
    return sums;
}

}  // namespace cubecsp
