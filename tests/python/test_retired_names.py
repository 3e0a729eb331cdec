# SPDX-License-Identifier: Apache-2.0
"""Names that were replaced by standard terms do not come back."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
FOLDERS = ("include", "src", "capi", "bindings", "tests", "tools", "bench", "examples", "cmake")
SUFFIXES = {
    ".hpp",
    ".cpp",
    ".h",
    ".c",
    ".in",
    ".py",
    ".pyi",
    ".ts",
    ".tsx",
    ".mjs",
    ".toml",
    ".txt",
}
BUILT = {"node_modules", "build", "__pycache__", "dist", "golden", "reference"}

# Maps retired identifiers to their replacements. A word with an ordinary meaning is retired only in
# the form that was a name.
RETIRED = {
    "Account": "Hypothesis",
    "AccountOf": "Hypothesis",
    "AccountsOf": "Hypotheses",
    "for_each_account": "for_each_hypothesis",
    "Memo": "LogEntry",
    "MemoryOf": "ObservationLogOf",
    "memo_fault": "log_entry_error",
    "without_memory": "without_knowledge",
    "Remembered": "LogKnowledge",
    "RememberedPileOf": "LogPileKnowledgeOf",
    "HistoriesOf": "HypothesisFilter",
    "HistoryCountOf": "TotalWeight",
    "as_factor": "as_weight",
    "for_each_group": "for_each_block",
    "unite_pools": "merge_sources",
    "last_pool": "last_source",
    "SeatingOf": "BlockAssignment",
    "DealingOf": "Proposal",
    "WaysToSeatOf": "AssignmentCounter",
    "PackOf": "Subdeal",
    "WorldProblemOf": "DealProblemOf",
    "WorldCounter": "DealCounter",
    "WaysOf": "DealCount",
    "FactOf": "DealConstraintOf",
    "add_fact": "add_constraint",
    "worlds_of": "belief_of",
    "dealt_out": "table_from_world",
    "world_in": "world_from_table",
    "weakened(": "forgotten(",
    "approximated(": "approximations(",
    "using Facts": "using Knowledge",
    "Facts&": "Knowledge&",
    "NoFacts": "NoKnowledge",
    "facts_of": "knowledge_of",
    "KnowledgeOf": "a member of StateOf",
    "Stage": "StepContext",
    "Watcher": "Observer",
    "Learner": "KnowledgeUpdater",
    "FirstOfAll": "ZeroRandom",
    "FewOf": "InplaceVector",
    "SpareVector": "std::vector",
    "LooseWord": "UnalignedWord",
    "Crew": "ThreadPool",
    "ThumbPolicy": "HeuristicPolicy",
    "ExactPolicy": "SolverPolicy",
    "Judgement": "ActionValue",
    "chemix_judgement": "chemix_action_value",
    "chemix_policy_judge": "chemix_policy_action_values",
    "chemix_observation_weakened": "chemix_observation_exactness",
    "prospects": "heuristic_value",
    "purposeful": "guided",
    "Purposeful": "Guided",
    "SaidField": "MessageArgument",
    "said_fields": "message_arguments",
    "asked_in": "legal_phases",
    "NotAsked": "NotLegal",
    "Faults": "Validator",
    "FirstFault": "FirstError",
    "fault_of_deal": "deal_error",
    "misplaced": "card_location_error",
    "CardSearch": "CardLocationValidator",
    "Breach": "Failure",
    "breach_of": "failure_of",
    "Honesty": "Calibration",
    "check_action": "action_refusal",
    "check_valid": "refusal_of_valid",
    "GameFormsOf": "AnyGameOf",
    "GameViewsOf": "AnyGameOf",
    "CppDoor": "CppBinding",
    "AnyDoor": "AnyGameBinding",
    "CDoor": "CBinding",
    "kept_apart": "place_set_aside",
    "laid_away": "place_discarded",
    "drawn_from": "place_draw_pile",
    "in_the_open": "place_public",
    "LIES": "MUTATIONS",
    "chemix_lie_tests": "chemix_mutated_input_tests",
    "Broken": "Mutant",
    "chemix_broken_games": "chemix_mutation_tests",
    "is_planted": "is_injected",
    "PLANTED": "INJECTED",
    "TensorNotes": "TensorCache",
    "check_seen": "refusal_seen",
    "max_ways": "legal_action_limit",
    "ways_error": "legal_action_limit_error",
    "known_count": "accounted_count",
    "most_return": "max_return",
    "least_return": "min_return",
    "wrong_viewer": "viewer_error",
    "SavedPlay": "SavedEpisode",
    "most_plays": "max_episodes",
    "_MAX_PLAYS": "_MAX_EPISODES",
    "_Play": "_Episode",
    "_Plays": "_PythonBatch",
    "_plays": "_episodes",
    "by_play": "by_episode",
    "choice_in_play": "choice_in_episode",
    "go_on": "advance",
    "goes_on": "continues",
    "begins_anew": "begins_game",
    "small()": "small_cards()",
    "Constraint::None": "Constraint::AnyCard",
    "Deed::None": "Deed::Nothing",
    "Runs::Always": "Runs::AnyTurn",
}
FILES = {
    "accounts": "hypothesis",
    "memory.hpp": "observation_log.hpp",
    "memory_test": "observation_log_test",
    "histories": "hypothesis_filter",
    "worlds.hpp": "deal_problem.hpp",
    "faults": "validation",
    "few_of": "inplace_vector",
    "spare_vector": "std::vector",
    "crew": "thread_pool",
    "prospects": "heuristic_value",
    "purposeful": "guided",
    "structured": "values",
    "said_fields": "message_arguments",
    "honesty": "calibration",
    "twins": "indistinguishable",
    "trial": "run",
    "suite": "property_suite",
    "test_house": "test_repository",
    "lies_test": "mutated_input_test",
    "broken.hpp": "mutation.hpp",
    "planted": "injected",
    "test_planted": "test_adapter_properties",
    "damaged_test": "invalid_states_test",
    "_plays": "_episodes",
}
# Ignore string literals: names of data change with its formats.
TEXT = re.compile(r"\"[^\"\n]*\"")
# The property of worlds, and this list.
EXEMPT = {
    "tests/laws/worlds.hpp",
    "tests/python/test_retired_names.py",
}


def sources(root: Path) -> Iterator[Path]:
    for folder in FOLDERS:
        for file in sorted((root / folder).rglob("*")):
            place = file.relative_to(root)
            is_built = BUILT & set(place.parts)
            if file.suffix in SUFFIXES and not is_built and place.as_posix() not in EXEMPT:
                yield file


def retired(root: Path) -> Iterator[str]:
    words = "|".join(map(re.escape, RETIRED))
    # A name that ends with a punctuation mark may be followed by anything.
    names = re.compile(rf"(?<![\w-])(?:{words})(?:(?<!\w)|(?![\w-]))")
    for file in sources(root):
        place = file.relative_to(root).as_posix()
        if called := FILES.get(file.name) or FILES.get(file.stem):
            yield f"{place}: such a file is called {called}"
        for number, line in enumerate(file.read_text("utf-8").splitlines(), 1):
            for found in names.findall(TEXT.sub('""', line)):
                yield f"{place}:{number}: {found} is called {RETIRED[found]}"


def test_no_retired_name_comes_back() -> None:
    found = list(retired(ROOT))
    assert not found, "\n".join(found)


@pytest.mark.parametrize(
    ("file", "text", "message"),
    [
        ("src/some.cpp", "int x;\nusing A = Memo;\n", "src/some.cpp:2: Memo is called LogEntry"),
        ("src/some.cpp", 'auto a = "Memo";\nint memoized;\n', None),
        (
            "src/some.cpp",
            "auto a = weakened(seen);",
            "src/some.cpp:1: weakened( is called forgotten(",
        ),
        ("include/crew.hpp", "", "include/crew.hpp: such a file is called thread_pool"),
    ],
)
def test_retired_names_are_found(tmp_path: Path, file: str, text: str, message: str | None) -> None:
    (tmp_path / file).parent.mkdir(parents=True)
    (tmp_path / file).write_text(text, "utf-8")
    assert list(retired(tmp_path)) == ([message] if message else [])
