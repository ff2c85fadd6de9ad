// What symmetries make of many states at once: least images, orbits, and their sizes.
//
// A state is a row of values, one byte a slot. A symmetry takes each slot's value from some slot and
// translates it by a table. If a puzzle has to be held another way afterwards, what the slots then hold says
// by which of some further maps (see cubecsp/puzzle/cube/images.py, where all of these are made). Rows are
// compared bytewise. This file does not know what the symmetries are symmetries of.

#include <nanobind/nanobind.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <stdexcept>
#include <utility>
#include <vector>

#include "bindings/bindings.hpp"
#include "bindings/gil.hpp"

namespace nb = nanobind;

namespace cubecsp {

namespace {

using Row = const std::uint8_t*;
using Rows = std::vector<std::uint8_t>;
using GivenMap = std::vector<std::pair<int, std::vector<int>>>;

constexpr std::size_t kStride = 32;  // of the tables of a map: values are below it
constexpr std::size_t kMostMaps = 256;
constexpr std::uint8_t kNowhere = 255;

void require(bool condition, const char* message) {
    if (!condition) throw std::invalid_argument(message);
}

// For each slot the slot that its value comes from, and what becomes of each value there.
struct Map {
    std::vector<std::uint32_t> source;
    std::vector<std::uint8_t> values;  // [slot * kStride + value]

    std::uint8_t at(std::size_t slot, Row row) const { return values[slot * kStride + row[source[slot]]]; }
};

// An image, and its first eight values as one number, which settle most comparisons.
struct Image {
    std::uint64_t key;
    Row row;
};

class Images {
public:
    // `maps`: for each symmetry of a group, the identity first, and for each slot the source and the image of
    // each value. `held`: for each slot and value the number of the map in `holdings` that holds the puzzle
    // in the required way, -1 if that does not depend on it; no holdings at all if the puzzle is always held
    // the same way. Throws std::invalid_argument otherwise.
    Images(const std::vector<GivenMap>& maps, const std::vector<std::vector<int>>& held,
           const std::vector<GivenMap>& holdings) {
        require(!maps.empty() && maps.size() <= kMostMaps, "1 to 256 maps");
        require(holdings.size() < kNowhere, "too many holdings");
        slots_ = maps[0].size();
        require(slots_ > 0, "no slots");
        limit_.resize(slots_);
        for (std::size_t slot = 0; slot < slots_; ++slot) limit_[slot] = maps[0][slot].second.size();
        for (const GivenMap& map : maps) maps_.push_back(read(map));
        for (const GivenMap& map : holdings) holdings_.push_back(read(map));
        require(holdings.empty() ? held.empty() : held.size() == slots_, "held: one row a slot");
        held_.assign(held.empty() ? 0 : slots_ * kStride, kNowhere);
        for (std::size_t slot = 0; slot < held.size(); ++slot) {
            require(held[slot].size() == limit_[slot], "held: one entry a value");
            for (std::size_t value = 0; value < held[slot].size(); ++value) {
                const int number = held[slot][value];
                require(number >= -1 && number < static_cast<int>(holdings.size()), "no such holding");
                if (number >= 0) held_[slot * kStride + value] = static_cast<std::uint8_t>(number);
            }
        }
    }

    // All throw std::invalid_argument if the data is not a whole number of rows, or a value is out of range.
    nb::bytes least(const nb::bytes& rows) const {
        return each(rows, slots_, [&](Row row, Rows& out) {
            Rows best(slots_), image(slots_);
            image_of(maps_[0], row, best.data());
            for (std::size_t index = 1; index < maps_.size(); ++index) {
                if (holdings_.empty() && !may_precede(maps_[index], row, best.data())) continue;
                image_of(maps_[index], row, image.data());
                if (compared(image.data(), best.data()) < 0) best.swap(image);
            }
            out.insert(out.end(), best.begin(), best.end());
        });
    }

    nb::bytes are_least(const nb::bytes& rows) const {
        return each(rows, 1, [&](Row row, Rows& out) {
            Rows image(slots_);
            out.push_back(std::all_of(maps_.begin(), maps_.end(), [&](const Map& map) {
                if (holdings_.empty() && !may_precede(map, row, row)) return true;
                image_of(map, row, image.data());
                return compared(image.data(), row) >= 0;
            }));
        });
    }

    // The maps are a group, so every image comes from as many of them as the row itself does.
    nb::bytes sizes(const nb::bytes& rows) const {
        Rows home(slots_), image(slots_);
        return each(rows, 1, [&](Row row, Rows& out) {
            image_of(maps_[0], row, home.data());
            const auto kept = std::count_if(maps_.begin(), maps_.end(), [&](const Map& map) {
                if (holdings_.empty()) return is_image(map, row, home.data());
                image_of(map, row, image.data());
                return compared(image.data(), home.data()) == 0;
            });
            out.push_back(static_cast<std::uint8_t>(maps_.size() / static_cast<std::size_t>(kept)));
        });
    }

