#pragma once
// Large memory in huge pages where the system grants them: a table is read at random places,
// and with 4 KiB pages the search for the page costs as much as the read itself.

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <new>

#if defined(__linux__)
#include <sys/mman.h>
#include <unistd.h>
#endif

namespace cubecsp {

class HugeArray {
public:
    explicit HugeArray(std::size_t bytes) : bytes_(bytes) {
        const std::size_t rounded = (bytes + kPage - 1) / kPage * kPage;
#if defined(__linux__)
        void* memory = std::aligned_alloc(kPage, rounded);
        if (memory == nullptr) throw std::bad_alloc();
        madvise(memory, rounded, MADV_HUGEPAGE);
#else
        void* memory = ::operator new(rounded, std::align_val_t{64});
#endif
        data_ = static_cast<std::uint8_t*>(memory);
    }
    ~HugeArray() {
#if defined(__linux__)
        std::free(data_);
#else
        ::operator delete(data_, std::align_val_t{64});
#endif
    }
    HugeArray(const HugeArray&) = delete;
    HugeArray& operator=(const HugeArray&) = delete;

    std::uint8_t* data() const { return data_; }
    std::size_t size() const { return bytes_; }

private:
    static constexpr std::size_t kPage = std::size_t{1} << 21;
    std::size_t bytes_;
    std::uint8_t* data_ = nullptr;
};

// Tells the system to read mapped memory from the disk in one go, since it will be read at random.
inline void will_be_read([[maybe_unused]] const void* start, [[maybe_unused]] std::size_t bytes) {
#if defined(__linux__)
    const auto page = static_cast<std::uintptr_t>(sysconf(_SC_PAGESIZE));
    const auto first = reinterpret_cast<std::uintptr_t>(start);
    const std::uintptr_t aligned = first / page * page;
    madvise(reinterpret_cast<void*>(aligned), bytes + (first - aligned), MADV_WILLNEED);
#endif
}

}  // namespace cubecsp
