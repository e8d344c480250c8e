// Files and copied texts: the two ways in which the page hands data to the user.
import { part } from "./part.js";

const DOWNLOAD = 10000; // ms in which the browser must have begun to read a saved file

/** Saves a blob as a file with a name among the downloads of the user. */
export function save(blob, name) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(link.href), DOWNLOAD);
}

/**
 * Saves the markup of an SVG as a file. The end of the file name chooses SVG (.svg), PDF (.pdf) or TikZ (.tex). PDF and TikZ also contain
 * the title, and the address of the page with the fragment link, unless link is too long. The promise is rejected if the script of PDF and
 * TikZ cannot be fetched.
 */
export async function savePicture(svg, name, title, link) {
  if (name.endsWith(".svg")) {
    save(new Blob([svg], { type: "image/svg+xml" }), name);
    return;
  }
  await part("lessons.js");
  save(globalThis.sheafscopeVector(svg, name, title, link), name);
}

/** Copies a text and reports the success. If the browser refuses the clipboard, the older copy command is tried. */
export async function copyText(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyByCommand(text);
  }
}

/**
 * Copies a text by the copy command, which needs no permission, and reports the success. The command copies the selected text, here the
 * text of a field that is not visible. The focus then returns to the element that had it.
 */
function copyByCommand(text) {
  const area = document.createElement("textarea"),
    focus = document.activeElement;
  area.value = text;
  area.className = "sr";
  document.body.append(area);
  area.select();
  let copied = false;
  try {
    copied = document.execCommand("copy");
  } catch {
    // The caller shows the text for a copy by hand.
  }
  area.remove();
  focus?.focus();
  return copied;
}
