#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Builds the npm package, build/web/chemix-VERSION.tgz.
set -euo pipefail
cd "$(dirname "$0")/.."

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

file=build/web/wasm/chemix.wasm
echo "${file##*/}: $(stat -c %s "$file") bytes, $(gzip -9c "$file" | wc -c) compressed"
