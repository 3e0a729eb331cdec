#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# A server and two clients play a game. Both clients verify the deal, one action is refused, no client
# receives hidden information, and with a fixed number the game is reproducible.
#
#   server.sh PROGRAM WORK GAME
set -euo pipefail
program=$1
work=$2
game=$3
mkdir -p "$work"
cd "$work"

fail() {
  echo "$game: $1; see $work" >&2
  exit 1
}

"$program" "$game" >secret
tail -n 1 secret | grep -q '^Both clients have verified' || fail "the clients have not verified"
"$program" "$game" en 7 >one
"$program" "$game" en 7 >other
cmp one other
cmp -s one secret && fail "secrets are no secrets"
(($(grep -c '^verified: the deal' one) == 2)) || fail "does not say what was verified"
grep -q '^   refused$' one || fail "refuses nothing"
(($(grep -c '^== What the client' one) == 2)) || fail "does not tell what both clients saw"

# A client shows only its own sealed decisions.
for seat in 0 1; do
  awk -v seat="$seat" '/^== / { inside = $0 ~ "seat " seat } inside' one >"client_$seat"
  if grep 'the others do not know yet' "client_$seat" | grep -v "^Player $((seat + 1)) "; then
    fail "the client in seat $seat was told of a sealed decision"
  fi
done
if [[ $game == react ]]; then
  grep -q 'the others do not know yet' client_0 || fail "nothing was sealed"
  sed '/^== /,$d' one | grep 'do not know yet' && fail "a spectator was told of a sealed decision"
fi
exit 0
