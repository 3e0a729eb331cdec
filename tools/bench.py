#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Measures speed.

    bench.py [--long] [--only REGEX]   measures into build/bench.json and prints the instructions;
                                       --long all numbers of players, and portable builds
    bench.py check                     compares instructions with bench/baseline.json
    bench.py baseline                  rewrites that file
    bench.py page                      writes docs/performance.md from build/bench.json
    bench.py calls                     compares calls through C with those in C++
    bench.py stops                     measures how soon long calls return when they are stopped

Instructions are counted by callgrind and are exactly reproducible. Cycles are derived from the CPU
time of the thread; for single calls they are the minimum over many runs.
"""

import argparse
import concurrent.futures
import json
import os
import pathlib
import platform
import re
import signal
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable

ROOT = pathlib.Path(__file__).resolve().parent.parent
RESULTS = ROOT / "build/bench.json"
BASELINE = ROOT / "bench/baseline.json"
PAGE = ROOT / "docs/performance.md"
PATHS = ("table", "guided", "knowledge", "lists", "tensor", "any_game", "c")
# Single calls, measured by static type, through AnyGame as `any_…`, and through C as `c_…`.
CALLS = ("apply", "legal_actions")
BINDINGS = ("", "any_", "c_")
GAMES = 20
# The games whose calls are stopped, and how often in Python.
STOPPED_GAMES = ("chemuno", "react", "classic", "chemistry_canasta")
STOPS = 10
# The game whose whole turns are measured.
TURNS = "classic/2/booklet"
# Maximum relative increase by a change; different versions of the C library vary by less.
MAX_MORE = 0.03
# Few rows, so that they can be checked before every merge: short games, and all paths of one game.
CHECKED = [f"chemuno/3/{path}" for path in PATHS] + [
    f"{label}/{path}"
    for label in ("showdown/3", "react/3", "classic/3", "chip_it/3", "chemistry_battle/3")
    for path in ("table", "knowledge")
]


def output(*command: str | pathlib.Path) -> str:
    return subprocess.run(
        command, cwd=ROOT, check=True, stdout=subprocess.PIPE, text=True
    ).stdout.strip()


def instructions(program: pathlib.Path, row: str) -> float:
    """Return the instructions per step of fixed games; `row` is game/players/path."""
    game, players, path = row.split("/")
    with tempfile.NamedTemporaryFile("r") as log:
        steps = output(
            *("valgrind", "--tool=callgrind", "--toggle-collect=measured"),
            *("--callgrind-out-file=/dev/null", f"--log-file={log.name}"),
            *(program, game, players, path, str(GAMES)),
        )
        collected = re.search(r"Collected : (\d+)", log.read())
    if collected is None or int(collected[1]) == 0:
        raise SystemExit(f"callgrind counted no instructions for {row}")
    return round(int(collected[1]) / int(steps), 2)


def count_all(program: pathlib.Path, rows: list[str]) -> dict[str, float]:
    counted = {}
    with concurrent.futures.ThreadPoolExecutor(2) as threads:
        counts = threads.map(lambda row: instructions(program, row), rows)
        for row, count in zip(rows, counts, strict=True):
            counted[row] = count
            print(f"{row:<36} {count:>12,.1f}", flush=True)
    return counted


def chosen_labels(program: pathlib.Path, *, long: bool) -> list[str]:
    """Return all games with all numbers of players, or each with three players or its minimum."""
    labels = output(program).splitlines()
    if long:
        return labels
    of_game: dict[str, list[str]] = {}
    for label in labels:
        of_game.setdefault(label.split("/")[0], []).append(label)
    return [next((label for label in of if label.endswith("/3")), of[0]) for of in of_game.values()]


def benchmarks(preset: str) -> pathlib.Path:
    return ROOT / "build" / preset / "bench/chemix_bench"


def measure(*, long: bool, only: str) -> None:
    # Build first: failures appear before minutes of measuring.
    for built in [benchmarks("bench"), *([benchmarks("bench-check")] if long else [])]:
        if not built.exists():
            target = "bench-long" if long else "bench"
            raise SystemExit(f"{built.relative_to(ROOT)} is not built: make {target} builds it")
    program = ROOT / "build/bench/bench/fixed_playout"
    labels = chosen_labels(program, long=long)
    rows = [f"{label}/{path}" for label in labels for path in PATHS]
    print("Instructions per step of fixed games, by callgrind")
    counted = count_all(program, [row for row in rows if re.search(only, row)])

    # `/3` also matches rows with further parts after the number of players.
    names = "|".join(labels)

    def is_wanted(name: str) -> bool:
        usual = re.search(rf"/({names}|{TURNS})(/|$)|^matching", name)
        return re.search(only, name) is not None and (long or usual is not None)

    seconds = 0.2 if long else 0.05
    times = times_of("bench", is_wanted, seconds)
    if not counted and not times:
        raise SystemExit(f"no row matches {only}")
    results = {
        "only": only,
        "commit": output("git", "describe", "--always", "--dirty"),
        "machine": machine(),
        "compiler": compiler("bench"),
        "instructions": counted,
        "times": times,
    }
    if long:
        portable = re.compile(r"^(playout|legal_actions)/[^/]*/\d+$")
        results["portable"] = times_of(
            "bench-check", lambda name: is_wanted(name) and bool(portable.search(name)), seconds
        )
    RESULTS.write_text(json.dumps(results, indent=1) + "\n")
    print(f"Results: {RESULTS.relative_to(ROOT)}")


def times_of(
    preset: str, is_wanted: Callable[[str], bool], seconds: float
) -> dict[str, dict[str, float]]:
    """Run benchmarks of a build, each for a minimum time; return their counters by name."""
    program = benchmarks(preset)
    wanted = filter(is_wanted, output(program, "--benchmark_list_tests").splitlines())
    names = "|".join(map(re.escape, wanted))
    if not names:
        return {}
    timed = program.with_name("times.json")
    subprocess.run(
        [
            *(program, f"--benchmark_min_time={seconds}", f"--benchmark_filter=^({names})$"),
            *(f"--benchmark_out={timed}", "--benchmark_out_format=json"),
        ],
        check=True,
    )
    known = {"name", "run_name", "run_type", "repetitions", "repetition_index", "threads"}
    known |= {"iterations", "real_time", "cpu_time", "time_unit", "family_index"}
    known |= {"per_family_instance_index"}
    return {
        row["name"]: {name: row[name] for name in row if name not in known}
        for row in json.loads(timed.read_text())["benchmarks"]
    }


def compiler(preset: str) -> str:
    cache = (ROOT / "build" / preset / "CMakeCache.txt").read_text()
    found = re.search(r"^CMAKE_CXX_COMPILER:\w+=(.*)$", cache, re.MULTILINE)
    assert found is not None
    return output(found[1], "--version").splitlines()[0]


def machine() -> str:
    for line in pathlib.Path("/proc/cpuinfo").read_text().splitlines():
        if line.startswith("model name"):
            return f"{line.split(': ', 1)[1]}, {platform.system()}"
    return platform.platform()


def check() -> int:
    """Compare with the baseline, and report rows that need more instructions than allowed."""
    baseline = json.loads(BASELINE.read_text())
    allowed = baseline["instructions"]
    if list(allowed) != CHECKED:
        raise SystemExit("bench/baseline.json has other rows; rewrite it with make bench-baseline")
    if compiler("bench-check") != baseline["compiler"]:
        print(f"These are of {compiler('bench-check')}, the baseline of {baseline['compiler']}")
    counted = count_all(ROOT / "build/bench-check/bench/fixed_playout", CHECKED)
    failed = False
    for row, count in counted.items():
        more = count / allowed[row] - 1
        if more > MAX_MORE:
            failed = True
            print(f"{row}: {count:.1f} instructions per step, {more:.1%} more than {allowed[row]}")
        elif more < -MAX_MORE:
            print(f"{row}: {-more:.1%} fewer: `make bench-baseline` keeps that")
    if failed:
        print("If this is justified, run `make bench-baseline` and state the reason in the commit.")
    return int(failed)


def write_baseline() -> None:
    counted = count_all(ROOT / "build/bench-check/bench/fixed_playout", CHECKED)
    baseline = {"compiler": compiler("bench-check"), "instructions": counted}
    BASELINE.write_text(json.dumps(baseline, indent=1) + "\n")


def compare_calls() -> None:
    """Print the instructions of calls and of random games in C++ and in C, and their ratio."""
    program = ROOT / "build/bench/bench/fixed_playout"
    labels = chosen_labels(program, long=False)
    rows = [
        f"{label}/{binding}{call}" for label in labels for call in CALLS for binding in BINDINGS
    ]
    rows += [f"{label}/{path}" for label in labels for path in ("any_game", "c")]
    counted = count_all(program, rows)
    lines = []
    for label in labels:
        line = [label]
        for call in CALLS:
            of_cpp, of_any, of_c = (counted[f"{label}/{binding}{call}"] for binding in BINDINGS)
            line += [f"{of:,.0f}" for of in (of_cpp, of_any, of_c)]
            line += [f"{of_c / of:.2f}" for of in (of_cpp, of_any)]
        of_any, of_c = (counted[f"{label}/{path}"] for path in ("any_game", "c"))
        line += [f"{of_any:,.0f}", f"{of_c:,.0f}", f"{of_c / of_any:.2f}"]
        lines.append(line)
    head = [part for call in CALLS for part in (call, "by name", "in C", "times", "by name")]
    head += ["random game by name", "in C", "times"]
    print(table(["game, players", *head], lines))


def interrupt_times() -> dict[str, list[float]]:
    """Return the milliseconds from SIGINT until long calls of Python raise KeyboardInterrupt."""
    import chemix
    from chemix.study import Study

    search = "search iterations=100000000"
    game = chemix.load("chemuno", players=2)
    seen = game.deal(seed=7).observation(0)
    policy, study = chemix.Policy(search), Study(game, search, 64, 1)
    batch = chemix.Batch(game, range(20_000), threads=2)

    def on_threads() -> None:
        with concurrent.futures.ThreadPoolExecutor(2) as threads:
            study.run(threads)

    def playouts() -> None:
        while True:
            batch.playouts(1)

    def marginals() -> None:
        while True:
            seen.marginals()

    calls: dict[str, Callable[[], object]] = {
        "evaluate": lambda: policy.action_values(seen, 1),
        "hint": lambda: policy.hint(seen, 1),
        "playout": lambda: game.playout(1, policy),
        "playouts": playouts,
        "marginals": marginals,
        "study": study.run,
        "study on threads": on_threads,
    }
    times: dict[str, list[float]] = {}
    for name, call in calls.items():
        for i in range(STOPS):
            sent: list[float] = []

            def send(sent: list[float] = sent) -> None:
                sent.append(time.perf_counter())
                os.kill(os.getpid(), signal.SIGINT)

            timer = threading.Timer(0.2 + 0.013 * i, send)
            timer.start()
            try:
                call()
            except KeyboardInterrupt:
                times.setdefault(name, []).append(1000 * (time.perf_counter() - sent[0]))
            timer.join()
    return times


def stops() -> None:
    """Print how soon long calls return when they are stopped, in C and in Python."""
    lines = []
    for line in output(ROOT / "build/bench/bench/chemix_stops", *STOPPED_GAMES).splitlines():
        name, *figures = line.split()
        lines.append(["C", name, *(f"{float(figure):.1f}" for figure in figures), "20"])
    for name, times in interrupt_times().items():
        middle, slowest = statistics.median(times), max(times)
        lines.append(["Python", name, f"{middle:.1f}", f"{slowest:.1f}", "", "200"])
    print(table(["", "call", "median, ms", "most, ms", "most work, ms", "allowed"], lines))


def table(head: list[str], rows: list[list[str]]) -> str:
    lines = [head, ["---", *["---:"] * (len(head) - 1)], *rows]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


def whole_turns(times: dict[str, dict[str, float]]) -> str:
    listed, best = times[f"whole_turns/{TURNS}"], times[f"best_turn/{TURNS}"]

    def line(name: str, states: str, counter: str) -> list[str]:
        found = [f"{listed[counter.format(unit)]:,.0f}" for unit in ("compound_sets", "outcomes")]
        taken = [f"{row[counter.format('ns')] / 1e3:,.1f}" for row in (listed, best)]
        return [name, states, *found, *taken]

    by_cards = [
        line(f"{most - 3} to {most}", f"{listed[f'states_of_{most}']:.0f}", f"mean_{{}}_of_{most}")
        for most in range(4, 29, 4)
        if f"states_of_{most}" in listed
    ]
    return table(
        ["cards", "states", "sets of compounds", "outcomes", "all", "best"],
        [*by_cards, line("99 % of all", "", "p99_{}"), line("most of all", "", "most_{}")],
    )


def write_page() -> None:
    results = json.loads(RESULTS.read_text())
    if results["only"]:
        raise SystemExit(f"{RESULTS.relative_to(ROOT)} has only {results['only']}; run make bench")
    counted, times = results["instructions"], results["times"]
    labels = list(dict.fromkeys(row.rsplit("/", 1)[0] for row in counted))

    def count(label: str, path: str) -> str:
        return f"{counted[f'{label}/{path}']:,.0f}" if f"{label}/{path}" in counted else ""

    def time(
        row: str,
        counter: str,
        unit: float = 1,
        digits: int = 0,
        times: dict[str, dict[str, float]] = times,
    ) -> str:
        return f"{times[row][counter] / unit:,.{digits}f}" if row in times else ""

    # Only --long measures them.
    portable = results.get("portable", {})

    def portables(label: str) -> list[str]:
        if not portable:
            return []
        ratio = (
            portable[f"playout/{label}"]["cycles_per_step"]
            / times[f"playout/{label}"]["cycles_per_step"]
        )
        return [
            time(f"playout/{label}", "cycles_per_step", times=portable),
            f"{ratio:.2f}",
            time(f"legal_actions/{label}", "cycles", times=portable),
        ]

    per_step = table(
        ["game, players", *PATHS],
        [[label, *(count(label, path) for path in PATHS)] for label in labels],
    )
    cycles = table(
        [
            "game, players",
            "step",
            "with knowledge",
            "legal actions",
            "copy",
            "digest",
            "tensor",
            "state, bytes",
            *(["portable step", "times", "portable legal actions"] if portable else []),
        ],
        [
            [
                label,
                time(f"playout/{label}", "cycles_per_step"),
                time(f"playout/{label}/knowledge", "cycles_per_step"),
                time(f"legal_actions/{label}", "cycles"),
                time(f"copy_state/{label}", "cycles"),
                time(f"digest/{label}", "cycles"),
                time(f"tensor/{label}", "cycles"),
                time(f"playout/{label}", "state_bytes"),
                *portables(label),
            ]
            for label in labels
        ],
    )
    worlds = table(
        ["game, players", "median", "90 %", "99 %"],
        [
            [
                label,
                *(
                    time(f"determinize/{label}", f"{of}_ns", 1e3, 1)
                    for of in ("median", "p90", "p99")
                ),
            ]
            for label in labels
        ],
    )
    PAGE.write_text(f"""# Performance

