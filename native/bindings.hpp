#pragma once

#include <nanobind/nanobind.h>

namespace cubecsp {

void bind_two_phase(nanobind::module_& m);

}  // namespace cubecsp
