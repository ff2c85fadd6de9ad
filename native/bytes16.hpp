#pragma once
// Sixteen bytes handled at once: one machine register where the compiler may use SSSE3, an array elsewhere.

#include <cstdint>

#if defined(__SSSE3__)
#include <immintrin.h>
#endif

namespace cubecsp::CUBECSP_LANES {

struct alignas(16) Bytes16 {
#if defined(__SSSE3__)
    __m128i v;
#else
    std::uint8_t v[16];
#endif
};

#if defined(__SSSE3__)

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
inline bool equal(Bytes16 a, Bytes16 b) {
    return _mm_movemask_epi8(_mm_cmpeq_epi8(a.v, b.v)) == 0xFFFF;
}

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
