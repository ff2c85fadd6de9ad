// Long work that Python can end, by an exception from a callable or by Ctrl-C.

#pragma once

#include <nanobind/nanobind.h>

#include <exception>
#include <functional>

#include "common/stop.hpp"

namespace cubecsp {

// Does work in another thread, and calls `poll` every 20 ms; an exception there, Ctrl-C included, ends the
// work.
void do_polled(const nanobind::callable& poll, const std::function<void(const Stop&)>& work);

// Lets Python handle signals; remembers their exceptions.
class Signals {
public:
    bool raised();

    void rethrow() const {
        if (error_) std::rethrow_exception(error_);
    }

private:
    std::exception_ptr error_;
};

}  // namespace cubecsp
