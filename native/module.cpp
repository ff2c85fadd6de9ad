// The Python module cubecsp._native: one binding function per inner loop, each defined beside it.

#include <nanobind/nanobind.h>

#include "bindings.hpp"

NB_MODULE(_native, m) {
    m.doc() = "Inner loops of cubecsp; every decision a reader would look for is in Python.";
    cubecsp::bind_optimal(m);
    cubecsp::bind_optimal_table(m);
}
