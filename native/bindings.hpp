#pragma once

#include <nanobind/nanobind.h>

namespace cubecsp {

}  // namespace cubecsp
