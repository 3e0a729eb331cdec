// SPDX-License-Identifier: Apache-2.0
// What is inlined wherever it is called.
#pragma once

/// Stands before the `fold` of a game: where rules say something they know what kind of event it
/// is, so that little is left of the switches of a fold that is inlined there. Not so in builds
/// with assertions, which are to be compiled fast, and in those that are to be small.
#if defined(NDEBUG) && !defined(__OPTIMIZE_SIZE__)
#define CHEMIX_INLINE_FOLD [[gnu::always_inline]] inline
#else
#define CHEMIX_INLINE_FOLD inline
#endif
