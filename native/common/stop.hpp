// Asks for long work to end early.

#pragma once

#include <atomic>

namespace cubecsp {

// Asked about inside of long loops, by any thread.
class Stop {
public:
    struct Stopped {};

    void ask() { asked_ = true; }
    void obey() const {
        if (asked_.load(std::memory_order_relaxed)) throw Stopped{};
    }

private:
    std::atomic<bool> asked_ = false;
};

}  // namespace cubecsp
