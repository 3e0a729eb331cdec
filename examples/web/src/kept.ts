// SPDX-License-Identifier: Apache-2.0
// What the browser keeps of this page, where it lets pages keep anything.

export function kept(name: string): string | null {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}
export function keep(name: string, text: string): void {
  try {
    localStorage.setItem(name, text);
  } catch {
    // Then it is known as long as the page is open.
  }
}
