// As much of a test framework as is needed: TEST(name) { CHECK(condition); }, and a main that runs all.

#pragma once

#include <cstdint>
#include <functional>
#include <random>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace cubecsp::tests {

struct Failed : std::runtime_error {
    using std::runtime_error::runtime_error;
};

using Test = std::pair<const char*, std::function<void()>>;

inline std::vector<Test>& all_tests() {
    static std::vector<Test> tests;
    return tests;
}

struct Registered {
    Registered(const char* name, std::function<void()> test) {
        all_tests().emplace_back(name, std::move(test));
    }
};

// What a test draws is the same in each run, and on each machine.
class Random {
public:
    explicit Random(std::uint32_t seed) : source_(seed) {}
    unsigned below(unsigned end) { return static_cast<unsigned>(source_() % end); }

private:
    std::mt19937 source_;
};

template <class Error, class Work>
bool throws(const Work& work) {
    try {
        work();
    } catch (const Error&) {
        return true;
    }
    return false;
}

}  // namespace cubecsp::tests

#define TEST(name)                                                          \
    static void name();                                                     \
    static const cubecsp::tests::Registered registered_##name(#name, name); \
    static void name()

#define CHECK(...)                                                                                \
    do {                                                                                          \
        if (!(__VA_ARGS__))                                                                       \
            throw cubecsp::tests::Failed(std::string(__FILE__) + ":" + std::to_string(__LINE__) + \
                                         ": " #__VA_ARGS__);                                      \
    } while (false)
