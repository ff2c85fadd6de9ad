#include <nanobind/nanobind.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <cstddef>
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

nb::bytes orbits(const Images& images, const nb::bytes& rows, std::size_t threads) {
    const std::span data(static_cast<const std::uint8_t*>(rows.data()), rows.size());
    std::vector<Images::Rows> parts;
    {
        GilReleased unlocked;
        parts = images.orbits(data, threads);
    }
    std::size_t size = 0;
    for (const Images::Rows& part : parts) size += part.size();
    PyObject* joined = PyBytes_FromStringAndSize(nullptr, static_cast<Py_ssize_t>(size));
    if (joined == nullptr) throw nb::python_error();
    char* end = PyBytes_AsString(joined);
    for (const Images::Rows& part : parts) end = std::copy(part.begin(), part.end(), end);
    return nb::steal<nb::bytes>(joined);
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
        .def("orbits", &orbits, nb::arg("rows"), nb::arg("threads") = 1);
}

}  // namespace cubecsp
