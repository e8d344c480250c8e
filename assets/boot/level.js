// The level that the page begins with: Look, one graph and one dial; Learn; or Research, the whole laboratory. A link, a page
// around this one and a single file with a graph in it show what they are of, in Research; else the level chosen last
// on this device counts, and a first visit begins with Look. ?level=, #dial and #scene=3 decide otherwise.
"use strict";

function sheafscopeLevel() {
  const shell = document.documentElement,
    query = new URLSearchParams(location.search),
    levels = ["look", "learn", "research"];
  const stored = (name) => {
    try {
      return localStorage.getItem("sheafscope-" + name);
    } catch {
      return null;
    }
  }; // private mode: as if new
  sheafscopePrefers.begin("sheafscope-theme"); // before anything is drawn
  const asked = query.get("level"),
    around = ["embed", "hide", "figure", "controls", "present"].some((word) => query.has(word));
  const dial = /^#(dial$|scene=)/.test(location.hash) || /^(dial$|scene:)/.test(query.get("figure") ?? "");
  const level = dial
    ? "look"
    : levels.includes(asked)
      ? asked
      : location.hash.length > 1 || around || globalThis.sheafscopeSingle?.graph
        ? "research"
        : levels.includes(stored("level"))
          ? stored("level")
          : "look";
  return (shell.dataset.level = level);
}

/** Draws Look as the first picture when its script and the styles are there, and reports whether it did; working starts the worker
 * beside that. The page does without where its script does not come. */
async function sheafscopeLookFirst(version, address, styled, working) {
  const there = () => globalThis.sheafscopeParts?.["look.js"] === version;
  if (!globalThis.sheafscopeLook) {
    const script = Object.assign(document.createElement("script"), { src: address("look.js") });
    await new Promise((done) => {
      script.onload = script.onerror = done;
      document.head.append(script);
    });
  }
  await styled;
  if (!there()) {
    document.documentElement.dataset.level = "research";
    return false;
  }
  globalThis.sheafscopeLook.show();
  working().catch(() => {}); // before the styles of the rest; who waits for it reports the failure
  return true;
}
