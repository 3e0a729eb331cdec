# SPDX-License-Identifier: Apache-2.0
"""Policies that play games, and what is built on them: studies, ratings, reports and drawings.

This package is private. Modules such as :mod:`chemix.study` document and re-export its public
names. They are also the ``__module__`` of these names, so pickles do not depend on the layout of
this package. A leading underscore marks a name that only its own module uses.
"""
