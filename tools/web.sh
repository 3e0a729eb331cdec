#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Builds the npm package, build/web/chemix-VERSION.tgz, and the page that plays all games with it,
# build/web/page: files for any web server.
set -euo pipefail
cd "$(dirname "$0")/.."

# That of Debian 12 is older.
newer=$(printf '20.19\n%s\n' "$(node -p process.versions.node 2>/dev/null)" | sort -V | tail -n 1)
if ! command -v npm >/dev/null || [[ $newer == 20.19 ]]; then
  echo "Node.js 20.19 or newer with npm is needed: https://nodejs.org" >&2
  exit 1
fi
mkdir -p build/web
# As small as it gets: what is downloaded counts, and a move takes far less than a person notices.
emcmake cmake -G Ninja -S bindings/web -B build/web/wasm -DCMAKE_BUILD_TYPE=MinSizeRel \
  -DCMAKE_CXX_FLAGS_MINSIZEREL="-Oz -DNDEBUG" >build/web/configure.txt || {
  cat build/web/configure.txt
  exit 1
}
cmake --build build/web/wasm --target chemix_wasm

npm ci --prefix bindings/web --no-audit --no-fund --loglevel=error
npm run --silent --prefix bindings/web build
cp build/web/wasm/chemix.wasm bindings/web/dist/
(cd bindings/web && npm pack --silent --pack-destination ../../build/web)

npm ci --prefix examples/web --no-audit --no-fund --loglevel=error
npm run --silent --prefix examples/web build -- --logLevel warn

for file in build/web/wasm/chemix.wasm build/web/page/assets/index-*.js; do
  echo "${file##*/}: $(stat -c %s "$file") bytes, $(gzip -9c "$file" | wc -c) compressed"
done