`tools/bench.py page` wrote this page from what `{"make bench-long" if portable else "make bench"}`
measured at {results["commit"]}: one thread of {results["machine"]},
{results["compiler"]}, release build for x86-64-v3.
`make bench` repeats the measurement in a few minutes, `make bench-long` for all numbers of players,
`tools/bench.py --only REGEX` for some rows. Times vary with the load of the machine. Instructions
are reproducible: `make bench-check` fails if one of a few rows needs over {MAX_MORE:.0%} more than
`bench/baseline.json` records.

## Instructions per step

Of {GAMES} fixed games, the same on every path except `guided`. A step includes everything it needs:
querying the acting player and the legal actions, choosing one, and applying it.

- `table`: playouts on tables, as in search; `guided`: with players who try to win.
- `knowledge`: playouts on states, which track what every viewer saw.
- `lists`: on tables, with lists of legal actions and chance outcomes.
- `tensor`: on states, with the observation tensor and the action mask before each decision.
- `any_game`, `c`: on states, through the run-time interface of all games and through the C library,
  with every action checked.

{per_step}

## Cycles

A step of a playout on tables and on states; then single calls in the middle of random games: all
legal actions, a copy of a state, its digest, an observation tensor. Fast copies with g++ require
`-mmemcpy-strategy=libcall:-1:noalign`, as in the build of the library; without it, copies in a
program take about 50 cycles. Portable builds are for any x86-64, as distributions build them;
`make bench-long` measures them. Each figure is the minimum of many runs, in CPU time of the thread.

