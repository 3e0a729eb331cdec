# SPDX-License-Identifier: Apache-2.0
"""The command line matches its transcripts; TRANSCRIPTS=write writes them."""

from __future__ import annotations

import json
import os
import re
import shlex
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any

import chemix
import click
import pytest
from chemix.cli import answers, commands, playing
from chemix.cli.sentences import SENTENCES
from click.testing import CliRunner, Result
from rules import Tree

ROOT = Path(__file__).parents[2]
TRANSCRIPTS = sorted((ROOT / "tests/python/transcripts").glob("*.txt"))


def run(*arguments: str, said: str = "") -> Result:
    return CliRunner(env={"COLUMNS": "100"}).invoke(
        commands, arguments, input=said, prog_name="chemix"
    )


# ---- Transcripts ----


def told(command: str, said: list[str]) -> str:
    """Run a command; return its transcript, with a nonzero exit status at the end."""
    _, *arguments = shlex.split(command)
    result = run(*arguments, said="".join(f"{line}\n" for line in said))
    assert result.exception is None or isinstance(result.exception, SystemExit)
    lines = [f"$ {command}", *(f"< {line}".rstrip() for line in said)]
    # Compare six decimals: the last digits of floats differ between processors.
    output = re.sub(r"\d+\.\d{7,}", lambda long: f"{float(long[0]):.6f}", result.output)
    lines += [line.rstrip() for line in output.splitlines()]
    if result.exit_code:
        lines.append(f"[{result.exit_code}]")
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize("transcript", TRANSCRIPTS, ids=lambda file: file.stem)
def test_transcript_matches(
    transcript: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("decks", "schemas", "tests", "pyproject.toml"):
        (tmp_path / name).symlink_to(ROOT / name)
    monkeypatch.chdir(tmp_path)
    expected = transcript.read_text(encoding="utf-8")
    made = ""
    for part in re.split(r"^\$ ", expected, flags=re.M)[1:]:
        command, *lines = part.splitlines()
        said = [line[2:] for line in lines if line.startswith("<")]
        made += told(command, said)
    if os.environ.get("TRANSCRIPTS") == "write":
        transcript.write_text(made, encoding="utf-8")
    assert made == expected


def test_every_command_has_a_transcript() -> None:
    text = "".join(file.read_text(encoding="utf-8") for file in TRANSCRIPTS)
    used = set(re.findall(r"^\$ chemix ([a-z-]+)", text, re.M))
    assert set(commands.commands) - {"bench"} <= used
    assert set(re.findall(r"^\[(\d)\]", text, re.M)) == {"1", "2"}


# ---- The program ----


def test_the_program_runs_as_a_module() -> None:
    ran = subprocess.run(
        [sys.executable, "-m", "chemix", "rules", "CU-7"], capture_output=True, text=True
    )
    assert ran.returncode == 0
    assert "noble gas" in ran.stdout
    ran = subprocess.run([sys.executable, "-m", "chemix", "fly"], capture_output=True, text=True)
    assert ran.returncode == 2


@pytest.mark.skipif(os.name != "posix", reason="interrupts a group of processes")
def test_two_interrupts_end_all_processes(tmp_path: Path) -> None:
    """All processes share the output pipe, so reading it ends only when they are gone."""
    policy = "def slow(seen, random):\n    os.write(1, b'!')\n    time.sleep(600)\n"
    (tmp_path / "waiting.py").write_text(f"import os, time\n\n{policy}")
    words = "study chemuno --policy waiting:slow --executor processes --workers 2"
    command = [sys.executable, "-m", "chemix", *shlex.split(words)]
    pipe = subprocess.PIPE
    with subprocess.Popen(
        command, cwd=tmp_path, stdout=pipe, stderr=pipe, start_new_session=True
    ) as ran:
        try:
            assert ran.stdout
            # Both workers are playing.
            assert ran.stdout.read(2) == b"!!"
            os.killpg(ran.pid, signal.SIGINT)
            os.killpg(ran.pid, signal.SIGINT)
            _, said = ran.communicate(timeout=60)
        finally:
            with suppress(ProcessLookupError):
                os.killpg(ran.pid, signal.SIGKILL)
    assert ran.returncode == 1
    assert said.endswith(b"Aborted!\n")
    assert b"Traceback" not in said


@pytest.mark.parametrize("encoding", ["latin-1", "ascii"])
def test_unencodable_characters_are_replaced(encoding: str) -> None:
    for words in ("describe chemuno", "rules CU-7 -l fr"):
        command = [sys.executable, "-m", "chemix", *words.split()]
        env = os.environ | {"PYTHONIOENCODING": encoding}
        ran = subprocess.run(command, capture_output=True, env=env)
        assert ran.returncode == 0, ran.stderr
        assert b"?" in ran.stdout


def test_a_closed_pipe_causes_no_error_output() -> None:
    command = [sys.executable, "-m", "chemix", "watch", "chemuno", "--json"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as ran:
        assert ran.stdout
        assert ran.stderr
        ran.stdout.close()
        assert ran.stderr.read() == b""


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no output that is full")
@pytest.mark.parametrize("words", ["--help", "--version", "games", "study --help"])
def test_a_full_device_is_reported(words: str) -> None:
    with open("/dev/full", "w") as full:
        command = [sys.executable, "-m", "chemix", *words.split()]
        ran = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, text=True)
    assert ran.returncode == 1
    assert ran.stderr == "Error: [Errno 28] No space left on device\n"


def test_missing_dependencies_are_reported() -> None:
    program = (
        "import sys; sys.modules['click'] = None; sys.argv = ['chemix', 'games'];"
        "from chemix.__main__ import main; main()"
    )
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert ran.returncode == 1
    assert 'pip install "chemix-engine[cli]"' in ran.stderr
    assert "Traceback" not in ran.stderr


def test_shell_completion_lists_names() -> None:
    asked = {
        "_CHEMIX_COMPLETE": "bash_complete",
        "COMP_WORDS": "chemix play chemi",
        "COMP_CWORD": "2",
    }
    result = CliRunner(env=asked).invoke(commands, prog_name="chemix")
    assert "plain,chemistry_battle" in result.output


def test_commands_that_print_data_accept_json() -> None:
    for name, command in commands.commands.items():
        flags = {flag for parameter in command.params for flag in parameter.opts}
        assert ("--json" in flags) == (name not in ("play", "bench", "mcp"))


def test_bench_reads_its_arguments_itself() -> None:
    result = run("bench", "--rows", "3")
    assert result.exit_code == 2
    assert "chemix bench: error: unrecognized arguments: --rows" in result.output


# ---- Rules ----


def test_rules_have_their_full_text() -> None:
    stated = {
        name: rule
        for name, rule in Tree(ROOT).rules.items()
        if rule.place.path.startswith("docs/rules/en/")
    }
    known = {rule["rule"]: rule for rule in chemix.rules()}
    assert known.keys() == stated.keys()
    assert "reached no matter" not in known["CU-7"]["text"]
    for rule in known.values():
        assert not re.search(r"\]\(|\*\*|\n", rule["text"]), rule
    # The text ends with its paragraph.
    assert known["CU-7"]["text"].endswith("That includes another noble gas.")


@pytest.mark.parametrize("language", chemix.languages())
def test_rules_exist_in_every_language(language: str) -> None:
    said = chemix.rules(language=language)
    assert [rule["rule"] for rule in said] == [rule["rule"] for rule in chemix.rules()]
    assert {rule["language"] for rule in said} == {language}
    texts = [rule["text"] for rule in said]
    assert len(set(texts)) == len(texts)
    assert language == "en" or not set(texts) & {rule["text"] for rule in chemix.rules()}
    assert run("rules", "cu-7", "--language", language).output.split() == [
        "CU-7",
        *chemix.rules("CU-7", language=language)[0]["text"].split(),
    ]


def test_rules_by_prefix_and_unknown_rules() -> None:
    assert [rule["rule"] for rule in chemix.rules("mt", "GN-2")][-2:] == ["MT-6", "GN-2"]
    for name, language, field, reason in (
        ("CU-99", "de", "rule", "no such rule; CU has 1 to 18"),
        ("CUU", "en", "rule", "did you mean CU?"),
        ("", "en", "rule", "no such rule"),
        ("CU-7", "dee", "language", "must be one of de, en, fr; did you mean de?"),
    ):
        with pytest.raises(chemix.InputError) as refused:
            chemix.rules(name, language=language)
        assert refused.value.field == field
        assert reason in refused.value.reason


def test_rules_are_returned_as_copies() -> None:
    for which in ((), ("CU-7",)):
        before = chemix.rules(*which)[0]["text"]
        chemix.rules(*which)[0]["text"] = "x"
        assert chemix.rules(*which)[0]["text"] == before


@pytest.mark.parametrize(("rule", "language"), [(7, "en"), (None, "en"), ("CU-7", None)])
def test_rules_must_be_named_by_texts(rule: Any, language: Any) -> None:
    with pytest.raises(chemix.InputError) as refused:
        chemix.rules(rule, language=language)
    assert refused.value.field == ("rule" if language else "language")


# ---- Errors before anything is played ----


@pytest.mark.parametrize(
    ("command", "reason"),
    [
        ("watch chemuno --delay nan", "nan: must be from 0 to 3600"),
        ("watch chemuno --delay 1e300", "must be from 0 to 3600"),
        ("watch chemuno -o hand_size=3 -o hand_size=4", "hand_size: is given more than once"),
        ("watch chemuno --record /nowhere/x", "record = /nowhere/x: the folder does not exist"),
        ("play chemuno --record /nowhere/x", "record = /nowhere/x: the folder does not exist"),
        ("study chemuno --resume /nowhere/x", "resume = /nowhere/x: the folder does not exist"),
        ("study chemuno --write /nowhere/x.csv", "/nowhere/x.csv: the folder does not exist"),
        ("study chemuno --write x.txt", "write = x.txt: the name must end with .parquet or .csv"),
        (
            "study chemuno --trajectories /nowhere/x",
            "trajectories = /nowhere/x: the folder does not exist",
        ),
        ("study chemuno --format npz", "--format requires --trajectories"),
        ("study chemuno --workers 2", "--workers requires one of --executor threads, proc"),
        (
            "study chemuno --executor here --workers 2",
            "--workers requires one of --executor threads, processes, dask, mpi",
        ),
        (
            "study chemuno --executor ray --workers 2",
            "--workers requires one of --executor threads, processes, dask, mpi",
        ),
        ("study chemuno --trajectories /dev/null", "'--trajectories': /dev/null: must be a folder"),
        ("tournament chemuno --resume /dev/null", "'--resume': /dev/null: must be a folder"),
        ("watch chemuno --players 9", "players = 9: must be from 2 to 4"),
        ("watch chemuno -o foo=1", "options = foo: no such option"),
        ("tournament chemuno -p random", "policies = 1: must be at least as many as players"),
        ("study chemuno --seats paired --games 11", "games = 11: must be a multiple"),
        ("report chemuno --vary foo=1", "vary = foo: unknown option"),
        ("study chemuno --address a", "--address requires --executor dask"),
        ("study chemuno --executor dask --address a --workers 2", "leave out --workers"),
        ("study chemuno --write .csv", "write = .csv: the name must end with .parquet or .csv"),
        ("watch chemuno --json --tables", "--tables cannot be combined with --json"),
        ("bench --seconds nan", "seconds must be from 0 to 3600"),
        ("bench --seconds -1", "seconds must be from 0 to 3600"),
        ("rules ''", "'': no such rule; known: "),
        ("watch chemuno --record ''", "record = '': must be the path of a file"),
        ("study chemuno --resume ''", "resume = '': must be the path of a file"),
        ("simulate chemuno -p 'random foo=1'", "foo: no such parameter; there are none"),
        ("simulate chemuno -p :f", "policies = :f: must be module:function"),
        ("simulate chemuno -p .x:f", "policies = .x:f: must be module:function"),
        ("simulate chemuno --deck /dev/zero", "/dev/zero: must be at most 1048576 bytes"),
        ("play chemuno --hot-seat --seat 1", "--hot-seat cannot be combined with --seat"),
        ("play chemuno --name A --name A", "names must be distinct"),
        (
            "report chemuno --vary none --vary hand_size=3",
            "none cannot be combined with other values",
        ),
    ],
)
def test_invalid_arguments_are_rejected(
    command: str, reason: str, capfd: pytest.CaptureFixture[str]
) -> None:
    result = run(*shlex.split(command))
    assert result.exit_code == 2
    assert isinstance(result.exception, SystemExit)
    assert reason in result.output + capfd.readouterr().err


@pytest.mark.parametrize("changed", ["other", "file"])
def test_trajectory_folders_are_checked_before_playing(changed: str, tmp_path: Path) -> None:
    folder = tmp_path / "decisions"
    words = ["study", "chemuno", "--games", "2", "--trajectories", str(folder)]
    if changed == "other":
        assert run(*words).exit_code == 0
        reason = "belongs to another study: seed = 7, not 8"
    else:
        folder.write_text("")
        reason = "is a file"
    kept = tmp_path / "kept.jsonl"
    result = run(*words, "--seed", "8", "--resume", str(kept))
    assert result.exit_code == 2
    assert reason in result.output
    assert not kept.exists()


def test_replay_prints_json_or_narrates_for_a_viewer(tmp_path: Path) -> None:
    file = str(tmp_path / "record.txt")
    assert run("watch", "classic", "--record", file).exit_code == 0
    for words in (("--viewer", "0"), ("--tables",)):
        assert run("replay", file, *words).exit_code == 0
        refused = run("replay", file, "--json", *words)
        assert refused.exit_code == 2
        assert "--json prints all cards" in refused.output


def test_policy_failures_while_writing_decisions_are_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "failing_bots.py").write_text("def f(seen, random): raise KeyError('oops')")
    monkeypatch.syspath_prepend(tmp_path)
    words = ["study", "classic", "--games", "3", "-p", "failing_bots:f", "-p", "random"]
    result = run(*words, "--trajectories", str(tmp_path / "decisions"))
    assert result.exit_code == 2
    assert "policies = failing_bots:f: has failed" in result.output


