// Differences between compilers and systems, in one place.
//
// GCC and Clang are supported, for x86 and arm64, on Linux, macOS and Windows (there as MinGW or clang-cl).

#pragma once

#include <cstdint>
#include <cstring>
#include <version>

#if defined(__SSE2__)
#include <emmintrin.h>
#elif defined(__aarch64__) && defined(__ARM_NEON)
#include <arm_neon.h>
#endif

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

// Bit i of the result says whether number i is negative, as it is if a comparison is true.
inline unsigned lanes_set(Lanes16<std::int32_t>::type lanes) {
#if defined(__SSE2__)
    return static_cast<unsigned>(_mm_movemask_ps(reinterpret_cast<__m128>(lanes)));
#elif defined(__aarch64__) && defined(__ARM_NEON)
    constexpr Lanes16<std::uint32_t>::type places{1, 2, 4, 8};
    return vaddvq_u32(reinterpret_cast<uint32x4_t>((lanes < 0) & places));
#else
    unsigned set = 0;
    for (int lane = 0; lane < 4; ++lane) set |= (lanes[lane] < 0 ? 1u : 0u) << lane;
    return set;
#endif
}

inline unsigned lanes_set(Lanes16<std::int64_t>::type lanes) {
#if defined(__SSE2__)
    return static_cast<unsigned>(_mm_movemask_pd(reinterpret_cast<__m128d>(lanes)));
#else
    return (lanes[0] < 0 ? 1u : 0u) | (lanes[1] < 0 ? 2u : 0u);
#endif
}

// The sums of the products of the first two numbers, of the next two, and so on.
inline Lanes16<std::int32_t>::type pairs_of_products(Lanes16<std::int16_t>::type a,
                                                     Lanes16<std::int16_t>::type b) {
#if defined(__SSE2__)
    return reinterpret_cast<Lanes16<std::int32_t>::type>(
        _mm_madd_epi16(reinterpret_cast<__m128i>(a), reinterpret_cast<__m128i>(b)));
#elif defined(__aarch64__) && defined(__ARM_NEON)
    const auto x = reinterpret_cast<int16x8_t>(a), y = reinterpret_cast<int16x8_t>(b);
    const int32x4_t low = vmull_s16(vget_low_s16(x), vget_low_s16(y)), high = vmull_high_s16(x, y);
    return reinterpret_cast<Lanes16<std::int32_t>::type>(vpaddq_s32(low, high));
#else
    Lanes16<std::int32_t>::type sums{};
    for (int i = 0; i < 4; ++i) sums[i] = a[2 * i] * b[2 * i] + a[2 * i + 1] * b[2 * i + 1];
    return sums;
#endif
}

// Sixteen numbers from -128 to 127 as bytes.
inline Lanes16<std::int8_t>::type packed(Lanes16<std::int32_t>::type a, Lanes16<std::int32_t>::type b,
                                         Lanes16<std::int32_t>::type c, Lanes16<std::int32_t>::type d) {
    using Bytes = Lanes16<std::int8_t>::type;
#if defined(__SSE2__)
    const __m128i low = _mm_packs_epi32(reinterpret_cast<__m128i>(a), reinterpret_cast<__m128i>(b));
    const __m128i high = _mm_packs_epi32(reinterpret_cast<__m128i>(c), reinterpret_cast<__m128i>(d));
    return reinterpret_cast<Bytes>(_mm_packs_epi16(low, high));
#elif defined(__aarch64__) && defined(__ARM_NEON)
    const auto halved = [](auto x, auto y) {
        return vcombine_s16(vmovn_s32(reinterpret_cast<int32x4_t>(x)),
                            vmovn_s32(reinterpret_cast<int32x4_t>(y)));
    };
    return reinterpret_cast<Bytes>(vcombine_s8(vmovn_s16(halved(a, b)), vmovn_s16(halved(c, d))));
#else
    Bytes bytes;
    for (int i = 0; i < 4; ++i) {
        bytes[i] = static_cast<std::int8_t>(a[i]);
        bytes[i + 4] = static_cast<std::int8_t>(b[i]);
        bytes[i + 8] = static_cast<std::int8_t>(c[i]);
        bytes[i + 12] = static_cast<std::int8_t>(d[i]);
    }
    return bytes;
#endif
}

// As lanes_set, for sixteen bytes.
inline unsigned bytes_set(Lanes16<std::int8_t>::type bytes) {
#if defined(__SSE2__)
    return static_cast<unsigned>(_mm_movemask_epi8(reinterpret_cast<__m128i>(bytes)));
#else
    std::uint64_t halves[2];
    std::memcpy(halves, &bytes, sizeof halves);
    const auto gathered = [](std::uint64_t half) {
        return static_cast<unsigned>((half >> 7 & 0x0101010101010101) * 0x0102040810204080 >> 56);
    };
    return gathered(halves[0]) | gathered(halves[1]) << 8;
#endif
}

// The sum of the first eight bytes, none of which is negative.
inline int sum_of_first_half(Lanes16<std::int8_t>::type bytes) {
#if defined(__SSE2__)
    return _mm_cvtsi128_si32(_mm_sad_epu8(reinterpret_cast<__m128i>(bytes), __m128i{}));
#else
    std::uint64_t half;
    std::memcpy(&half, &bytes, sizeof half);
    half = (half & 0x00ff00ff00ff00ff) + (half >> 8 & 0x00ff00ff00ff00ff);
    return static_cast<int>(half * 0x0001000100010001 >> 48);
#endif
}

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

// Four times the number in one place.
template <unsigned kPlace>
inline Lanes16<std::uint32_t>::type repeated(Lanes16<std::uint32_t>::type lanes) {
#if defined(__clang__)
    return __builtin_shufflevector(lanes, lanes, kPlace, kPlace, kPlace, kPlace);
#else
    return __builtin_shuffle(lanes, Lanes16<std::uint32_t>::type{kPlace, kPlace, kPlace, kPlace});
#endif
}

// The first two numbers of both in turn.
inline Lanes16<std::uint32_t>::type first_interleaved(Lanes16<std::uint32_t>::type a,
                                                      Lanes16<std::uint32_t>::type b) {
#if defined(__clang__)
    return __builtin_shufflevector(a, b, 0, 4, 1, 5);
#else
    return __builtin_shuffle(a, b, Lanes16<std::uint32_t>::type{0, 4, 1, 5});
#endif
}

// The last two numbers of both in turn.
inline Lanes16<std::uint32_t>::type last_interleaved(Lanes16<std::uint32_t>::type a,
                                                     Lanes16<std::uint32_t>::type b) {
#if defined(__clang__)
    return __builtin_shufflevector(a, b, 2, 6, 3, 7);
#else
    return __builtin_shuffle(a, b, Lanes16<std::uint32_t>::type{2, 6, 3, 7});
#endif
}

inline Lanes16<std::int8_t>::type halves_exchanged(Lanes16<std::int8_t>::type bytes) {
    using Numbers = Lanes16<std::uint32_t>::type;
    return reinterpret_cast<Lanes16<std::int8_t>::type>(exchanged<2>(reinterpret_cast<Numbers>(bytes)));
}

// Numbers that several threads read and write in no particular order.
template <class Number>
Number load_relaxed(const Number& number) {
    return __atomic_load_n(&number, __ATOMIC_RELAXED);
}
template <class Number>
void store_relaxed(Number& number, Number value) {
    __atomic_store_n(&number, value, __ATOMIC_RELAXED);
}

}  // namespace cubecsp
