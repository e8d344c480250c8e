// What is known of a public data set: where it comes from, its terms, what to cite.
import { h } from "./dom.js";

/** rows: [name, one or more texts] each. Texts come from the manifest of this build, never from a file. */
export function aboutBox(sec, rows) {
  const dl = h("dl", "about");
  for (const [name, ...texts] of rows) {
    h("dt", "", dl, name);
    for (const t of texts) h("dd", "", dl, t);
  }
  sec.box.replaceChildren(dl);
}
