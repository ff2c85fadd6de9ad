// Numbers for Python, which NumPy reads from bytes.

#pragma once

#include <nanobind/nanobind.h>

#include <vector>

namespace cubecsp {

template <class Number>
nanobind::bytes as_bytes(const std::vector<Number>& numbers) {
    return nanobind::bytes(reinterpret_cast<const char*>(numbers.data()), numbers.size() * sizeof(Number));
}

}  // namespace cubecsp
