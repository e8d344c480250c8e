import { part } from "./part.js";

/** Gives the user a file. */
export function save(blob, name) {
  const a = document.createElement("a");
  a.href = URL.createObjectURL(blob);
  a.download = name;
  document.body.append(a);
  a.click();
  a.remove();
  setTimeout(() => URL.revokeObjectURL(a.href), 10000);
}

/** Gives the user an SVG as a file, as PDF or TikZ where its name ends so. */
export async function savePicture(svg, name, title, link) {
  if (name.endsWith(".svg")) {
    save(new Blob([svg], { type: "image/svg+xml" }), name);
    return;
  }
  await part("lessons.js");
  save(globalThis.sheafscopeVector(svg, name, title, link), name);
}

/** Copies a text and reports whether that was allowed: by the clipboard, else by the older way, without permission. */
export async function copyText(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyOld(text);
  }
}
function copyOld(text) {
  const area = document.createElement("textarea"),
    focus = document.activeElement;
  area.value = text;
  area.className = "sr";
  document.body.append(area);
  area.select();
  let done = false;
  try {
    done = document.execCommand("copy");
  } catch {
    /* then by hand */
  }
  area.remove();
  focus?.focus();
  return done;
}
