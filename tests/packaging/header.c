/* SPDX-License-Identifier: Apache-2.0 */
/* The header compiles by itself, with its macros, in every standard from C99 and C++11 on. */
#include <chemix.h>

uint32_t sizes_of_structures(void);

uint32_t sizes_of_structures(void) {
  const chemix_error error = CHEMIX_ERROR_INIT;
  const chemix_limits limits = CHEMIX_LIMITS_INIT;
  return error.size + limits.size;
}
