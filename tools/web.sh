#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Builds the npm package, build/web/chemix-VERSION.tgz, and the page that plays all games with it,
# build/web/page: files for any web server.
set -euo pipefail
cd "$(dirname "$0")/.."

# That of Debian 12 is older; Vite says which it takes.
if ! command -v npm >/dev/null || ! node -e '
  const [major, minor] = process.versions.node.split(".").map(Number);
  process.exit(major > 22 || (major === 22 && minor >= 12) || (major === 20 && minor >= 19) ? 0 : 1)'
then
  echo "Node.js 20.19, 22.12 or newer with npm is needed: https://nodejs.org" >&2
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

# Older ones do not install the part of Vite that is compiled for this machine.
npm=npm
if (($(npm --version | cut -d. -f1) < 11)); then
  npm install --prefix build/web/npm --no-audit --no-fund --loglevel=error npm@11
  npm=build/web/npm/node_modules/.bin/npm
fi
"$npm" ci --prefix bindings/web --no-audit --no-fund --loglevel=error
npm run --silent --prefix bindings/web build
cp build/web/wasm/chemix.wasm LICENSE THIRD_PARTY_LICENSES.txt bindings/web/dist/
(cd bindings/web && npm pack --silent --pack-destination ../../build/web)

"$npm" ci --prefix examples/web --no-audit --no-fund --loglevel=error
npm run --silent --prefix examples/web build -- --logLevel warn

for file in build/web/wasm/chemix.wasm build/web/page/assets/index-*.js; do
  echo "${file##*/}: $(stat -c %s "$file") bytes, $(gzip -9c "$file" | wc -c) compressed"
done
