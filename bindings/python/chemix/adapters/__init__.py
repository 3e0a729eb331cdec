# SPDX-License-Identifier: Apache-2.0
"""Games as environments and games of other frameworks.

This package is private, by the same conventions as :mod:`chemix.lab`.
"""
