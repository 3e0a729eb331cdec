#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Builds the source distribution of the Python package in dist, and installs it in a new environment where
# the system's headers, CMake and Ninja are hidden: a compiler is all that it may need.
set -euo pipefail
cd "$(dirname "$0")/.."

work=build/sdist
rm -rf "$work"
python3 -m venv "$work/tools"
"$work/tools/bin/pip" install --quiet --disable-pip-version-check build twine
"$work/tools/bin/python" -m build --sdist --outdir dist . >"$work/build.txt" 2>&1 || {
  cat "$work/build.txt"
  exit 1
}
version=$(sed -n 's/^project(chemix VERSION \([0-9.]*\).*/\1/p' CMakeLists.txt)
sdist=$(realpath "dist/chemix_engine-$version.tar.gz")
"$work/tools/bin/twine" check --strict "$sdist"

python3 -m venv "$work/new"
# In a mount namespace of its own; the rest of the machine keeps its files.
unshare --map-root-user --mount bash -euo pipefail -s "$sdist" "$work" <<'HIDDEN'
for name in tl nlohmann fmt pybind11 doctest; do
  for folder in /usr/include /usr/local/include; do
    [[ ! -d $folder/$name ]] || mount -t tmpfs none "$folder/$name"
  done
done
for folder in /usr/share/cmake /usr/lib/cmake /usr/lib/*-linux-gnu/cmake /usr/local/lib/cmake; do
  [[ ! -d $folder ]] || mount -t tmpfs none "$folder"
done
for tool in cmake ninja ccache; do
  for found in $(type -aP "$tool"); do mount --bind /dev/null "$found"; done
done
"$2/new/bin/pip" install --quiet --disable-pip-version-check --no-cache-dir "$1"
HIDDEN

cd "$work"
new/bin/python - <<'PYTHON'
import importlib.metadata
import chemix

files = {file.name for file in importlib.metadata.files("chemix-engine") if ".dist-info" in str(file)}
missing = {"LICENSE", "THIRD_PARTY_LICENSES.txt"} - files
assert not missing, f"the wheel lacks {missing}"
for game in chemix.games():
    players = chemix.describe(game)["min_players"]
    assert chemix.load(game, players=players).playout(seed=1).is_terminal
print(f"chemix {chemix.__version__} was built from its sdist, and plays {len(chemix.games())} games.")
PYTHON
