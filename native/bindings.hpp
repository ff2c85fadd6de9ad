#pragma once

#include <nanobind/nanobind.h>

namespace cubecsp {

void bind_optimal(nanobind::module_& m);
void bind_optimal_table(nanobind::module_& m);

}  // namespace cubecsp
