// The sheaf editor. Buttons and fields change the sheaf (data-edit), and fields show the selected node or edge (data-field). The results
// are drawn as a figure.
"use strict";

const courseEditor = (() => {
  const host = document.getElementById("editor"),
    message = host.querySelector('[data-testid="editor-error"]');
  const fields = [...host.querySelectorAll("[data-field]")];
  const shape = host.querySelector("#editor-shape"),
    size = host.querySelector("#editor-size");
  const values = () => courseFigures.values;
  /** Makes a change, given as a command to the program such as "pick node 1". Shows the program's error, or "" without one. */
  function edit(change) {
    if (!sheafscopeCourse.methods) return;
    message.textContent = sheafscopeCourse.methods.edit(change);
    courseFigures.redraw("editor");
  }
  /** Reports whether the number of nodes of the chosen graph can be chosen. */
  const sized = () => shape.selectedOptions[0].dataset.sized === "true";
  /** Starts with the chosen graph and stalks of dimension d, by default the present dimension (at least 1). */
  const start = (d = Math.max(1, values()["editor.d"])) => edit(`start ${shape.value}${sized() ? `:${size.value}` : ""} ${d}`);
  /** Starts with a graph of the list, by its key, and stalks of dimension 1. An unknown key does nothing. */
  function begin(key) {
    shape.value = key;
    if (shape.selectedOptions.length > 0) start(1);
  }
  /** Puts a link with the sheaf into the address bar and on the clipboard. */
  function share() {
    const link = new URL(location.href);
    link.hash = `sheaf=${encodeURIComponent(values()["editor.text"])}`;
    history.replaceState(null, "", link);
    navigator.clipboard?.writeText(link.href).then(
      () => {
        message.textContent = "The link is copied.";
      },
      () => {},
    );
    message.textContent = "The link is in the address bar."; // until the clipboard has the link, too
  }
  host.addEventListener("click", (event) => {
    const button = event.target.closest("button[data-edit]");
    if (button) edit(button.dataset.edit);
    if (event.target.closest('[data-testid="editor-share"]')) share();
  });
  host.addEventListener("change", (event) => {
    const el = event.target;
    if (el === shape || el === size) start();
    else if (el.type === "checkbox") edit(el.dataset.edit);
    else if (el.dataset.edit) edit(`${el.dataset.edit} ${el.value}`);
  });
  // The focus on the handle n0, n1, … of a node in the picture selects the node. There are at most ten nodes.
  host.addEventListener("focusin", (event) => {
    const node = /^n(\d)$/.exec(event.target.dataset?.h ?? "");
    if (node) edit(`pick node ${node[1]}`);
  });
  // After each drawing the fields show the values of the sheaf. A focused field keeps the reader's text. The vector of the selected node
  // has up to four fields, x0 to x3. equal is the common dimension of all stalks.
  courseFigures.listeners.push((name) => {
    if (name !== "editor") return;
    const now = values();
    for (const el of fields) {
      const value = now[`editor.${el.dataset.field}`];
      if (el.type === "checkbox") el.checked = value === "1";
      else if (el !== document.activeElement) el.value = value;
    }
    for (const b of host.querySelectorAll("[data-d]")) b.setAttribute("aria-pressed", String(b.dataset.d === now["editor.equal"]));
    for (let q = 0; q < 4; q++) host.querySelector(`[data-field="x${q}"]`).hidden = q >= Number(now["editor.node-dim"]);
    host.querySelector("#editor-nodes").hidden = !sized();
  });
  /** Opens the sheaf of a link #sheaf=…, if the address has one, and scrolls to the editor. */
  function open() {
    const [, text] = /^#sheaf=(.*)$/s.exec(location.hash) ?? [];
    if (text === undefined) return;
    try {
      edit(`text ${decodeURIComponent(text)}`);
    } catch {
      message.textContent = "The link is damaged: copy it again.";
    }
    host.scrollIntoView({ behavior: "instant" });
  }
  addEventListener("hashchange", open);
  return { open, begin };
})();