    // The different images of every row in ascending order, one row's after the other's.
    nb::bytes orbits(const nb::bytes& rows) const {
        Rows images;
        std::vector<Image> order;
        return each(rows, maps_.size() * slots_, [&](Row row, Rows& out) {
            const std::size_t count = sorted(row, images, order);
            for (std::size_t i = 0; i < count; ++i)
                out.insert(out.end(), order[i].row, order[i].row + slots_);
        });
    }

private:
    Map read(const GivenMap& given) const {
        require(given.size() == slots_, "a map has one entry a slot");
        Map map{std::vector<std::uint32_t>(slots_), std::vector<std::uint8_t>(slots_ * kStride)};
        for (std::size_t slot = 0; slot < slots_; ++slot) {
            const auto& [source, values] = given[slot];
            require(source >= 0 && static_cast<std::size_t>(source) < slots_, "no such slot");
            const std::size_t count = limit_[static_cast<std::size_t>(source)];
            require(count > 0 && count <= kStride && count == limit_[slot] && values.size() == count,
                    "a map has one image a value, and 1 to 32 values a slot");
            map.source[slot] = static_cast<std::uint32_t>(source);
            for (std::size_t value = 0; value < count; ++value) {
                require(values[value] >= 0 && static_cast<std::size_t>(values[value]) < count,
                        "no such value");
                map.values[slot * kStride + value] = static_cast<std::uint8_t>(values[value]);
            }
        }
        return map;
    }

    // Call `work` for each row, without Python's lock, and return its output.
    template <typename Work>
    nb::bytes each(const nb::bytes& given, std::size_t expected, const Work& work) const {
        const auto* first = reinterpret_cast<Row>(given.c_str());
        const std::size_t size = given.size();
        require(size % slots_ == 0, "rows have one value a slot");
        Rows out;
        {
            GilReleased unlocked;
            for (std::size_t at = 0; at < size; ++at)
                require(first[at] < limit_[at % slots_], "no such value");
            out.reserve(size / slots_ * expected);
            for (Row row = first; row < first + size; row += slots_) work(row, out);
        }
        return nb::bytes(reinterpret_cast<const char*>(out.data()), out.size());
    }

    int compared(Row a, Row b) const { return std::memcmp(a, b, slots_); }

    // Whether the image of `row` comes before `other`, which the first slots usually decide.
    bool may_precede(const Map& map, Row row, Row other) const {
        for (std::size_t slot = 0; slot < slots_; ++slot) {
            const std::uint8_t value = map.at(slot, row);
            if (value != other[slot]) return value < other[slot];
        }
        return false;
    }

    bool is_image(const Map& map, Row row, Row other) const {
        for (std::size_t slot = 0; slot < slots_; ++slot)
            if (map.at(slot, row) != other[slot]) return false;
        return true;
    }

    // Write the image of a row by one map, which may not be the row itself.
    void write(const Map& map, Row row, std::uint8_t* __restrict__ image) const {
        // Bytes may alias anything: without these copies, everything is read again after each byte written.
        const std::uint32_t* __restrict__ source = map.source.data();
        const std::uint8_t* __restrict__ values = map.values.data();
        const std::size_t slots = slots_;
        for (std::size_t slot = 0; slot < slots; ++slot)
            image[slot] = values[slot * kStride + row[source[slot]]];
    }

    void image_of(const Map& map, Row row, std::uint8_t* image) const {
        write(map, row, image);
        if (holdings_.empty()) return;
        for (std::size_t slot = 0; slot < slots_; ++slot) {
            const std::uint8_t number = held_[slot * kStride + image[slot]];
            if (number == kNowhere) continue;
            const Rows before(image, image + slots_);
            return write(holdings_[number], before.data(), image);
        }
    }

    // Put the different images of a row in order, and return how many there are.
    std::size_t sorted(Row row, Rows& images, std::vector<Image>& order) const {
        images.resize(maps_.size() * slots_);
        order.clear();
        const std::size_t head = std::min<std::size_t>(slots_, 8);
        for (std::size_t i = 0; i < maps_.size(); ++i) {
            std::uint8_t* image = images.data() + i * slots_;
            image_of(maps_[i], row, image);
            std::uint64_t key = 0;
            for (std::size_t slot = 0; slot < head; ++slot) key = key << 8 | image[slot];
            order.push_back({key, image});
        }
        std::sort(order.begin(), order.end(), [&](const Image& a, const Image& b) {
            return a.key != b.key ? a.key < b.key : compared(a.row, b.row) < 0;
        });
        const auto end = std::unique(order.begin(), order.end(), [&](const Image& a, const Image& b) {
            return a.key == b.key && compared(a.row, b.row) == 0;
        });
        return static_cast<std::size_t>(end - order.begin());
    }

    std::size_t slots_ = 0;
    std::vector<std::size_t> limit_;  // how many values each slot has
    std::vector<Map> maps_, holdings_;
    std::vector<std::uint8_t> held_;  // [slot * kStride + value]
};

}  // namespace

void bind_images(nb::module_& m) {
    nb::class_<Images>(m, "Images", "What symmetries make of many states; see native/common/images.cpp.")
        .def(nb::init<const std::vector<GivenMap>&, const std::vector<std::vector<int>>&,
                      const std::vector<GivenMap>&>(),
             nb::arg("maps"), nb::arg("held"), nb::arg("holdings"))
        .def("least", &Images::least, nb::arg("rows"))
        .def("are_least", &Images::are_least, nb::arg("rows"))
        .def("sizes", &Images::sizes, nb::arg("rows"))
        .def("orbits", &Images::orbits, nb::arg("rows"));
}

}  // namespace cubecsp
