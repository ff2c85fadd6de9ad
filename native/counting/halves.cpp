// See halves.hpp.

#include "counting/halves.hpp"

#include <algorithm>
#include <bit>
#include <stdexcept>
#include <utility>

#include "common/platform.hpp"
#include "common/require.hpp"

namespace cubecsp {

namespace {

constexpr std::size_t kMostNodes = 300'000;  // of diagrams: 15 MB
constexpr std::size_t kClasses = 4;          // parity of the permutation, sum of the flips

// The placements of pieces in a set.
EdgeDomain placements_of(unsigned pieces) {
    EdgeDomain domain = 0;
    for (; pieces; pieces &= pieces - 1) domain |= EdgeDomain{3} << 2 * std::countr_zero(pieces);
    return domain;
}

// By sets of pieces.
struct Sets {
    std::array<EdgeDomain, HalfOfEdges::kUsed + 1> left{};  // the placements of the others
    std::array<bool, HalfOfEdges::kUsed + 1> odd{};  // whether it is odd to have these before the others

    static const Sets& get() {
        static const Sets sets;
        return sets;
    }

private:
    Sets() {
        for (unsigned set = 0; set <= HalfOfEdges::kUsed; ++set) {
            left[set] = placements_of(~set & HalfOfEdges::kUsed);
            for (unsigned others = ~set & HalfOfEdges::kUsed; others; others &= others - 1)
                odd[set] = odd[set] != is_odd(set >> std::countr_zero(others) >> 1);
        }
    }
};

std::size_t hash_of(std::uint64_t key) {
    key *= 0x9E3779B97F4A7C15u;
    return static_cast<std::size_t>(key ^ key >> 32);
}

}  // namespace

// Gives each diagram bits of the key from the slot after which it has several nodes to the last slot that it
// is about, or to the end.
void HalfOfEdges::lay_out(const std::vector<Part>& parts, std::size_t slots) {
    reads_.assign(slots, {});
    fields_.assign(parts.size(), {});
    std::uint64_t free = ~std::uint64_t{0} << kFieldShift;
    const auto taken = [&](std::size_t nodes) {
        const auto width = static_cast<unsigned>(std::bit_width(nodes > 0 ? nodes - 1 : 0));
        Field field{0, (std::uint64_t{1} << width) - 1};
        if (width == 0) return field;
        while (field.shift + width <= 64 && (free >> field.shift & field.mask) != field.mask) ++field.shift;
        if (field.shift + width > 64)
            throw std::length_error("too many states of slots that are read together");
        free &= ~(field.mask << field.shift);
        return field;
    };
    for (std::size_t place = 0; place < slots; ++place) {
        const auto at = [&](const Part& part) {
            return static_cast<std::size_t>(std::find(part.places->begin(), part.places->end(), place) -
                                            part.places->begin());
        };
        for (std::size_t part = 0; part < parts.size(); ++part)
            if (at(parts[part]) < parts[part].places->size())
                free |= fields_[part].mask << fields_[part].shift;
        for (std::size_t part = 0; part < parts.size(); ++part) {
            const Diagram& diagram = *parts[part].diagram;
            const std::size_t layer = at(parts[part]);
            if (layer == parts[part].places->size()) continue;
            const bool last = layer + 1 == parts[part].places->size();
            const Field from = fields_[part];
            fields_[part] = taken(!last              ? diagram.layers[layer + 1].allowed.size()
                                  : parts[part].kept ? diagram.ends
                                                     : 1);
            reads_[place].push_back({&diagram.layers[layer], from, fields_[part]});
        }
    }
}

bool HalfOfEdges::fill(const std::vector<EdgeDomain>& domains, const std::vector<Part>& parts,
                       unsigned needed, Meter& meter) {
    layer_.clear();
    if (!std::all_of(parts.begin(), parts.end(), [](const Part& part) { return part.diagram->possible(); }))
        return true;
    lay_out(parts, domains.size());
    layer_.push_back({0, 1});
    full_ = merging_ = false;
    for (std::size_t place = 0; place < domains.size() && !full_; ++place) {
        next_.clear();
        merging_ = false;
        advance(place, domains[place], needed, domains.size() - place - 1, meter);
        layer_.swap(next_);
    }
    return !full_;
}

// Fill one more slot, after which this many remain.
void HalfOfEdges::advance(std::size_t place, EdgeDomain domain, unsigned needed, std::size_t left,
                          Meter& meter) {
    const Sets& sets = Sets::get();
    const std::vector<Read>& reads = reads_[place];
    std::uint64_t cleared = 0;
    for (const Read& read : reads) cleared |= read.from.mask << read.from.shift;
    following_.resize(reads.size());
    for (const Entry& entry : layer_) {
        const auto used = static_cast<unsigned>(entry.key & kUsed);
        EdgeDomain fitting = domain & sets.left[used];
        for (std::size_t i = 0; i < reads.size(); ++i) {
            const std::size_t node = reads[i].from.of(entry.key);
            fitting &= reads[i].layer->allowed[node];
            following_[i] = &reads[i].layer->next[node * kEdgeValues];
        }
        ++steps_;
        meter.step(1 + static_cast<unsigned>(std::popcount(fitting)));
        for (; fitting; fitting &= fitting - 1) {
            ++steps_;
            const auto value = static_cast<unsigned>(std::countr_zero(fitting));
            const unsigned piece = value / 2, missing = needed & ~(used | 1u << piece);
            if (missing && static_cast<std::size_t>(std::popcount(missing)) > left) continue;
            std::uint64_t key = (entry.key & ~cleared) | 1u << piece;
            key ^= std::uint64_t{(value & 1) | (is_odd(used >> piece >> 1) ? 2u : 0u)} << kClassShift;
            for (std::size_t i = 0; i < reads.size(); ++i)
                key |= (following_[i][value] & reads[i].to.mask) << reads[i].to.shift;
            if (!add(key, entry.ways)) return;
        }
    }
}

bool HalfOfEdges::add(std::uint64_t key, std::uint32_t ways) {
    if (!merging_) {
        next_.push_back({key, ways});
        if (next_.size() > kFewEntries) merge();
        return true;
    }
    const std::size_t mask = index_.size() - 1;
    std::size_t place = hash_of(key) & mask;
    for (; index_[place] != 0; place = (place + 1) & mask) {
        Entry& entry = next_[index_[place] - 1];
        if (entry.key != key) continue;
        entry.ways += ways;
        return true;
    }
    next_.push_back({key, ways});
    index_[place] = static_cast<std::uint32_t>(next_.size());
    if (2 * next_.size() > index_.size()) index();
    full_ = next_.size() > kMostEntries;
    return !full_;
}

// Merge equal entries from now on.
void HalfOfEdges::merge() {
    apart_.swap(next_);
    next_.clear();
    merging_ = true;
    index_.assign(std::bit_ceil(4 * apart_.size()), 0);
    for (const Entry& entry : apart_) add(entry.key, entry.ways);
}

void HalfOfEdges::index() {
    index_.assign(2 * index_.size(), 0);
    const std::size_t mask = index_.size() - 1;
    for (std::size_t entry = 0; entry < next_.size(); ++entry) {
        std::size_t place = hash_of(next_[entry].key) & mask;
        while (index_[place] != 0) place = (place + 1) & mask;
        index_[place] = static_cast<std::uint32_t>(entry + 1);
    }
}

EdgeHalves::EdgeHalves(const EdgeHalves& other)
    : order_(other.order_),
      front_slots_(other.front_slots_),
      corners_before_(other.corners_before_),
      odd_order_(other.odd_order_),
      coupled_(other.coupled_),
      decided_(other.decided_) {}

void EdgeHalves::arrange(const std::vector<std::size_t>& order, std::size_t front, std::size_t corners) {
    require(!any(), "slots are coupled already");
    require(order.size() == kEdges, "each edge slot once");
    unsigned seen = 0;
    odd_order_ = false;
    for (const std::size_t slot : order) {
        require(slot < kEdges && !(seen >> slot & 1), "each edge slot once");
        odd_order_ ^= is_odd(seen >> slot >> 1);
        seen |= 1u << slot;
    }
    require(front <= HalfOfEdges::kMostSlots && kEdges - front <= HalfOfEdges::kMostSlots,
            "5 to 7 slots in front");
    require(corners <= kCorners, "8 corners at most");
    order_ = order;
    front_slots_ = front;
    corners_before_ = corners;
}

// When a slot is read.
std::size_t EdgeHalves::position(std::size_t slot) const {
    if (slot < kCorners) return slot < corners_before_ ? slot : slot + front_slots_;
    const auto place =
        static_cast<std::size_t>(std::find(order_.begin(), order_.end(), slot - kCorners) - order_.begin());
    return place + (place < front_slots_ ? corners_before_ : kCorners);
}

void EdgeHalves::couple(std::vector<Automaton> automata) {
    require(!order_.empty(), "slots are arranged before they are coupled");
    require(!automata.empty(), "at least one automaton");
    for (const Automaton& automaton : automata) {
        automaton.check();
        for (const std::size_t slot : automaton.slots) require(slot < kCorners + kEdges, "no such slot");
        for (std::size_t place = 0; place + 1 < automaton.slots.size(); ++place)
            require(position(automaton.slots[place]) < position(automaton.slots[place + 1]),
                    "slots are read in the order in which they are arranged");
    }
    coupled_.push_back(std::move(automata));
    groups_.clear();
}

bool EdgeHalves::keeps(Row corners, const std::array<std::uint8_t, kEdges>& held) const {
    const auto accepts = [&](const Automaton& automaton) {
        std::uint16_t state = 0;
        for (std::size_t at = 0; at < automaton.slots.size() && state != kNoState; ++at) {
            const std::size_t slot = automaton.slots[at];
            const std::size_t value = slot < kCorners ? corners[slot] : held[slot - kCorners];
            state = automaton.steps[at][state * kEdgeValues + value];
        }
        return state != kNoState;
    };
    return std::all_of(coupled_.begin(), coupled_.end(), [&](const std::vector<Automaton>& automata) {
        return std::all_of(automata.begin(), automata.end(), accepts);
    });
}

EdgeHalves::Group EdgeHalves::grouped(const std::vector<Automaton>& automata) const {
    std::vector<std::size_t> slots;
    for (const Automaton& automaton : automata)
        slots.insert(slots.end(), automaton.slots.begin(), automaton.slots.end());
    std::sort(slots.begin(), slots.end(),
              [&](std::size_t a, std::size_t b) { return position(a) < position(b); });
    slots.erase(std::unique(slots.begin(), slots.end()), slots.end());
    std::size_t before = 0, after = 0;
    std::vector<std::size_t> front, back;  // places in their halves
    for (const std::size_t slot : slots) {
        const std::size_t at = position(slot);
        if (slot < kCorners)
            ++(slot < corners_before_ ? before : after);
        else if (at < corners_before_ + front_slots_)
            front.push_back(at - corners_before_);
        else
            back.push_back(at - kCorners - front_slots_);
    }
    return {Product(std::move(slots), automata), before, after, std::move(front), std::move(back), {}, {}};
}

void EdgeHalves::group() {
    if (!groups_.empty()) return;
    meter_.give(meter_.taken());
    for (const std::vector<Automaton>& automata : coupled_) groups_.push_back(grouped(automata));
    forget();
}

// Drop all diagrams.
void EdgeHalves::forget() {
    for (Group& group : groups_) group.fronts.clear(), group.backs.clear();
    nodes_ = 0;
    kept_front_.any = kept_back_.any = false;
}

// The diagrams of a group after a state, or several: made if they are not there yet, and only kept once they
// are complete.
const FrontDiagram& EdgeHalves::front_of(Group& group, std::size_t place, int state) {
    auto known = group.fronts.find(state);
    if (known == group.fronts.end()) {
        FrontDiagram made = front_diagram(group.product, place, group.front_places.size(), state, meter_);
        nodes_ += made.nodes();
        known = group.fronts.emplace(state, std::move(made)).first;
    }
    return known->second;
}

const BackDiagram& EdgeHalves::back_of(Group& group, std::size_t place, std::vector<int> states) {
    auto known = group.backs.find(states);
    if (known == group.backs.end()) {
        BackDiagram made = back_diagram(group.product, place, states, meter_);
        nodes_ += made.nodes();
        known = group.backs.emplace(std::move(states), std::move(made)).first;
    }
    return known->second;
}

// Make a diagram of each half for each group, given the corners; false if they leave nothing.
bool EdgeHalves::read_corners(Row row) {
    if (nodes_ > kMostNodes) forget();
    if (meter_.taken() > Meter::kMostBytes / 2) groups_.clear(), group();
    meter_.begin();
    fronts_.clear();
    backs_.clear();
    offsets_.clear();
    std::size_t bits = 0;
    for (Group& group : groups_) {
        Product& product = group.product;
        int state = 0;
        std::size_t place = 0;
        for (; place < group.corners_before && state != Product::kDead; ++place)
            state = product.step(place, state, row[product.slots()[place]], meter_);
        if (state == Product::kDead) return false;
        fronts_.push_back(&front_of(group, place, state));
        place += group.front_places.size();
        std::vector<int> states = fronts_.back()->states;
        for (const std::size_t last = place + group.corners_after; place < last; ++place)
            for (int& each : states)
                if (each != Product::kDead)
                    each = product.step(place, each, row[product.slots()[place]], meter_);
        if (std::all_of(states.begin(), states.end(), [](int each) { return each == Product::kDead; }))
            return false;
        offsets_.push_back(bits);
        bits += states.size() > 1 ? states.size() : 0;
        if (bits > kMostWords * kWordBits) throw std::length_error("too many classes of half of the edges");
        backs_.push_back(&back_of(group, place, std::move(states)));
    }
    words_ = (bits + kWordBits - 1) / kWordBits;
    return true;
}

std::uint64_t EdgeHalves::count(Row row, const Domains& domains, bool odd, FrontPieces pieces,
                                const std::function<void()>& poll) {
    meter_.ask(poll ? &poll : nullptr);
    group();
    if (!read_corners(row)) return 0;
    front_domains_.clear();
    back_domains_.clear();
    for (std::size_t place = 0; place < kEdges; ++place)
        (place < front_slots_ ? front_domains_ : back_domains_).push_back(domains[order_[place]]);
    return total(odd, pieces);
}

// Add up the parts, each of which decides for enough pieces which half they are in.
std::uint64_t EdgeHalves::total(bool odd, FrontPieces pieces) {
    const unsigned decided = pieces.used | pieces.others;
    if (static_cast<std::size_t>(std::popcount(pieces.used)) > front_slots_ ||
        static_cast<std::size_t>(std::popcount(pieces.others)) > kEdges - front_slots_)
        return 0;
    if (static_cast<std::size_t>(std::popcount(decided)) >= decided_) {
        if (fill_front(pieces) && fill_back(pieces)) return met(odd);
        decided_ = static_cast<std::size_t>(std::popcount(decided)) + 1;
    }
    const unsigned piece = 1u << std::countr_one(decided);
    return total(odd, {pieces.used | piece, pieces.others}) +
           total(odd, {pieces.used, pieces.others | piece});
}

bool EdgeHalves::fill_front(FrontPieces pieces) {
    Kept wanted{true, pieces, fronts_, {}, front_domains_};
    if (kept_front_ == wanted) return true;
    kept_front_.any = false;
    std::vector<HalfOfEdges::Part> parts;
    std::vector<Marks> marks;
    for (std::size_t i = 0; i < groups_.size(); ++i) {
        const bool told = fronts_[i]->states.size() > 1;
        parts.push_back({fronts_[i], &groups_[i].front_places, told});
        marks.emplace_back();
        for (std::size_t end = 0; told && end < fronts_[i]->ends; ++end) {
            Classes classes(end / 64 + 1);
            classes[end / 64] = std::uint64_t{1} << end % 64;
            mark(marks.back(), classes, offsets_[i]);
        }
    }
    std::vector<EdgeDomain> domains = front_domains_;
    for (EdgeDomain& domain : domains) domain &= ~placements_of(pieces.others);
    if (!front_.fill(domains, parts, pieces.used, meter_)) return false;
    sort(front_, sorted_front_, marks);
    kept_front_ = std::move(wanted);
    return true;
}

bool EdgeHalves::fill_back(FrontPieces pieces) {
    Kept wanted{true, pieces, fronts_, backs_, back_domains_};
    if (kept_back_ == wanted) return true;
    kept_back_.any = false;
    std::vector<HalfOfEdges::Part> parts;
    std::vector<Marks> marks;
    for (std::size_t i = 0; i < groups_.size(); ++i) {
        const bool told = fronts_[i]->states.size() > 1;
        parts.push_back({backs_[i], &groups_[i].back_places, told});
        marks.emplace_back();
        for (std::size_t end = 0; told && end < backs_[i]->ends; ++end)
            mark(marks.back(), backs_[i]->rejected[end], offsets_[i]);
    }
    std::vector<EdgeDomain> domains = back_domains_;
    for (EdgeDomain& domain : domains) domain &= ~placements_of(pieces.used);
    if (!back_.fill(domains, parts, pieces.others, meter_)) return false;
    sort(back_, sorted_back_, marks);
    kept_back_ = std::move(wanted);
    return true;
}

// Add the marks of a group at its next end: some of its classes, which begin at this place among all.
void EdgeHalves::mark(Marks& marks, const Classes& classes, std::size_t offset) const {
    const std::size_t first = marks.size();
    marks.resize(first + words_);
    for (std::size_t bit = 0; bit < 64 * classes.size(); ++bit)
        if (classes[bit / 64] >> bit % 64 & 1)
            marks[first + (offset + bit) / kWordBits] |= std::uint32_t{1} << (offset + bit) % kWordBits;
}

// Put entries in order of used pieces and class, with the marks of all groups.
void EdgeHalves::sort(const HalfOfEdges& half, Sorted& sorted, const std::vector<Marks>& marks) {
    constexpr std::uint64_t kBucket = (std::uint64_t{1} << HalfOfEdges::kFieldShift) - 1;
    const auto& entries = half.entries();
    sorted.begins.assign(kBucket + 2, 0);
    for (const HalfOfEdges::Entry& entry : entries) ++sorted.begins[(entry.key & kBucket) + 1];
    for (std::size_t bucket = 0; bucket <= kBucket; ++bucket)
        sorted.begins[bucket + 1] += sorted.begins[bucket];
    for (std::size_t word = 0; word < words_; ++word) sorted.classes[word].assign(entries.size(), 0);
    sorted.ways.resize(entries.size());
    for (const HalfOfEdges::Entry& entry : entries) {
        const std::size_t at = sorted.begins[entry.key & kBucket]++;
        for (std::size_t part = 0; part < marks.size(); ++part) {
            if (marks[part].empty()) continue;
            const std::uint32_t* marked = &marks[part][half.end(entry, part) * words_];
            for (std::size_t word = 0; word < words_; ++word) sorted.classes[word][at] |= marked[word];
        }
        sorted.ways[at] = entry.ways;
    }
    for (std::size_t bucket = kBucket + 1; bucket > 0; --bucket)
        sorted.begins[bucket] = sorted.begins[bucket - 1];
    sorted.begins[0] = 0;
}

// Return in how many ways the front halves of a bucket and the back halves of another fit together. Compilers
// vectorise the inner loop over several front halves.
template <std::size_t kWords>
std::uint64_t EdgeHalves::fitting(std::size_t ahead, std::size_t behind) const {
    const std::size_t begin = sorted_front_.begins[ahead];
    const std::size_t number = sorted_front_.begins[ahead + 1] - begin;
    std::array<const std::uint32_t*, kWords> classes;
    for (std::size_t word = 0; word < kWords; ++word)
        classes[word] = sorted_front_.classes[word].data() + begin;
    const std::uint32_t* ways = sorted_front_.ways.data() + begin;
    std::uint64_t found = 0;
    for (std::size_t at = sorted_back_.begins[behind]; at < sorted_back_.begins[behind + 1]; ++at) {
        std::array<std::uint32_t, kWords> rejected;
        for (std::size_t word = 0; word < kWords; ++word) rejected[word] = sorted_back_.classes[word][at];
        std::uint32_t sum = 0;  // at most 7! 2^7
        for (std::size_t f = 0; f < number; ++f) {
            std::uint32_t both = 0;
            for (std::size_t word = 0; word < kWords; ++word) both |= classes[word][f] & rejected[word];
            sum += ways[f] & (both == 0 ? ~std::uint32_t{0} : 0);
        }
        found += std::uint64_t{sum} * sorted_back_.ways[at];
    }
    return found;
}

// Return in how many ways the halves fit together: they use up the pieces between them, flips are even in
// number, and the permutation is odd or even.
std::uint64_t EdgeHalves::met(bool odd) {
    static constexpr std::array kFitting{
        &EdgeHalves::fitting<0>, &EdgeHalves::fitting<1>, &EdgeHalves::fitting<2>,
        &EdgeHalves::fitting<3>, &EdgeHalves::fitting<4>, &EdgeHalves::fitting<5>,
        &EdgeHalves::fitting<6>, &EdgeHalves::fitting<7>, &EdgeHalves::fitting<8>};
    static_assert(kFitting.size() == kMostWords + 1);
    const Sets& sets = Sets::get();
    std::uint64_t found = 0;
    for (unsigned behind = 0; behind <= HalfOfEdges::kUsed; ++behind) {
        const unsigned ahead = ~behind & HalfOfEdges::kUsed;
        const bool crossed = sets.odd[ahead] != odd_order_;
        for (unsigned kind = 0; kind < kClasses; ++kind) {
            const std::size_t back = behind | kind << HalfOfEdges::kClassShift;
            const std::size_t front = ahead | (kind ^ (crossed != odd ? 2u : 0u)) << HalfOfEdges::kClassShift;
            const std::uint64_t pairs =
                std::uint64_t{sorted_back_.begins[back + 1] - sorted_back_.begins[back]} *
                (sorted_front_.begins[front + 1] - sorted_front_.begins[front]);
            if (pairs == 0) continue;
            pairs_ += pairs;
            meter_.step(pairs / 8);
            found += (this->*kFitting[words_])(front, back);
        }
    }
    return found;
}

}  // namespace cubecsp
