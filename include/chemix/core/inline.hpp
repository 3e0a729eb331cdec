// SPDX-License-Identifier: Apache-2.0
// Macros that control inlining on the step path.
#pragma once

/// Marks the `fold` of a game. Rules post events of known kinds, so that little remains of the
/// `switch` in an inlined fold. Disabled in builds with assertions, which should compile fast, and
/// in builds optimized for size.
#if defined(NDEBUG) && !defined(__OPTIMIZE_SIZE__)
#define CHEMIX_INLINE_FOLD [[gnu::always_inline]] inline
#else
#define CHEMIX_INLINE_FOLD inline
#endif
