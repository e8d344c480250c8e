// Service worker: the page works without network after one visit. Every build
// has a worker of its own, with the build's version and the hash of each of
// its files; a version is installed whole and checked, or not at all, and a
// page only ever gets files of the version it was loaded as.
"use strict";

const version = "__VERSION__";
const files = "__FILES__"; // name → SHA-256; replaced by the build
const prefix = "sheafscope-page-";
const scope = new URL("./", location.href);

// A host may say of each address who may embed the page there (frame-ancestors).
// What is kept is its answer to an address that names this site, which no page
// is on; another one takes its place when the page is requested.
const someSite = "https://sheafscope.invalid";

const hex = (buffer) => Array.from(new Uint8Array(buffer), (b) => b.toString(16).padStart(2, "0")).join("");

// fetchChecked fetches a file and checks that it is the one of this build:
// while a site is being updated, a server hands out files of both.
async function fetchChecked(name) {
  const from = name === "index.html" ? new URL(scope) : new URL(name, scope);
  from.searchParams.set("v", version);
  if (name === "index.html") {
    from.searchParams.set("embed", "1");
    from.searchParams.set("origin", someSite);
  }
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

async function install() {
  const cache = await caches.open(prefix + version);
  try {
    await Promise.all(Object.keys(files).map(async (name) => cache.put(new URL(name, scope), await fetchChecked(name))));
  } catch (err) {
    await caches.delete(prefix + version);
    throw err;
  }
  await self.skipWaiting();
}

// prune deletes the versions that no page needs any more. An open page holds a
// lock with the name of its version (versions.js); the version before this one
// stays in any case, for pages that have not got so far. Other copies of the
// page on this host have caches and locks of their own.
async function prune() {
  if (!navigator.locks) return;
  const held = new Set((await navigator.locks.query()).held.map((l) => l.name));
  const old = [];
  for (const key of await caches.keys()) {
    if (!key.startsWith(prefix) || key === prefix + version) continue;
    const [first] = await (await caches.open(key)).keys();
    if (!first || first.url.startsWith(scope.href)) old.push(key);
  }
  const unused = old.slice(0, -1).filter((key) => !held.has(`sheafscope ${scope.pathname} ${key.slice(prefix.length)}`));
  await Promise.all(unused.map((key) => caches.delete(key)));
}

// activate informs open pages that a newer version is ready.
async function activate() {
  await prune();
  await self.clients.claim();
  for (const client of await self.clients.matchAll({ type: "window" })) client.postMessage({ sheafscopeVersion: version });
}

// answer takes a file from the cache of the wanted version. The network may
// only stand in for a file of this version; another one would be a mix.
async function answer(request, name, wanted) {
  const cached = await caches.match(new URL(name, scope), { cacheName: prefix + wanted });
  if (cached) return name === "index.html" ? forAddress(cached, new URL(request.url).searchParams) : cached;
  if (wanted === version) return fetchChecked(name).catch(() => fetch(request));
  return new Response("this version is no longer there: reload the page", { status: 410 });
}

// forAddress names in the policy of the page the site that may embed it at an address.
function forAddress(page, query) {
  const policy = page.headers.get("Content-Security-Policy");
  if (!policy?.includes(someSite)) return page;
  const origin = query.get("embed") === "1" ? (query.get("origin") ?? "") : "";
  const site = /^https?:\/\/([A-Za-z0-9.-]+|\[[0-9A-Fa-f:.]+\])(:[0-9]{1,5})?$/.test(origin) ? ` ${origin}` : "";
  const headers = new Headers(page.headers);
  headers.set("Content-Security-Policy", policy.replace(` ${someSite}`, site));
  return new Response(page.body, { headers });
}

self.addEventListener("install", (event) => event.waitUntil(install()));
self.addEventListener("activate", (event) => event.waitUntil(activate()));
// A page that was not listening yet asks which version is the newest.
self.addEventListener("message", ({ data, source }) => {
  if (data?.sheafscopeWhich) source?.postMessage({ sheafscopeVersion: version });
});
self.addEventListener("fetch", (event) => {
  const { request } = event,
    url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== scope.origin || !url.pathname.startsWith(scope.pathname)) return;
  let name = url.pathname.slice(scope.pathname.length);
  if (name === "") name = "index.html";
  if (!Object.hasOwn(files, name)) return;
  // A page asks for its parts with its version; what has none is of this one.
  const asked = url.searchParams.get("v");
  if (request.mode === "navigate") event.waitUntil(prune());
  event.respondWith(answer(request, name, /^[0-9a-f]{12}$/.test(asked ?? "") ? asked : version));
});
