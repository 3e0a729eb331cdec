// SPDX-License-Identifier: Apache-2.0
// For the linker: what runtime.cpp takes from who loads the module, src/index.ts.
mergeInto(LibraryManager.library, { chemix_number: () => {} });
