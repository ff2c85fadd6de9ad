#include "common/images.hpp"

#include <algorithm>

#include "common/joining_thread.hpp"
#include "common/require.hpp"

namespace cubecsp {

Images::Images(const std::vector<ListedMap>& maps, const std::vector<std::vector<int>>& held,
               const std::vector<ListedMap>& holdings) {
    require(!maps.empty() && maps.size() <= kMostMaps, "1 to 255 maps");
    require(holdings.size() < kNowhere, "too many holdings");
    slots_ = maps[0].size();
    require(slots_ > 0, "no slots");
    limit_.resize(slots_);
    for (std::size_t slot = 0; slot < slots_; ++slot) limit_[slot] = maps[0][slot].second.size();
    for (const ListedMap& map : maps) maps_.push_back(read(map));
    for (const ListedMap& map : holdings) holdings_.push_back(read(map));
    require(holdings.empty() ? held.empty() : held.size() == slots_, "`held` needs a row for each slot");
    held_.assign(held.empty() ? 0 : slots_ * kStride, kNowhere);
    for (std::size_t slot = 0; slot < held.size(); ++slot) {
        require(held[slot].size() == limit_[slot], "a row of `held` needs an entry for each value");
        for (std::size_t value = 0; value < held[slot].size(); ++value) {
            const int number = held[slot][value];
            require(number >= -1 && number < static_cast<int>(holdings.size()), "no such holding");
            if (number >= 0) held_[slot * kStride + value] = static_cast<std::uint8_t>(number);
        }
    }
}

Images::Rows Images::least(std::span<const std::uint8_t> rows) const {
    Rows best(slots_);
    Room room(slots_);
    return each(rows, slots_, [&](Row row, Rows& out) {
        image_of(maps_[0], row, best.data(), room.turned);
        for (const Map& map : maps_) {
            if (ordered(map, row, best.data(), room) < 0) image_of(map, row, best.data(), room.turned);
        }
        out.insert(out.end(), best.begin(), best.end());
    });
}

Images::Rows Images::are_least(std::span<const std::uint8_t> rows) const {
    Room room(slots_);
    return each(rows, 1, [&](Row row, Rows& out) {
        out.push_back(std::all_of(maps_.begin(), maps_.end(),
                                  [&](const Map& map) { return ordered(map, row, row, room) >= 0; }));
    });
}

Images::Rows Images::sizes(std::span<const std::uint8_t> rows) const {
    Rows home(slots_);
    Room room(slots_);
    return each(rows, 1, [&](Row row, Rows& out) {
        image_of(maps_[0], row, home.data(), room.turned);
        const auto kept = std::count_if(maps_.begin(), maps_.end(), [&](const Map& map) {
            return ordered(map, row, home.data(), room) == 0;
        });
        out.push_back(static_cast<std::uint8_t>(maps_.size() / static_cast<std::size_t>(kept)));
    });
}

Images::Rows Images::sizes_if_least(std::span<const std::uint8_t> rows) const {
    Room room(slots_);
    return each(rows, 1, [&](Row row, Rows& out) {
        std::size_t kept = 0;
        const bool least = std::all_of(maps_.begin(), maps_.end(), [&](const Map& map) {
            const int order = ordered(map, row, row, room);
            kept += order == 0;
            return order >= 0;
        });
        // A row that is not even its own image stands for none.
        out.push_back(static_cast<std::uint8_t>(least && kept > 0 ? maps_.size() / kept : 0));
    });
}

std::vector<Images::Rows> Images::orbits(std::span<const std::uint8_t> rows, std::size_t threads) const {
    check(rows);
    const std::size_t number = rows.size() / slots_;
    const std::size_t parts =
        std::clamp<std::size_t>(number / kRowsForThread, 1, std::max<std::size_t>(threads, 1));
    std::vector<Orbits> work;
    for (std::size_t part = 0; part < parts; ++part) {
        const std::size_t first = number * part / parts, last = number * (part + 1) / parts;
        work.emplace_back(*this, rows.subspan(first * slots_, (last - first) * slots_));
    }
    {
        std::vector<JoiningThread> others;
        for (std::size_t part = 1; part < parts; ++part)
            others.emplace_back([&work, part] { work[part].fill(); });
        work[0].fill();
    }
    std::vector<Rows> filled;
    for (Orbits& part : work) filled.push_back(std::move(part.out()));
    return filled;
}

Images::Map Images::read(const ListedMap& listed) const {
    require(listed.size() == slots_, "a map has one entry a slot");
    Map map{std::vector<std::uint32_t>(slots_), std::vector<std::uint8_t>(slots_ * kStride)};
    for (std::size_t slot = 0; slot < slots_; ++slot) {
        const auto& [source, values] = listed[slot];
        require(source >= 0 && static_cast<std::size_t>(source) < slots_, "no such slot");
        const std::size_t count = limit_[static_cast<std::size_t>(source)];
        require(count > 0 && count <= kStride && count == limit_[slot] && values.size() == count,
                "a map has one image a value, and 1 to 32 values a slot");
        map.source[slot] = static_cast<std::uint32_t>(source);
        for (std::size_t value = 0; value < count; ++value) {
            require(values[value] >= 0 && static_cast<std::size_t>(values[value]) < count, "no such value");
            map.values[slot * kStride + value] = static_cast<std::uint8_t>(values[value]);
        }
    }
    return map;
}

template <typename Work>
Images::Rows Images::each(std::span<const std::uint8_t> rows, std::size_t expected, const Work& work) const {
    check(rows);
    Rows out;
    out.reserve(rows.size() / slots_ * expected);
    for (std::size_t at = 0; at < rows.size(); at += slots_) work(rows.data() + at, out);
    return out;
}

void Images::check(std::span<const std::uint8_t> rows) const {
    require(rows.size() % slots_ == 0, "rows have one value a slot");
    for (std::size_t at = 0; at < rows.size(); at += slots_)
        for (std::size_t slot = 0; slot < slots_; ++slot)
            require(rows[at + slot] < limit_[slot], "no such value");
}

int Images::ordered(const Map& map, Row row, Row other, Room& room) const {
    if (!holdings_.empty()) {
        image_of(map, row, room.image.data(), room.turned);
        return compared(room.image.data(), other);
    }
    for (std::size_t slot = 0; slot < slots_; ++slot) {
        const std::uint8_t value = map.at(slot, row);
        if (value != other[slot]) return value - other[slot];
    }
    return 0;
}

void Images::write(const Map& map, Row row, std::uint8_t* __restrict__ image) const {
    // Bytes may alias anything: without these copies, everything is read again after each byte written.
    const std::uint32_t* __restrict__ source = map.source.data();
    const std::uint8_t* __restrict__ values = map.values.data();
    const std::size_t slots = slots_;
    for (std::size_t slot = 0; slot < slots; ++slot) image[slot] = values[slot * kStride + row[source[slot]]];
}

void Images::image_of(const Map& map, Row row, std::uint8_t* image, Rows& turned) const {
    if (holdings_.empty()) return write(map, row, image);
    write(map, row, turned.data());
    for (std::size_t slot = 0; slot < slots_; ++slot) {
        const std::uint8_t number = held_[slot * kStride + turned[slot]];
        if (number != kNowhere) return write(holdings_[number], turned.data(), image);
    }
    std::copy(turned.begin(), turned.end(), image);
}

Images::Orbits::Orbits(const Images& images, std::span<const std::uint8_t> rows)
    : images_(images), rows_(rows), room_(images.maps_.size() * images.slots_), turned_(images.slots_) {
    out_.reserve(rows.size() * images.maps_.size());
    order_.reserve(images.maps_.size());
}

void Images::Orbits::fill() {
    for (std::size_t at = 0; at < rows_.size(); at += images_.slots_) add(rows_.data() + at);
}

void Images::Orbits::add(Row row) {
    order_.clear();
    const std::size_t slots = images_.slots_, head = std::min<std::size_t>(slots, 8);
    for (std::size_t i = 0; i < images_.maps_.size(); ++i) {
        std::uint8_t* image = room_.data() + i * slots;
        images_.image_of(images_.maps_[i], row, image, turned_);
        std::uint64_t key = 0;
        for (std::size_t slot = 0; slot < head; ++slot) key = key << 8 | image[slot];
        order_.push_back({key, image});
    }
    std::sort(order_.begin(), order_.end(), [&](const Image& a, const Image& b) {
        return a.key != b.key ? a.key < b.key : images_.compared(a.row, b.row) < 0;
    });
    const auto end = std::unique(order_.begin(), order_.end(), [&](const Image& a, const Image& b) {
        return a.key == b.key && images_.compared(a.row, b.row) == 0;
    });
    std::for_each(order_.begin(), end,
                  [&](const Image& image) { out_.insert(out_.end(), image.row, image.row + slots); });
}

}  // namespace cubecsp
