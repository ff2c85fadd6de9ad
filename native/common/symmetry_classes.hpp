// Values of a coordinate sorted into classes of those that symmetries map to each other.

#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace cubecsp {

class SymmetryClasses {
public:
    SymmetryClasses() = default;

    // Sorts the numbers below `count`; `image(value, symmetry)` is the image of one under a symmetry, and
    // inverse[symmetry] undoes that. There are 32 symmetries at most, the first of them the identity.
    template <typename Image>
    SymmetryClasses(std::size_t count, std::span<const std::uint8_t> inverse, Image image)
        : of_(count, kNone) {
        for (std::size_t value = 0; value < count; ++value) {
            if (of_[value] != kNone) continue;
            std::uint32_t fixed = 0;
            for (std::size_t s = 0; s < inverse.size(); ++s) {
                const std::size_t there = image(value, s);
                if (there == value) fixed |= 1U << s;
                if (of_[there] == kNone)
                    of_[there] = static_cast<std::uint32_t>(least_.size()) << 5 | inverse[s];
            }
            least_.push_back(static_cast<std::uint32_t>(value));
            fixed_.push_back(fixed);
        }
    }

    std::size_t count() const { return least_.size(); }

    // The class of a value, and a symmetry that takes it to the least value of the class.
    struct Place {
        std::size_t number;
        std::size_t symmetry;
    };
    Place place(std::size_t value) const { return {of_[value] >> 5, of_[value] & 31U}; }

    std::size_t least(std::size_t number) const { return least_[number]; }
    // Calls `each` with every symmetry that keeps the least value of a class.
    template <typename Each>
    void for_fixed(std::size_t number, Each each) const {
        for (std::uint32_t left = fixed_[number]; left != 0; left &= left - 1) {
            each(static_cast<std::size_t>(std::countr_zero(left)));
        }
    }

private:
    static constexpr std::uint32_t kNone = 0xFFFFFFFF;

    std::vector<std::uint32_t> of_, least_, fixed_;
};

}  // namespace cubecsp
