// Preconditions, checked where arguments come in.

#pragma once

#include <stdexcept>

namespace cubecsp {

// Throws std::invalid_argument, which Python sees as ValueError, unless a condition holds.
template <class Message>
void require(bool condition, const Message& message) {
    if (!condition) throw std::invalid_argument(message);
}

}  // namespace cubecsp
