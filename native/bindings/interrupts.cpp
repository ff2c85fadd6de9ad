// Signals that ask the process to stop: the first sets a flag, a second one ends the process at once.
//
// Python runs its handlers only between two bytecode instructions, so that a second Ctrl-C would wait for
// native code that does not look at the flag. Here a handler in C decides that, wherever the process is. It
// is put in front of Python's handlers, which it also calls: they wake calls that wait for input or output.

#include "bindings/interrupts.hpp"
#include "common/require.hpp"

#include <nanobind/nanobind.h>
#include <nanobind/stl/vector.h>

#include <atomic>
#include <chrono>
#include <csignal>
#include <utility>
#include <vector>

#include "bindings/module.hpp"

namespace nb = nanobind;

namespace cubecsp {
namespace {

using Clock = std::chrono::steady_clock;

// `timeout` sends its signal twice, to the process and to its group: seconds within which two are one.
constexpr double kTogether = 0.3;

constexpr double kNever = 0;
std::atomic<double> asked_at = kNever;  // by the clock, in seconds
static_assert(std::atomic<double>::is_always_lock_free);

double now() { return std::chrono::duration<double>(Clock::now().time_since_epoch()).count(); }

std::vector<std::pair<int, PyOS_sighandler_t>>& replaced() {
    static std::vector<std::pair<int, PyOS_sighandler_t>> handlers;
    return handlers;
}

// Calls nothing that a handler of signals may not call.
void on_signal(int number) {
    const double moment = now();
    double before = kNever;
    if (!asked_at.compare_exchange_strong(before, moment) && moment - before > kTogether) {
        std::signal(number, SIG_DFL);
        std::raise(number);  // it comes when this function returns
        return;
    }
    PyErr_SetInterruptEx(number);
}

// Keeps an earlier request: a signal may have come since Python has a handler for it.
void watch_signals(const std::vector<int>& numbers) {
    for (const int number : numbers) {
        const PyOS_sighandler_t before = PyOS_setsig(number, on_signal);
        require(before != SIG_ERR, "the signal cannot be caught");
        replaced().emplace_back(number, before);
    }
}

void leave_signals() {
    // The last one first: a signal that was watched twice gets its first handler back.
    for (; !replaced().empty(); replaced().pop_back())
        PyOS_setsig(replaced().back().first, replaced().back().second);
    asked_at = kNever;
}

}  // namespace

bool stop_asked() { return asked_at.load(std::memory_order_relaxed) != kNever; }

void bind_interrupts(nb::module_& m) {
    m.def("watch_signals", &watch_signals, nb::arg("numbers"),
          "Have these signals ask the process to stop, and end it at once when they come again; Python has "
          "handlers for them, which are called too.");
    m.def("leave_signals", &leave_signals, "Undo `watch_signals`, and forget that a stop was asked for.");
    m.def("stop_asked", &stop_asked, "Whether the process was asked to stop.");
    m.def(
        "ask_to_stop", [](bool stop) { asked_at = stop ? now() : kNever; }, nb::arg("stop"),
        "Ask the process to stop, as a signal does, or take that back.");
}

}  // namespace cubecsp
