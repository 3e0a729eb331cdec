// SPDX-License-Identifier: Apache-2.0
// Beliefs about ChemiX cards and about element and wild cards, compiled once for all games.
#include "chemix/beliefs/belief.hpp"

#include "chemix/beliefs/deal_counter.hpp"
#include "chemix/beliefs/deal_problem.hpp"
#include "chemix/cards/card.hpp"
#include "chemix/cards/deck_bag.hpp"

namespace chemix {

template class DealProblemOf<CardBag>;
template class DealProblemOf<PaymentBag>;
template class BeliefOf<CardBag>;
template class BeliefOf<PaymentBag>;
template BeliefOf<CardBag>::BeliefOf(const Hidden&, const RuledOut<CardBag::Set>&, Viewer,
                                     const ObservationLog&, const CardBag&, const CardBag&,
                                     const CardBag::Set&, const SurelyHeld&);
template BeliefOf<PaymentBag>::BeliefOf(const Hidden&, const RuledOut<PaymentBag::Set>&, Viewer,
                                        const LargeObservationLog&, const PaymentBag&,
                                        const PaymentBag&, const PaymentBag::Set&,
                                        const SurelyHeld&);

}  // namespace chemix