def test_chunks_set_the_games_per_decision_file(tmp_path: Path) -> None:
    words = ["study", "classic", "--games", "3", "--trajectories", str(tmp_path)]
    assert run(*words, "--chunk", "1").exit_code == 0
    assert len(list(tmp_path.glob("*.npz"))) == 3


def test_mpi_without_workers_is_rejected() -> None:
    pytest.importorskip("mpi4py")
    words = [sys.executable, "-m", "chemix", "study", "chemuno", "--executor", "mpi"]
    alone = subprocess.run(words, capture_output=True, text=True, timeout=60)
    assert alone.returncode == 1
    assert "executor = mpi: has no workers; to start two: mpiexec -n 3 python" in alone.stderr


@pytest.mark.parametrize(
    ("text", "reason"),
    [("def f(", "SyntaxError"), ("raise SystemExit(4)", "SystemExit: 4"), ("1 / 0", "ZeroDiv")],
)
def test_modules_that_fail_to_import_are_named(
    text: str, reason: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "unreadable_bots.py").write_text(text)
    monkeypatch.syspath_prepend(tmp_path)
    result = run("simulate", "chemuno", "-p", "unreadable_bots:f")
    assert result.exit_code == 2
    assert "policies = unreadable_bots:f: unreadable_bots cannot be imported" in result.output
    assert reason in result.output


