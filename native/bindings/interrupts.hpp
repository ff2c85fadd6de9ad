// One way to stop: a flag that a signal sets, for all code that checks a deadline.

#pragma once

namespace cubecsp {

// Whether the process was asked to stop. Any thread may ask, at any time and at no cost.
bool stop_asked();

}  // namespace cubecsp
