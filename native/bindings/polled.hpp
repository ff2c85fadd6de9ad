// Long work that Python can end, by an exception from a callable or by Ctrl-C.

#pragma once

#include <nanobind/nanobind.h>

#include <chrono>
#include <exception>
#include <future>

#include "bindings/gil.hpp"
#include "bindings/interrupts.hpp"
#include "common/stop.hpp"

namespace cubecsp {

// Does work in another thread, and calls `poll` every 20 ms; what that raises, including Ctrl-C, ends the
// work.
template <typename Work>
void do_polled(const nanobind::callable& poll, const Work& work) {
    Stop stop;
    std::exception_ptr raised;
    {
        GilReleased released;
        auto done = std::async(std::launch::async, [&] { work(stop); });
        while (!raised && done.wait_for(std::chrono::milliseconds(20)) != std::future_status::ready) {
            GilAcquired acquired;
            try {
                poll();
            } catch (const nanobind::python_error&) {
                raised = std::current_exception();
                stop.ask();
            }
        }
        try {
            done.get();
        } catch (const Stop::Stopped&) {  // as asked
        }
    }
    if (raised) std::rethrow_exception(raised);
}

// Lets Python handle signals; remembers what they raised.
class Signals {
public:
    bool raised() {
        GilAcquired acquired;
        if (stop_asked()) {
            PyErr_SetNone(PyExc_KeyboardInterrupt);
        } else if (PyErr_CheckSignals() == 0) {
            return false;
        }
        error_ = std::make_exception_ptr(nanobind::python_error());
        return true;
    }

    void rethrow() const {
        if (error_) std::rethrow_exception(error_);
    }

private:
    std::exception_ptr error_;
};

}  // namespace cubecsp