def raising(seen: chemix.Observation, random: object) -> int:
    raise ValueError("no idea")


def saying_nothing(seen: chemix.Observation, random: object) -> None:
    pass


@pytest.mark.parametrize("command", ["watch chemuno", "report chemuno --games 2", "play chemuno"])
@pytest.mark.parametrize(
    ("policy", "reason"),
    [
        ("raising", r"has failed at seat [01], .*test_cli\.py:\d+: ValueError: no idea"),
        ("saying_nothing", "for seat [01]: must be a legal action, its id"),
    ],
)
def test_policy_errors_are_reported(command: str, policy: str, reason: str) -> None:
    said = "1\n" * 20
    result = run(*command.split(), "--policy", f"{__name__}:{policy}", said=said)
    assert result.exit_code == 2
    assert isinstance(result.exception, SystemExit)
    assert re.search(reason, result.output)


def test_processes_end_when_a_policy_fails(tmp_path: Path) -> None:
    (tmp_path / "raising.py").write_text("def policy(seen, random):\n    1 / 0\n")
    words = "report chemuno --games 3 --policy raising:policy --executor processes --workers 2"
    command = [sys.executable, "-m", "chemix", *words.split()]
    for _ in range(3):
        ran = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=60)
        assert ran.returncode == 2
        assert "policies = raising:policy: has failed: ZeroDivisionError" in ran.stderr


