// The level at the start of the page: Look (one graph and one dial), Learn, or Research (the whole laboratory). #dial and #scene=3 start
// Look. For any other address, ?level= sets the level. Without ?level=, a link, an address for a part of the page (such as ?embed or
// ?figure), and a single file with a graph start in Research. Otherwise the page starts with the last level on this device, and a first
// visit with Look.
"use strict";

/**
 * Sets the theme and the level of the page from address and storage, and returns the level. May be called again, because the graph of a
 * single file, which changes the level, is unpacked after the first call.
 */
function sheafscopeLevel() {
  const shell = document.documentElement,
    query = new URLSearchParams(location.search),
    levels = ["look", "learn", "research"];
  /** Returns a stored choice of the user, or null. */
  const stored = (name) => {
    try {
      return localStorage.getItem("sheafscope-" + name);
    } catch {
      return null; // a private window has no storage
    }
  };
  sheafscopePrefers.begin("sheafscope-theme"); // before the first drawing
  const requested = query.get("level"),
    isPartOfPage = ["embed", "hide", "figure", "controls", "present"].some((word) => query.has(word));
  // The address, also with ?figure=, names the dial or a scene of the thread, which both belong to the level Look.
  const isOpening = /^#(dial$|scene=)/.test(location.hash) || /^(dial$|scene:)/.test(query.get("figure") ?? "");
  let level = "look";
  if (!isOpening) {
    const hasGraph = location.hash.length > 1 || isPartOfPage || globalThis.sheafscopeSingle?.graph;
    if (levels.includes(requested)) level = requested;
    else if (hasGraph) level = "research";
    else if (levels.includes(stored("level"))) level = stored("level");
  }
  shell.dataset.level = level;
  return level;
}

/**
 * Draws Look as the first picture when its script and the styles have arrived, and reports whether it was drawn. version is the version of
 * the page, address(name) is the address of a part, and styled is the promise of the styles. working() starts the worker during the
 * download of the program. If the script of Look is missing or of another version, the page starts in Research.
 */
async function sheafscopeLookFirst(version, address, styled, working) {
  const hasScript = () => globalThis.sheafscopeParts?.["look.js"] === version;
  if (!globalThis.sheafscopeLook) {
    const script = Object.assign(document.createElement("script"), { src: address("look.js") });
    await new Promise((done) => {
      script.onload = script.onerror = done;
      document.head.append(script);
    });
  }
  await styled;
  if (!hasScript()) {
    document.documentElement.dataset.level = "research";
    return false;
  }
  globalThis.sheafscopeLook.show();
  working().catch(() => {}); // the start awaits the same promise later, and reports its failure
  return true;
}
