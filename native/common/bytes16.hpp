#pragma once
// Sixteen bytes handled at once: one machine register where the compiler may use SSSE3 or NEON, an array
// elsewhere. Each file that is compiled for certain processors has all of it in a separate namespace, so
// that it shares no functions with other files.

#include <cstdint>

#if defined(CUBECSP_NO_LANES)
#elif defined(__SSSE3__)
#define CUBECSP_SSSE3
#include <immintrin.h>
#elif defined(__aarch64__) && defined(__ARM_NEON)
#define CUBECSP_NEON
#include <arm_neon.h>
#endif

namespace cubecsp::CUBECSP_LANES {

inline unsigned bits_set(std::uint32_t bits) { return static_cast<unsigned>(__builtin_popcount(bits)); }
inline unsigned first_bit(std::uint32_t bits) { return static_cast<unsigned>(__builtin_ctz(bits)); }
inline void fetch(const void* place) { __builtin_prefetch(place); }

struct alignas(16) Bytes16 {
#if defined(CUBECSP_SSSE3)
    __m128i v;
#elif defined(CUBECSP_NEON)
    uint8x16_t v;
#else
    std::uint8_t v[16];
#endif
};

#if defined(CUBECSP_SSSE3)

inline Bytes16 load(const std::uint8_t* from) {
    return {_mm_load_si128(reinterpret_cast<const __m128i*>(from))};
}
// result[i] = table[at[i] mod 16]; the upper nibbles of `at` must be below 8.
inline Bytes16 shuffle(Bytes16 table, Bytes16 at) { return {_mm_shuffle_epi8(table.v, at.v)}; }
inline Bytes16 operator&(Bytes16 a, Bytes16 b) { return {_mm_and_si128(a.v, b.v)}; }
inline Bytes16 operator^(Bytes16 a, Bytes16 b) { return {_mm_xor_si128(a.v, b.v)}; }
inline Bytes16 operator+(Bytes16 a, Bytes16 b) { return {_mm_add_epi8(a.v, b.v)}; }
inline Bytes16 operator-(Bytes16 a, Bytes16 b) { return {_mm_sub_epi8(a.v, b.v)}; }
inline Bytes16 least(Bytes16 a, Bytes16 b) { return {_mm_min_epu8(a.v, b.v)}; }
inline Bytes16 filled(std::uint8_t x) { return {_mm_set1_epi8(static_cast<char>(x))}; }
// Bit i of the result is bit `bit` of byte i.
template <int bit>
inline std::uint32_t bits(Bytes16 a) {
    return static_cast<std::uint32_t>(_mm_movemask_epi8(_mm_slli_epi16(a.v, 7 - bit)));
}
// Bit i of the result says whether a[i] < b[i]; all values below 128.
inline std::uint32_t less(Bytes16 a, Bytes16 b) {
    return static_cast<std::uint32_t>(_mm_movemask_epi8(_mm_cmplt_epi8(a.v, b.v)));
}
inline bool equal(Bytes16 a, Bytes16 b) { return _mm_movemask_epi8(_mm_cmpeq_epi8(a.v, b.v)) == 0xFFFF; }

#elif defined(CUBECSP_NEON)

inline Bytes16 load(const std::uint8_t* from) { return {vld1q_u8(from)}; }
inline Bytes16 shuffle(Bytes16 table, Bytes16 at) {
    return {vqtbl1q_u8(table.v, vandq_u8(at.v, vdupq_n_u8(15)))};
}
inline Bytes16 operator&(Bytes16 a, Bytes16 b) { return {vandq_u8(a.v, b.v)}; }
inline Bytes16 operator^(Bytes16 a, Bytes16 b) { return {veorq_u8(a.v, b.v)}; }
inline Bytes16 operator+(Bytes16 a, Bytes16 b) { return {vaddq_u8(a.v, b.v)}; }
inline Bytes16 operator-(Bytes16 a, Bytes16 b) { return {vsubq_u8(a.v, b.v)}; }
inline Bytes16 least(Bytes16 a, Bytes16 b) { return {vminq_u8(a.v, b.v)}; }
inline Bytes16 filled(std::uint8_t x) { return {vdupq_n_u8(x)}; }
// Bit i of the result is the lowest bit of byte i, all others being 0.
inline std::uint32_t gathered(uint8x16_t ones) {
    alignas(16) static constexpr std::int8_t places[16] = {0, 1, 2, 3, 4, 5, 6, 7, 0, 1, 2, 3, 4, 5, 6, 7};
    const uint8x16_t placed = vshlq_u8(ones, vld1q_s8(places));
    return vaddv_u8(vget_low_u8(placed)) | std::uint32_t{vaddv_u8(vget_high_u8(placed))} << 8;
}
template <int bit>
inline std::uint32_t bits(Bytes16 a) {
    return gathered(vandq_u8(vshlq_u8(a.v, vdupq_n_s8(-bit)), vdupq_n_u8(1)));
}
inline std::uint32_t less(Bytes16 a, Bytes16 b) {
    return gathered(vandq_u8(vcltq_u8(a.v, b.v), vdupq_n_u8(1)));
}
inline bool equal(Bytes16 a, Bytes16 b) { return vminvq_u8(vceqq_u8(a.v, b.v)) == 0xFF; }

#else

template <class F>
inline Bytes16 each(F f) {
    Bytes16 r;
    for (unsigned i = 0; i < 16; ++i) r.v[i] = static_cast<std::uint8_t>(f(i));
    return r;
}
inline Bytes16 load(const std::uint8_t* from) {
    return each([=](unsigned i) { return from[i]; });
}
inline Bytes16 shuffle(const Bytes16& table, const Bytes16& at) {
    return each([&](unsigned i) { return table.v[at.v[i] & 15]; });
}
inline Bytes16 operator&(const Bytes16& a, const Bytes16& b) {
    return each([&](unsigned i) { return a.v[i] & b.v[i]; });
}
inline Bytes16 operator^(const Bytes16& a, const Bytes16& b) {
    return each([&](unsigned i) { return a.v[i] ^ b.v[i]; });
}
inline Bytes16 operator+(const Bytes16& a, const Bytes16& b) {
    return each([&](unsigned i) { return a.v[i] + b.v[i]; });
}
inline Bytes16 operator-(const Bytes16& a, const Bytes16& b) {
    return each([&](unsigned i) { return a.v[i] - b.v[i]; });
}
inline Bytes16 least(const Bytes16& a, const Bytes16& b) {
    return each([&](unsigned i) { return a.v[i] < b.v[i] ? a.v[i] : b.v[i]; });
}
inline Bytes16 filled(std::uint8_t x) {
    return each([=](unsigned) { return x; });
}
template <int bit>
inline std::uint32_t bits(const Bytes16& a) {
    std::uint32_t r = 0;
    for (unsigned i = 0; i < 16; ++i) r |= ((a.v[i] >> bit) & 1U) << i;
    return r;
}
inline std::uint32_t less(const Bytes16& a, const Bytes16& b) {
    std::uint32_t r = 0;
    for (unsigned i = 0; i < 16; ++i) r |= (a.v[i] < b.v[i] ? 1U : 0U) << i;
    return r;
}
inline bool equal(const Bytes16& a, const Bytes16& b) {
    for (unsigned i = 0; i < 16; ++i) {
        if (a.v[i] != b.v[i]) return false;
    }
    return true;
}

#endif

}  // namespace cubecsp::CUBECSP_LANES
