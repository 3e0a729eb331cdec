// SPDX-License-Identifier: Apache-2.0
// The header compiles as C++, and its functions link.
#include "chemix.h"

int main() { return chemix_abi_version() == CHEMIX_ABI_VERSION ? 0 : 1; }
