#include <nanobind/nanobind.h>
#include <nanobind/stl/vector.h>

#include <string_view>

#include "bindings/gil.hpp"
#include "bindings/module.hpp"
#include "common/exclusive.hpp"
#include "proofs/check.hpp"
#include "proofs/count.hpp"
#include "proofs/trim.hpp"

namespace nb = nanobind;

namespace cubecsp {

namespace {

std::string_view text_of(const nb::bytes& bytes) { return {bytes.c_str(), bytes.size()}; }

nb::bytes bytes_of(const std::string& text) { return nb::bytes(text.data(), text.size()); }

// A checker, which belongs to one thread at a time.
class OwnedChecker {
public:
    explicit OwnedChecker(const nb::bytes& dimacs) : checker_(text_of(dimacs)) {}

    void check(const nb::bytes& lines) {
        const Claim claim(in_use_);
        const std::string_view text = text_of(lines);
        GilReleased unlocked;
        checker_.check(text);
    }

    const ProofChecker& checker() const { return checker_; }

private:
    ProofChecker checker_;
    InUse in_use_;
};

// A proof with the bytes that it reads.
class OwnedProof {
public:
    OwnedProof(nb::bytes proof, std::size_t given)
        : bytes_(std::move(proof)), trimmed_(text_of(bytes_), given) {}

    nb::tuple next(std::size_t most) {
        const Claim claim(in_use_);
        TrimmedProof::Lines lines;
        {
            GilReleased unlocked;
            lines = trimmed_.next(most);
        }
        return nb::make_tuple(bytes_of(lines.lrat), bytes_of(lines.drat));
    }

    const TrimmedProof& trimmed() const { return trimmed_; }

private:
    nb::bytes bytes_;
    TrimmedProof trimmed_;
    InUse in_use_;
};

// A certificate of a count that is being made, which belongs to one thread at a time.
class OwnedCount {
public:
    OwnedCount(int variables, std::vector<std::vector<int>> clauses,
               const std::vector<std::vector<int>>& slots, const std::vector<std::size_t>& left_out)
        : proof_(variables, std::move(clauses), slots, left_out) {}

    nb::bytes next(std::size_t most) {
        const Claim claim(in_use_);
        std::string lines;
        {
            GilReleased unlocked;
            lines = proof_.next(most);
        }
        return bytes_of(lines);
    }

    const CountProof& proof() const { return proof_; }

private:
    CountProof proof_;
    InUse in_use_;
};

}  // namespace

void bind_proofs(nb::module_& m) {
    nb::class_<OwnedChecker>(m, "ProofChecker", "A checker of proofs in LRAT; see native/proofs/check.hpp.")
        .def(nb::init<const nb::bytes&>(), nb::arg("dimacs"))
        .def("check", &OwnedChecker::check, nb::arg("lines"))
        .def_prop_ro("proven", [](const OwnedChecker& self) { return self.checker().proven(); })
        .def_prop_ro("given", [](const OwnedChecker& self) { return self.checker().given(); })
        .def_prop_ro("added", [](const OwnedChecker& self) { return self.checker().added(); });
    nb::class_<OwnedProof>(m, "TrimmedProof", "A solver's proof, trimmed; see native/proofs/trim.hpp.")
        .def(nb::init<nb::bytes, std::size_t>(), nb::arg("proof"), nb::arg("given"))
        .def("next", &OwnedProof::next, nb::arg("most"),
             nb::sig("def next(self, most: int) -> tuple[bytes, bytes]"))
        .def_prop_ro("learned", [](const OwnedProof& self) { return self.trimmed().learned(); })
        .def_prop_ro("kept", [](const OwnedProof& self) { return self.trimmed().kept(); });
    nb::class_<OwnedCount>(m, "CountProof",
                           "A certificate of a count, being made; see native/proofs/count.hpp.")
        .def(nb::init<int, std::vector<std::vector<int>>, const std::vector<std::vector<int>>&,
                      const std::vector<std::size_t>&>(),
             nb::arg("variables"), nb::arg("clauses"), nb::arg("slots"), nb::arg("left_out"))
        .def("next", &OwnedCount::next, nb::arg("most"))
        .def_prop_ro("done", [](const OwnedCount& self) { return self.proof().done(); })
        .def_prop_ro("share", [](const OwnedCount& self) { return self.proof().share(); })
        .def_prop_ro("states", [](const OwnedCount& self) { return self.proof().states(); })
        .def_prop_ro("nodes", [](const OwnedCount& self) { return self.proof().nodes(); });
}

}  // namespace cubecsp
