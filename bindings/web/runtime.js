// SPDX-License-Identifier: Apache-2.0
// Declares for the linker the function that src/index.ts provides when it loads the module.
mergeInto(LibraryManager.library, { chemix_number: () => {} });