def test_a_simulation_without_finished_games_fails() -> None:
    result = run("simulate", "chemuno", "--games", "2", "--policy", f"{__name__}:raising")
    assert result.exit_code == 1


# ---- The terminal game ----


@pytest.mark.parametrize("language", chemix.languages())
def test_terminal_texts_match_in_every_language(language: str) -> None:
    expected = {name: text.count("{}") for name, text in SENTENCES["en"].items()}
    assert {name: text.count("{}") for name, text in SENTENCES[language].items()} == expected


def test_decisions_can_be_undone(tmp_path: Path) -> None:
    """Classic also has an undo by its rules, which players choose by number or words."""
    record = tmp_path / "record.json"

    def taken(*said: str) -> list[str]:
        lines = "".join(f"{line}\n" for line in ("", *said, "quit"))
        result = run(
            "play", "classic", "--seed", "7", "--hot-seat", "--record", str(record), said=lines
        )
        assert result.exit_code == 0
        steps = chemix.record_to_dict(record.read_text(encoding="utf-8"))["steps"]
        return [step["action"]["kind"] for step in steps if step["player"] is not None]

    # The first line confirms that the player has the screen.
    assert taken("take 2") == ["take"]
    assert taken("take 2", "undo") == []
    assert taken("take 3", "undo", "take 4", "undo", "take 2", "3") == ["take", "form"]
    assert taken("take 2", "take the turn back") == ["take", "undo"]
    # A step that others have seen cannot be undone.
    assert taken("take 2", "3", "undo") == ["take", "form"]


