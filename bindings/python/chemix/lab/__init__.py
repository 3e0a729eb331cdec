# SPDX-License-Identifier: Apache-2.0
"""Policies that play games, and what is built on them: studies, ratings, reports and drawings.

This package is private; modules such as :mod:`chemix.study` re-export its public names. A leading
underscore marks a name that only its own module uses.
"""
