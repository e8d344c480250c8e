// Check of a single file (web/tool/build/single.go). This script is the first in the file. It reports a damaged file, whose boot script has
// not run: then neither global of a boot script exists.
"use strict";

document.addEventListener("DOMContentLoaded", () => {
  if (globalThis.sheafscopeBoot || globalThis.sheafscopeCourse) return;
  const element = (tag, text) => Object.assign(document.createElement(tag), { textContent: text });
  const box = element("div", "");
  box.className = "boot";
  box.setAttribute("role", "alert");
  box.dataset.testid = "boot-error";
  box.append(
    element("h1", "This file is not whole."),
    element("p", "A part of it is missing or was changed, as happens when a download or a copy breaks off. Get it once more."),
  );
  document.body.replaceChildren(box);
  document.documentElement.dataset.boot = "failed";
});
