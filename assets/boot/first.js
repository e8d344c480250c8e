// The first picture of the laboratory: the page with its first graph, computed at build time (web/first.go). The picture is drawn while
// the program is downloaded, and the program's first render replaces it. A page with a link in its address shows another graph, and an
// embedded page may hide parts: both start without the picture.
"use strict";

const sheafscopePictureTime = 200; // ms in which the islands may draw the whole picture in one frame

/** Draws the picture if it fits the level (Research) and the address of the page, and reports whether it was drawn. */
function sheafscopeFirstPicture() {
  const first = globalThis.sheafscopeFirst,
    islands = globalThis.sheafscopeIslands,
    query = new URLSearchParams(location.search);
  const app = document.getElementById("app");
  if (!first || !islands || !app) return false;
  if (location.hash.length > 1) return false; // a link
  if (document.documentElement.dataset.level !== "research") return false;
  if (["embed", "hide", "figure", "controls"].some((word) => query.has(word))) return false;
  const template = document.createElement("template");
  template.innerHTML = first.html;
  const picture = template.content.firstElementChild;
  // Without the program the controls of the picture have no effect.
  picture.inert = true;
  picture.setAttribute("aria-busy", "true");
  app.replaceWith(picture);
  islands.attach();
  // Each island gets its model: a text, and for some islands a list of bytes, which are base64 in the script.
  for (const { name, json, bytes } of first.models) {
    islands.update(name, json, ...(bytes ?? []).map((text) => Uint8Array.from(atob(text), (c) => c.charCodeAt(0))));
  }
  islands.wholly(sheafscopePictureTime);
  return true;
}
