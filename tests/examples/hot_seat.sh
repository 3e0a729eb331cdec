#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Plays games at one screen with piped answers: to the end, with refusals, with undo, hints and
# policies, and saved and resumed.
#
#   hot_seat.sh PROGRAM WORK GAME PLAYERS UNDO
#
# UNDO is yes if the very first decision can be undone, else no.
set -euo pipefail
program=$1
work=$2
game=$3
players=$4
undo=$5
mkdir -p "$work"
cd "$work"

fail() {
  echo "$game: $1" >&2
  exit 1
}

# hot_seat OUTPUT STATUS ARGUMENTS…: writes its output to a file and checks its exit status.
hot_seat() {
  local output=$1 status=0
  "$program" "${@:3}" >"$output" || status=$?
  ((status == $2)) || fail "returns $status instead of $2; see $work/$output"
}

# Answers in and out of range, to the end of the game.
awk 'BEGIN { x = 7; for (i = 0; i < 60000; ++i) { x = x * 16807 % 2147483647; print x % 12 + 1 } }' >any
hot_seat whole 0 "$game" "$players" en 7 <any
tail -n 1 whole | grep -q '^== .*Player 1' || fail "does not end with who has won"
grep -q '^Your choice: Enter a number from the list' whole || fail "takes every number"
hot_seat again 0 "$game" "$players" en 7 <any
cmp whole again

# Other players' drawn cards and sealed decisions are not shown.
awk '/^== Player [0-9]+$/ { own = substr($0, 4) " " }
  (/ draws [A-Z0-9]/ || /the others do not know yet/) && index($0, own) != 1 { print; shown = 1 }
  END { exit shown }' whole || fail "shows what is not for this player"
if [[ $game == react ]] && ! grep -q 'the others do not know yet' whole; then
  fail "seals nothing"
fi

# The same in other languages.
for language in de fr; do
  hot_seat "$language" 0 "$game" "$players" "$language" 7 <any
  cmp <(grep -c '^->' whole) <(grep -c '^->' "$language")
done

# With missing or too few answers it says so and returns 3. Long lines and nonsense are answers too.
hot_seat nothing 3 "$game" "$players" en 7 </dev/null
tail -n 1 nothing | grep -q '^The input ended before the game' || fail "does not say that the input ended"
{
  printf '\n'
  awk 'BEGIN { for (i = 0; i < 10000; ++i) printf "x"; print "" }'
  printf 'nonsense\n99999999999999999999999\nhelp\nundo\nsave no/such/folder/file\nquit\n'
} >odd
hot_seat odd_answers 0 "$game" "$players" en 7 <odd
grep -q 'not an action of this game' odd_answers || fail "does not say what is no action"
grep -q 'The file cannot be written' odd_answers || fail "saves nowhere"
(($(grep -c '^->' odd_answers) == 1)) || fail "takes back what nobody did"

# Hints do not act. Policies take over all seats, one after another.
printf '\nhint\nquit\n' | "$program" "$game" "$players" en 7 >hint
(($(grep -c '^->' hint) == 1)) || fail "acts on a hint"
awk 'BEGIN { for (i = 0; i < 60; ++i) print i % 2 ? "auto" : "" }' >autos
hot_seat auto 0 "$game" "$players" en 7 <autos
tail -n 1 auto | grep -q '^== .*Player 1' || fail "is not played to its end by policies"

# A game with the same answers ends the same, however often it is saved and resumed. All answers are
# equal, since a resumed game does not ask to hide the screen of the previous player.
awk 'BEGIN { for (i = 0; i < 60000; ++i) print 1 }' >ones
hot_seat straight 0 "$game" "$players" en 7 <ones
{
  printf '\n1\nundo\n'
  cat ones
} >some
hot_seat undone 0 "$game" "$players" en 7 <some
# A player who takes an action back is asked again, also for what comes after it.
more=$(($(grep -c '^->' undone) - $(grep -c '^->' straight)))
[[ $undo == "$( ((more > 0)) && echo yes || echo no)" ]] || fail "takes back: not $undo"
cmp <(tail -n 1 straight) <(tail -n 1 undone)
answers=(2 3 5 8 13 21 34)
{
  head -n 4 ones
  printf 'save saved\n'
} >some
hot_seat part 3 "$game" "$players" en 7 <some
for count in "${answers[@]}"; do
  {
    head -n "$count" ones
    printf 'save saved\n'
  } >some
  status=0
  "$program" --resume saved en <some >part || status=$?
  # A short game may be over by then.
  ((status == 3)) || break
done
hot_seat resumed 0 --resume saved en <ones
cmp <(tail -n 1 straight) <(tail -n 1 resumed)

# Files that are no saved game, or were modified.
head -c 200 saved >cut
sed 's/"chemix_session": *1/"chemix_session": 2/' saved >later
sed 's/"digest": *"./"digest": "x/' saved >changed
for spoilt in cut later changed no_such_file; do
  if cmp -s saved "$spoilt"; then fail "$spoilt is as it was"; fi
  hot_seat refused 1 --resume "$spoilt" en </dev/null 2>why
  [[ -s why ]] || fail "does not say why it refuses a file"
done
