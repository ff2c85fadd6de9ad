// Arrays and tables in memory that Python owns.

#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <cstdint>
#include <type_traits>

#include "common/require.hpp"

namespace cubecsp {

using Writable = nanobind::ndarray<uint8_t, nanobind::ndim<1>, nanobind::c_contig, nanobind::device::cpu>;
using ReadOnly =
    nanobind::ndarray<const uint8_t, nanobind::ndim<1>, nanobind::c_contig, nanobind::device::cpu>;

// An argument that is an array of just the type that is asked for. Without this, an array of another type is
// converted, so that numbers which do not fit change, and writes go to a copy that is lost.
inline auto array_arg(const char* name) { return nanobind::arg(name).noconvert(); }

// Throws ValueError if the numbers of one of some arrays are not at multiples of their size, where processors
// may not read them: numpy takes such views for contiguous.
template <typename... Arrays>
void require_aligned(const Arrays&... arrays) {
    const auto is_aligned = [](const auto& array) {
        using Number = std::remove_pointer_t<decltype(array.data())>;
        return array.size() == 0 || reinterpret_cast<std::uintptr_t>(array.data()) % alignof(Number) == 0;
    };
    require((is_aligned(arrays) && ...), "an array that is not aligned");
}

// The table in a buffer; throws ValueError unless it fits there.
template <typename Table, typename Array>
auto& as_table(const Array& buffer) {
    auto* start = buffer.data();
    using Byte = std::remove_pointer_t<decltype(start)>;
    using Wanted = std::conditional_t<std::is_const_v<Byte>, const Table, Table>;
    require(buffer.size() == sizeof(Table), "a table of the wrong size");
    require(reinterpret_cast<std::uintptr_t>(start) % alignof(Table) == 0, "a table that is not aligned");
    return *reinterpret_cast<Wanted*>(start);
}

}  // namespace cubecsp
