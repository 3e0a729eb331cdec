#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Installs the missing Debian packages of the named sets; without root it prints what to install.
set -euo pipefail

declare -A sets=(
  [build]="g++ cmake ninja-build ccache git libfmt-dev libexpected-dev doctest-dev
           nlohmann-json3-dev pybind11-dev python3 python3-dev python3-venv"
  [test]="clang libclang-rt-dev luajit openmpi-bin pkg-config python3-cffi"
  [bench]="libbenchmark-dev valgrind"
  [portable]="g++-i686-linux-gnu g++-aarch64-linux-gnu g++-s390x-linux-gnu qemu-user-static
              g++-mingw-w64-x86-64-posix wine wine64"
  [lint]="clang-format clang-tidy"
  [abi]="abigail-tools"
  [web]="emscripten binaryen ccache ninja-build chromium"
  [deb]="debhelper dh-python dpkg-dev lintian pkg-config python3-numpy"
)

missing=()
for name in "$@"; do
  for package in ${sets[$name]}; do
    status=$(dpkg-query -W -f '${db:Status-Abbrev}' "$package" 2>/dev/null || true)
    [[ $status == ii* ]] || missing+=("$package")
  done
done

((${#missing[@]})) || exit 0
if ((EUID != 0)); then
  echo "Packages are missing. Install them, then run make again:" >&2
  echo "  sudo apt-get install ${missing[*]}" >&2
  exit 1
fi
export DEBIAN_FRONTEND=noninteractive
apt-get update -qq
apt-get install -y -qq --no-install-recommends "${missing[@]}"
