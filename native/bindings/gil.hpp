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

#include <chrono>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <thread>

namespace cubecsp {

class Gate {
public:
    static Gate& get() {
        static Gate& gate = *new Gate;  // never destroyed: threads may still wait at it
        return gate;
    }

    // To be called before taking Python's lock; once the gate is closed, this never returns but to the
    // thread that closed it and to those that are inside already.
    void enter() {
        std::unique_lock lock(mutex_);
        if (closed_ && depth() == 0 && std::this_thread::get_id() != closer_) wait_for_the_end(lock);
        ++depth();
        ++inside_;
    }

    void leave() {
        const std::lock_guard lock(mutex_);
        --depth();
        --inside_;
        changed_.notify_all();
    }

    // Let no thread enter but the calling one, and wait until those inside have left, unless one of them
    // is in a callback that takes very long. Called without Python's lock, which they need.
    void close() {
        std::unique_lock lock(mutex_);
        closed_ = true;
        closer_ = std::this_thread::get_id();
        changed_.wait_for(lock, std::chrono::seconds(5), [this] { return inside_ == 0; });
        abort_ = std::set_terminate([] { get().terminate(); });
    }

private:
    // How many times the calling thread is inside: a callback may call what releases the lock.
    static int& depth() {
        thread_local int depth = 0;
        return depth;
    }

    void wait_for_the_end(std::unique_lock<std::mutex>& lock) {
        changed_.wait(lock, [] { return false; });
    }

    // Called instead of aborting: a thread that Python ends has no exception, and waits.
    void terminate() {
        std::unique_lock lock(mutex_);
        if (!std::current_exception() && std::this_thread::get_id() != closer_) wait_for_the_end(lock);
        abort_();
    }

    std::mutex mutex_;
    std::condition_variable changed_;
    std::thread::id closer_;
    std::terminate_handler abort_ = nullptr;
    bool closed_ = false;
    int inside_ = 0;
};

// The thread does not hold Python's lock as long as this lives.
class GilReleased {
public:
    GilReleased() : state_(PyEval_SaveThread()) {}
    ~GilReleased() {
        Gate::get().enter();
        PyEval_RestoreThread(state_);
        Gate::get().leave();
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
        Gate::get().enter();
        state_ = PyGILState_Ensure();
    }
    ~GilAcquired() {
        PyGILState_Release(state_);
        Gate::get().leave();
    }
    GilAcquired(const GilAcquired&) = delete;
    GilAcquired& operator=(const GilAcquired&) = delete;

private:
    PyGILState_STATE state_{};
};

// To be called before Python shuts down: see above.
inline void close_gate() {
    PyThreadState* state = PyEval_SaveThread();
    Gate::get().close();
    PyEval_RestoreThread(state);
}

}  // namespace cubecsp
