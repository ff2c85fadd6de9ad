// The parts of the Python module, one for each file of bindings.

#pragma once

#include <nanobind/nanobind.h>

namespace cubecsp {

void bind_annealing(nanobind::module_& m);
void bind_coset_graph(nanobind::module_& m);
void bind_counting(nanobind::module_& m);
void bind_five_phase(nanobind::module_& m);
void bind_images(nanobind::module_& m);
void bind_interrupts(nanobind::module_& m);
void bind_meeting(nanobind::module_& m);
void bind_optimal(nanobind::module_& m);
void bind_pattern_search(nanobind::module_& m);
void bind_phases(nanobind::module_& m);
void bind_proofs(nanobind::module_& m);
void bind_recognition(nanobind::module_& m);
void bind_reduction(nanobind::module_& m);
void bind_sampling(nanobind::module_& m);
void bind_sequence_search(nanobind::module_& m);
void bind_square1(nanobind::module_& m);
void bind_thistlethwaite(nanobind::module_& m);
void bind_three_phase(nanobind::module_& m);
void bind_two_phase(nanobind::module_& m);

}  // namespace cubecsp
