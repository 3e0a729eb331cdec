// SPDX-License-Identifier: Apache-2.0
// Fair dealing in Python.
#include "bindings.hpp"

namespace chemix::python {
namespace {

Contributions contributions_of(const std::vector<py::bytes>& given) {
  Contributions contributions;
  for (const py::bytes& one : given) {
    const auto text = one.cast<std::string>();
    contributions.emplace_back(text.begin(), text.end());
  }
  return contributions;
}

// Secrets are passed as memory views: pybind11 quotes wrong arguments in full, but shows no bytes
// of a view.
Bytes32 secret_of(const py::memoryview& view, const char* name) {
  return bytes32_of(view.attr("tobytes")(), name);
}

}  // namespace

void bind_fair_deal(py::module_& module) {
  module.def(
      "commit",
      [](const std::shared_ptr<AnyGame>& game, const py::memoryview& seed,
         const py::memoryview& salt, Whole<"start_player"> start_player) {
        return commit(*game, seat_of(*game, "start_player", start_player), secret_of(seed, "seed"),
                      secret_of(salt, "salt"));
      },
      a_game(), py::arg("seed"), py::arg("salt"), whole("start_player"),
      "Return the commitment to a seed. Use chemix.commit instead.");
  module.def(
      "dealing_seed",
      [](const py::memoryview& seed, const std::vector<py::bytes>& contributions) {
        const Bytes32 made = accepted(
            chemix::dealing_seed(secret_of(seed, "seed"), contributions_of(contributions)));
        return py::bytes(reinterpret_cast<const char*>(made.data()), made.size());
      },
      py::arg("seed"), py::arg("contributions"),
      "Return the seed to deal with. Use chemix.dealing_seed instead.");
  module.def(
      "verify_deal",
      [](const std::string& record, const std::string& commitment, const py::memoryview& seed,
         const py::memoryview& salt, const std::vector<py::bytes>& contributions) {
        const Reveal reveal{secret_of(seed, "seed"), secret_of(salt, "salt"),
                            contributions_of(contributions)};
        return states_of(accepted(chemix::verify_deal(commitment, reveal, record)));
      },
      py::arg("record"), py::arg("commitment"), py::arg("seed"), py::arg("salt"),
      py::arg("contributions"), "Verify the deal of a record. Use chemix.verify_deal instead.");
}

}  // namespace chemix::python
