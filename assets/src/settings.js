// Settings of a stage that have no control above them, folded away: a row each.
import { h, menu } from "./dom.js";

let open = false; // the same for all stages, for as long as the page lives

function control(row, r, emit) {
  const send = (value) => emit("setting", { name: r.name, value });
  if (r.kind === "word") {
    const select = menu(row, "", "", send);
    for (const [value, name] of r.options) select.append(new Option(name, value));
    return (v) => {
      select.value = v;
    };
  }
  const input = h("input", "", row);
  if (r.kind === "flag") {
    input.type = "checkbox";
    input.addEventListener("change", () => send(String(input.checked)));
    return (v) => {
      input.checked = v === "true";
    };
  }
  // A field of the type "number" drops a decimal comma in some browsers: 0,02 would be 2.
  Object.assign(input, { type: "text", inputMode: r.kind === "whole" ? "numeric" : "decimal", autocomplete: "off", spellcheck: false });
  input.addEventListener("change", () => send(input.value));
  return (v) => {
    if (document.activeElement !== input) input.value = v;
  };
}

export function settingsBox(sec, rows, emit) {
  const names = rows.map((r) => r.name).join();
  if (sec.names !== names) {
    sec.names = names;
    const details = h("details"),
      list = h("div", "rows");
    h("summary", "", details, `More settings (${rows.length})`);
    details.append(list);
    details.open = open;
    details.addEventListener("toggle", () => {
      open = details.open;
    });
    sec.rows = rows.map((r) => {
      const row = h("label", "#setting-" + r.name, list);
      h("span", "", row, r.label);
      return control(row, r, emit);
    });
    sec.box.replaceChildren(details);
  }
  rows.forEach((r, k) => sec.rows[k](r.value));
}
