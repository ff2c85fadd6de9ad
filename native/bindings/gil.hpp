// Python's lock, released during long work and taken again afterwards.
//
// While Python shuts down, a thread that asks for its lock is terminated in the middle of a function, to
// which C++ responds with abort(). Only a daemon thread can still be working then. So before Python begins
// to shut down, `close_gate` is called (module.cpp registers it with atexit), and from then on a thread that
// wants the lock back waits until the process is gone, as in newer versions of Python. The same happens
// to a thread that loses the lock within Python's code that C++ has called.
// nanobind's gil_scoped_release and gil_scoped_acquire do not do this: the classes here replace them.

#pragma once

#include <nanobind/nanobind.h>

namespace cubecsp {

// To be called before taking Python's lock; once the gate is closed, this returns only to the thread that
// closed it and to those that are inside already.
void enter_gate();

void leave_gate();

// To be called before Python shuts down, by the thread that does that.
void close_gate();

// The thread does not hold Python's lock as long as this lives.
class GilReleased {
public:
    GilReleased() : state_(PyEval_SaveThread()) {}
    ~GilReleased() {
        enter_gate();
        PyEval_RestoreThread(state_);
        leave_gate();
    }
    GilReleased(const GilReleased&) = delete;
    GilReleased& operator=(const GilReleased&) = delete;

private:
    PyThreadState* state_;
};

// The thread holds Python's lock as long as this lives, inside a `GilReleased`.
class GilAcquired {
public:
    GilAcquired() {
        enter_gate();
        state_ = PyGILState_Ensure();
    }
    ~GilAcquired() {
        PyGILState_Release(state_);
        leave_gate();
    }
    GilAcquired(const GilAcquired&) = delete;
    GilAcquired& operator=(const GilAcquired&) = delete;

private:
    PyGILState_STATE state_{};
};

}  // namespace cubecsp