{cycles}

## Worlds

Microseconds per call of `determinize`, the minimum of several runs each, for 1,000 states in the
middle of random games.

{worlds}

## Whole turns

Microseconds to enumerate all outcomes of a turn of ChemiX Classic (booklet rules, two players), and
to find the best one by the default weights: the minimum of several runs each, for 1,000 states in
the middle of games. Means by the number of cards in the compounds on the table and in the hand.

{whole_turns(times)}
""")


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("what", nargs="?", choices=("check", "baseline", "page", "calls", "stops"))
    parser.add_argument(
        "--long",
        action="store_true",
        help="measure all numbers of players, longer, and portable builds",
    )
    parser.add_argument("--only", default="", metavar="REGEX", help="measure only rows that match")
    arguments = parser.parse_args()
    if arguments.what is not None and (arguments.long or arguments.only):
        parser.error(f"{arguments.what} does not accept --long and --only")
    if arguments.what == "check":
        return check()
    if arguments.what == "calls":
        compare_calls()
    elif arguments.what == "stops":
        stops()
    elif arguments.what == "baseline":
        write_baseline()
    elif arguments.what == "page":
        write_page()
    else:
        measure(long=arguments.long, only=arguments.only)
    return 0


if __name__ == "__main__":
    sys.exit(main())
