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

/** Copies a text and reports whether that was allowed: by the clipboard, else by the older way, without permission. */
export async function copyText(text) {
  try { await navigator.clipboard.writeText(text); return true; } catch { return copyOld(text); }
}
function copyOld(text) {
  const area = document.createElement("textarea"), focus = document.activeElement;
  area.value = text;
  area.className = "sr";
  document.body.append(area);
  area.select();
  let done = false;
  try { done = document.execCommand("copy"); } catch { /* then by hand */ }
  area.remove();
  focus?.focus();
  return done;
}
