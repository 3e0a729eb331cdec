#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Installs a build into PREFIX, which is created anew, and each component separately. Each component
# must have the expected files, and together they must be complete.
#
#   install.sh BUILD PREFIX
set -euo pipefail
build=$1
prefix=$(realpath -m "$2")

installed() {
  (cd "$1" && find . ! -type d | sort)
}

rm -rf "$prefix" "$prefix".*
cmake --install "$build" --prefix "$prefix" >/dev/null
licenses='^\./share/doc/chemix/(LICENSE|THIRD_PARTY_LICENSES\.txt)$'
declare -A holds=(
  [runtime]='^\./lib.*/libchemix\.so\.[0-9.]+$'
  [development]='^\./(share/man/man3/chemix\.3|share/chemix/chemix_(api\.json|cdef\.h)|include/chemix(\.h|/.*\.hpp)|lib.*/(libchemix(cpp)?\.a|libchemix\.so|pkgconfig/.*\.pc|cmake/.*))$'
  [python]='^\./lib.*/chemix/(.*\.(py|pyi|json|html)|rules/.*\.md|py\.typed|_core\..*so)$'
  [data]='^\./share/chemix/(decks|schemas|words)/.*\.json$'
  [docs]='^\./share/doc/chemix/'
)
for component in "${!holds[@]}"; do
  part=$prefix.$component
  mkdir -p "$part"
  cmake --install "$build" --prefix "$part" --component "$component" >/dev/null
  if installed "$part" | grep -Ev "${holds[$component]}|$licenses"; then
    echo "The component $component holds what it should not." >&2
    exit 1
  fi
  # A package may hold one component alone, so each has the licenses.
  [[ ! -e $part/share && ! -e $part/lib ]] || (($(installed "$part" | grep -cE "$licenses") == 2)) || {
    echo "The component $component lacks the licenses." >&2
    exit 1
  }
  # Without a Python module that component is empty.
  [[ $component == python || -n $(installed "$part") ]] || {
    echo "The component $component is empty." >&2
    exit 1
  }
done
diff <(installed "$prefix") <(for component in "${!holds[@]}"; do
  installed "$prefix.$component"
done | sort -u)

# No file contains the build folder or the default prefix.
if grep -rlF --include='*.cmake' --include='*.pc' -e "$(realpath "$build")" -e /usr/local "$prefix"; then
  echo "These files name a fixed folder." >&2
  exit 1
fi

# The manual page declares what the header does, and Debian's list of symbols has the same functions.
functions() {
  grep -oE '\bchemix_[a-z_]+(\(|@)' "$1" | tr -d '(@' | sort -u
}
for list in "$prefix/share/man/man3/chemix.3" \
  "$(dirname "$0")/../../packaging/debian/libchemix0.symbols"; do
  echo "$list"
  diff <(functions "$prefix/include/chemix.h") <(functions "$list")
done
