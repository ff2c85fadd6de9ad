// Python's view of the phases of cubes: distances are buffers, rows and pieces are bytes, sets are numbers.

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/variant.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>
#include <variant>
#include <vector>

#include "bindings/module.hpp"
#include "bindings/polled.hpp"
#include "bindings/table_buffer.hpp"
#include "common/require.hpp"
#include "phases/search.hpp"

namespace nb = nanobind;

namespace cubecsp::phases {

namespace {

Row row_from(const nb::bytes& data) {
    Row row;
    require(data.size() == row.size(), "a row has 24 slots");
    std::copy_n(static_cast<const std::uint8_t*>(data.data()), row.size(), row.begin());
    require(is_permutation(row), "a row is not a permutation");
    return row;
}

std::vector<Row> rows_from(const std::vector<nb::bytes>& rows) {
    std::vector<Row> found;
    for (const nb::bytes& row : rows) found.push_back(row_from(row));
    return found;
}

nb::bytes bytes_of(const auto& numbers) {
    return nb::bytes(reinterpret_cast<const char*>(numbers.data()), numbers.size());
}

using SetLists = std::vector<std::vector<Set>>;
// The values of each set, or of how many slots it may be any.
using ValuesGiven = std::vector<std::variant<std::size_t, std::vector<Set>>>;

SetLists values_from(const ValuesGiven& given) {
    SetLists lists;
    for (const auto& one : given) {
        if (const auto* members = std::get_if<std::size_t>(&one)) {
            require(*members != 0 && *members <= kOrbitSlots / 2, "sets are of 1 to 12 slots");
            lists.push_back(all_slot_sets(*members));
        } else {
            lists.push_back(std::get<std::vector<Set>>(one));
        }
    }
    return lists;
}

void fill(const std::vector<std::vector<nb::bytes>>& turns, const ValuesGiven& given, const SetLists& goals,
          const Writable& distances, const nb::callable& poll) {
    const SetLists values = values_from(given);
    std::vector<std::vector<Row>> rows;
    for (const auto& turn : turns) {
        rows.push_back(rows_from(turn));
        require(turn.size() == values.size(), "a turn needs a row for each set");
    }
    for (const auto& goal : goals) {
        require(goal.size() == values.size(), "a goal needs a value for each set");
        for (const Set set : goal) {
            require(set >> kOrbitSlots == 0, "a goal has a slot above 23");
        }
    }
    const std::span<std::uint8_t> table(distances.data(), distances.size());
    do_polled(poll, [&](const Stop& stop) { fill_distances(rows, values, goals, table, stop); });
}

using Numbers = std::vector<std::uint16_t>;
using SetNumbers = std::vector<std::size_t>;
using StartGiven = std::pair<std::vector<nb::bytes>, std::size_t>;

constexpr std::uint16_t kDearest = 1U << 12;  // so that no sum reaches what marks the hopeless

// The last is that of all larger numbers, too.
Costs costs_from(const Numbers& given) {
    require(!given.empty() && given.size() <= Costs{}.size() && std::ranges::max(given) <= kDearest,
            "costs out of range");
    Costs costs;
    costs.fill(given.back());
    std::ranges::copy(given, costs.begin());
    return costs;
}

class PhaseSearch {
public:
    PhaseSearch(std::size_t orbits, const std::vector<std::size_t>& parities, std::uint16_t parity_cost)
        : orbits_(orbits) {
        for (const std::size_t orbit : parities) require(orbit < orbits_, "no such orbit");
        require(parities.size() <= kMost, "there are at most 15 parities");
        require(parity_cost <= kDearest, "costs out of range");
        phase_.parities = parities;
        phase_.parity_cost = parity_cost;
    }
    PhaseSearch(const PhaseSearch&) = delete;
    PhaseSearch& operator=(const PhaseSearch&) = delete;

    void add_turn(std::uint8_t number, std::uint8_t axis, std::uint8_t block,
                  const std::vector<nb::bytes>& rows) {
        require_open();
        require(rows.size() == orbits_, "a turn needs a row for each orbit");
        phase_.turns.push_back({number, axis, block, rows_from(rows)});
    }

    void follow(std::size_t orbit, Set members) {
        require_open();
        require(orbit < orbits_ && members >> kOrbitSlots == 0,
                "a set is of an orbit or a piece that does not exist");
        phase_.followed.push_back({orbit, members});
    }

    void add_target(const SetNumbers& sets, const ValuesGiven& given, const ReadOnly& distances,
                    const Numbers& costs) {
        require_open();
        require_followed(sets);
        require(phase_.targets.size() < kMost, "there are at most 15 targets");
        const SetLists lists = values_from(given);
        auto values = std::make_unique<Values>(lists);
        require(lists.size() == sets.size() && distances.size() == values->count(),
                "a table of the wrong size");
        for (std::size_t i = 0; i < sets.size(); ++i) {
            require(std::popcount(lists[i].front()) == std::popcount(phase_.followed[sets[i]].members),
                    "the values of a set have another size than the set");
        }
        const Target target{sets, values.get(), {distances.data(), distances.size()}, costs_from(costs)};
        values_.push_back(std::move(values));  // the target points to this, so it is kept first
        kept_.push_back(distances);
        phase_.targets.push_back(target);
    }

