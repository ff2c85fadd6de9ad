// Sets, graphs and arrays, against simpler ones.

#include <map>
#include <memory>
#include <queue>

#include "check.hpp"
#include "common/huge_array.hpp"
#include "common/joining_thread.hpp"
#include "common/platform.hpp"
#include "graphs/breadth_first.hpp"
#include "graphs/coset_graph.hpp"
#include "two_phase/tables.hpp"

using namespace cubecsp;
using namespace cubecsp::tests;

TEST(a_near_set_knows_the_data_of_its_keys_and_no_others) {
    using Small = two_phase::NearSet<10, 8>;
    const auto near = std::make_unique<Small>();
    std::map<std::uint32_t, std::uint32_t> expected;
    Random random(21);
    for (int i = 0; i < 900; ++i) {
        const std::uint32_t key = random.below(1U << 28);
        const std::uint32_t data = 1 + random.below(Small::kDataMask);
        std::uint32_t tag = 0;
        std::uint32_t* slot = near->slot_for(key, tag);
        CHECK(slot != nullptr && (*slot == 0) == !expected.contains(key));
        *slot = tag | data;
        expected[key] = data;
        CHECK(near->find(random.below(1U << 28)) == 0 || expected.size() > 0);
    }
    for (const auto& [key, data] : expected) CHECK(near->find(key) == data);
    for (int i = 0; i < 100'000; ++i) {
        const std::uint32_t key = random.below(1U << 28);
        if (!expected.contains(key)) CHECK(near->find(key) == 0);
    }
}

TEST(a_table_of_positions_is_a_map) {
    using namespace breadth_first;
    Positions table;
    std::map<std::pair<std::uint64_t, std::uint64_t>, std::uint32_t> expected;
    Random random(22);
    for (int i = 0; i < 50'000; ++i) {
        Row row;
        for (unsigned slot = 0; slot < slots; ++slot) row[slot] = static_cast<std::uint8_t>(random.below(3));
        const Position position = held_as(packed(row), random.below(most_holdings));
        for (unsigned slot = 0; slot < slots; ++slot) CHECK(label_at(position, slot) == row[slot]);
        const auto key = std::pair{position.corner, position.edge};
        const auto known = expected.find(key);
        CHECK(table.find(position) == (known == expected.end() ? none : known->second));
        if (known == expected.end()) expected[key] = table.insert(position, 1);
    }
    CHECK(table.size() == expected.size());
    for (const auto& [key, number] : expected) {
        CHECK(table[number].position == Position{key.first, key.second});
    }
}

TEST(labels_stay_equal_when_turned_or_are_refused) {
    std::uint8_t given[24];
    for (unsigned i = 0; i < 24; ++i) given[i] = static_cast<std::uint8_t>(i < 12 ? i : 12 + i % 3);
    breadth_first::Labels labels;
    labels.assign(given, 3);
    for (unsigned value = 0; value < 24; ++value) {
        for (unsigned by = 0; by < 3; ++by) {
            CHECK(labels.turned[by][given[value]] == given[value - value % 3 + (value + by) % 3]);
        }
    }
    given[13] = 12;
    CHECK(throws<std::invalid_argument>([&] { breadth_first::Labels().assign(given, 3); }));
    given[0] = 24;
    CHECK(throws<std::invalid_argument>([&] { breadth_first::Labels().assign(given, 3); }));
}

TEST(distances_in_a_graph_are_those_of_a_queue) {
    Random random(23);
    for (int round = 0; round < 50; ++round) {
        const std::size_t rows = 1 + random.below(12), columns = 1 + random.below(12);
        // Pairs of moves that undo each other: steps forward and back in cycles.
        std::vector<std::uint16_t> first, second;
        const std::size_t a = random.below(static_cast<unsigned>(rows));
        const std::size_t b = random.below(static_cast<unsigned>(columns));
        for (std::size_t i = 0; i < rows; ++i) {
            for (const std::size_t by : {a, rows - a})
                first.push_back(static_cast<std::uint16_t>((i + by) % rows));
        }
        for (std::size_t i = 0; i < columns; ++i) {
            for (const std::size_t by : {b, columns - b})
                second.push_back(static_cast<std::uint16_t>((i + by) % columns));
        }
        const CosetGraph graph(first, second, 2);
        std::vector<std::uint8_t> found(graph.size());
        graph.fill_distances(0, 0, found.data());
        std::vector<std::uint8_t> expected(graph.size(), CosetGraph::unreached);
        std::queue<std::size_t> queue({0});
        expected[0] = 0;
        for (; !queue.empty(); queue.pop()) {
            const std::size_t at = queue.front();
            for (std::size_t move = 0; move < 2; ++move) {
                const auto [row, column] = graph.step(at / columns, at % columns, move);
                std::uint8_t& there = expected[row * columns + column];
                if (there != CosetGraph::unreached) continue;
                there = static_cast<std::uint8_t>(expected[at] + 1);
                queue.push(row * columns + column);
            }
        }
        for (std::size_t at = 0; at < found.size(); ++at) {
            CHECK(found[at] == expected[at]);
            if (found[at] == CosetGraph::unreached) continue;
            std::uint8_t path[CosetGraph::unreached];
            CHECK(graph.descend(found.data(), at / columns, at % columns, path) == found[at]);
        }
    }
    CHECK(throws<std::invalid_argument>([] { CosetGraph({0, 2}, {0, 0}, 1); }));
}

TEST(huge_arrays_are_aligned_and_as_large_as_asked_for) {
    for (const std::size_t size : {std::size_t{1}, std::size_t{4097}, std::size_t{5} << 20}) {
        const HugeArray array(size);
        CHECK(array.size() == size);
        CHECK(reinterpret_cast<std::uintptr_t>(array.data()) % 64 == 0);
        array.data()[0] = 1;
        array.data()[size - 1] = 2;
        will_be_read(array.data(), size);
        CHECK(array.data()[size - 1] == 2);
    }
}

TEST(threads_are_waited_for) {
    std::uint64_t count = 0;
    std::atomic<int> ended{0};
    {
        std::vector<JoiningThread> pool;
        for (int i = 0; i < 4; ++i) {
            pool.emplace_back([&] {
                store_relaxed(count, load_relaxed(count) | 1);
                ++ended;
            });
        }
    }
    CHECK(ended == 4 && count == 1);
    for (unsigned bits = 0; bits < 256; ++bits) CHECK(is_odd(bits) == (std::popcount(bits) % 2 == 1));
}
