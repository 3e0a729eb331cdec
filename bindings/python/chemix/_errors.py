# SPDX-License-Identifier: Apache-2.0
"""Exceptions of the package."""

from __future__ import annotations


class RuleError(ValueError):
    """A rule refuses an action; nothing was changed.

    Attributes:
        rule: the ID of the rule, such as ``"CU-11"``; its page says it in full.
        action: the refused action as text.
        detail: tells apart the refusals of one rule.
        arguments: small numbers that the words mention.

    """

    def __init__(
        self, message: str, rule: str, action: str, detail: int, arguments: tuple[int, ...]
    ) -> None:
        super().__init__(message, rule, action, detail, arguments)
        self.rule = rule
        self.action = action
        self.detail = detail
        self.arguments = arguments

    def __str__(self) -> str:
        return str(self.args[0])


class InputError(ValueError):
    """An option, a name, a text, a file or saved bytes are not what they should be.

    Attributes:
        field: what is wrong, by name.
        value: what was given, as text.
        reason: what would be right.
        rule: the ID of the rule that says so, or ``""``.

    """

    def __init__(self, message: str, field: str, value: str, reason: str, rule: str) -> None:
        super().__init__(message, field, value, reason, rule)
        self.field = field
        self.value = value
        self.reason = reason
        self.rule = rule

    def __str__(self) -> str:
        return str(self.args[0])
