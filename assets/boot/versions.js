// Versions of the parts of the page. Every part has the version of its build. A script sets sheafscopeParts, a style sheet a property, and
// a program has the hash of its content in a section. During an update of a host, or with an old part in a cache, a page may get parts of
// two versions. The page then reports the mix and does not run. An open page holds a lock with the name of its version: the service worker
// (sw.js) keeps the files of versions with a lock.
"use strict";

/**
 * Returns the checks of a page of a version. programs has the hash of each program by name; address(name) is the address of a part.
 *   mixed(...names)        texts about the named parts that belong to another version
 *   mixedProgram(name, m)  a text about a compiled program m of another version, "" for a program of this version
 *   outdated(ask)          promise: true if the host has another version, false if not or if the host cannot be reached. Of all calls,
 *                          the first with the result true calls its ask()
 *   released(offer)        for a site of releases. In the folder "latest", the links of the page name the folder of the newest release.
 *                          In the folder of an older release, offer(text, open) is called; open() opens the newest release
 *   again()                fetches the parts past every cache and reloads the page
 */
function sheafscopeVersions(version, programs, address) {
  const scope = new URL("./", document.baseURI).pathname;
  const single = Boolean(globalThis.sheafscopeSingle); // one file has all parts
  // The promise without an end holds the lock until the page is closed.
  const lock = navigator.locks?.request(`sheafscope ${scope} ${version}`, { mode: "shared" }, () => new Promise(() => {}));
  lock?.catch(() => {}); // without a lock the page works until an update deletes its files

  const parts = () => globalThis.sheafscopeParts ?? {};
  /** Returns the version of a style sheet, "" before the style sheet has arrived. */
  const style = (name) =>
    getComputedStyle(document.documentElement)
      .getPropertyValue(`--part-${name.replace(".", "-")}`)
      .replace(/["'\s]/g, "");
  /** Returns the version of a part, "" if the part is missing. */
  const versionOf = (name) => {
    if (name === "index.html") return new URL(document.querySelector('script[src*="boot.js"]').src).searchParams.get("v") ?? "";
    return name.endsWith(".css") ? style(name) : (parts()[name] ?? "");
  };
  // Returns the text about a part whose version is found.
  const describe = (name, found) => (found === "" ? `${name} is missing or of no version` : `${name} is of version ${found}`);
  const mixed = (...names) => (single ? [] : names.filter((n) => versionOf(n) !== version).map((n) => describe(n, versionOf(n))));
  const mixedProgram = (name, module) => {
    if (single) return "";
    const [section] = WebAssembly.Module.customSections(module, "sheafscope");
    const hash = section ? new TextDecoder().decode(section) : "";
    return hash === programs[name] ? "" : `${name} is of another version`;
  };

  let reported = false; // whether ask was called; two calls may wait for the server at once
  const outdated = async (ask) => {
    if (single || reported) return reported;
    try {
      const answer = await fetch(new URL("version.json", document.baseURI), { cache: "no-store" });
      const current = (await answer.json()).version;
      if (typeof current !== "string" || current === version || reported) return reported;
    } catch {
      return false; // the page is offline, or the host has no version.json
    }
    reported = true;
    ask();
    return true;
  };

  // A site of releases has a folder for each release, and the folder "latest" for the newest (web/tool/releases).
  const released = async (offer) => {
    const folder = scope.split("/").at(-2); // scope ends with a slash
    if (single || !/^(latest|v\d+\.\d+\.\d+)$/.test(folder)) return;
    try {
      const answer = await fetch(new URL("../versions.json", document.baseURI), { cache: "no-cache" });
      const [newest] = (await answer.json()).versions;
      const addressIn = (name) => location.href.replace(scope, scope.replace(/[^/]+\/$/, `${name}/`));
      if (folder === "latest") {
        if (globalThis.sheafscopeBoot) sheafscopeBoot.address = () => addressIn(newest);
      } else if (newest !== folder) {
        offer(`Sheafscope ${newest.slice(1)} is there; this page is of an older release.`, () => location.assign(addressIn("latest")));
      }
    } catch {
      /* offline: the page keeps its release */
    }
  };

  // The cache mode "reload" fills the HTTP cache with new files, from which the page then starts.
  const again = async () => {
    const names = ["boot.js", "islands.js", "first.js", "style.css", "islands.css", "worker.js", ...Object.keys(programs)];
    if (!single)
      await Promise.allSettled([fetch(location.href, { cache: "reload" }), ...names.map((n) => fetch(address(n), { cache: "reload" }))]);
    location.reload();
  };
  return { mixed, mixedProgram, outdated, released, again };
}