    void add_match(const SetNumbers& sets, const Numbers& costs) {
        require_open();
        require_followed(sets);
        require(phase_.matches.size() < kMost, "there are at most 15 matches");
        phase_.matches.push_back({sets, costs_from(costs)});
    }

    nb::list search(const std::vector<StartGiven>& given, std::size_t width, std::size_t wanted,
                    std::size_t more, std::size_t patience, const nb::callable& poll) {
        require(!phase_.turns.empty(), "a phase needs turns");
        std::vector<Start> starts;
        for (const auto& [pieces, length] : given) {
            require(pieces.size() == orbits_, "a cube needs a row for each orbit");
            starts.push_back({rows_from(pieces), length});
        }
        require(width > 0 && width <= kWidest && patience <= kLongest, "an effort out of range");
        const Effort effort{width, wanted, more, patience};
        searched_ = true;
        std::vector<Found> found;
        do_polled(poll, [&](const Stop& stop) { found = phases::search(phase_, starts, effort, stop); });
        nb::list answers;
        for (const Found& one : found) {
            nb::list pieces;
            for (const Row& row : one.pieces) pieces.append(bytes_of(row));
            answers.append(nb::make_tuple(one.start, bytes_of(one.turns), pieces));
        }
        return answers;
    }

private:
    static constexpr std::size_t kMost = 15, kWidest = 10'000'000, kLongest = 1000;

    // Searches read the phase without Python's lock.
    void require_open() const { require(!searched_, "a phase that was searched cannot change"); }

    void require_followed(const SetNumbers& sets) const {
        require(!sets.empty(), "a target needs sets");
        for (const std::size_t set : sets) require(set < phase_.followed.size(), "the set is not followed");
    }

    Phase phase_;
    std::size_t orbits_ = 0;
    bool searched_ = false;
    std::vector<std::unique_ptr<Values>> values_;
    std::vector<ReadOnly> kept_;
};

}  // namespace

}  // namespace cubecsp::phases

void cubecsp::bind_phases(nb::module_& m) {
    using namespace phases;
    m.def(
        "fill_distances", &fill, nb::arg("turns"), nb::arg("values"), nb::arg("goals"),
        array_arg("distances"), nb::arg("poll"),
        nb::sig("def fill_distances(turns: collections.abc.Sequence[collections.abc.Sequence[bytes]], "
                "values: collections.abc.Sequence[int | collections.abc.Sequence[int]], "
                "goals: collections.abc.Sequence[collections.abc.Sequence[int]], "
                "distances: typing_extensions.Buffer, poll: collections.abc.Callable[[], None]) -> None"),
        "Write how many turns take sets of slots to one of the goals, 255 for never. A turn is a row of 24 "
        "bytes for "
        "each set. Values of a set are listed, or are all of so many slots in the order of the numbers that "
        "write "
        "them; together they count in mixed radix, the first set fastest. `poll` is called every 20 ms, and "
        "what it raises ends the work.");
    nb::class_<PhaseSearch>(m, "PhaseSearch", "Turns that finish a phase, searched for with a beam.")
        .def(nb::init<std::size_t, const std::vector<std::size_t>&, std::uint16_t>(), nb::arg("orbits"),
             nb::arg("parities"), nb::arg("parity_cost"))
        .def("add_turn", &PhaseSearch::add_turn, nb::arg("number"), nb::arg("axis"), nb::arg("block"),
             nb::arg("rows"))
        .def("follow", &PhaseSearch::follow, nb::arg("orbit"), nb::arg("members"),
             "Follow a set of pieces; targets and matches have the numbers of sets in the order of these "
             "calls.")
        .def("add_target", &PhaseSearch::add_target, nb::arg("sets"), nb::arg("values"),
             array_arg("distances"), nb::arg("costs"),
             nb::sig("def add_target(self, sets: collections.abc.Sequence[int], "
                     "values: collections.abc.Sequence[int | collections.abc.Sequence[int]], "
                     "distances: typing_extensions.Buffer, costs: collections.abc.Sequence[int]) -> None"))
        .def("add_match", &PhaseSearch::add_match, nb::arg("sets"), nb::arg("costs"))
        .def("search", &PhaseSearch::search, nb::arg("starts"), nb::arg("width"), nb::arg("wanted"),
             nb::arg("more"), nb::arg("patience"), nb::arg("poll"),
             nb::sig("def search(self, "
                     "starts: collections.abc.Sequence[tuple[collections.abc.Sequence[bytes], int]], "
                     "width: int, wanted: int, more: int, patience: int, poll: collections.abc.Callable[[], "
                     "None]) "
                     "-> list[tuple[int, bytes, list[bytes]]]"),
             "Sequences that finish the phase, each the number of its start, its turns and the pieces then; "
             "`width` "
             "positions of each length are looked beyond, for up to `patience` turns after the last start.");
}
