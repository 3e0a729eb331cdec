#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Builds the source tarball twice, in other folders, languages and time zones and under another umask, and
# compares all that is installed. Minutes of work: no object is taken from a cache.
set -euo pipefail
shopt -s inherit_errexit
cd "$(dirname "$0")/.."

tarball=$(realpath "$(tools/dist.sh)")
work=build/reproducible
rm -rf "$work"

# FOLDER TIME_ZONE LANGUAGE UMASK: what comes out of the tarball, by its bytes.
sums() (
  umask "$4"
  mkdir -p "$work/$1"
  cd "$work/$1"
  tar -xzf "$tarball" --strip-components=1
  export TZ=$2 LC_ALL=$3 CCACHE_DISABLE=1
  cmake --preset release -DCHEMIX_BUILD_TESTS=OFF -DCHEMIX_BUILD_EXAMPLES=OFF >/dev/null
  cmake --build --preset release >/dev/null
  cmake --install build/release --prefix installed >/dev/null
  cd installed
  find . -type f -print0 | sort -z | xargs -0 sha256sum
)
first=$(sums here UTC C 022)
again=$(sums "over there" Asia/Kathmandu C.UTF-8 077)
diff <(echo "$first") <(echo "$again")
echo "$(wc -l <<<"$first") files are equal, byte by byte."
