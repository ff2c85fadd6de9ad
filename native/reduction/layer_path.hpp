// A row of quarters, one for each layer of an axis, chosen as a whole.

#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

namespace cubecsp {

using Quarters = std::vector<std::uint8_t>;  // of each layer of an axis

// The best row of quarters, one for each layer: a shortest path through the layers.
class LayerPath {
public:
    explicit LayerPath(std::size_t size) : worth_(size), allowed_(size, 0xf), from_(size) {}

    // The worth of turning a layer by 0 to 3 quarters, and the allowed ones of these, as bits.
    std::array<double, 4>& worth(std::size_t layer) { return worth_[layer]; }
    void allow(std::size_t layer, unsigned quarters) { allowed_[layer] = quarters; }

    // Returns the sum for the best row, where each pair of neighbours that differ costs `price`.
    double best(double price) {
        std::array<double, 4> now{};
        for (std::size_t layer = 1; layer + 1 < worth_.size(); ++layer) {
            const auto top = static_cast<unsigned>(std::max_element(now.begin(), now.end()) - now.begin());
            std::array<double, 4> next{};
            for (unsigned q = 0; q < 4; ++q) {
                const bool changed = layer > 1 && now[top] - price > now[q];
                from_[layer][q] = static_cast<std::uint8_t>(changed ? top : q);
                const bool barred = !(allowed_[layer] >> q & 1);
                next[q] = barred ? -std::numeric_limits<double>::infinity()
                                 : now[from_[layer][q]] - (changed ? price : 0) + worth_[layer][q];
            }
            now = next;
        }
        end_ = static_cast<unsigned>(std::max_element(now.begin(), now.end()) - now.begin());
        return now[end_];
    }

    // The row that `best` found last; outer layers go with their neighbours.
    Quarters quarters() const {
        Quarters found(worth_.size());
        unsigned q = end_;
        for (std::size_t layer = worth_.size() - 2; layer > 0; --layer) {
            found[layer] = static_cast<std::uint8_t>(q);
            q = from_[layer][q];
        }
        found.front() = found[1];
        found.back() = found[found.size() - 2];
        return found;
    }

private:
    std::vector<std::array<double, 4>> worth_;
    std::vector<unsigned> allowed_;
    std::vector<std::array<std::uint8_t, 4>> from_;
    unsigned end_ = 0;
};

}  // namespace cubecsp
