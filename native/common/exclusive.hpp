// One thread at a time in one object: Python threads can meet in it once a method releases the
// interpreter's lock. The second one is refused, since waiting could mean waiting for itself.

#pragma once

#include <atomic>
#include <stdexcept>

namespace cubecsp {

// Whether some thread is in an object; a copy of the object begins with none.
class InUse {
public:
    InUse() = default;
    InUse(const InUse&) {}
    InUse& operator=(const InUse&) = delete;

private:
    friend class Claim;
    std::atomic<bool> taken_{false};
};

// Holds an object for the calling thread; throws std::runtime_error while another one has it.
class Claim {
public:
    explicit Claim(InUse& in_use) : in_use_(in_use) {
        if (in_use.taken_.exchange(true, std::memory_order_acquire))
            throw std::runtime_error("another thread is using this object");
    }
    ~Claim() { in_use_.taken_.store(false, std::memory_order_release); }
    Claim(const Claim&) = delete;
    Claim& operator=(const Claim&) = delete;

private:
    InUse& in_use_;
};

}  // namespace cubecsp
