// What compilers and systems do differently, in one place.
//
// GCC and Clang are known, for x86 and arm64, on Linux, macOS and Windows (there as MinGW or clang-cl).

#pragma once

#include <atomic>
#include <cstdint>
#include <thread>
#include <utility>
#include <version>

#if !defined(__GNUC__) && !defined(__clang__)
#error "GCC or Clang is needed; on Windows MinGW or clang-cl"
#endif

namespace cubecsp {

inline void prefetch(const void* place) { __builtin_prefetch(place); }

// Whether an odd number of bits is set.
inline bool is_odd(unsigned bits) { return __builtin_parity(bits) != 0; }

// Sixteen bytes of numbers that operators work on all at once.
template <class Number>
struct Lanes16 {
    using type [[gnu::vector_size(16)]] = Number;
};

// Four numbers with number i in the place of number i ^ kChange.
template <unsigned kChange>
inline Lanes16<std::uint32_t>::type exchanged(Lanes16<std::uint32_t>::type lanes) {
#if defined(__clang__)
    return __builtin_shufflevector(lanes, lanes, 0 ^ kChange, 1 ^ kChange, 2 ^ kChange, 3 ^ kChange);
#else
    return __builtin_shuffle(
        lanes, Lanes16<std::uint32_t>::type{0 ^ kChange, 1 ^ kChange, 2 ^ kChange, 3 ^ kChange});
#endif
}

// Numbers that several threads read and write, where no order matters.
template <class Number>
Number load_relaxed(const Number& number) {
    return __atomic_load_n(&number, __ATOMIC_RELAXED);
}
template <class Number>
void store_relaxed(Number& number, Number value) {
    __atomic_store_n(&number, value, __ATOMIC_RELAXED);
}

// A thread whose end is waited for where it is destroyed: std::jthread, which libc++ has lacked for long.
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
