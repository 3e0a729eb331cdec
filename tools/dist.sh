#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Makes the source tarball of what is committed, dist/chemix-VERSION.tar.gz, and prints its name. The
# same commit gives the same bytes.
set -euo pipefail
cd "$(dirname "$0")/.."

version=$(sed -n 's/^project(chemix VERSION \([0-9.]*\).*/\1/p' CMakeLists.txt)
mkdir -p dist
git archive --format=tar --prefix="chemix-$version/" HEAD | gzip -n9 >"dist/chemix-$version.tar.gz"
echo "dist/chemix-$version.tar.gz"
