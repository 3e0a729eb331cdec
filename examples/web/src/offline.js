// SPDX-License-Identifier: Apache-2.0
// Caches the files of one build, so that the page works offline. The build prepends FILES and VERSION;
// see vite.config.ts.
const start = new URL("./", self.location).href;
const addresses = new Set(FILES.map((file) => new URL(file, self.location).href));
// Other folders of this server have caches of their own.
const KEPT = `chemix ${start} `;
const kept = caches.open(KEPT + VERSION);

/** A cached response, if the browser still has it. */
async function keptAt(address) {
  return kept.then((cache) => cache.match(address)).catch(() => undefined);
}

/** The newest page, or the cached one if the server cannot be reached. */
async function page(request) {
  const newest = await fetch(request, { cache: "no-cache" }).catch(() => undefined);
  if (newest && newest.status < 500) return newest;
  return (await keptAt(start)) ?? newest ?? Response.error();
}

self.addEventListener("install", (event) => {
  // All files or none, bypassing the browser's cache of an older build.
  const all = [start, ...addresses].map((address) => new Request(address, { cache: "no-cache" }));
  event.waitUntil(kept.then((cache) => cache.addAll(all)));
});

// All pages of older builds are closed now.
self.addEventListener("activate", (event) => {
  const others = (name) => name.startsWith(KEPT) && name !== KEPT + VERSION;
  event.waitUntil(
    caches.keys().then((names) => Promise.all(names.filter(others).map((name) => caches.delete(name)))),
  );
});

self.addEventListener("fetch", (event) => {
  const { method, mode, url } = event.request;
  const [address] = url.split(/[?#]/);
  if (method !== "GET") return;
  if (mode === "navigate" && (address === start || address === `${start}index.html`)) {
    event.respondWith(page(event.request));
  } else if (addresses.has(address)) {
    // Their names contain hashes of their contents.
    event.respondWith(keptAt(address).then((found) => found ?? fetch(event.request)));
  }
});
