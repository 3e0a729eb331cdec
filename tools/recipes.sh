#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Runs the recipes in examples/recipes, or those that are named, with the newest frameworks, in an
# environment of their own. UV_TORCH_BACKEND=cpu installs torch without gigabytes of CUDA, where the index
# of PyTorch can be reached.
set -euo pipefail
cd "$(dirname "$0")/.."

work=build/recipes
python3 -m venv "$work/tools"
"$work/tools/bin/pip" install --quiet --disable-pip-version-check uv
[[ -x $work/venv/bin/python ]] || "$work/tools/bin/uv" venv --quiet --python /usr/bin/python3 "$work/venv"
"$work/tools/bin/uv" pip install --quiet --upgrade --python "$work/venv/bin/python" \
  --reinstall-package chemix-engine . --requirement examples/recipes/requirements.txt

recipes=("$@")
(($#)) || recipes=(examples/recipes/*.py)
for recipe in "${recipes[@]}"; do
  echo "== $recipe"
  OMP_NUM_THREADS=1 "$work/venv/bin/python" -W ignore "$recipe"
done
