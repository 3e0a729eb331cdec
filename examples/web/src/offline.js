// SPDX-License-Identifier: Apache-2.0
// Keeps the files of one build, so that the page plays without a network. The build writes FILES and
// VERSION before this: vite.config.ts.
const start = new URL("./", self.location).href;
const addresses = new Set(FILES.map((file) => new URL(file, self.location).href));
// Pages in other folders of this server keep theirs.
const KEPT = `chemix ${start} `;
const kept = caches.open(KEPT + VERSION);

/** What is kept, if the browser gives it. */
async function keptAt(address) {
  return kept.then((cache) => cache.match(address)).catch(() => undefined);
}

/** The newest page, or the one that is kept where the server is not there. */
async function page(request) {
  const newest = await fetch(request, { cache: "no-cache" }).catch(() => undefined);
  if (newest && newest.status < 500) return newest;
  return (await keptAt(start)) ?? newest ?? Response.error();
}

self.addEventListener("install", (event) => {
  // All or none; not what the browser has of an older build.
  const all = [start, ...addresses].map((address) => new Request(address, { cache: "no-cache" }));
  event.waitUntil(kept.then((cache) => cache.addAll(all)));
});

// Pages of an older build are closed by now.
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
    // Their names change with what is in them.
    event.respondWith(keptAt(address).then((found) => found ?? fetch(event.request)));
  }
});
