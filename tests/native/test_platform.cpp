// Numbers side by side, against one after the other: some of it is written for each kind of processor.

#include <cstdint>

#include "check.hpp"
#include "common/platform.hpp"

namespace {

using cubecsp::Lanes16;
using Bytes = Lanes16<std::int8_t>::type;
using Numbers = Lanes16<std::int32_t>::type;

Bytes bytes(cubecsp::tests::Random& random) {
    Bytes result;
    for (int i = 0; i < 16; ++i) result[i] = static_cast<std::int8_t>(random.below(256));
    return result;
}

}  // namespace

TEST(signs_of_numbers_and_of_bytes) {
    cubecsp::tests::Random random(1);
    for (int time = 0; time < 1000; ++time) {
        const Bytes some = bytes(random);
        const Numbers few = {some[0], some[1] << 20, some[2] << 24, some[3]};
        for (int i = 0; i < 16; ++i) CHECK((cubecsp::bytes_set(some) >> i & 1) == (some[i] < 0));
        for (int i = 0; i < 4; ++i) CHECK((cubecsp::lanes_set(few) >> i & 1) == (few[i] < 0));
        CHECK(cubecsp::bytes_set(some) >> 16 == 0 && cubecsp::lanes_set(few) >> 4 == 0);
    }
}

TEST(numbers_are_packed_and_halves_exchanged) {
    cubecsp::tests::Random random(1);
    for (int time = 0; time < 1000; ++time) {
        const Bytes some = bytes(random);
        Numbers parts[4];
        for (int i = 0; i < 16; ++i) parts[i / 4][i % 4] = some[i];
        const Bytes packed = cubecsp::packed(parts[0], parts[1], parts[2], parts[3]);
        const Bytes exchanged = cubecsp::halves_exchanged(some);
        for (int i = 0; i < 16; ++i) CHECK(packed[i] == some[i] && exchanged[i] == some[(i + 8) % 16]);
    }
}

TEST(bytes_of_the_first_half_are_added) {
    cubecsp::tests::Random random(1);
    for (int time = 0; time < 1000; ++time) {
        const Bytes some = time == 0 ? Bytes{} + std::int8_t{127} : bytes(random) & std::int8_t{127};
        int sum = 0;
        for (int i = 0; i < 8; ++i) sum += some[i];
        CHECK(cubecsp::sum_of_first_half(some) == sum);
    }
}

TEST(numbers_are_repeated_and_interleaved) {
    using Places = cubecsp::Lanes16<std::uint32_t>::type;
    const auto same = [](Places a, Places b) {
        return a[0] == b[0] && a[1] == b[1] && a[2] == b[2] && a[3] == b[3];
    };
    const Places a{3, 1, 4, 1'000'000'000}, b{5, 9, 2, 6};
    CHECK(same(cubecsp::repeated<0>(a), Places{3, 3, 3, 3}));
    CHECK(same(cubecsp::repeated<2>(a), Places{4, 4, 4, 4}));
    CHECK(same(cubecsp::first_interleaved(a, b), Places{3, 5, 1, 9}));
    CHECK(same(cubecsp::last_interleaved(a, b), Places{4, 2, 1'000'000'000, 6}));
}

TEST(products_are_added_in_pairs) {
    cubecsp::tests::Random random(1);
    const auto number = [&] {
        return static_cast<std::int16_t>(static_cast<int>(random.below(1U << 16)) - (1 << 15));
    };
    for (int time = 0; time < 1000; ++time) {
        cubecsp::Lanes16<std::int16_t>::type a, b;
        for (int i = 0; i < 8; ++i) a[i] = number(), b[i] = static_cast<std::int16_t>(number() / 2);
        const auto sums = cubecsp::pairs_of_products(a, b);
        for (int i = 0; i < 4; ++i) CHECK(sums[i] == a[2 * i] * b[2 * i] + a[2 * i + 1] * b[2 * i + 1]);
    }
}
