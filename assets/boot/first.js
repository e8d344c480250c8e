// The first picture: what the page shows of its first graph, computed at build
// time (web/first.go), drawn while the program is on its way. The program's own
// first render takes its place. It is not drawn for a link, which shows
// something else, nor inside another page, which may hide parts.
"use strict";

/** Draws the picture, if there is one for this address, and reports whether it did. */
function sheafscopeFirstPicture() {
  const first = globalThis.sheafscopeFirst,
    islands = globalThis.sheafscopeIslands,
    query = new URLSearchParams(location.search);
  const app = document.getElementById("app");
  if (
    !first ||
    !islands ||
    !app ||
    location.hash.length > 1 ||
    document.documentElement.dataset.level !== "research" ||
    ["embed", "hide", "figure", "controls"].some((word) => query.has(word))
  )
    return false;
  const made = document.createElement("template");
  made.innerHTML = first.html;
  const picture = made.content.firstElementChild;
  // Nothing answers yet.
  picture.inert = true;
  picture.setAttribute("aria-busy", "true");
  app.replaceWith(picture);
  islands.attach();
  for (const { name, json, bytes } of first.models) {
    islands.update(name, json, ...(bytes ?? []).map((text) => Uint8Array.from(atob(text), (c) => c.charCodeAt(0))));
  }
  islands.wholly(200); // ms: laid out, painted and sent to the screen once
  return true;
}
