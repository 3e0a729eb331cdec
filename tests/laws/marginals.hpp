// SPDX-License-Identifier: Apache-2.0
// The law that marginals match all worlds of small decks, and samples of large ones.
#pragma once

#include "chemix/beliefs/marginals.hpp"
#include "chemix/cards/places.hpp"
#include "laws/calibration.hpp"
#include "laws/laws.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <string>
#include <vector>

namespace chemix::laws {

/// Frequencies of the events of `marginals`, over weighted tables.
template <class R>
class Frequencies {
 public:
  Frequencies(const R& rules, const Marginals& marginals)
      : rules_(rules), marginals_(marginals), found_(marginals.probabilities.size()) {}

  void add(const typename R::Table& table, double weight) {
    std::vector<CardCounts> counts(marginals_.places.size());
    auto view = table;
    for_each_place(rules_, view, [&]<class Cards>(Place place, Cards& cards, MayLie, Card) {
      const auto at = std::find(marginals_.places.begin(), marginals_.places.end(), place);
      if (at == marginals_.places.end()) return;
      if constexpr (is_hidden_cards<Cards>) {
        count_cards(counts[static_cast<std::size_t>(at - marginals_.places.begin())], rules_,
                    *cards.cards);
      }
    });
    for (std::size_t place = 0; place < counts.size(); ++place) {
      for (int kind = 0; kind < marginals_.kinds; ++kind) {
        for (int n = 1; n <= counts[place][static_cast<std::size_t>(kind)]; ++n) {
          found_[marginals_.index(place, kind, n)] += weight;
        }
      }
    }
    all_ += weight;
  }
  /// Fails unless `fits(probability, frequency)` for every marginal.
  template <class Fits>
  [[nodiscard]] Failure compared(Fits&& fits) const {
    for (std::size_t i = 0; i < found_.size(); ++i) {
      const double probability = marginals_.probabilities[i];
      const double frequency = found_[i] / all_;
      if (fits(probability, frequency)) continue;
      const std::size_t place = i / static_cast<std::size_t>(marginals_.kinds * marginals_.most);
      return "a marginal of place " + std::to_string(place) + " is " + std::to_string(probability) +
             " instead of " + std::to_string(frequency);
    }
    return "";
  }

 private:
  const R& rules_;
  const Marginals& marginals_;
  std::vector<double> found_;
  double all_ = 0;
};

/// Marginals equal the frequencies over all worlds; only for small decks.
template <class G>
Failure marginals_are_shares(const G& game, const typename G::Observation& seen) {
  if constexpr (requires { game.rules().inner(); }) {
    return "";
  } else {
    const auto& rules = game.rules();
    const Marginals marginals = marginals_of(rules, seen);
    Frequencies<typename G::Rules> frequencies(rules, marginals);
    for_each_belief(rules.belief_of(seen), [&](const auto& world, double ways) {
      if (ways == 0) return;
      const auto table = rules.table_from_world(seen, world);
      const bool is_refused =
          deals_itself(rules, seen) && rules.validation_error(table, seen.knowledge);
      if (!is_refused) frequencies.add(table, ways);
    });
    const double distance = deals_itself(rules, seen) ? 0.05 : 1e-9;
    return frequencies.compared([&](double probability, double frequency) {
      return std::abs(probability - frequency) <= distance;
    });
  }
}

/// Marginals match the frequencies over a few dozen samples.
template <class G>
Failure marginals_fit_samples(const G& game, const typename G::Observation& seen,
                              FastRandom& random) {
  if constexpr (requires { game.rules().inner(); }) {
    return "";
  } else {
    constexpr double samples = 128;
    const Marginals marginals = marginals_of(game.rules(), seen);
    Frequencies<typename G::Rules> frequencies(game.rules(), marginals);
    for (int i = 0; i < samples; ++i) {
      const auto table = game.rules().determinize(seen, random);
      if (!table) return "no world is found";
      frequencies.add(*table, 1);
    }
    const bool sampled = deals_itself(game.rules(), seen);
    return frequencies.compared([&](double probability, double frequency) {
      if (!sampled && probability < 1e-12) return frequency == 0;
      if (!sampled && probability > 1 - 1e-12) return frequency == 1;
      // By Bernstein's inequality a larger deviation has a probability below 10^-9.
      const double off = std::abs(probability - frequency);
      return samples * off * off <= 43 * (probability * (1 - probability) + off / 3);
    });
  }
}

}  // namespace chemix::laws
