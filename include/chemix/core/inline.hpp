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

/// Stands before what a step does. Builds that define CHEMIX_SMALL, all of whose sources must, have
/// it once for all who watch steps.
#ifdef CHEMIX_SMALL
#define CHEMIX_INLINE_STEP [[gnu::noinline]] inline
#else
#define CHEMIX_INLINE_STEP inline
#endif
