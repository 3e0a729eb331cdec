// SPDX-License-Identifier: Apache-2.0
// Local storage of this page, if the browser permits it.

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
    // Storage is blocked: keep the value only while the page is open.
  }
}
