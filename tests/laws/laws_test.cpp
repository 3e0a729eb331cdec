// SPDX-License-Identifier: Apache-2.0
// Every law, for every game: LAWS=n tries n random games of each.
#include "laws/suite.hpp"
#include "small/games.hpp"

#include <doctest/doctest.h>

TEST_SUITE("laws") {
  TEST_CASE_TEMPLATE_DEFINE("all laws hold", G, all_laws) {
    chemix::laws::Suite<G> suite;
    for (const auto& [law, breach] : suite.run()) FAIL_CHECK(law << ": " << breach);
    const chemix::laws::Honesty& honesty = suite.honesty();
    CHECK(honesty.compared > 0);
    MESSAGE(std::string(G::name())
            << ": " << suite.game_count() << " games by players and options; facts compared "
            << honesty.compared << " times, weakened in " << honesty.weakened << "; chi-squared "
            << honesty.samples.sum() << " with " << honesty.samples.freedom()
            << " degrees of freedom");
  }
  TEST_CASE_TEMPLATE_APPLY(all_laws, chemix::laws::Games);
}
