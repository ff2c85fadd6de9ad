// See paired_backs.hpp.

#include "counting/paired_backs.hpp"

#include <algorithm>
#include <bit>

#include "counting/subsets.hpp"

namespace cubecsp {

namespace {

constexpr int kLow = 10;  // bits; a front has at most 7! 2^7 ways, which are 20 bits
constexpr std::int32_t kHalf = 1 << (kLow - 1);
constexpr std::size_t kSummed =
    264;  // products of numbers of the back and halves of the front fit into 32 bits

// Where a set of pieces comes from: the sets with one piece less, by the pieces, ascending.
template <std::size_t kPieces>
struct Sources {
    // The piece in the lower half and the place in the upper one, both times sixteen: what they choose among
    // arrays of registers, in bytes. Loads are what takes time, so that one has both.
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

using Numbers = Lanes16<std::int16_t>::type;

const Numbers& at_byte(const Numbers* numbers, std::size_t byte) {
    return *reinterpret_cast<const Numbers*>(reinterpret_cast<const char*>(numbers) + byte);
}

}  // namespace

void PairedBacks::follow(const std::vector<Ways>& front) {
    front_.resize(front.size());
    using Whole = Lanes16<std::int32_t>::type;
    const auto transformed = [&](const SubsetStep& pair, Whole sign) {
        const Ways ways = front[pair.from];
        const Whole by_flips =
            reinterpret_cast<Whole>(exchanged<1>(ways)) + reinterpret_cast<Whole>(ways) * Whole{1, -1, 1, -1};
        const Whole numbers = (reinterpret_cast<Whole>(exchanged<2>(reinterpret_cast<Ways>(by_flips))) +
                               by_flips * Whole{1, 1, -1, -1}) *
                              sign;
        const Whole low = ((numbers + kHalf) & (2 * kHalf - 1)) - kHalf;
        Front& to = front_[pair.to];
        to.low = twice(low);
        to.high = twice((numbers - low) >> kLow);
    };
    for (const SubsetStep& pair : Subsets::get().halves().even) transformed(pair, Whole{1, 1, 1, 1});
    for (const SubsetStep& pair : Subsets::get().halves().odd) transformed(pair, Whole{1, 1, -1, -1});
}

PairedBacks::Factors PairedBacks::factors(const std::array<Domains, kRows>& rows, std::size_t slot) {
    Factors factors{};
    for (std::size_t piece = 0; piece < Subsets::kPieces; ++piece)
        for (std::size_t row = 0; row < kRows; ++row) {
            const std::uint32_t turns = rows[row][slot] >> (2 * piece) & 3;
            const int plain = static_cast<int>(turns & 1), flipped = static_cast<int>(turns >> 1);
            const std::array<int, 2> both{plain + flipped, plain - flipped};
            for (std::size_t i = 0; i < 4; ++i) {
                const auto factor = static_cast<std::int16_t>(both[i % 2]);
                factors.of[0][piece][4 * row + i] = factor;
                factors.of[1][piece][4 * row + i] = static_cast<std::int16_t>(i < 2 ? factor : -factor);
            }
        }
    return factors;
}

// Fill one more slot, after kUsed others.
template <std::size_t kUsed>
void PairedBacks::append(const std::array<Domains, kRows>& rows) {
    const auto& sources = Sources<kUsed + 1>::get().of;
    const Factors by = factors(rows, kUsed);
    layers_[kUsed + 1].resize(sources.size());
    const Numbers* from = layers_[kUsed].data();
    Numbers* to = layers_[kUsed + 1].data();
    for (const auto& some : sources) {
        Numbers sum{};
        for (std::size_t i = 0; i <= kUsed; ++i)
            sum += at_byte(by.of[(kUsed - i) % 2].data(), some[i] & 0xFFFF) * at_byte(from, some[i] >> 16);
        *to++ = sum;
    }
}

std::array<PairedBacks::Sums, PairedBacks::kRows> PairedBacks::meet(const std::array<Domains, kRows>& rows) {
    layers_[0].assign(1, Numbers{1, 1, 1, 1, 1, 1, 1, 1});
    append<0>(rows);
    append<1>(rows);
    append<2>(rows);
    append<3>(rows);
    append<4>(rows);
    std::array<Sums, kRows> sums{};
    const std::vector<Numbers>& backs = layers_[kSlots];
    for (std::size_t begin = 0; begin < backs.size(); begin += kSummed) {
        Lanes16<std::int32_t>::type low{}, high{};
        for (std::size_t at = begin; at < std::min(begin + kSummed, backs.size()); ++at) {
            low += pairs_of_products(front_[at].low, backs[at]);
            high += pairs_of_products(front_[at].high, backs[at]);
        }
        for (std::size_t row = 0; row < kRows; ++row) {
            sums[row].permanent += low[2 * row] + (std::int64_t{high[2 * row]} << kLow);
            sums[row].determinant += low[2 * row + 1] + (std::int64_t{high[2 * row + 1]} << kLow);
        }
    }
    return sums;
}

}  // namespace cubecsp
