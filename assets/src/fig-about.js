// The description of a public data set, for a reader who wants to use or cite it: its origin, its terms and its citation.
import { h } from "./dom.js";

/**
 * Draws the rows [name, text, …] of a description into the section sec. The texts are from the manifest of this build, never from a file of
 * the user.
 */
export function aboutBox(sec, rows) {
  const list = h("dl", "about");
  for (const [name, ...texts] of rows) {
    h("dt", "", list, name);
    for (const t of texts) h("dd", "", list, t);
  }
  sec.box.replaceChildren(list);
}
