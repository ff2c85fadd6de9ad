#include "bindings/polled.hpp"

#include <nanobind/nanobind.h>

#include <chrono>
#include <exception>
#include <functional>
#include <future>

#include "bindings/gil.hpp"
#include "bindings/interrupts.hpp"
#include "common/stop.hpp"

namespace cubecsp {

void do_polled(const nanobind::callable& poll, const std::function<void(const Stop&)>& work) {
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

bool Signals::raised() {
    GilAcquired acquired;
    if (stop_asked()) {
        PyErr_SetNone(PyExc_KeyboardInterrupt);
    } else if (PyErr_CheckSignals() == 0) {
        return false;
    }
    error_ = std::make_exception_ptr(nanobind::python_error());
    return true;
}

}  // namespace cubecsp
