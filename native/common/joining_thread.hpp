// Another difference between systems, apart from platform.hpp: <thread> takes longer to read than most files.

#pragma once

#include <thread>
#include <utility>

namespace cubecsp {

// A thread whose destructor waits for its end: std::jthread, which libc++ lacked for a long time.
class JoiningThread {
public:
    template <typename Work>
    explicit JoiningThread(Work&& work) : thread_(std::forward<Work>(work)) {}
    JoiningThread(JoiningThread&&) = default;
    JoiningThread& operator=(JoiningThread&&) = delete;
    ~JoiningThread() {
        if (thread_.joinable()) thread_.join();
    }

private:
    std::thread thread_;
};

}  // namespace cubecsp
