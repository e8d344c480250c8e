// The list of numbers below a figure, for the figures whose script is fetched when one of them is first opened.
import { h } from "../src/dom.js";

/** Shows pairs [name, value] in a definition list dl, one row for each pair. */
export function numbers(dl, rows) {
  dl.replaceChildren(
    ...rows.map(([name, value]) => {
      const d = h("div");
      h("dt", "", d, name);
      h("dd", "", d, value);
      return d;
    }),
  );
}
