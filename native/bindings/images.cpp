#include <nanobind/nanobind.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/vector.h>

#include <cstdint>
#include <span>
#include <vector>

#include "bindings/gil.hpp"
#include "bindings/module.hpp"
#include "common/images.hpp"

namespace nb = nanobind;

namespace cubecsp {

namespace {

// One of the functions from rows to rows.
template <Images::Rows (Images::*Function)(std::span<const std::uint8_t>) const>
nb::bytes applied(const Images& images, const nb::bytes& rows) {
    const std::span data(static_cast<const std::uint8_t*>(rows.data()), rows.size());
    Images::Rows result;
    {
        GilReleased unlocked;
        result = (images.*Function)(data);
    }
    return nb::bytes(result.data(), result.size());
}

}  // namespace

void bind_images(nb::module_& m) {
    using Maps = std::vector<Images::ListedMap>;
    nb::class_<Images>(m, "Images", "What symmetries make of many states; see native/common/images.hpp.")
        .def(nb::init<const Maps&, const std::vector<std::vector<int>>&, const Maps&>(), nb::arg("maps"),
             nb::arg("held"), nb::arg("holdings"))
        .def("least", &applied<&Images::least>, nb::arg("rows"))
        .def("are_least", &applied<&Images::are_least>, nb::arg("rows"))
        .def("sizes", &applied<&Images::sizes>, nb::arg("rows"))
        .def("sizes_if_least", &applied<&Images::sizes_if_least>, nb::arg("rows"))
        .def("orbits", &applied<&Images::orbits>, nb::arg("rows"));
}

}  // namespace cubecsp
