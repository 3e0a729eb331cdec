#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Builds the Debian packages from the source tarball, in build/deb, and lets lintian look at them.
set -euo pipefail
cd "$(dirname "$0")/.."

tarball=$(tools/dist.sh)
name=$(basename "$tarball" .tar.gz)
rm -rf build/deb
mkdir -p build/deb
cp "$tarball" "build/deb/${name/-/_}.orig.tar.gz"
tar -xzf "$tarball" -C build/deb
cp -r packaging/debian "build/deb/$name/debian"
(cd "build/deb/$name" && dpkg-buildpackage -us -uc)
lintian --fail-on error,warning build/deb/*.changes
ls build/deb/*.deb
