#pragma once

#include <nanobind/nanobind.h>

namespace cubecsp {

void bind_coset_graph(nanobind::module_& m);

}  // namespace cubecsp
