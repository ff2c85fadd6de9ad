// Tables of the two phases made from the geometry, and cubes solved with them.

#include <memory>

#include "check.hpp"
#include "turns.hpp"
#include "two_phase/search.hpp"

using namespace cubecsp;
using namespace cubecsp::tests;
using namespace cubecsp::two_phase;

namespace {

const std::vector<std::uint8_t>& geometry() {
    static const std::vector<std::uint8_t> bytes = geometry_part(0, sizeof(Geometry));
    return bytes;
}

const SmallTables& small_tables() {
    static const std::unique_ptr<SmallTables> tables = [] {
        auto made = std::make_unique<SmallTables>();
        make_small(geometry(), *made, Stop());
        return made;
    }();
    return *tables;
}

}  // namespace

TEST(turns_of_the_geometry_are_those_written_down_here) {
    CHECK(geometry().size() == sizeof(Geometry));
    Geometry given;
    std::copy(geometry().begin(), geometry().end(), reinterpret_cast<std::uint8_t*>(&given));
    CHECK(is_sound(given));
    for (std::size_t turn = 0; turn < 18; ++turn) {
        CHECK(std::equal(given.corners[turn], given.corners[turn] + 8, turns()[turn].corners));
        CHECK(std::equal(given.edges[turn], given.edges[turn] + 12, turns()[turn].edges));
    }
    given.keeping[3].turn[5] = 18;
    CHECK(!is_sound(given));
}

TEST(random_cubes_are_solved_by_two_phases) {
    require_sound(small_tables());
    Random random(31);
    std::vector<Cubies> cubes{kSolved};
    for (unsigned i = 0; i < 15; ++i) cubes.push_back(walked(random, 1 + 3 * i));
    const Limits limits{21, 0, 1e9, 1e9, kUnlimited, 2};
    const auto found = solve_all({&small_tables(), nullptr}, cubes, limits, [] { return false; });
    CHECK(found.size() == cubes.size());
    for (std::size_t i = 0; i < cubes.size(); ++i) {
        CHECK(found[i].sound && found[i].length >= found[i].proven && found[i].length <= 21);
        Cubies cube = cubes[i];
        for (int k = 0; k < found[i].length; ++k) cube = product(cube, turns()[found[i].turns[k]]);
        CHECK(cube == kSolved);
    }
}

TEST(making_tables_stops_when_asked) {
    const auto tables = std::make_unique<SmallTables>();
    Stop stop;
    stop.ask();
    bool stopped = false;
    try {
        make_small(geometry(), *tables, stop);
    } catch (const Stop::Stopped&) {
        stopped = true;
    }
    CHECK(stopped);
}

TEST(a_geometry_that_is_none_is_refused) {
    const auto tables = std::make_unique<SmallTables>();
    std::vector<std::uint8_t> wrong = geometry();
    wrong.pop_back();
    CHECK(throws<std::exception>([&] { make_small(wrong, *tables, Stop()); }));
}
