// Images of many states at once under symmetries: least images, orbits, and their sizes.
//
// A state is a row of values, one byte a slot. A symmetry takes each slot's value from some slot and
// translates it by a table. If a puzzle has to be held another way afterwards, the contents of the slots
// select one of some further maps (see cubecsp/puzzle/cube/images.py, where all of these are made). Rows are
// compared bytewise. This file knows nothing about the puzzle.

#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <utility>
#include <vector>

namespace cubecsp {

class Images {
public:
    using Rows = std::vector<std::uint8_t>;
    // For each slot the slot that its value comes from, and the image of each value there.
    using ListedMap = std::vector<std::pair<int, std::vector<int>>>;

    // `maps`: for each symmetry of a group, the identity first, and for each slot the source and the image of
    // each value. `held`: for each slot and value the number of the map in `holdings` that holds the puzzle
    // in the required way, -1 if that does not depend on it; no holdings at all if the puzzle is always held
    // the same way. Throws std::invalid_argument otherwise.
    Images(const std::vector<ListedMap>& maps, const std::vector<std::vector<int>>& held,
           const std::vector<ListedMap>& holdings);

    // `rows` are any number of states, one after the other. All throw std::invalid_argument if the data is
    // not a whole number of rows, or a value is out of range.
    Rows least(std::span<const std::uint8_t> rows) const;

    Rows are_least(std::span<const std::uint8_t> rows) const;

    // The maps are a group, so every image comes from as many of them as the row itself does.
    Rows sizes(std::span<const std::uint8_t> rows) const;

    // The same for rows that no image precedes, and 0 for others.
    Rows sizes_if_least(std::span<const std::uint8_t> rows) const;

    // The different images of every row in ascending order, one row's after the other's; in parts, which up
    // to `threads` threads work out.
    std::vector<Rows> orbits(std::span<const std::uint8_t> rows, std::size_t threads) const;

private:
    using Row = const std::uint8_t*;

    // For each slot the slot that its value comes from, and the image of each value there.
    struct Map {
        std::vector<std::uint32_t> source;
        std::vector<std::uint8_t> values;  // [slot * kStride + value]

        std::uint8_t at(std::size_t slot, Row row) const {
            return values[slot * kStride + row[source[slot]]];
        }
    };

    // An image, and its first eight values as one number, which settle most comparisons.
    struct Image {
        std::uint64_t key;
        Row row;
    };

    static constexpr std::size_t kStride = 32;     // of the tables of a map: values are below it
    static constexpr std::size_t kMostMaps = 255;  // sizes of classes are bytes
    static constexpr std::uint8_t kNowhere = 255;
    static constexpr std::size_t kRowsForThread = 256;  // are worth one: half a millisecond

    Map read(const ListedMap& listed) const;

    void check(std::span<const std::uint8_t> rows) const;

    // Call `work` for each row, and return its output.
    template <typename Work>
    Rows each(std::span<const std::uint8_t> rows, std::size_t expected, const Work& work) const;

    int compared(Row a, Row b) const { return std::memcmp(a, b, slots_); }

    // Room for an image, and for the image before the puzzle is held as it should be.
    struct Room {
        explicit Room(std::size_t slots) : image(slots), turned(slots) {}
        Rows image, turned;
    };

    // Whether the image of `row` comes before `other` (negative), is the same, or comes after it; the first
    // slots usually decide.
    int ordered(const Map& map, Row row, Row other, Room& room) const;

    // Write the image of a row by one map, which may not be the row itself.
    void write(const Map& map, Row row, std::uint8_t* __restrict__ image) const;

    void image_of(const Map& map, Row row, std::uint8_t* image, Rows& turned) const;

    // Some rows, their orbits, and room to work in, so that a thread allocates nothing, and throws nothing.
    class Orbits {
    public:
        Orbits(const Images& images, std::span<const std::uint8_t> rows);
        void fill();
        Rows& out() { return out_; }

    private:
        void add(Row row);

        const Images& images_;
        std::span<const std::uint8_t> rows_;
        Rows out_, room_, turned_;
        std::vector<Image> order_;
    };

    std::size_t slots_ = 0;
    std::vector<std::size_t> limit_;  // how many values each slot has
    std::vector<Map> maps_, holdings_;
    std::vector<std::uint8_t> held_;  // [slot * kStride + value]
};

}  // namespace cubecsp
