// The settings of a stage for which its figures have no slider or menu: a row for each setting, inside a fold.
import { h, menu } from "./dom.js";

let open = false; // whether the fold is open, the same for all stages

/**
 * Adds the control of a setting to its row, and returns a function that shows a value, given as text, in the control. The kind of the
 * setting is "word" (a menu of options, pairs of value and label), "flag" (a checkbox with the value "true" or "false"), "whole" (a whole
 * number), or "number". A text that the user is typing is not replaced.
 */
function control(row, setting, emit) {
  const send = (value) => emit("setting", { name: setting.name, value });
  if (setting.kind === "word") {
    const select = menu(row, "", "", send);
    for (const [value, name] of setting.options) select.append(new Option(name, value));
    return (value) => {
      select.value = value;
    };
  }
  const input = h("input", "", row);
  if (setting.kind === "flag") {
    input.type = "checkbox";
    input.addEventListener("change", () => send(String(input.checked)));
    return (value) => {
      input.checked = value === "true";
    };
  }
  // A field of the type "number" drops a decimal comma in some browsers: 0,02 would be 2.
  const inputMode = setting.kind === "whole" ? "numeric" : "decimal";
  Object.assign(input, { type: "text", inputMode, autocomplete: "off", spellcheck: false });
  input.addEventListener("change", () => send(input.value));
  return (value) => {
    if (document.activeElement !== input) input.value = value;
  };
}

/** Draws the settings into a section. sec.rows has for each setting the function that shows its value. For settings of other names the fold
 * is built anew. */
export function settingsBox(sec, settings, emit) {
  const names = settings.map((setting) => setting.name).join();
  if (sec.names !== names) {
    sec.names = names;
    const details = h("details"),
      list = h("div", "rows");
    h("summary", "", details, `More settings (${settings.length})`);
    details.append(list);
    details.open = open;
    details.addEventListener("toggle", () => {
      open = details.open;
    });
    sec.rows = settings.map((setting) => {
      const row = h("label", "#setting-" + setting.name, list);
      h("span", "", row, setting.label);
      return control(row, setting, emit);
    });
    sec.box.replaceChildren(details);
  }
  settings.forEach((setting, k) => sec.rows[k](setting.value));
}
