#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs the fuzzers of tests/fuzz; `make fuzz` builds them first.

    fuzz.py [--seconds N] [--only REGEX]   runs each fuzzer for N seconds, two at a time
    fuzz.py injected [--seconds N]         checks that injected faults are found, each in N seconds

Inputs that reach new code are stored in build/fuzz/corpus, findings in build/fuzz/findings. The
exit status is 1 if there is a finding.
"""

import argparse
import concurrent.futures
import os
import pathlib
import re
import shutil
import subprocess
import sys
import time
from dataclasses import dataclass

ROOT = pathlib.Path(__file__).resolve().parent.parent
PROGRAMS = ROOT / "build/asan/tests/fuzz"
WORK = ROOT / "build/fuzz"
SEEDS = WORK / "seeds"
REGRESSIONS = ROOT / "tests/fuzz/regressions"
# The fuzzers with their maximum input length, slightly above that of the seeds.
LENGTHS = {
    "deck": 32768,
    "names": 256,
    "numbers": 512,
    "observation_bytes": 2048,
    "observation_text": 4096,
    "play": 512,
    "record": 16384,
    "state_bytes": 1024,
    "state_json": 8192,
    "state_text": 4096,
}
# Fuzzers limit the CPU time of an input themselves; the timeout is for endless ones. Entropic
# scheduling is off, since it takes half of the time where inputs reach many edges.
COMMON = (
    "-timeout=30",
    "-report_slow_units=30",
    "-rss_limit_mb=2048",
    "-print_final_stats=1",
    "-entropic=0",
)
# The log message that shows that an injected fault was found.
INJECTED = {
    "read": "heap-buffer-overflow",
    "leak": "a viewer sees nothing that is hidden",
    "refusal": "a refusal changes nothing",
    "time": "an input takes less than two seconds",
}


@dataclass
class Outcome:
    name: str
    seconds: float
    runs: int
    coverage: int
    corpus: int
    findings: list[pathlib.Path]


def program(name: str) -> pathlib.Path:
    return PROGRAMS / f"chemix_fuzz_{name}"


def command(
    name: str, inputs: str, findings: str, seconds: int, *folders: pathlib.Path
) -> list[str | pathlib.Path]:
    options = (f"-max_total_time={seconds}", f"-max_len={LENGTHS[inputs]}", *COMMON)
    return [program(name), *folders, f"-artifact_prefix={findings}", *options]


def environment(**more: str) -> dict[str, str]:
    return {**os.environ, "UBSAN_OPTIONS": "print_stacktrace=1", **more}


def number(pattern: str, log: str) -> int:
    """Return the last number in a log that matches the pattern."""
    found = list(re.finditer(pattern, log))
    return int(found[-1][found[-1].lastindex or 0]) if found else 0


def run(name: str, seconds: int) -> Outcome:
    corpus, findings = WORK / "corpus" / name, WORK / "findings" / name
    corpus.mkdir(parents=True, exist_ok=True)
    findings.mkdir(parents=True, exist_ok=True)
    before = set(findings.iterdir())
    known = [folder for folder in (SEEDS / name, REGRESSIONS / name) if folder.is_dir()]
    print(f"{name} runs for {seconds} seconds", flush=True)
    begin = time.monotonic()
    path = WORK / f"{name}.log"
    with path.open("w") as output:
        status = subprocess.run(
            command(name, name, f"{findings}/", seconds, corpus, *known),
            stdout=output,
            stderr=subprocess.STDOUT,
            env=environment(),
            check=False,
        ).returncode
    found = sorted(set(findings.iterdir()) - before)
    if status != 0 and not found:
        found = [path]
    log = path.read_text(errors="replace")
    print(f"{name} ends with {len(found)} findings", flush=True)
    return Outcome(
        name,
        time.monotonic() - begin,
        number(r"(?m)^#(\d+)\t|number_of_executed_units: (\d+)", log),
        number(r"cov: (\d+)", log),
        number(r"corp: (\d+)", log),
        found,
    )


def fuzz(names: list[str], seconds: int) -> int:
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        outcomes = list(pool.map(lambda name: run(name, seconds), names))
    print(f"\n{'fuzzer':<20}{'runs':>10}{'runs/s':>8}{'edges':>8}{'corpus':>8}{'findings':>10}")
    for outcome in outcomes:
        print(
            f"{outcome.name:<20}{outcome.runs:>10}{outcome.runs / outcome.seconds:>8.0f}"
            f"{outcome.coverage:>8}{outcome.corpus:>8}{len(outcome.findings):>10}"
        )
    found = [(outcome.name, path) for outcome in outcomes for path in outcome.findings]
    for name, path in found:
        log = (WORK / f"{name}.log").read_text(errors="replace")
        what = re.search(r"broken invariant: .*|runtime error: .*|ERROR: .*", log)
        print(f"\n{name}: {what.group() if what else 'failed'}")
        if path.suffix == ".log":
            print(f"See {path.relative_to(ROOT)}")
        else:
            print(f"Reproduce: {program(name).relative_to(ROOT)} {path.relative_to(ROOT)}")
    return 1 if found else 0


def find_injected(seconds: int) -> int:
    missed = 0
    for fault, sign in INJECTED.items():
        begin = time.monotonic()
        done = subprocess.run(
            command("injected", "play", f"{WORK}/injected-", seconds, SEEDS / "play"),
            capture_output=True,
            text=True,
            errors="replace",
            env=environment(INJECTED=fault),
            check=False,
        )
        is_found = done.returncode != 0 and sign in done.stderr
        missed += not is_found
        took = f"{time.monotonic() - begin:.1f} seconds"
        print(f"{fault:<10}{'found' if is_found else 'NOT FOUND'} after {took}", flush=True)
    return 1 if missed else 0


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("what", nargs="?", choices=["run", "injected"], default="run")
    parser.add_argument("--seconds", type=int, default=300)
    parser.add_argument("--only", default="")
    arguments = parser.parse_args()
    shutil.rmtree(SEEDS, ignore_errors=True)
    WORK.mkdir(parents=True, exist_ok=True)
    subprocess.run([PROGRAMS / "chemix_fuzz_seeds", SEEDS], check=True)
    if arguments.what == "injected":
        return find_injected(arguments.seconds)
    names = [name for name in LENGTHS if re.search(arguments.only, name)]
    return fuzz(names, arguments.seconds)


if __name__ == "__main__":
    sys.exit(main())
