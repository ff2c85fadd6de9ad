// Runs the tests of the inner parts of native/.
//
//     native_tests [GEOMETRY]
//
// GEOMETRY is a file that Python writes, of how turns and symmetries act (tests/native/geometry.py);
// without it the tests that need it are left out, which is said.

#include <cstdio>
#include <exception>

#include "check.hpp"
#include "turns.hpp"

int main(int count, char** arguments) {
    using namespace cubecsp::tests;
    if (count > 1) geometry_file() = arguments[1];
    int failed = 0;
    for (const auto& [name, test] : all_tests()) {
        try {
            test();
            std::printf("%s passed\n", name);
        } catch (const LeftOut&) {
            std::printf("%s left out, since there is no geometry\n", name);
        } catch (const std::exception& error) {
            std::printf("%s FAILED: %s\n", name, error.what());
            ++failed;
        }
    }
    std::printf("%zu tests, %d failed\n", all_tests().size(), failed);
    return failed == 0 ? 0 : 1;
}
