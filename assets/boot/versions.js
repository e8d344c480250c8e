// Versions. Every part of the page carries the version of its build: scripts
// and style sheets leave it where this script finds it, a program has the hash of
// its own content in a section. While a host is being updated, or when a cache on
// the way holds an old part, parts of two versions meet: that is reported instead of
// run. An open page holds a lock with the name of its version, by which the
// service worker (sw.js) sees whose files are still needed.
"use strict";

// sheafscopeVersions is for the page of a version, whose programs have the given
// hashes. address(name) is where a part is fetched.
//   mixed(...names)        parts that belong to another version, each as text
//   mixedProgram(name, m)  the same for a compiled program: "" when it is right
//   outdated(ask)          whether the host has gone on to another version; then ask() is called, once
//   released(offer)        in a site of releases: lets links of the newest name its own folder, and offers it to readers of an older one
//   again()                gets the parts past every cache and loads the page anew
function sheafscopeVersions(version, programs, address) {
  const scope = new URL("./", document.baseURI).pathname;
  const single = Boolean(globalThis.sheafscopeSingle); // has all its parts in one file
  const lock = navigator.locks?.request(`sheafscope ${scope} ${version}`, { mode: "shared" }, () => new Promise(() => {}));
  lock?.catch(() => {}); // refused: the page works, until an update takes its files

  const parts = () => globalThis.sheafscopeParts ?? {};
  const style = (name) =>
    getComputedStyle(document.documentElement)
      .getPropertyValue(`--part-${name.replace(".", "-")}`)
      .replace(/["'\s]/g, "");
  const versionOf = (name) => {
    if (name === "index.html") return new URL(document.querySelector('script[src*="boot.js"]').src).searchParams.get("v") ?? "";
    return name.endsWith(".css") ? style(name) : (parts()[name] ?? "");
  };
  const strange = (name, has) => (has === "" ? `${name} is missing or of no version` : `${name} is of version ${has}`);
  const mixed = (...names) => (single ? [] : names.filter((n) => versionOf(n) !== version).map((n) => strange(n, versionOf(n))));
  const mixedProgram = (name, module) => {
    if (single) return "";
    const [section] = WebAssembly.Module.customSections(module, "sheafscope");
    const has = section ? new TextDecoder().decode(section) : "";
    return has === programs[name] ? "" : `${name} is of another version`;
  };

  let told = false;
  const outdated = async (ask) => {
    if (single || told) return told;
    try {
      const answer = await fetch(new URL("version.json", document.baseURI), { cache: "no-store" });
      const now = (await answer.json()).version;
      if (typeof now !== "string" || now === version || told) return told;
    } catch {
      return false; // offline, or a host that has no version: then nothing is known
    }
    told = true;
    ask();
    return true;
  };

  // A site of releases has a folder for each, and one more for the newest (web/tool/releases).
  const released = async (offer) => {
    const folder = scope.split("/").at(-2);
    if (single || !/^(latest|v\d+\.\d+\.\d+)$/.test(folder)) return;
    try {
      const [newest] = (await (await fetch(new URL("../versions.json", document.baseURI), { cache: "no-cache" })).json()).versions;
      const at = (name) => location.href.replace(scope, scope.replace(/[^/]+\/$/, `${name}/`));
      if (folder === "latest") {
        if (globalThis.sheafscopeBoot) sheafscopeBoot.address = () => at(newest);
      } else if (newest !== folder) {
        offer(`Sheafscope ${newest.slice(1)} is there; this page is of an older release.`, () => location.assign(at("latest")));
      }
    } catch {
      /* offline: the page is the one that was opened */
    }
  };

  const again = async () => {
    const names = ["boot.js", "islands.js", "first.js", "style.css", "islands.css", "worker.js", ...Object.keys(programs)];
    if (!single)
      await Promise.allSettled([fetch(location.href, { cache: "reload" }), ...names.map((n) => fetch(address(n), { cache: "reload" }))]);
    location.reload();
  };
  return { mixed, mixedProgram, outdated, released, again };
}
