/* SPDX-License-Identifier: Apache-2.0 */
/* The header compiles by itself, with its macros, in every standard from C99 and C++11 on. */
#include <chemix.h>

uint32_t sizes_of_structures(void);

uint32_t sizes_of_structures(void) {
  const chemix_error error = CHEMIX_ERROR_INIT;
  const chemix_limits limits = CHEMIX_LIMITS_INIT;
  const chemix_option option = CHEMIX_OPTION_INIT;
  const chemix_phase phase = CHEMIX_PHASE_INIT;
  const chemix_card card = CHEMIX_CARD_INIT;
  const chemix_hint hint = CHEMIX_HINT_INIT;
  const chemix_deal deal = CHEMIX_DEAL_INIT;
  return error.size + limits.size + option.size + phase.size + card.size + hint.size + deal.size;
}