@pytest.mark.parametrize("game", ["chip_it_duel", "classic"])
def test_people_who_share_a_screen_play_to_the_end(game: str, tmp_path: Path) -> None:
    record = tmp_path / "record.json"
    result = run(
        "play", game, "--hot-seat", "--seed", "5", "--record", str(record), said="1\n" * 9000
    )
    assert result.exit_code == 0, result.output[-2000:]
    assert chemix.read_record(record.read_text(encoding="utf-8"))[-1].is_terminal
    assert "Pass to Player 2" in result.output


def table(state: chemix.State) -> playing._Table:
    made = playing._Table(state.game, {0, 1}, ["random"] * state.game.players, 1, [], "en")
    made.states = [state]
    return made


@pytest.mark.parametrize("game", chemix.games())
def test_the_screen_shows_only_what_the_player_sees(
    game: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Worlds that a player cannot distinguish look the same."""
    fewest = chemix.describe(game)["min_players"]
    made = chemix.load(game, players=max(2, fewest))
    monkeypatch.setattr(click, "prompt", lambda *_, **__: "quit")
    dealer, state = chemix.Dealer(3), made.deal(3)
    different = 0
    for step in range(12):
        player = min(state.acting)
        world = state.determinize(player, seed=step)
        screens = []
        for one in (state, world):
            with pytest.raises(playing._Left):
                table(one)._ask(player)
            screens.append(capsys.readouterr().out)
        assert screens[0] == screens[1]
        different += world != state
        state = dealer.resolve(state.apply(state.legal_action_ids(player)[-1], player))
        if state.is_terminal:
            break
    assert different


def test_a_resumed_game_continues_identically(tmp_path: Path) -> None:
    saved, whole, parted = tmp_path / "saved.json", tmp_path / "a.json", tmp_path / "b.json"
    start = ("play", "chemuno", "--players", "3", "--seed", "9")
    assert run(*start, "--record", str(whole), said="1\n" * 500).exit_code == 0
    assert run(*start, said=f"1\n1\nsave {saved}\nquit\n").exit_code == 0
    again = run("play", "--resume", str(saved), "--record", str(parted), said="1\n" * 500)
    assert again.exit_code == 0
    assert parted.read_bytes() == whole.read_bytes()


def test_tampered_saved_games_are_rejected(tmp_path: Path) -> None:
    saved = tmp_path / "saved.json"
    run("play", "chemuno", "--seed", "9", said=f"1\nsave {saved}\nquit\n")
    good = json.loads(saved.read_text(encoding="utf-8"))
    for name, value in [("format", "x"), ("people", [9]), ("seed", None), ("record", "{}")]:
        saved.write_text(json.dumps(good | {name: value}), encoding="utf-8")
        assert run("play", "--resume", str(saved)).exit_code == 2
    saved.write_text("[" * 100_000, encoding="utf-8")
    for command in ("play", "study chemuno"):
        result = run(*command.split(), "--resume", str(saved))
        assert result.exit_code == 2
        assert f"resume = {saved}: is no" in result.output
    saved.write_text(json.dumps(good), encoding="utf-8")
    for others in ("--seed 1", "--players 2", "-o hand_size=3", "--policy heuristic", "--seat 1"):
        assert run("play", "--resume", str(saved), *others.split()).exit_code == 2
    assert run("play", "--resume", str(saved), said="quit\n").exit_code == 0


def test_a_saved_game_is_not_a_record(tmp_path: Path) -> None:
    saved = tmp_path / "saved.json"
    run("play", "chemuno", "--seed", "9", said=f"save {saved}\nquit\n")
    for how in ((), ("--json",)):
        result = run("replay", str(saved), *how)
        assert result.exit_code == 2
        assert f"is a saved game; resume it with: chemix play --resume {saved}" in result.output


@pytest.mark.parametrize("language", chemix.languages())
@pytest.mark.parametrize(
    ("game", "prefix"), [("classic", "CF"), ("react", "RX"), ("chemistry_canasta", "CN")]
)
def test_help_offers_a_rule_of_the_game(game: str, prefix: str, language: str) -> None:
    said = run("play", game, "--seed", "9", "--language", language, said="help\nquit\n").output
    (rule,) = re.findall(r"rules ([A-Z]+-\d+)", said)
    assert rule.startswith(prefix)
    assert chemix.rules(rule)


def test_undo_needs_a_decision() -> None:
    result = run("play", "chemuno", "--seed", "9", said="undo\nquit\n")
    assert "There is nothing to undo yet." in result.output


def test_the_end_of_input_is_handled() -> None:
    result = run("play", "chemuno", "--seed", "9", said="1\n")
    assert result.exit_code == 1
    assert "The game is not over." in result.output


def test_cards_are_colored_on_terminals(monkeypatch: pytest.MonkeyPatch) -> None:
    from chemix.drawing import Drawing
    from rich.console import Console

    seen = chemix.load("chemuno", players=2).deal(7).observation(0)
    console = Console(force_terminal=True, color_system="standard", width=100)
    with console.capture() as captured:
        console.print(Drawing(seen.game).styled(seen, ["Ada", "Bob"]))
    shown = captured.get()
    hand = seen.to_dict()["own"]["hand"]  # type: ignore[index]
    for card in hand:
        assert re.search(rf"\x1b\[30;10\dm\W*{card}\W*\x1b\[0m", shown), card
    plain = Drawing(seen.game).text(seen).splitlines()[0]
    assert plain in shown
    assert answers.console().is_terminal is False
