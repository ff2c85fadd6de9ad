// Python's lock, released during long work and taken again afterwards.
//
// While Python shuts down, a thread that asks for its lock is terminated in the middle of a function, to
// which C++ responds with abort(). Only a daemon thread can still be working then. So before Python begins
// to shut down, `close_gate` is called (module.cpp registers it with atexit), and from then on a thread that
// wants the lock back waits until the process is gone, as in newer versions of Python.
// nanobind's gil_scoped_release and gil_scoped_acquire do not do this: the classes here replace them.

#pragma once

#include <nanobind/nanobind.h>

#include <condition_variable>
#include <mutex>
#include <thread>

namespace cubecsp {

class Gate {
public:
    static Gate& get() {
        static Gate& gate = *new Gate;  // never destroyed: threads may still wait at it
        return gate;
    }

    // Call `take`, which takes Python's lock; once the gate is closed, never return.
    template <typename Take>
    void pass(const Take& take) {
        {
            std::unique_lock lock(mutex_);
            if (closed_ && std::this_thread::get_id() != closer_) changed_.wait(lock, [] { return false; });
            ++passing_;
        }
        take();
        const std::lock_guard lock(mutex_);
        --passing_;
        changed_.notify_all();
    }

    // Let no thread pass but the calling one, and wait for those that are passing. Called without
    // Python's lock, which they need.
    void close() {
        std::unique_lock lock(mutex_);
        closed_ = true;
        closer_ = std::this_thread::get_id();
        changed_.wait(lock, [this] { return passing_ == 0; });
    }

private:
    std::mutex mutex_;
    std::condition_variable changed_;
    std::thread::id closer_;
    bool closed_ = false;
    int passing_ = 0;
};

// The thread does not hold Python's lock as long as this lives.
class GilReleased {
public:
    GilReleased() : state_(PyEval_SaveThread()) {}
    ~GilReleased() {
        Gate::get().pass([this] { PyEval_RestoreThread(state_); });
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
        Gate::get().pass([this] { state_ = PyGILState_Ensure(); });
    }
    ~GilAcquired() { PyGILState_Release(state_); }
    GilAcquired(const GilAcquired&) = delete;
    GilAcquired& operator=(const GilAcquired&) = delete;

private:
    PyGILState_STATE state_{};
};

// To be called before Python shuts down: see above.
inline void close_gate() {
    // Objects that other threads use are never released; nanobind would complain about each.
    if (nanobind::cast<int>(nanobind::module_::import_("threading").attr("active_count")()) > 1)
        nanobind::set_leak_warnings(false);
    PyThreadState* state = PyEval_SaveThread();
    Gate::get().close();
    PyEval_RestoreThread(state);
}

}  // namespace cubecsp
