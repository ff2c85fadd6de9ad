#include "bindings/gil.hpp"

#include <nanobind/nanobind.h>

#include <chrono>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <thread>

namespace cubecsp {
namespace {

class Gate {
public:
    static Gate& get() {
        static Gate& gate = *new Gate;  // never destroyed: threads may still wait at it
        return gate;
    }

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

}  // namespace

void enter_gate() { Gate::get().enter(); }

void leave_gate() { Gate::get().leave(); }

void close_gate() {
    PyThreadState* state = PyEval_SaveThread();
    Gate::get().close();
    PyEval_RestoreThread(state);
}

}  // namespace cubecsp
