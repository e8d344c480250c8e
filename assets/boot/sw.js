// Service worker: the page works offline after one visit. Every build has its own service worker with the build's version and the hash of
// each file. A version is installed whole and checked, or not at all. A page only gets files of the version with which it was loaded.
"use strict";

const version = "__VERSION__";
const files = "__FILES__"; // name → SHA-256; replaced by the build
const prefix = "sheafscope-page-"; // of the name of a version's cache
const scope = new URL("./", location.href);

// A host may allow different sites to embed the page at different addresses (frame-ancestors of the policy). The cache keeps one answer of
// the host, whose address names this nonexistent site. forAddress replaces the site in the answer.
const placeholderSite = "https://sheafscope.invalid";

/** Returns bytes as hexadecimal digits. */
const hex = (buffer) => Array.from(new Uint8Array(buffer), (b) => b.toString(16).padStart(2, "0")).join("");

/**
 * Fetches a file and returns a response with it. Throws if the SHA-256 of the file differs from the sum in this build. While a site is
 * updated, its server has files of two versions.
 */
async function fetchChecked(name) {
  // The page itself is requested as the folder, like by a visitor, and as an embedded page of the placeholder site.
  const from = name === "index.html" ? new URL(scope) : new URL(name, scope);
  from.searchParams.set("v", version);
  if (name === "index.html") {
    from.searchParams.set("embed", "1");
    from.searchParams.set("origin", placeholderSite);
  }
  // The second attempt, after a file of another version, bypasses the HTTP cache.
  for (const cache of ["default", "reload"]) {
    const response = await fetch(from, { cache, credentials: "same-origin" });
    if (!response.ok) throw new Error(`${name}: the server answered ${response.status}`);
    const body = await response.arrayBuffer();
    if (hex(await crypto.subtle.digest("SHA-256", body)) === files[name]) {
      return new Response(body, {
        headers: {
          "Content-Type": response.headers.get("Content-Type") ?? "",
          "Content-Security-Policy": response.headers.get("Content-Security-Policy") ?? "",
        },
      });
    }
  }
  throw new Error(`${name} is not the file of version ${version}`);
}

/** Stores every file of this version in the version's cache. After a failure the cache is deleted, and the installation fails. */
async function install() {
  const cache = await caches.open(prefix + version);
  try {
    await Promise.all(Object.keys(files).map(async (name) => cache.put(new URL(name, scope), await fetchChecked(name))));
  } catch (err) {
    await caches.delete(prefix + version);
    throw err;
  }
  await self.skipWaiting(); // open pages keep their version, see respond
}

/**
 * Deletes the caches of versions that no page needs. An open page holds a lock with the name of its version (versions.js). The version
 * before this version is always kept, for pages that do not hold their lock yet. Other copies of the page on this host have their own
 * caches and locks.
 */
async function prune() {
  if (!navigator.locks) return; // without locks it is unknown which versions are in use
  const held = new Set((await navigator.locks.query()).held.map((l) => l.name));
  const old = [];
  for (const key of await caches.keys()) {
    if (!key.startsWith(prefix) || key === prefix + version) continue;
    // The address of a cached file shows the copy of the page. An empty cache is taken for one of this copy.
    const [first] = await (await caches.open(key)).keys();
    if (!first || first.url.startsWith(scope.href)) old.push(key);
  }
  // Caches are listed in the order of their creation, so the last old cache is the version before.
  const unused = old.slice(0, -1).filter((key) => !held.has(`sheafscope ${scope.pathname} ${key.slice(prefix.length)}`));
  await Promise.all(unused.map((key) => caches.delete(key)));
}

/** Prunes the caches and informs open pages of this version, which is newer than theirs. */
async function activate() {
  await prune();
  await self.clients.claim();
  for (const client of await self.clients.matchAll({ type: "window" })) client.postMessage({ sheafscopeVersion: version });
}

/**
 * Returns the response to the request for a file of a version: from its cache, or without a cache from the network. The network is used
 * only for this version, because the server may have no other version, and a page with files of two versions would break. For a version
 * that is neither cached nor this version, the response is 410.
 */
async function respond(request, name, requestedVersion) {
  const cached = await caches.match(new URL(name, scope), { cacheName: prefix + requestedVersion });
  if (cached) return name === "index.html" ? forAddress(cached, new URL(request.url).searchParams) : cached;
  // A file that fails the check is fetched as it is: the page checks the versions of its parts itself (versions.js).
  if (requestedVersion === version) return fetchChecked(name).catch(() => fetch(request));
  return new Response("this version is no longer there: reload the page", { status: 410 });
}

/**
 * Returns the page with a policy that allows the site in the query of the address to embed the page. Without a valid site, no site may. A
 * page whose policy does not depend on the site is returned as it is.
 */
function forAddress(page, query) {
  const policy = page.headers.get("Content-Security-Policy");
  if (!policy?.includes(placeholderSite)) return page;
  const origin = query.get("embed") === "1" ? (query.get("origin") ?? "") : "";
  const site = /^https?:\/\/([A-Za-z0-9.-]+|\[[0-9A-Fa-f:.]+\])(:[0-9]{1,5})?$/.test(origin) ? ` ${origin}` : "";
  const headers = new Headers(page.headers);
  headers.set("Content-Security-Policy", policy.replace(` ${placeholderSite}`, site));
  return new Response(page.body, { headers });
}

self.addEventListener("install", (event) => event.waitUntil(install()));
self.addEventListener("activate", (event) => event.waitUntil(activate()));
// A page that opened after the activation asks for the newest version.
self.addEventListener("message", ({ data, source }) => {
  if (data?.sheafscopeWhich) source?.postMessage({ sheafscopeVersion: version });
});
self.addEventListener("fetch", (event) => {
  const { request } = event,
    url = new URL(request.url);
  // A request that gets no response here goes to the network: another method or host, or a file that is no part of the page.
  if (request.method !== "GET") return;
  if (url.origin !== scope.origin || !url.pathname.startsWith(scope.pathname)) return;
  let name = url.pathname.slice(scope.pathname.length);
  if (name === "") name = "index.html";
  if (!Object.hasOwn(files, name)) return;
  // A page requests its parts with its version, 12 hexadecimal digits. A request without a version is for this version.
  const requested = url.searchParams.get("v");
  if (request.mode === "navigate") event.waitUntil(prune()); // the page before it is left, and may have been the last of its version
  event.respondWith(respond(request, name, /^[0-9a-f]{12}$/.test(requested ?? "") ? requested : version));
});
