// The Python module cubecsp._native: one binding function for each subject.

#include "bindings/module.hpp"
#include "bindings/gil.hpp"

NB_MODULE(_native, m) {
    m.doc() = "Inner loops of cubecsp; every decision a reader would look for is in Python.";
    cubecsp::bind_annealing(m);
    cubecsp::bind_coset_graph(m);
    cubecsp::bind_counting(m);
    cubecsp::bind_five_phase(m);
    cubecsp::bind_images(m);
    cubecsp::bind_interrupts(m);
    cubecsp::bind_meeting(m);
    cubecsp::bind_optimal(m);
    cubecsp::bind_pattern_search(m);
    cubecsp::bind_phases(m);
    cubecsp::bind_proofs(m);
    cubecsp::bind_recognition(m);
    cubecsp::bind_reduction(m);
    cubecsp::bind_sampling(m);
    cubecsp::bind_sequence_search(m);
    cubecsp::bind_square1(m);
    cubecsp::bind_thistlethwaite(m);
    cubecsp::bind_three_phase(m);
    cubecsp::bind_two_phase(m);
    nanobind::set_leak_warnings(false);  // objects kept until the process ends are not leaks
    nanobind::module_::import_("atexit").attr("register")(nanobind::cpp_function(&cubecsp::close_gate));
}
